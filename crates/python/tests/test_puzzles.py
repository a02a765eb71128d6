"""Puzzles: the set that ships, finding new ones, solving them."""

import os
import subprocess
import sys

import kinrow as kr
import pytest
from test_agents import program


def test_the_starter_set_is_that_of_the_program():
    puzzles = kr.puzzles.starter()
    told = program("puzzles", "solve", "--agent", "random", "--seed", "3")
    mine = puzzles.solve("random", seed=3)
    assert len(puzzles) == len(told["puzzles"]) == mine.puzzles == len(mine.table) == len(puzzles.table)
    timeless = lambda answer: {name: value for name, value in answer.items() if name != "time_ms"}
    assert [timeless(answer) for answer in mine.data["puzzles"]] == [timeless(answer) for answer in told["puzzles"]]
    assert sum(mine.grades["puzzles"]) == len(puzzles) and sum(mine.grades["right"]) == mine.right
    assert [puzzle.grade for puzzle in puzzles] == mine.table["grade"]


def test_the_same_puzzles_are_found_as_by_the_program(tmp_path):
    made = kr.puzzles.make("9x9x5", count=3, seed=5, kind="vcf", nodes=5000)
    command = os.path.join(os.path.dirname(sys.executable), "kinrow")
    call = ["puzzles", "make", "--board", "9x9x5", "--count", "3", "--seed", "5", "--threats", "vcf", "--limit", "nodes=5000"]
    subprocess.run([command, *call, "--out", str(tmp_path / "theirs.txt")], check=True, capture_output=True)
    made.save(tmp_path / "mine.txt")
    assert (tmp_path / "mine.txt").read_text() == (tmp_path / "theirs.txt").read_text()
    again = kr.puzzles.read(tmp_path / "mine.txt")
    assert again.table.rows == made.table.rows and again.made_by == made.made_by == "kinrow " + " ".join(call[:6] + call[8:] + call[6:8])
    assert {puzzle.kind for puzzle in made} == {"vcf"} and made.solve(nodes=20_000).right == 3


def test_puzzles_are_found_in_given_games():
    games = kr.match("engine:vct=off", "engine:vcf=off,vct=off", "9x9x5", games=20, seed=1, openings="random:6", limits=kr.Limits(nodes=100)).games
    found = kr.puzzles.make("9x9x5", count=1, games=games)
    positions = {board.text for game in games for board in game.replay()}
    assert found[0].board.text in positions
    with pytest.raises(ValueError, match=r"give more games \(games=\), another seed=, or a larger nodes="):
        kr.puzzles.make("9x9x5", games=kr.match("random", "random", games=2).games)


def test_a_puzzle_is_solved_move_by_move():
    puzzle = next(puzzle for puzzle in kr.puzzles.starter() if puzzle.plies >= 5)
    attempt = puzzle.attempt()
    bad = next(move for move in reversed(attempt.board.legal_moves) if move not in puzzle.line)
    assert attempt.play(bad) == "wrong" and attempt.board == puzzle.board
    assert attempt.play(puzzle.solution) == "right" and attempt.board.ply == puzzle.board.ply + 2
    while attempt.play(attempt.line[0]) != "solved":
        assert not attempt.is_solved
    assert attempt.is_solved and attempt.board.winner == puzzle.board.to_move
    with pytest.raises(ValueError, match="over"):
        attempt.play("a1")
    assert puzzle.attempt().board == puzzle.board


def test_mistakes_are_sentences(tmp_path):
    (tmp_path / "poem.txt").write_text("roses\n")
    for call, words in [
        (lambda: kr.puzzles.read(tmp_path / "poem.txt"), "is no file of puzzles"),
        (lambda: kr.puzzles.make("7x6x4:drop"), "there are no puzzles on 7x6x4:drop"),
        (lambda: kr.puzzles.make("9x9x5", kind="mate"), "'mate' is not a kind of puzzle"),
        (lambda: kr.puzzles.starter().solve("minimax"), "never finish"),
        (lambda: kr.puzzles.starter().solve(lambda board: board.legal_moves[0] + "x"), "not legal"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
