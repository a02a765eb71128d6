"""Every example in a docstring and in docs/python.md runs; every part of the package that is meant for people says what it is."""

import doctest
import importlib
import inspect
import os
import pathlib
import pkgutil
import re

import kinrow as kr
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODULES = ["kinrow", *(module.name for module in pkgutil.walk_packages(kr.__path__, "kinrow."))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    found = doctest.DocTestFinder().find(module, name)
    assert name != "kinrow" or any(test.name == "kinrow.Board" and test.examples for test in found)
    for test in found:
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_the_guide_runs(tmp_path, monkeypatch):
    guide = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", guide, flags=re.DOTALL | re.MULTILINE)
    assert len(blocks) > 5
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)


def test_everything_public_says_what_it_is():
    silent = []
    for name in kr.__all__:
        thing = getattr(kr, name)
        if not inspect.ismodule(thing) and not isinstance(thing, str) and not (getattr(thing, "__doc__", None) or "").strip():
            silent.append(name)
        if inspect.isclass(thing):
            silent += [f"{name}.{part}" for part in vars(thing) if not part.startswith("_") and not (getattr(getattr(thing, part), "__doc__", None) or "").strip()]
    # Constants of tables say what they are by their names.
    assert [name for name in silent if not name.isupper() and not name.split(".")[-1].isupper()] == []


def test_every_sentence_is_there_in_both_languages():
    source = "".join(path.read_text(encoding="utf-8") for path in pathlib.Path(kr.__path__[0]).rglob("*.py"))
    keys = set(re.findall(r"refusal\(\s*\"([a-z-]+)\"", source)) | {"missing", "forfeits"}
    assert len(keys) > 5
    for code in ("en", "zh"):
        kr.lang(code)
        assert [key for key in keys if kr._kinrow.sentence(f"python.{key}", []) == f"python.{key}"] == []
    assert kr.__version__ == re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), flags=re.MULTILINE)[1]
    assert os.path.exists(os.path.join(kr.__path__[0], "py.typed"))
