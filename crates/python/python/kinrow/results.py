"""What comes out: small objects over the data that ``--json`` prints, with tables and pictures."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from ._kinrow import Board
from .games import Game
from .tables import Svg, Table, shown

#: ``'win'``, ``'draw'`` or ``'loss'``; points (a whole number) or an expected score (from 0 to 1); None where nothing, or only a bound, is known.
Value = str | int | float | None

COSTS = ("nodes", "leaves", "cutoffs", "table_hits", "depth", "playouts", "time_ms")


class Result:
    """Something that was found out. ``data`` has all of it, in the shape that docs/output.md describes."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


def table_of(entries: list[dict[str, Any]], columns: list[str]) -> Table:
    """A table of entries that may lack some fields; columns that none has are left out."""
    columns = [name for at, name in enumerate(columns) if at < 3 or any(name in entry for entry in entries)]
    return Table(columns, [[entry.get(name) for name in columns] for entry in entries])


def worth(value: Value) -> float | None:
    """A value as a number from 0 to 1, where it is one."""
    if isinstance(value, str):
        return {"win": 1.0, "draw": 0.5, "loss": 0.0}[value]
    if isinstance(value, float):
        return value
    return None


class Decision(Result):
    """What an agent would do in a position, and why."""

    def __init__(self, data: dict[str, Any], board: Board) -> None:
        super().__init__(data)
        self.board = board.copy()

    @property
    def move(self) -> str | None:
        """The move; None when it gives up."""
        return self.data["best"]

    @property
    def value(self) -> Value:
        """What the position is worth to the side to move: ``'win'``, ``'draw'``, ``'loss'``, points, or an expected score from 0 to 1."""
        return self.data["value"]

    @property
    def certainty(self) -> str:
        """``'proven'``, ``'estimate'`` or ``'unknown'``."""
        return self.data["certainty"]

    @property
    def plies(self) -> int | None:
        """Moves until the end with best play, where that is known."""
        return self.data.get("plies")

    @property
    def line(self) -> list[str]:
        """What it expects: its own move first."""
        return list(self.data["line"])

    @property
    def stats(self) -> dict[str, float]:
        """What it cost: ``nodes``, ``playouts``, ``depth``, ``time_ms`` and more."""
        return {name: self.data[name] for name in COSTS if name in self.data}

    def __str__(self) -> str:
        return f"{self.move} ({shown(self.value)})"


class Analysis(Decision):
    """A decision, and what every move is worth."""

    @property
    def moves(self) -> Table:
        """Every move that the agent has an opinion of, the best first."""
        return table_of(self.data["moves"], ["move", "value", "certainty", "plies", "at_most", "at_least", "visits"])

    @property
    def lines(self) -> Table:
        """The best moves with their lines, for an agent that follows several."""
        return table_of(self.data["lines"], ["move", "value", "certainty", "plies", "depth", "line"])

    @property
    def svg(self) -> Svg:
        """The board, with the values of the moves."""
        return Svg(self.board.svg([(move, number, word) for move, number, word in self._shades()]))

    def _shades(self) -> Iterator[tuple[str, float, str]]:
        points = [entry["value"] for entry in self.data["moves"] if isinstance(entry["value"], int)]
        low, high = (min(points), max(points)) if points else (0, 0)
        for entry in self.data["moves"]:
            value = entry["value"]
            if isinstance(value, int):
                # Points mean something only beside other points.
                yield entry["move"], (value - low) / (high - low) if high > low else 0.5, str(value)
            else:
                number = worth(value)
                if number is not None:
                    yield entry["move"], number, f"{value:.2f}" if isinstance(value, float) else str(value)

    def _repr_html_(self) -> str:
        return f"<div>{self.svg}{self.moves._repr_html_()}</div>"


class Solution(Result):
    """The exact value of a position."""

    def __init__(self, data: dict[str, Any], board: Board) -> None:
        super().__init__(data)
        self.board = board.copy()

    @property
    def value(self) -> str:
        """``'win'``, ``'draw'`` or ``'loss'``, for the side to move."""
        return str(self.data["value"])

    @property
    def plies(self) -> int | None:
        """Moves until the end with best play, when ``distance=True`` asked for them; a draw has none."""
        return self.data["plies"]

    @property
    def move(self) -> str | None:
        """A move that keeps the value."""
        return self.data["move"]

    @property
    def line(self) -> list[str]:
        """Best play, that move first."""
        return list(self.data["line"])

    @property
    def from_book(self) -> bool:
        """Whether the value was looked up."""
        return bool(self.data["from_book"])

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self.data["nodes"])

    def __str__(self) -> str:
        return self.value if self.plies is None else f"{self.value} in {self.plies}"


