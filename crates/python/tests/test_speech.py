"""What the package says is said for Python."""

import pathlib
import re
import tomllib

import kinrow as kr
import pytest
from kinrow import _kinrow

ROOT = pathlib.Path(__file__).resolve().parents[3]


def test_refusals_name_keywords(tmp_path):
    kr.train("td0", episodes=100, out=tmp_path / "first.kin")
    refusals = [
        (lambda: kr.agent("minimax").choose(kr.Board("7x6x4:drop")), "time=2", "（time=2）"),
        (lambda: kr.count("5x5x4", megabytes=1), r"\(depth=\d+ fits\), or allow more \(megabytes=\)", r"（depth=\d+ 放得下），或允许更多（megabytes=）"),
        (lambda: kr.train("td0", episodes=100, out=tmp_path / "first.kin"), "replace it with force=True", "force=True"),
        (lambda: kr.audit(lambda board: board.legal_moves[0], positions=5), r"\(positions=\)", "（positions=）"),
        (lambda: kr.train(resume=tmp_path / "first.kin", episodes=50), "with episodes=", "episodes="),
    ]
    for code, at in (("en", 1), ("zh", 2)):
        kr.lang(code)
        for refusal in refusals:
            with pytest.raises(ValueError, match=refusal[at]) as told:
                refusal[0]()
            assert "--" not in str(told.value)


def test_commands_stay_commands():
    told = _kinrow.with_keywords("model", "train one (kinrow train zero --board 5x5x4 --out net.kin), or --out FILE, or with --resume")
    assert told == "train one (kinrow train zero --board 5x5x4 --out net.kin), or out=FILE, or with resume=True"


def test_no_error_of_the_libraries_speaks_of_options():
    errors = tomllib.loads((ROOT / "crates/text/sentences/zh.toml").read_text(encoding="utf-8"))["error"]
    sentences = {key: _kinrow.with_keywords(key, text) for key, text in errors.items()}
    assert sum("--" in text for text in errors.values()) > 20
    left = [key for key, text in sentences.items() if "--" in re.sub(r"kinrow [a-z]+[^，。；：（）“”']*", "", text)]
    assert left == []
