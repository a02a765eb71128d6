"""Questions about positions, games and agents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from . import _kinrow
from ._kinrow import Board, Limits
from .agents import AgentLike, Player, Spent, agent, native
from .results import Analysis, Audit, Count, Review, Solution, Steps

if TYPE_CHECKING:
    from typing_extensions import Unpack


def on_board(board: Board | str) -> Board:
    """A board, or the text of one."""
    return Board(board) if isinstance(board, str) else board


def analyse(board: Board | str, by: str | Player | None = None, *, seed: int = 1, **spent: Unpack[Spent]) -> Analysis:
    """What an agent thinks of a position: its choice, and the value of every move.

    Without an agent, one that suits the board is asked. What it may cost is told as in :class:`kinrow.Limits`: ``depth``, ``nodes``, ``playouts``, ``time`` in seconds.

    >>> import kinrow as kr
    >>> analysis = kr.analyse(kr.Board('3x3x3', 'a1 b2 a2'))
    >>> analysis.move, analysis.value
    ('a3', 'draw')
    >>> analysis.moves[0]
    {'move': 'a3', 'value': 'draw', 'certainty': 'proven', 'plies': None}
    >>> analysis.moves['value'].count('loss')
    5
    """
    board = on_board(board)
    if by is None:
        by = _kinrow.default_agent(board)
    player = agent(by, seed) if isinstance(by, str) else by
    return player.analyse(board, **spent)


def solve(
    board: Board | str,
    *,
    distance: bool = False,
    book: bool = True,
    megabytes: int = 256,
    nodes: int | None = None,
    time: float | None = None,
) -> Solution:
    """The exact value of a position, with a best move and a best line.

    >>> import kinrow as kr
    >>> solution = kr.solve('4x3x3', distance=True)
    >>> solution.value, solution.plies, len(solution.line)
    ('win', 7, 7)
    """
    board = on_board(board)
    return Solution(_kinrow.solve(board, Limits(nodes=nodes, time=time), distance, book, megabytes), board)


def count(board: str = "3x3x3", *, depth: int | None = None, megabytes: int = 2000) -> Count:
    """How large a game is: positions, games and results, exactly.

    >>> import kinrow as kr
    >>> size = kr.count('3x3x3')
    >>> size.games, size.states, size.classes
    (255168, 5478, 765)
    """
    return Count(_kinrow.count(board, depth, megabytes))


def steps(board: Board | str, by: str = "minimax", *, most: int = 10_000, **spent: Unpack[Spent]) -> Steps:
    """A search step by step, as the textbook's figure shows it.

    >>> import kinrow as kr
    >>> steps = kr.steps('3x3x3', 'alphabeta:depth=2')
    >>> [step['kind'] for step in steps][:4]
    ['enter', 'enter', 'enter', 'leaf']
    """
    board = on_board(board)
    return Steps(json.loads(_kinrow.steps(board, by, Limits(**spent), most)), board)


def review(board: Board, by: str | None = None, *, seed: int = 1, **spent: Unpack[Spent]) -> Review:
    """A game gone over move by move: what each move cost, which were mistakes, and what was better.

    The game is what was played on ``board``. Without an agent, one that suits the board is asked.

    >>> import kinrow as kr
    >>> review = kr.review(kr.Board('3x3x3', 'b2 b3 a3'))
    >>> review.moves[1]['mark'], review.turning_point
    ('blunder', 2)
    """
    limits = Limits(**spent) if spent else None
    return Review(json.loads(_kinrow.review(board, by, limits, seed)), board)


def audit(
    agent: AgentLike,
    board: str = "3x3x3",
    *,
    side: str | None = None,
    seed: int = 1,
    positions: int = 200_000,
    **spent: Unpack[Spent],
) -> Audit:
    """An agent against every possible opponent: how many lines it wins, draws and loses, and a line that it loses.

    ``side`` is ``'X'`` or ``'O'``; without it, both are looked at. A function is an agent too. An agent in Python is asked once about each position, so one
    that plays at random is judged by what it drew.

    >>> import kinrow as kr
    >>> audit = kr.audit(lambda board: board.legal_moves[0], '3x3x3')
    >>> audit.losses, audit.x.first_loss
    (487, ['a3', 'b3', 'c3', 'b2', 'a2', 'a1', 'c2', 'b1'])
    >>> kr.audit('minimax', '3x3x3').losses
    0
    """
    sides = ["X", "O"] if side is None else [side]
    return Audit(json.loads(_kinrow.audit(native(agent, seed), board, sides, Limits(**spent), positions, seed)))