class Count(Result):
    """How large a game is."""

    @property
    def games(self) -> int:
        """Different games."""
        return int(self.data["games"])

    @property
    def states(self) -> int:
        """Positions that can arise."""
        return int(self.data["states"])

    @property
    def classes(self) -> int:
        """The same, symmetric ones counted once."""
        return int(self.data["classes"])

    @property
    def nodes(self) -> int:
        """Nodes of the game tree."""
        return int(self.data["nodes"])

    @property
    def complete(self) -> bool:
        """Whether it was counted to the end, not to a depth."""
        return bool(self.data["complete"])

    @property
    def by_ply(self) -> Table:
        """Move sequences, positions and classes by the number of moves."""
        columns = [self.data["perft"], self.data["states_by_ply"], self.data["classes_by_ply"]]
        rows = [[ply, *numbers] for ply, numbers in enumerate(zip(*columns, strict=True))]
        return Table(["ply", "sequences", "states", "classes"], rows)

    def __str__(self) -> str:
        return f"{self.data['board']}: {self.games:,} games, {self.states:,} positions"

    def _repr_html_(self) -> str:
        return f"<div><p>{self}</p>{self.by_ply._repr_html_()}</div>"


class Steps(Result):
    """A search step by step; docs/protocol.md describes the fields of a step. Iterating gives the steps; ``kinrow.widget.steps`` shows them."""

    def __init__(self, data: dict[str, Any], board: Board) -> None:
        super().__init__(data)
        self.board = board.copy()

    def __len__(self) -> int:
        return len(self.data["steps"])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.data["steps"])

    @property
    def tree(self) -> Table:
        """The nodes, which steps name by their place here."""
        return table_of(self.data["tree"], ["parent", "move", "side", "ply"])

    @property
    def complete(self) -> bool:
        """Whether every step of the search is there."""
        return bool(self.data["complete"])

    def __str__(self) -> str:
        return f"{self.data['spec']}: {len(self)} steps, {len(self.data['tree'])} nodes"


class AuditSide(Result):
    """How an agent fares on one side against every possible opponent."""

    @property
    def games(self) -> int:
        """Lines in all."""
        return int(self.data["games"])

    @property
    def wins(self) -> int:
        """Lines it wins."""
        return int(self.data["wins"])

    @property
    def draws(self) -> int:
        """Lines it draws."""
        return int(self.data["draws"])

    @property
    def losses(self) -> int:
        """Lines it loses."""
        return int(self.data["losses"])

    @property
    def first_loss(self) -> list[str] | None:
        """The moves of one lost line."""
        return self.data["first_loss"]

    @property
    def value_losing_moves(self) -> int | None:
        """Choices that made a won position less than won, or a drawn one lost; None when the board cannot be solved quickly."""
        return self.data["value_losing_moves"]

    @property
    def positions(self) -> int:
        """Positions it was asked about."""
        return int(self.data["positions"])

    def __str__(self) -> str:
        return f"{self.games} lines: {self.wins} won, {self.draws} drawn, {self.losses} lost"


class Audit(Result):
    """An agent against every possible opponent."""

    def side(self, side: str) -> AuditSide:
        """One side's audit, where it was asked for."""
        return AuditSide(self.data[side.lower()])

    @property
    def x(self) -> AuditSide:
        """As X."""
        return self.side("x")

    @property
    def o(self) -> AuditSide:
        """As O."""
        return self.side("o")

    def _sides(self) -> list[AuditSide]:
        return [AuditSide(self.data[side]) for side in ("x", "o") if side in self.data]

    @property
    def losses(self) -> int:
        """Lines it loses, on the sides that were looked at."""
        return sum(side.losses for side in self._sides())

    @property
    def first_loss(self) -> list[str] | None:
        """The moves of one lost line."""
        return next((side.first_loss for side in self._sides() if side.first_loss), None)

    @property
    def table(self) -> Table:
        """A row for each side."""
        columns = ["games", "wins", "draws", "losses", "value_losing_moves", "won_given_away", "positions"]
        rows = [[side.upper(), *(self.data[side][name] for name in columns)] for side in ("x", "o") if side in self.data]
        return Table(["side", *columns], rows)

    def __str__(self) -> str:
        return f"{self.data['agent']} on {self.data['board']}: {self.losses} lost lines"

    def _repr_html_(self) -> str:
        lost = ""
        if self.first_loss:
            lost = Board(self.data["board"], " ".join(self.first_loss)).svg()
        return f"<div><p>{html.escape(str(self))}</p>{self.table._repr_html_()}{lost}</div>"


