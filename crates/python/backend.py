"""How `pip install .` builds Kinrow: maturin compiles the extension module, and the program `kinrow` is put beside it in the same wheel.

With KINROW_BUILT=FOLDER nothing is compiled: the wheel is packed from what `cargo test --workspace` has left in that folder (`target/debug`), so that the tests do not
compile everything twice, in two sets of features.
"""

import base64
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import maturin
from maturin import (  # what a front end asks of a backend, passed on
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = "kinrow.exe" if os.name == "nt" else "kinrow"
# maturin asks for this folder even where it only writes metadata.
SCRIPTS = HERE / "data" / "scripts"
SCRIPTS.mkdir(parents=True, exist_ok=True)


def compile_program():
    """Compiles the program, and puts it where maturin looks for scripts."""
    if shutil.which("cargo") is None:
        sys.exit("Kinrow is compiled from source, which needs Rust 1.95 or newer: cargo is not on the PATH (https://rustup.rs)")
    os.environ["MATURIN_PEP517_ARGS"] = "--locked"
    subprocess.run(["cargo", "build", "--locked", "--package", "kinrow", "--release"], cwd=ROOT, check=True)
    shutil.copy2(ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release" / PROGRAM, SCRIPTS / PROGRAM)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if "KINROW_BUILT" in os.environ:
        return pack(Path(os.environ["KINROW_BUILT"]), Path(wheel_directory))
    compile_program()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    compile_program()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def pack(built, wheels):
    """Packs a wheel for this machine (PEP 427) from what Cargo has compiled on Linux."""
    with tempfile.TemporaryDirectory() as folder:
        # maturin writes the metadata, and compiles nothing for that.
        info = Path(folder) / prepare_metadata_for_build_wheel(folder)
        files = {f"{info.name}/{file.relative_to(info).as_posix()}": file.read_bytes() for file in info.rglob("*") if file.is_file() and file.name != "RECORD"}
        tag = next(line.removeprefix("Tag: ") for line in files[f"{info.name}/WHEEL"].decode().splitlines() if line.startswith("Tag: "))
        package = HERE / "python"
        for file in package.rglob("*"):
            if file.suffix in {".css", ".js", ".md", ".py", ".pyi", ".typed"}:
                files[file.relative_to(package).as_posix()] = file.read_bytes()
        files["kinrow/_kinrow.abi3.so"] = (built / "deps" / "lib_kinrow.so").read_bytes()
        name = info.name.removesuffix(".dist-info")
        files[f"{name}.data/scripts/{PROGRAM}"] = (built / PROGRAM).read_bytes()
        record = "".join(f"{path},sha256={digest(data)},{len(data)}\n" for path, data in files.items())
        files[f"{info.name}/RECORD"] = f"{record}{info.name}/RECORD,,\n".encode()
        wheel = f"{name}-{tag}.whl"
        with zipfile.ZipFile(wheels / wheel, "w") as archive:
            for path, data in files.items():
                entry = zipfile.ZipInfo(path)
                # Only of a regular file does pip keep that it can be run.
                entry.external_attr = (stat.S_IFREG | (0o755 if "/scripts/" in path else 0o644)) << 16
                archive.writestr(entry, data)
    return wheel


def digest(data):
    """As a wheel's record has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
