"""The board, against a slow rule book in Python and the numbers that everybody knows."""

import copy
import itertools
import pickle
import random

import kinrow as kr
import numpy as np
import pytest

BOARDS = ["3x3x3", "4x3x3:misere", "5x5x4", "7x6x4:drop", "9x9x5:exact", "15x15x5:renju", "20x20x5"]


def random_game(board, seed):
    """The positions of a random game."""
    rng = random.Random(seed)
    while not board.is_over:
        yield board
        board.push(rng.choice(board.legal_moves))
    yield board


@pytest.mark.parametrize("rules", BOARDS)
def test_what_a_board_says_fits_together(rules):
    board = kr.Board(rules)
    for at, board in enumerate(random_game(board, 1)):
        assert board.ply == at == len(board.moves)
        assert board.to_move == "XO"[at % 2]
        assert len(board.legal_actions) == len(board.legal_moves) == int(board.mask().sum())
        planes = board.planes("X")
        assert planes.shape == (2, board.height, board.width) and planes.dtype == np.int8
        assert int(planes.sum()) == at and (planes[::-1] == board.planes("O")).all()
        assert (board.planes() == board.planes(board.to_move)).all()
        again = kr.Board(board.text)
        assert again == board and hash(again) == hash(board)
        assert (board.result is None) == (not board.is_over)
        if board.action_count > 100 and at % 20:
            continue
        assert [board.action(move) for move in sorted(board.legal_moves, key=board.action)] == board.legal_actions
        assert {board.move_name(action) for action in board.legal_actions} == set(board.legal_moves)
    assert board.legal_moves == []


def wins(planes, k):
    """Whether a plane has k in a row: slowly, from the definition."""
    height, width = planes.shape
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + (k - 1) * down, column + (k - 1) * right
                if 0 <= ends[0] < height and 0 <= ends[1] < width and all(planes[row + i * down, column + i * right] for i in range(k)):
                    return True
    return False


@pytest.mark.parametrize("rules", ["3x3x3", "7x6x4:drop", "6x5x4"])
def test_winners_are_those_of_the_definition(rules):
    for seed in range(60):
        for board in random_game(kr.Board(rules), seed):
            x, o = board.planes("X")
            winner = "X" if wins(x, board.k) else "O" if wins(o, board.k) else None
            assert board.winner == winner
            assert board.is_over == (winner is not None or board.ply == board.width * board.height)
            assert (board.decisive_row is not None) == (winner is not None)


def test_the_tree_has_as_many_nodes_as_the_count_says():
    def played(board, depth):
        return [1] if depth == 0 else add(1, [played(board.play(move), depth - 1) for move in board.legal_moves])

    def pushed(board, depth):
        below = []
        for action in board.legal_actions if depth else []:
            board.push(action)
            below.append(pushed(board, depth - 1))
            board.pop()
        return add(1, below)

    def add(here, below):
        return [here, *map(sum, itertools.zip_longest(*below, fillvalue=0))]

    for rules, depth in (("3x3x3", 4), ("7x6x4:drop", 3), ("2x2x2", 4)):
        counted = kr.count(rules, depth=depth).by_ply["sequences"]
        assert played(kr.Board(rules), depth) == pushed(kr.Board(rules), depth) == counted[: depth + 1]


def test_push_and_pop_are_inverse():
    board = kr.Board("7x6x4:drop", "d d c")
    before = board.copy()
    board.push("e")
    assert board.pop() == "e1" and board == before and board.moves == before.moves
    for _ in range(3):
        board.pop()
    with pytest.raises(IndexError, match="no move to take back"):
        board.pop()


def test_copies_are_apart_and_pickles_keep_the_game():
    board = kr.Board("5x5x4", "c3 c4")
    for twin in (copy.copy(board), copy.deepcopy(board), board.copy(), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.moves == board.moves
        twin.push("a1")
        assert twin != board and board.moves == ["c3", "c4"]
    assert board != "5x5x4" and board in {kr.Board(board.text)}


def test_symmetries_keep_everything_but_the_place():
    for rules, count in (("3x3x3", 8), ("4x3x3", 4), ("7x6x4:drop", 2), ("15x15x5:renju", 8)):
        board = kr.Board(rules)
        rng = random.Random(5)
        for _ in range(5):
            board.push(rng.choice(board.legal_moves))
        images = board.symmetries()
        assert len(images) == count and images[0] == board
        assert all(len(image.legal_moves) == len(board.legal_moves) for image in images)
        assert len({image.canonical() for image in images}) == 1
        assert board.canonical() in images
        assert all(len(image.moves) == len(board.moves) for image in images)


def test_refusals_are_sentences_in_both_languages():
    board = kr.Board("7x6x4:drop")
    for given, words in [
        (lambda: kr.Board("3x3"), "3x3"),
        (lambda: kr.Board("3x3x3 XX1/3/3 x"), "possible"),
        (lambda: board.push("z"), "z"),
        (lambda: board.push(7), "numbers go from 0 to 6"),
        (lambda: board.push(-1), "numbers go from 0 to 6"),
        (lambda: kr.Board("2x1x2:drop", "a b").push(0), "over"),
        (lambda: kr.Board("2x1x3:drop", "a").push(0), "full"),
        (lambda: board.planes("Z"), "write 'X' or 'O'"),
        (lambda: kr.Limits(nodes=0), "at least 1"),
        (lambda: kr.lang("fr"), "en, zh"),
    ]:
        with pytest.raises(ValueError, match=words):
            given()
    assert not board.is_legal("z") and not board.is_legal(7) and board.is_legal(6)
    assert kr.lang("zh") == "zh"
    try:
        with pytest.raises(ValueError, match="编号"):
            board.push(7)
        with pytest.raises(ValueError, match="棋盘"):
            kr.Board("3x3")
    finally:
        kr.lang("en")


def test_pictures_show_stones_and_values():
    board = kr.Board("3x3x3", "a3 b3 b2 c3 c1")
    assert board._repr_svg_().startswith("<svg") and board.svg().count("<circle") == 3 + 4 + 1
    shaded = kr.Board().svg([("b2", 1.0, "win")])
    assert ">win</text>" in shaded
    with pytest.raises(ValueError):
        kr.Board().svg([("z9", 1.0, "win")])
