"""The record of games, and files of games."""

import json

import kinrow as kr
import pytest
from test_agents import program


@pytest.fixture
def record(tmp_path):
    """A record of two matches."""
    db = tmp_path / "games.db"
    kr.match("alphabeta", "random", games=6, seed=1, db=db)
    kr.match("mcts:playouts=20", "random", "7x6x4:drop", games=4, seed=2, db=db)
    return kr.games.open(db)


def test_the_record_lists_what_the_program_lists(record):
    told = program("games", "list", "--db", str(record.file), "--limit", "100")
    listed = record.list()
    assert told["total"] == len(record) == len(listed) == 10
    for row, game in zip(listed, told["games"], strict=True):
        assert row == {**{name: game[name] for name in kr.games.COLUMNS if name != "board"}, "board": game["rules"]}
    assert record.runs["games"] == [4, 6] and record.runs["board"] == ["7x6x4:drop", "3x3x3"]
    assert list(record.list().to_pandas()["id"]) == list(range(10, 0, -1))


def test_games_are_found_by_everything_that_is_known_of_them(record):
    assert record.count(board="3x3x3") == 6 == len(list(record.find(run=1)))
    assert record.count(agent="mcts", side="X") == 2 == record.count(agent="random", side="O", run=2)
    first = record[1]
    assert first in list(record.find(opening=" ".join(first.moves[:3]), board="3x3x3"))
    assert record.count(result="x") + record.count(result="o") + record.count(result="draw") == 10
    assert record.count(reason="resigned") == 0
    assert [row["id"] for row in record.list(most=2, offset=1)] == [9, 8]
    assert [game.data for game in record][:2] == [record[10].data, record[9].data]


def test_games_go_out_and_in_again(record, tmp_path):
    for name in ("all.jsonl", "all.sgf", "all.csv"):
        assert record.export(tmp_path / name) == 10
        assert [game.moves for game in kr.games.read(tmp_path / name)] == [record[number].moves for number in range(1, 11)]
        copy = kr.games.open(tmp_path / f"{name}.db")
        assert copy.import_file(tmp_path / name) == (10, 0)
        assert copy.import_file(tmp_path / name) == (0, 10) and len(copy) == 10
    assert record.export(tmp_path / "three.jsonl", ids=[3, 1, 2]) == 3
    assert [game.moves for game in kr.games.read(tmp_path / "three.jsonl")] == [record[number].moves for number in (3, 1, 2)]
    gomoku = kr.match("random", "random", "15x15x5", games=2, seed=1, openings="none", db=record.file)
    assert record.export(tmp_path / "apart", board="15x15x5", format="psq") == 2
    assert sorted(file.name for file in (tmp_path / "apart").iterdir()) == ["game-11.psq", "game-12.psq"]
    assert kr.games.read(tmp_path / "apart" / "game-11.psq", board="15x15x5")[0].moves == gomoku.games[0].moves


def test_games_are_added_once_and_checked(tmp_path):
    played = kr.match("alphabeta", "random", games=4, seed=1).games
    record = kr.games.open(tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists() and list(record) == [] and len(record.runs) == 0
    wrong = kr.Game(json.dumps({**played[1].data, "result": "draw" if played[1].result != "draw" else "x"}))
    with pytest.raises(ValueError, match="game 2: the result is given as"):
        record.add([played[0], wrong])
    assert not (tmp_path / "new.db").exists()
    assert record.add(played[0], played[1:]) == (4, 0)
    assert [game.data for game in record] == [game.data for game in reversed(played)]


def test_what_cannot_be_done_is_said(record, tmp_path):
    text = tmp_path / "text.db"
    text.write_text("a text\n")
    for call, words in [
        (lambda: kr.games.open(text), "is not a record"),
        (lambda: record[99], "99"),
        (lambda: record.list(result="lost"), "'lost' is not a result"),
        (lambda: record.list(reason="tired"), "'tired' is not a reason"),
        (lambda: record.list(side="X"), "name the agent, too"),
        (lambda: record.list(side="Y", agent="random"), "'Y' is not a side"),
        (lambda: record.list(run=9), "9"),
        (lambda: record.list(opening="z9"), "z9"),
        (lambda: record.export(tmp_path / "a.jsonl", agent="nobody"), "no game to write"),
        (lambda: record.export(tmp_path / "a.bin"), "add format="),
        (lambda: record.export(tmp_path / "a.jsonl", format="pdf"), "choose from json, psq, sgf, csv"),
        (lambda: record.export(tmp_path / "a.psq", run=1), "a .psq file holds one game"),
        (lambda: record.import_file(tmp_path / "no.sgf"), "no.sgf"),
        (lambda: kr.games.write([], tmp_path / "a.jsonl"), "no game to write"),
        (lambda: kr.games.read(text, format="json"), "text.db"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
    record.export(tmp_path / "there.jsonl")
    with pytest.raises(ValueError, match="force=True"):
        record.export(tmp_path / "there.jsonl")
    assert record.export(tmp_path / "there.jsonl", force=True) == 10
    assert text.read_text() == "a text\n"


def test_the_usual_record_is_that_of_the_program(record, monkeypatch):
    monkeypatch.setenv("KINROW_DB", str(record.file))
    assert kr.games.open().file == record.file and len(kr.games.open()) == 10
