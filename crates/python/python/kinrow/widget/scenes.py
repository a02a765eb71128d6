"""What a board widget shows: a game that is played, a game that was played, an analysis, a search. No widget is known here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import questions
from .._kinrow import Board, sentence
from ..agents import Agent, AgentLike, Player, agent, chooser_of
from ..games import Game
from ..results import Steps, worth
from ..tables import shown

Target = tuple[str, list[float]]


def said(key: str, **details: object) -> str:
    """A sentence of the package, in the language that was chosen."""
    return sentence(f"python.{key}", [(name, str(value)) for name, value in details.items()])


class Scene:
    """A board at one of several moments, of which the first is 0."""

    #: What can be done besides moves, by name.
    BUTTONS: tuple[str, ...] = ()
    at: int = 0

    @property
    def last(self) -> int:
        """The last moment."""
        return 0

    @property
    def picture(self) -> str:
        """The board as SVG."""
        raise NotImplementedError

    @property
    def targets(self) -> list[Target]:
        """Where a click makes which move."""
        return []

    @property
    def caption(self) -> str:
        """What is to be seen."""
        raise NotImplementedError

    def go(self, moment: int) -> None:
        """Goes to a moment, or as near as there is one."""
        self.at = min(max(moment, 0), self.last)

    def click(self, move: str) -> Iterator[None]:
        """Makes a move; after each part of it there is something to be seen."""
        yield from ()

    def press(self, button: str) -> None:
        """Does what a button says."""


def state_of(board: Board) -> str:
    """Whose turn it is, or how the game ended."""
    if board.winner:
        return said("widget-won", side=board.winner)
    if board.is_over:
        return said("widget-drawn")
    return said("widget-to-move", side=board.to_move)


class Play(Scene):
    """A person against an agent."""

    BUTTONS = ("again", "undo")

    def __init__(self, opponent: AgentLike, board: Board | str, side: str, seed: int) -> None:
        self._start = questions.on_board(board).copy()
        # One object for the whole game: what it remembers, it keeps.
        self._opponent = agent(opponent, seed) if isinstance(opponent, str) else opponent
        self._seed = seed
        self._side = side.upper()
        # A side that is none is refused here.
        self._start.planes(self._side)
        self._again()

    def _again(self) -> None:
        self.board = self._start.copy()
        self._choose = chooser_of(self._opponent, self._seed)
        if isinstance(self._opponent, Player | Agent):
            self._opponent.new_game()
        for _ in self._answer():
            pass

    def _answer(self) -> Iterator[None]:
        if not self.board.is_over and self.board.to_move != self._side:
            move = self._choose(self.board.copy())
            self._has_resigned = move == "resign"
            if not self._has_resigned:
                self.board.push(move)
            yield

    _has_resigned = False

    @property
    def picture(self) -> str:
        return self.board.svg()

    @property
    def targets(self) -> list[Target]:
        is_turn = self.board.to_move == self._side and not self._has_resigned
        return self.board.targets() if is_turn else []

    @property
    def caption(self) -> str:
        return said("widget-resigned", side=self._side) if self._has_resigned else state_of(self.board)

    def click(self, move: str) -> Iterator[None]:
        if self.targets:
            self.board.push(move)
            yield
            yield from self._answer()

    def press(self, button: str) -> None:
        if button == "again":
            self._has_resigned = False
            self._again()
        elif button == "undo":
            self._has_resigned = False
            # The person's last move, and what answered it.
            while len(self.board.moves) > 0:
                self.board.pop()
                if self.board.to_move == self._side:
                    break
            for _ in self._answer():
                pass


class Replay(Scene):
    """A game that was played, move by move."""

    def __init__(self, game: Game | Board) -> None:
        played = game.board if isinstance(game, Game) else game
        self._moves = played.moves
        board = played.copy()
        while board.moves:
            board.pop()
        self._boards = [board]
        for move in self._moves:
            self._boards.append(self._boards[-1].play(move))
        self.at = self.last

    @property
    def last(self) -> int:
        return len(self._moves)

    @property
    def picture(self) -> str:
        return self._boards[self.at].svg()

    @property
    def caption(self) -> str:
        state = state_of(self._boards[self.at])
        if self.at == 0:
            return said("widget-start", state=state)
        return said("widget-move", number=self.at, last=self.last, move=self._moves[self.at - 1], state=state)


class Explore(Scene):
    """What each move is worth, position after position."""

    def __init__(self, board: Board | str, by: str | None, spent: dict[str, Any]) -> None:
        self._by, self._spent = by, spent
        self._boards = [questions.on_board(board).copy()]
        self._found: dict[Board, Any] = {}

    @property
    def last(self) -> int:
        return len(self._boards) - 1

    def _analysis(self) -> Any:
        board = self._boards[self.at]
        if not board.is_over and board not in self._found:
            self._found[board] = questions.analyse(board, self._by, **self._spent)
        return self._found.get(board)

    @property
    def picture(self) -> str:
        analysis = self._analysis()
        return self._boards[self.at].svg() if analysis is None else str(analysis.svg)

    @property
    def targets(self) -> list[Target]:
        return self._boards[self.at].targets()

    @property
    def caption(self) -> str:
        board, analysis = self._boards[self.at], self._analysis()
        if analysis is None:
            return state_of(board)
        return said("widget-best", state=state_of(board), move=analysis.move, value=worded(analysis.value))

    def click(self, move: str) -> Iterator[None]:
        after = self._boards[self.at].play(move)
        # Another move than before: what followed that one is forgotten.
        self._boards[self.at + 1 :] = [after]
        self.at += 1
        yield


def worded(value: Any) -> str:
    """A value for people."""
    if isinstance(value, str):
        return sentence(f"value.{value}", [])
    return said("widget-unknown") if value is None else shown(value)


class Walk(Scene):
    """A search, step by step: the board where it is, shaded with what it knows of the moves there by then."""

    def __init__(self, search: Steps) -> None:
        self._steps = list(search)
        self._tree = search.data["tree"]
        self._root = search.board

    @property
    def last(self) -> int:
        return max(len(self._steps) - 1, 0)

    def _path(self, node: int) -> list[str]:
        moves: list[str] = []
        at: int | None = node
        while at is not None:
            entry = self._tree[at]
            if entry["move"]:
                moves.append(entry["move"])
            at = entry["parent"]
        return moves[::-1]

    def _board(self) -> Board:
        board = self._root.copy()
        for move in self._path(self._steps[self.at]["node"]):
            board.push(move)
        return board

    def _known(self) -> list[tuple[str, float, str]]:
        """What the moves of this node are worth to its side, as far as the search has gone."""
        node = self._steps[self.at]["node"]
        known: dict[str, tuple[float, str]] = {}
        for step in self._steps[: self.at + 1]:
            entry = self._tree[step["node"]]
            if entry["parent"] != node:
                continue
            if step["kind"] in ("leaf", "leave"):
                # A child's value is for its own side: here it is the other way round.
                value = step.get("value")
                part = worth(value)
                if part is not None:
                    word = {"win": "loss", "loss": "win"}.get(value, value) if isinstance(value, str) else f"{1 - part:.2f}"
                    known[entry["move"]] = (1 - part, worded(word) if isinstance(value, str) else word)
            elif step["kind"] == "backup":
                mean = step["wins"] / max(step["visits"], 1)
                known[entry["move"]] = (mean, f"{step['wins']:g}/{step['visits']}")
        return [(move, value, word) for move, (value, word) in known.items()]

    @property
    def picture(self) -> str:
        if not self._steps:
            return self._root.svg()
        board = self._board()
        return board.svg([] if board.is_over else self._known())

    @property
    def caption(self) -> str:
        if not self._steps:
            return state_of(self._root)
        step = self._steps[self.at]
        path = self._path(step["node"])
        child = step.get("child", step.get("chosen"))
        moves = {
            "node": " ".join(path) or said("widget-root"),
            "child": self._tree[child]["move"] if isinstance(child, int) else child or "",
            "side": self._tree[step["node"]]["side"].upper(),
            "value": worded(step.get("value")),
            "skipped": len(step.get("skipped", [])),
            "score": shown(step.get("score")),
            "visits": step.get("visits", ""),
            "wins": shown(step.get("wins")),
        }
        what = said(f"step-{step['kind']}", **moves)
        return said("widget-step", at=self.at + 1, last=self.last + 1, what=what)
