"""Games that were played, the record that keeps them, and files of games that other programs read."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from . import _kinrow
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

    def to_json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.data, ensure_ascii=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.data == self.data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Game {self.x} – {self.o} on {self.data['rules']}: {self.result}>"

    def _repr_svg_(self) -> str:
        return self.board.svg()


#: What the record lists of a game.
COLUMNS = ["id", "stored", "board", "x", "o", "result", "reason", "plies", "first_moves", "run", "number"]


class Record:
    """Every game that was kept in one file; :func:`open` opens it.

    Which games are meant is told by keywords: ``agent`` (a full spec, a name, or a part of either), ``side`` (which that agent played), ``board``, ``result``
    (``'x'``, ``'o'``, ``'draw'``, ``'unfinished'``), ``reason`` (as in :attr:`Game.reason`), ``opening`` (the first moves), ``run`` (a match or a
    tournament), and ``most`` and ``offset`` of what is left, the newest first.
    """

    def __init__(self, native: _kinrow.Record) -> None:
        self._native = native

    @property
    def file(self) -> Path:
        """Where it is."""
        return Path(self._native.file)

    def list(self, **which: Any) -> Table:
        """The games that are meant, newest first, a row each.

        >>> import kinrow as kr, tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> match = kr.match('alphabeta', 'random', games=6, seed=1, db=f'{folder.name}/games.db')
        >>> record = kr.games.open(f'{folder.name}/games.db')
        >>> record.list(agent='random', most=1)['plies'] == [len(match.games[-1].moves)]
        True
        >>> record.list(result='lost')
        Traceback (most recent call last):
            ...
        ValueError: 'lost' is not a result: choose from x, o, draw and unfinished
        """
        _, text = self._native.list(asked(**which))
        rows = [{**game, "board": game["rules"]} for game in json.loads(text)]
        return Table(COLUMNS, [[row[name] for name in COLUMNS] for row in rows])

    def count(self, **which: Any) -> int:
        """How many games are meant, whatever ``most`` and ``offset``."""
        return self._native.count(asked(**which))

    def find(self, **which: Any) -> Iterator[Game]:
        """The games that are meant, newest first, one after the other."""
        return (self[number] for number in self._native.ids(asked(**which)))

    def __getitem__(self, number: int) -> Game:
        """The game of a number (its ``id``)."""
        return Game(self._native.game(number))

    def __iter__(self) -> Iterator[Game]:
        return self.find()

    def __len__(self) -> int:
        return self.count()

    @property
    def runs(self) -> Table:
        """The matches and tournaments, newest first."""
        rows = []
        for run in json.loads(self._native.runs()):
            settings = run["settings"]
            names = ", ".join(str(agent.get("name")) for agent in settings.get("agents", [])) if isinstance(settings, dict) else None
            board = settings.get("board") if isinstance(settings, dict) else None
            rows.append([run["id"], run["kind"], run["started"], run["games"], board, names])
        return Table(["id", "kind", "started", "games", "board", "agents"], rows)

    def add(self, *games: Game | Iterable[Game]) -> tuple[int, int]:
        """Adds games, all or none: how many were new, and how many were there already.

        >>> import kinrow as kr, tempfile
        >>> match = kr.match('alphabeta', 'random', games=6, seed=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     record = kr.games.open(f'{folder}/games.db')
        ...     record.add(match.games), record.add(match.games[0]), len(record)
        ((6, 0), (0, 1), 6)
        """
        return self._native.add([game.to_json() for given in games for game in ([given] if isinstance(given, Game) else given)])

    def import_file(self, file: str | Path, *, format: str | None = None, board: str | None = None) -> tuple[int, int]:
        """Brings in the games of a file, all or none: how many were new, and how many were there already.

        ``format`` is ``'json'``, ``'psq'``, ``'sgf'`` or ``'csv'``; without it, the file's name tells. ``board`` is needed where a file does not say what was played.
        """
        return self._native.import_file(str(file), format, board)

    def export(self, file: str | Path, *, ids: Iterable[int] | None = None, format: str | None = None, force: bool = False, **which: Any) -> int:
        """Writes games into a file, the oldest first, and tells how many: those with the numbers ``ids``, or else those that are meant.

        A ``.psq`` file holds one game: for more of them name a folder, and ``format='psq'``.
        """
        numbers = builtins.list(reversed(self._native.ids(asked(**which)))) if ids is None else builtins.list(ids)
        self._native.export(str(file), numbers, format, force)
        return len(numbers)

    def __repr__(self) -> str:
        return f"<Record {self.file}: {len(self)} games>"

    def _repr_html_(self) -> str:
        return self.list(most=20)._repr_html_()


def asked(
    *,
    agent: str | None = None,
    side: str | None = None,
    board: str | None = None,
    result: str | None = None,
    reason: str | None = None,
    opening: str | None = None,
    run: int | None = None,
    most: int | None = None,
    offset: int = 0,
) -> dict[str, Any]:
    """Which games are meant, as the compiled part reads it."""
    return {
        "agent": agent,
        "side": side,
        "board": board,
        "result": result,
        "reason": reason,
        "opening": opening,
        "run": run,
        "most": most,
        "offset": offset,
    }


def open(db: str | Path | None = None) -> Record:
    """Opens the record in a file; one that does not exist is empty, and is made with the first game that is kept.

    Without a file it is the record that ``kinrow`` keeps people's games in: ``KINROW_DB``, or ``kinrow/games.db`` in the user's data folder.

    >>> import kinrow as kr
    >>> len(kr.games.open('no-such-file.db'))
    0
    """
    return Record(_kinrow.Record(None if db is None else str(db)))


def read(file: str | Path, *, format: str | None = None, board: str | None = None) -> builtins.list[Game]:
    """The games of a file (``.jsonl``, ``.psq``, ``.sgf``, ``.csv``), each of them checked by the rules. The keywords are those of :meth:`Record.import_file`."""
    return [Game(text) for text in _kinrow.read_games(str(file), format, board)]


def write(games: Iterable[Game], file: str | Path, *, format: str | None = None, force: bool = False) -> None:
    """Writes games into a file, whose name tells the format; one that is there is replaced only with ``force``.

    >>> import kinrow as kr, tempfile
    >>> match = kr.match('alphabeta', 'random', games=4, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kr.games.write(match.games, f'{folder}/match.jsonl')
    ...     kr.games.read(f'{folder}/match.jsonl') == match.games
    True
    """
    _kinrow.write_games([game.to_json() for game in games], str(file), format, force)
