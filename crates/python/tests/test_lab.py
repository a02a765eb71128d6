"""Experiments: run, stopped and gone on with, read back, written up."""

import json

import kinrow as kr
import pytest
from test_agents import program

OWN = """
format = 1
name = "own"
seed = 4
title = { en = "Depth", zh = "深度" }
question = "Does a deeper search play better?"
principle = "Alpha-beta of two depths."
[[measure]]
table = "strength"
kind = "match"
boards = ["4x4x3"]
agents = ["alphabeta:depth={depth}"]
vary = { depth = [1, 3] }
opponents = ["random"]
games = 8
[[chart]]
table = "strength"
x = "depth"
y = "score"
title = "Score"
[[finding]]
kind = "extremes"
table = "strength"
value = "score"
by = "depth"
answer = "Which depth?"
"""


def test_a_built_in_experiment_gives_what_the_program_gives(tmp_path):
    listed = kr.lab.experiments()
    told = program("lab", "list")
    assert listed["name"] == [one["name"] for one in told] and listed["title"] == [one["title"]["en"] for one in told]
    kr.lang("zh")
    assert kr.lab.experiments()["title"] == [one["title"]["zh"] for one in told]
    kr.lang("en")
    run = kr.lab.run("tree-growth", quick=True, folder=tmp_path / "mine", workers=1)
    told = program("lab", "run", "tree-growth", "--quick", "--out", str(tmp_path / "theirs"))
    assert run.answers == told["answers"] and run.findings == told["findings"] and len(run.answers) > 0
    assert {name: len(table) for name, table in run.tables.items()} == {table["table"]: table["rows"] for table in told["tables"]}
    for name, table in run.tables.items():
        theirs = json.loads((tmp_path / "theirs" / "data" / f"{name}.json").read_text())
        clocks = {"cpu_ms", "time_ms", "expected_s"}
        assert [column for column in table.columns if column not in clocks] == theirs["columns"]
        for row, other in zip(table, theirs["rows"], strict=True):
            # What no number of JSON holds is text there, and a number in Python.
            assert {column: row[column] if other[column] is None or not isinstance(other[column], str) else str(row[column]) for column in other} == other
    assert run.tables["size"].to_polars().height == len(run.tables["size"])


def test_an_experiment_of_one_s_own(tmp_path):
    run = kr.lab.run(OWN, folder=tmp_path / "own")
    table = run.tables["strength"]
    assert table["depth"] == [1, 3] and table["games"] == [8, 8]
    assert [row["won"] + row["drawn"] / 2 for row in table] == [8 * score for score in table["score"]]
    assert len(run.charts) == 1 and next(iter(run.charts.values())).startswith("<svg")
    assert "kinrow.lab.run" in (tmp_path / "own" / "environment.json").read_text()
    assert run.html.read_text().startswith("<!") and "Does a deeper search" in run.markdown and "Does a deeper" in run._repr_markdown_()
    (tmp_path / "own.toml").write_text(OWN)
    other = kr.lab.run(tmp_path / "own.toml", workers=1)
    assert [[cell for name, cell in row.items() if not name.endswith("ms") and "ms_a" not in name] for row in other.tables["strength"]] == [
        [cell for name, cell in row.items() if not name.endswith("ms") and "ms_a" not in name] for row in table
    ]
    place = other.folder
    assert place.is_dir()
    del other
    assert not place.exists()
    (tmp_path / "own" / "discussion.md").write_text("My own words.\n")
    again = kr.lab.open(tmp_path / "own", author={"name": "Ada"})
    assert "My own words." in again.markdown and "Ada" in again.markdown
    kr.lang("zh")
    assert kr.lab.open(tmp_path / "own").data["title"] == "深度"


def test_a_run_that_was_stopped_goes_on(tmp_path):
    done = []

    def stop(at, of):
        done.append(at)
        if at == 1:
            raise KeyboardInterrupt

    from kinrow import _kinrow

    asked = {"experiment": OWN, "quick": False, "seed": None, "folder": str(tmp_path / "own"), "workers": 1, "call": ""}
    with pytest.raises(KeyboardInterrupt):
        _kinrow.run_experiment(asked, stop)
    assert done == [1]
    with pytest.raises(ValueError, match="own"):
        kr.lab.open(tmp_path / "own")
    assert len(kr.lab.run(OWN, folder=tmp_path / "own").tables["strength"]) == 2


def test_mistakes_are_sentences(tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    for call, words in [
        (lambda: kr.lab.run("tree-grwth"), "did you mean tree-growth"),
        (lambda: kr.lab.run(OWN.replace('kind = "match"', 'kind = "duel"')), "experiment.toml, line 10"),
        (lambda: kr.lab.run(OWN, folder=tmp_path / "full"), "name another folder with folder="),
        (lambda: kr.lab.open(tmp_path / "nowhere"), "is not a run of an experiment"),
        (lambda: kr.lab.run(OWN, author={"name": "a\nb"}), "title page"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
