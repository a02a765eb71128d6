"""Games that were played."""

from __future__ import annotations

import json
from typing import Any

from ._kinrow import Board
from .tables import Table


class Game:
    """The record of a game: ``data`` is what ``kinrow games show --json`` prints.

    >>> import kinrow as kr
    >>> game = kr.match('minimax', 'random', games=2, seed=1, openings='none').games[0]
    >>> game.x, game.result, len(game.replay()) == len(game.moves) + 1
    ('minimax:eval=none,distance=on', 'x', True)
    """

    def __init__(self, text: str) -> None:
        self.data: dict[str, Any] = json.loads(text)

    @property
    def board(self) -> Board:
        """The board at its end, with all moves."""
        return Board(self.data.get("start") or self.data["rules"], " ".join(self.moves))

    @property
    def x(self) -> str:
        """Who played X."""
        return str(self.data["x"]["spec"])

    @property
    def o(self) -> str:
        """Who played O."""
        return str(self.data["o"]["spec"])

    @property
    def result(self) -> str:
        """``'x'``, ``'o'``, ``'draw'`` or ``'unfinished'``."""
        return str(self.data["result"])

    @property
    def reason(self) -> str:
        """Why it ended: ``'rules'``, ``'resigned'``, ``'illegal-move'``, ``'time'``, ``'error'`` and so on."""
        return str(self.data["reason"]["kind"])

    @property
    def detail(self) -> str | None:
        """What was wrong, when a game was lost by a mistake of the program."""
        return self.data["reason"].get("detail")

    @property
    def moves(self) -> list[str]:
        """Every move, those of the opening first."""
        return [*self.data["opening"], *(move["move"] for move in self.data["moves"])]

    @property
    def table(self) -> Table:
        """The agents' moves with their cost and value."""
        columns = ["move", "value", "nodes", "playouts", "time_ms"]
        return Table(columns, [[move[name] for name in columns] for move in self.data["moves"]])

    def replay(self) -> list[Board]:
        """The board before the first move, after it, and so on to the end."""
        board = Board(self.data.get("start") or self.data["rules"])
        boards = [board.copy()]
        for move in self.moves:
            board.push(move)
            boards.append(board.copy())
        return boards

    def __repr__(self) -> str:
        return f"<Game {self.x} – {self.o} on {self.data['rules']}: {self.result}>"

    def _repr_svg_(self) -> str:
        return self.board.svg()