class Review(Result):
    """A game gone over move by move."""

    def __init__(self, data: dict[str, Any], board: Board) -> None:
        super().__init__(data)
        self.board = board.copy()

    @property
    def moves(self) -> Table:
        """Every move: its ``loss`` (expected score given away), its ``mark`` and what was ``better``."""
        rows = []
        for move in self.data["moves"]:
            better = move["better"]
            rows.append([
                move["number"], move["side"].upper(), move["move"], move["before"]["chance"], move["after"]["chance"],
                move["loss"], move["mark"], move["proven"], better["move"] if better else None,
            ])
        return Table(["number", "side", "move", "before", "after", "loss", "mark", "proven", "better"], rows)

    @property
    def turning_point(self) -> int | None:
        """The number of the move that decided the game, if one did."""
        return self.data["turning_point"]

    def __str__(self) -> str:
        marks = [move["mark"] for move in self.data["moves"] if move["mark"]]
        return f"{len(self.data['moves'])} moves, {len(marks)} marked"

    def _repr_html_(self) -> str:
        return f"<div>{self.board.svg()}{self.moves._repr_html_()}</div>"


class Contest(Result):
    """Games between agents."""

    def __init__(self, data: dict[str, Any], games: list[Game]) -> None:
        super().__init__(data)
        self.games = games

    @property
    def complete(self) -> bool:
        """Whether every game was played, or a sequential test decided."""
        return bool(self.data["complete"])

    @property
    def run(self) -> int | None:
        """Its number in the record, if it has one."""
        record = self.data["record"]
        return record["run"] if record else None

    @property
    def forfeits(self) -> dict[str, dict[str, int]]:
        """Games lost by time, an illegal move or a failure, by agent; agents without any are left out."""
        return {agent["name"]: agent["forfeits"] for agent in self.data["agents"] if any(agent["forfeits"].values())}

    def _row(self, agent: dict[str, Any]) -> list[Any]:
        return [
            agent["name"], agent["all"]["games"], agent["all"]["wins"], agent["all"]["draws"], agent["all"]["losses"], agent["all"]["points"],
            agent["all"]["score"], agent["first"]["score"], agent["second"]["score"], agent["nodes_per_move"],
        ]

    COLUMNS = ("agent", "games", "wins", "draws", "losses", "points", "score", "score_as_x", "score_as_o", "nodes_per_move")


class Match(Contest):
    """Two agents against each other; everything is told of the first."""

    @property
    def score(self) -> float | None:
        """Its share of the points."""
        return self.data["agents"][0]["all"]["score"]

    @property
    def wins(self) -> int:
        """Games it won."""
        return int(self.data["agents"][0]["all"]["wins"])

    @property
    def draws(self) -> int:
        """Games that were drawn."""
        return int(self.data["agents"][0]["all"]["draws"])

    @property
    def losses(self) -> int:
        """Games it lost."""
        return int(self.data["agents"][0]["all"]["losses"])

    @property
    def elo(self) -> float | None:
        """How much stronger it is; None if that is infinite."""
        return self.data["elo"]["value"] if self.data["elo"] else None

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """95 of 100 such intervals hold the true Elo; an infinite end is None."""
        elo = self.data["elo"]
        return (elo["low"], elo["high"]) if elo else (None, None)

    @property
    def los(self) -> float | None:
        """How likely it is that the first is the stronger one."""
        return self.data["los"]

    @property
    def table(self) -> Table:
        """A row for each agent."""
        return Table(self.COLUMNS, [self._row(agent) for agent in self.data["agents"]])

    def __str__(self) -> str:
        first, second = (agent["name"] for agent in self.data["agents"])
        low, high = (("-∞", "∞")[at] if end is None else f"{end:+.1f}" for at, end in enumerate(self.interval))
        elo = "±∞" if self.elo is None else f"{self.elo:+.1f}"
        return f"{first} – {second}: +{self.wins} ={self.draws} -{self.losses}, Elo {elo} ({low} to {high})"

    def _repr_html_(self) -> str:
        return f"<div><p>{html.escape(str(self))}</p>{self.table._repr_html_()}</div>"


class Tournament(Contest):
    """Several agents, rated by their games."""

    @property
    def table(self) -> Table:
        """The agents, the best first, with their ratings and the ends of their 95% intervals."""
        agents = [self.data["agents"][number] for number in self.data["standings"]]
        rows = []
        for agent in agents:
            rating = agent["rating"] or {}
            rows.append([*self._row(agent)[:1], rating.get("elo"), rating.get("low"), rating.get("high"), *self._row(agent)[1:]])
        return Table([self.COLUMNS[0], "elo", "low", "high", *self.COLUMNS[1:]], rows)

    @property
    def cross(self) -> Table:
        """Who scored how many points against whom."""
        names = [agent["name"] for agent in self.data["agents"]]
        order = self.data["standings"]
        cell = self.data["cross"]
        rows = [[names[one], *(cell[one][other] and cell[one][other]["points"] for other in order)] for one in order]
        return Table(["agent", *(names[other] for other in order)], rows)

    def __str__(self) -> str:
        return f"{len(self.data['agents'])} agents, {self.data['games']} games"

    def _repr_html_(self) -> str:
        return f"<div>{self.table._repr_html_()}{self.cross._repr_html_()}</div>"
