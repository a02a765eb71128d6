"""Puzzles: positions in which exactly one first move begins a win by threats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _kinrow
from ._kinrow import Board, Limits
from ._progress import bar, quiet
from .agents import AgentLike, Spent, native
from .games import Game
from .results import Result
from .tables import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Puzzle:
    """A position, whose side to move wins by threats, and by one first move only."""

    def __init__(self, parts: tuple[Board, str, int, int, list[str]], whole: _kinrow.PuzzleSet, number: int) -> None:
        self.board, self.kind, self.plies, self.grade, self.line = parts
        self._whole, self._number = whole, number

    board: Board
    #: ``'vcf'``, a win by continuous fours, or ``'vct'``, one by fours and open threes.
    kind: str
    #: Moves until the end, both sides counted, against the longest defence.
    plies: int
    #: From 1 (easy) to 5.
    grade: int
    #: The win against the longest defence.
    line: list[str]

    @property
    def solution(self) -> str:
        """The one first move."""
        return self.line[0]

    def attempt(self) -> Attempt:
        """To solve it move by move."""
        return Attempt(self._whole.attempt(self._number))

    def __repr__(self) -> str:
        return f"<Puzzle {self.board.rules}, {self.kind}, {self.plies} plies, grade {self.grade}>"

    def _repr_svg_(self) -> str:
        return self.board.svg()


class Attempt:
    """A puzzle while somebody solves it.

    >>> import kinrow as kr
    >>> puzzle = kr.puzzles.starter()[0]
    >>> attempt = puzzle.attempt()
    >>> wrong = next(move for move in attempt.board.legal_moves if move != puzzle.solution)
    >>> attempt.play(wrong)
    'wrong'
    >>> while not attempt.is_solved:
    ...     verdict = attempt.play(attempt.line[0])
    >>> verdict, attempt.board.winner == puzzle.board.to_move
    ('solved', True)
    """

    def __init__(self, native: _kinrow.Attempt) -> None:
        self._native = native

    @property
    def board(self) -> Board:
        """The board now, the answers to right moves included."""
        return self._native.board

    @property
    def line(self) -> list[str]:
        """A way to win from here, against the longest defence; nothing once it is solved."""
        return self._native.line

    @property
    def is_solved(self) -> bool:
        """Whether it is."""
        return not self.line

    def play(self, move: str | int) -> str:
        """Judges a move: ``'solved'``; ``'right'``, and the answer to it is on the board; ``'wins-otherwise'``, not by fours alone; or ``'wrong'``. Only right moves are made."""
        verdict, _ = self._native.play(move)
        return verdict

    def _repr_svg_(self) -> str:
        return self.board.svg()


class Solved(Result):
    """What an agent said to a set of puzzles."""

    @property
    def table(self) -> Table:
        """A row for each puzzle."""
        columns = ["number", "kind", "plies", "grade", "solution", "move", "right", "otherwise", "proven", "time_ms", "position"]
        return Table(columns, [[answer[name] for name in columns] for answer in self.data["puzzles"]])

    @property
    def grades(self) -> Table:
        """How many puzzles of each grade it got right."""
        columns = ["grade", "puzzles", "right", "otherwise", "proven", "time_ms"]
        return Table(columns, [[grade[name] for name in columns] for grade in self.data["grades"] if grade["puzzles"]])

    @property
    def right(self) -> int:
        """First moves that were right."""
        return int(self.data["all"]["right"])

    @property
    def puzzles(self) -> int:
        """Puzzles it was asked about."""
        return int(self.data["all"]["puzzles"])

    def __str__(self) -> str:
        return f"{self.data['agent']}: {self.right} of {self.puzzles} right"

    def _repr_html_(self) -> str:
        return f"<div><p>{self}</p>{self.grades._repr_html_()}</div>"


class PuzzleSet:
    """Puzzles in their order: a sequence.

    >>> import kinrow as kr
    >>> puzzles = kr.puzzles.starter()
    >>> puzzles[0].grade, puzzles[0].solution in puzzles[0].board.legal_moves
    (1, True)
    """

    def __init__(self, native: _kinrow.PuzzleSet) -> None:
        self._native = native
        self._puzzles = [Puzzle(parts, native, number) for number, parts in enumerate(native.puzzles)]

    @property
    def made_by(self) -> str:
        """The command that made them, as far as it is known."""
        return self._native.made_by

    def __len__(self) -> int:
        return len(self._puzzles)

    def __getitem__(self, number: int) -> Puzzle:
        return self._puzzles[number]

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self._puzzles)

    @property
    def table(self) -> Table:
        """A row for each puzzle."""
        rows = [[number, one.board.rules, one.kind, one.plies, one.grade, one.solution, one.board.text] for number, one in enumerate(self)]
        return Table(["number", "board", "kind", "plies", "grade", "solution", "position"], rows)

    def solve(
        self,
        agent: AgentLike | None = None,
        *,
        seed: int = 1,
        progress: bool = False,
        **spent: Unpack[Spent],
    ) -> Solved:
        """Asks an agent about every puzzle, each as a new game; without one, the engine with 100,000 nodes.

        >>> import kinrow as kr
        >>> found = kr.puzzles.make('9x9x5', count=2, seed=1)
        >>> found.solve().right
        2
        >>> found.solve(lambda board: board.legal_moves[0]).right
        0
        """
        # An agent that was named keeps to its own options.
        limits = Limits(**spent) if spent or agent is not None else Limits(nodes=100_000)
        with bar("puzzles") if progress else quiet() as show:
            return Solved(json.loads(self._native.solve(native("engine" if agent is None else agent, seed), limits, seed, show)))

    def save(self, file: str | Path, *, force: bool = False) -> None:
        """Writes a file, which ``kinrow puzzles`` and :func:`read` read. One that is there is replaced only with ``force``."""
        self._native.save(str(file), force)

    def __repr__(self) -> str:
        return f"<PuzzleSet of {len(self)}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def starter() -> PuzzleSet:
    """The set that comes with Kinrow."""
    return PuzzleSet(_kinrow.PuzzleSet("starter"))


def read(file: str | Path) -> PuzzleSet:
    """Reads a file that ``kinrow puzzles make`` or :meth:`PuzzleSet.save` has written."""
    return PuzzleSet(_kinrow.PuzzleSet(str(file)))


def make(
    board: str = "15x15x5",
    count: int = 20,
    *,
    kind: str | None = None,
    nodes: int = 10_000,
    seed: int = 1,
    games: Iterable[Game] | None = None,
    progress: bool = False,
) -> PuzzleSet:
    """Looks for puzzles: in ``games``, or in those that the engine plays against itself; perhaps fewer than ``count`` are found.

    ``kind`` is ``'vcf'``, ``'vct'``, or both where it is left out; ``nodes`` are the positions that one search may look at. The same call finds the same puzzles.
    """
    sought: dict[str, Any] = {
        "board": board,
        "count": count,
        "kind": kind,
        "nodes": nodes,
        "seed": seed,
        "games": None if games is None else [game.to_json() for game in games],
    }
    with bar("puzzles") if progress else quiet() as show:
        return PuzzleSet(_kinrow.make_puzzles(sought, show))
