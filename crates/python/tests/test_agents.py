"""Agents, questions and audits."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import kinrow as kr
import pytest


def program(*arguments):
    """What the program prints as JSON, for the same question."""
    command = os.path.join(os.path.dirname(sys.executable), "kinrow")
    return json.loads(subprocess.run([command, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def test_the_program_is_in_the_wheel_and_answers_alike(tmp_path):
    told = program("analyze", "--moves", "b2 b3", "--agent", "alphabeta")
    analysis = kr.analyse(kr.Board("3x3x3", "b2 b3"), "alphabeta")
    assert (analysis.move, analysis.value, analysis.plies, analysis.line) == (told["best"], told["value"], told["plies"], told["line"])
    assert [dict(row)["move"] for row in analysis.moves] == [move["move"] for move in told["moves"]]
    audited = kr.audit("averaging", "3x3x3").data
    told = program("audit", "--agent", "averaging")
    assert audited["x"] == told["x"] and audited["o"] == told["o"]
    counted = kr.count("4x3x3")
    told = program("count", "--board", "4x3x3")
    assert (counted.games, counted.states, counted.classes) == (told["games"], told["states"], told["classes"])
    match = kr.match("mcts:playouts=20", "random", "4x4x3", games=20, seed=5).data
    db = str(tmp_path / "games.db")
    told = program("match", "mcts:playouts=20", "random", "--board", "4x4x3", "--games", "20", "--seed", "5", "--db", db)
    assert told.keys() == match.keys()
    assert {name for name in told if told[name] != match[name]} == {"timing", "record"}


def test_decisions_repeat_and_know_what_they_cost():
    board = kr.Board("7x6x4:drop", "d d")
    one, two = (kr.agent("mcts:playouts=300", seed=4).choose(board) for _ in range(2))
    assert one.move == two.move and one.value == two.value and one.stats["playouts"] == 300
    deep = kr.agent("alphabeta:eval=runs").choose(board, nodes=2000)
    assert 0 < deep.stats["nodes"] <= 2001 and isinstance(deep.value, int)
    assert kr.agent("random", seed=3).move(board) in board.legal_moves
    with pytest.raises(ValueError, match="never finish"):
        kr.agent("minimax").choose(board)
    with pytest.raises(ValueError, match="over"):
        kr.agent("random").choose(kr.Board("3x3x3", "a3 b3 b2 c3 c1"))


def test_solutions_are_those_of_minimax():
    for moves in ("", "a1", "b2 a2", "a1 b2 c3", "a1 b1 a2"):
        board = kr.Board("3x3x3", moves)
        solution = kr.solve(board, distance=True)
        minimax = kr.agent("minimax").choose(board)
        assert (solution.value, solution.plies) == (minimax.value, minimax.plies)
    assert kr.solve("7x6x4:drop").from_book and not kr.solve("4x4x3", book=False).from_book
    with pytest.raises(ValueError, match="not solved"):
        kr.solve("8x8x6:misere", nodes=10)


def brute_audit(function, side):
    """Every line of an agent on 3x3x3, walked one by one."""

    def walk(board):
        if board.is_over:
            other = "O" if side == "X" else "X"
            return {side: (1, 0, 0), other: (0, 0, 1)}.get(board.winner, (0, 1, 0))
        moves = [function(board)] if board.to_move == side else board.legal_moves
        return tuple(map(sum, zip(*(walk(board.play(move)) for move in moves), strict=True)))

    return walk(kr.Board("3x3x3"))


@pytest.mark.parametrize("side", ["X", "O"])
def test_an_audit_counts_every_line(side):
    def last(board):
        return board.legal_actions[-1]

    found = kr.audit(last, "3x3x3", side=side).side(side)
    assert (found.wins, found.draws, found.losses) == brute_audit(last, side)
    lost = kr.Board("3x3x3", " ".join(found.first_loss))
    assert lost.winner == ("O" if side == "X" else "X")


def test_what_an_agent_raises_in_an_audit_comes_out():
    def broken(board):
        raise KeyError("my mistake")

    with pytest.raises(KeyError, match="my mistake"):
        kr.audit(broken, "3x3x3")
    with pytest.raises(TypeError, match="returned NoneType, not a move"):
        kr.audit(lambda board: None, "3x3x3")
    with pytest.raises(ValueError, match="not legal"):
        kr.audit(lambda board: 0, "3x3x3")
    with pytest.raises(ValueError, match="is not an agent"):
        kr.audit(3, "3x3x3")
    with pytest.raises(ValueError, match="more than 5 positions"):
        kr.audit(lambda board: board.legal_actions[0], "3x3x3", positions=5)


def test_reviews_and_steps():
    review = kr.review(kr.Board("3x3x3", "b2 b3 a3"))
    assert [row["mark"] for row in review.moves] == [None, "blunder", None] and review.turning_point == 2
    with pytest.raises(ValueError, match="nothing to review"):
        kr.review(kr.Board("3x3x3"))
    steps = kr.steps(kr.Board("3x3x3", "a1 b2 a2"), "minimax", depth=2)
    assert steps.complete and len(steps) == len(list(steps)) and len(steps.tree) > 6
    assert [step["kind"] for step in steps][:2] == ["enter", "enter"]
    with pytest.raises(ValueError, match="step by step"):
        kr.steps("3x3x3", "random")


def interrupted(work):
    """How many seconds work goes on after Ctrl-C."""
    sent = []

    def send():
        time.sleep(0.3)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=send)
    thread.start()
    ended_early = False
    with pytest.raises(KeyboardInterrupt):
        work()
        # The signal is still to come, and must not hit another test.
        ended_early = True
        time.sleep(5)
    ended = time.monotonic()
    assert not ended_early
    thread.join()
    return ended - sent[0]


def slow(board):
    """Thinks for ever, in Python."""
    while True:
        pass


LONG = {
    "choose": lambda: kr.agent("alphabeta:eval=runs").choose(kr.Board("15x15x5"), time=60),
    "analyse": lambda: kr.analyse("15x15x5", "mcts", time=60),
    "solve": lambda: kr.solve("8x8x6:misere"),
    "solve where stones fall": lambda: kr.solve(kr.Board("7x6x4:drop"), book=False),
    "count": lambda: kr.count("4x4x4:misere"),
    "match": lambda: kr.match("mcts:playouts=20000", "mcts:playouts=20000", "15x15x5", games=100),
    "python": lambda: kr.match(slow, "random"),
    "audit": lambda: kr.audit(slow),
    "train": lambda: kr.train("selfplay", "4x4x4", episodes=10_000_000),
    "lab": lambda: kr.lab.run("mcts-budget"),
    "puzzles": lambda: kr.puzzles.make("15x15x5", count=10_000),
}


@pytest.mark.parametrize("kind", LONG)
def test_ctrl_c_is_obeyed_within_200_ms(kind):
    # The middle one of several: a machine with other things to do can be late once.
    times = sorted(interrupted(LONG[kind]) for _ in range(3))
    assert times[1] < 0.2, times


def test_ctrl_c_ends_the_training_of_a_network():
    # Looser than elsewhere: it looks up less often.
    times = sorted(interrupted(lambda: kr.train("zero", "6x6x4", rounds=1_000)) for _ in range(3))
    assert times[1] < 2.0, times


def test_other_threads_of_python_go_on_meanwhile():
    counted = 0
    ended = threading.Event()

    def work():
        kr.match("mcts:playouts=20000", "mcts:playouts=20000", "7x6x4:drop", games=2, seed=1)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 20
