"""Agents of Kaggle's ConnectX, in both directions.

A ConnectX agent is a function ``agent(observation, configuration)`` that returns the number of a column. Its board is a list, row by row from the top, with 0 for an empty point and 1 and 2 for
the stones of the first and the second player. No package of Kaggle's is needed.

>>> import kinrow as kr
>>> def left(observation, configuration):
...     return [column for column in range(configuration.columns) if observation.board[column] == 0][0]
>>> agent = kr.kaggle.agent_of(left)
>>> kr.match(agent, 'alphabeta:depth=2', '7x6x4:drop', games=2, seed=1).wins
0
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._kinrow import Board
from ._say import refusal
from .agents import AgentLike, FunctionAgent, agent_from, chooser_of

#: ``agent(observation, configuration)``.
ConnectX = Callable[[Any, Any], int]

#: Seconds that ConnectX gives for a move when nobody says otherwise.
SECONDS = 2.0


class Struct(dict[str, Any]):
    """A dictionary whose entries are attributes too, as ConnectX agents expect."""

    __getattr__ = dict.__getitem__


def observation_of(board: Board) -> Struct:
    """A position as ConnectX shows it."""
    x, o = board.planes("X")
    cells = (x + 2 * o).ravel().tolist()
    mark = 1 if board.to_move == "X" else 2
    return Struct(board=cells, mark=mark, step=board.ply, remainingOverageTime=60.0)


def configuration_of(board: Board, seconds: float = SECONDS) -> Struct:
    """The rules as ConnectX shows them."""
    if board.rules != f"{board.width}x{board.height}x{board.k}:drop":
        raise refusal("kaggle-board", board=board.rules)
    return Struct(columns=board.width, rows=board.height, inarow=board.k, timeout=seconds, actTimeout=seconds, episodeSteps=1000, agentTimeout=60.0)


def board_of(observation: Any, configuration: Any) -> Board:
    """The board that ConnectX shows."""

    def entry(holder: Any, name: str) -> Any:
        return holder[name] if isinstance(holder, dict) else getattr(holder, name)

    columns, rows = entry(configuration, "columns"), entry(configuration, "rows")
    cells = entry(observation, "board")
    lines = ("".join(" XO"[cell] for cell in cells[row * columns : (row + 1) * columns]) for row in range(rows))
    # Empty points that follow each other are a number.
    text = re.sub(" +", lambda gap: str(len(gap[0])), "/".join(lines))
    side = "x" if entry(observation, "mark") == 1 else "o"
    return Board(f"{columns}x{rows}x{entry(configuration, 'inarow')}:drop {text} {side}")


def agent_of(function: ConnectX) -> FunctionAgent:
    """A ConnectX agent as an agent of Kinrow."""

    def choose(board: Board) -> int:
        column = function(observation_of(board), configuration_of(board))
        try:
            return int(column)
        except (TypeError, ValueError):
            raise refusal("kaggle-move", given=repr(column)[:100]) from None

    choose.__name__ = getattr(function, "__name__", "connectx")
    return agent_from(choose)


def load(file: str | Path) -> FunctionAgent:
    """The agent of a submission: of a Python file, the last function it defines, as on Kaggle. The file is run as it is, in this process.

    A submission can be audited on a board smaller than its own:

    >>> import kinrow as kr, tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, 'submission.py')
    ...     _ = file.write_text('def act(observation, configuration):\\n    return observation.board[: configuration.columns].index(0)\\n')
    ...     kr.audit(kr.kaggle.load(file), '4x4x3:drop', side='X').x.losses > 0
    True
    """
    path = Path(file)
    source = path.read_text(encoding="utf-8")
    space: dict[str, Any] = {"__name__": "submission", "__file__": str(path)}
    exec(compile(source, str(path), "exec"), space)
    functions = [value for value in space.values() if callable(value) and getattr(value, "__module__", None) == "submission"]
    if not functions:
        raise refusal("kaggle-agent", file=path)
    loaded = agent_of(functions[-1])
    loaded.fingerprint = source  # type: ignore[attr-defined]
    return loaded


def export(given: AgentLike, seed: int = 1) -> ConnectX:
    """An agent of Kinrow as a ConnectX agent, for Kaggle's own arena where Kinrow is installed.

    >>> import kinrow as kr
    >>> act = kr.kaggle.export('alphabeta:depth=4')
    >>> board = kr.Board('7x6x4:drop', 'd d')
    >>> act(kr.kaggle.observation_of(board), kr.kaggle.configuration_of(board)) in range(7)
    True
    """
    chooser = chooser_of(given, seed)

    def act(observation: Any, configuration: Any) -> int:
        board = board_of(observation, configuration)
        return board.action(chooser(board))

    return act
