"""Agents: those of the catalogue, and your own."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypedDict

from . import _kinrow
from ._kinrow import Board, Limits, Stop
from ._say import refusal
from .results import Analysis, Decision

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .models import Model

#: A move: a name such as ``'b2'``, a number, or ``'resign'``.
Move: TypeAlias = str | int


class Spent(TypedDict, total=False):
    """What a decision may cost, as keywords: those of :class:`Limits`."""

    depth: int | None
    nodes: int | None
    playouts: int | None
    #: In seconds.
    time: float | None


class Agent:
    """An agent of your own: subclass it and write ``choose``.

    >>> import kinrow as kr
    >>> class First(kr.Agent):
    ...     def choose(self, board, limits, stop):
    ...         return board.legal_moves[0]
    >>> kr.audit(First, '3x3x3', side='X').x.losses
    58

    A class stands for a new agent in every game, made by ``First()``, or by ``First(seed=…)`` if it takes a seed: draw whatever is random from that
    seed, and the same contest has the same games. An object plays all of its games itself, and hears of each with ``new_game()``.

    A contest in a record that is resumed must find the same agents, so each has a fingerprint: of its source, of the file that the source is in, and of its
    attributes. Where these cannot be seen, give it an attribute ``fingerprint``, a number or a text that changes whenever it plays differently.
    """

    @property
    def name(self) -> str:
        """In tables and records."""
        return type(self).__name__

    def choose(self, board: Board, limits: Limits, stop: Stop) -> Move:
        """The move in a position that is not over: a name, a number, or ``'resign'``.

        ``limits`` is what it may spend; once ``stop.is_stopped``, the answer is wanted at once.
        """
        raise NotImplementedError

    def new_game(self) -> None:
        """A new game begins: forget the last one."""


class FunctionAgent(Agent):
    """A function from boards to moves as an agent; see :func:`agent_from`."""

    def __init__(self, function: Callable[[Board], Move]) -> None:
        self.function = function

    @property
    def name(self) -> str:
        return getattr(self.function, "__name__", "function")

    def __call__(self, board: Board) -> Move:
        return self.function(board)

    def choose(self, board: Board, limits: Limits, stop: Stop) -> Move:
        return self.function(board)


def agent_from(function: Callable[[Board], Move]) -> FunctionAgent:
    """Makes an agent of a function that takes a board and returns a move.

    >>> import kinrow as kr
    >>> @kr.agent_from
    ... def centre(board):
    ...     return min(board.legal_moves, key=board.distance_to_centre)
    >>> kr.match(centre, 'random', games=20, seed=1).games[0].x
    'centre'
    """
    return FunctionAgent(function)


class Player:
    """An agent of the catalogue, or one that plays by a model; :func:`agent` makes one.

    What it remembers of a game (a tree, proofs) it keeps from question to question, until ``new_game()``.
    """

    def __init__(self, native: _kinrow.Player) -> None:
        self._native = native

    @property
    def spec(self) -> str:
        """The full spec, defaults included."""
        return self._native.spec

    @property
    def name(self) -> str:
        """In tables and records."""
        return self._native.spec

    def choose(self, board: Board, **spent: Unpack[Spent]) -> Decision:
        """The decision in a position: ``move``, ``value``, ``line``, ``stats``. What it may cost is told as in :class:`Limits`.

        >>> import kinrow as kr
        >>> decision = kr.agent('minimax').choose(kr.Board('3x3x3', 'a1 b2 a2'))
        >>> decision.move, decision.value, decision.plies
        ('a3', 'draw', None)
        """
        return Decision(json.loads(self._native.ask(board, Limits(**spent), False)), board)

    def analyse(self, board: Board, **spent: Unpack[Spent]) -> Analysis:
        """The decision, and what every move is worth."""
        return Analysis(json.loads(self._native.ask(board, Limits(**spent), True)), board)

    def move(self, board: Board) -> str:
        """Just the move."""
        return self._native.move(board, Limits()) or "resign"

    def new_game(self) -> None:
        """Forgets what belongs to the last game."""
        self._native.new_game()

    def __repr__(self) -> str:
        return f"<Player {self.spec}>"


def agent(spec: str | Model, seed: int = 1) -> Player:
    """An agent of the catalogue (``kinrow agents`` lists them), or a model as an agent.

    >>> import kinrow as kr
    >>> kr.agent('mcts:playouts=500', seed=7).choose(kr.Board('7x6x4:drop')).stats['playouts']
    500
    >>> kr.agent('minmax')
    Traceback (most recent call last):
        ...
    ValueError: 'minmax' is not an agent; did you mean minimax? There are random, averaging, minimax, alphabeta, mcts, engine, solve, td0, selfplay, qlearning, sarsa, genetic, ntuple, zero, external
    """
    if isinstance(spec, str):
        return Player(_kinrow.Player(spec, seed))
    return spec.agent(seed)


class HasAgent(Protocol):
    """A model, or whatever else can become an agent."""

    def agent(self, seed: int = 1) -> Player: ...


#: What can take part: a spec, an agent of the catalogue, a model, a class or an object of your own, or a function.
AgentLike: TypeAlias = "str | Player | HasAgent | Agent | type[Agent] | Callable[[Board], Move]"

Native: TypeAlias = "_kinrow.Player | _kinrow.Foreign"


def native(given: AgentLike, seed: int = 1) -> Native:
    """What the compiled part knows of an agent."""
    if isinstance(given, str):
        return _kinrow.Player(given, seed)
    if isinstance(given, Player):
        return given._native
    if isinstance(given, type) and issubclass(given, Agent):
        return _kinrow.Foreign(given.__name__, maker(given), fingerprint(given))
    if isinstance(given, Agent):
        return _kinrow.Foreign(given.name, renewed(given), fingerprint(given))
    if hasattr(given, "agent"):
        return given.agent(seed)._native
    if callable(given) and not isinstance(given, type):
        return native(FunctionAgent(given))
    raise refusal("not-agent", given=repr(given)[:200])


def is_shared(given: AgentLike) -> bool:
    """Whether all games share one object, so that they must be played one after the other."""
    return isinstance(given, Agent) and not isinstance(given, FunctionAgent)


def maker(kind: type[Agent]) -> Callable[[int], Agent]:
    """Makes agents of a class from seeds."""
    takes_seed = "seed" in inspect.signature(kind).parameters
    return (lambda seed: kind(seed=seed)) if takes_seed else (lambda seed: kind())  # type: ignore[call-arg]


def renewed(one: Agent) -> Callable[[int], Agent]:
    """The same object for every game."""

    def begin(seed: int) -> Agent:
        one.new_game()
        return one

    return begin


def chooser_of(given: AgentLike, seed: int) -> Callable[[Board], str | int]:
    """An agent of any kind as a function."""
    if isinstance(given, type) and issubclass(given, Agent):
        given = maker(given)(seed)
    if isinstance(given, Agent):
        own = given
        own.new_game()
        return lambda board: own.choose(board, Limits(), Stop())
    if isinstance(given, str):
        return agent(given, seed).move
    if isinstance(given, Player):
        given.new_game()
        return given.move
    if hasattr(given, "agent"):
        return given.agent(seed).move
    if callable(given) and not isinstance(given, type):
        return given
    raise refusal("not-agent", given=repr(given)[:200])


PLAIN = (type(None), bool, int, float, complex, str, bytes)


def fingerprint(one: Any) -> int | None:
    """A number that changes whenever an agent may play differently: from its source, the file around it, and the values it holds. None where
    something cannot be seen."""
    digest = hashlib.sha256()
    try:
        note(one, digest, 0)
    except Unseen:
        return None
    return int.from_bytes(digest.digest()[:8], "big")


class Unseen(Exception):
    """Something whose behaviour cannot be told from its text."""


def note(one: Any, digest: hashlib._Hash, depth: int) -> None:
    """Adds whatever decides what ``one`` does to a digest."""

    def add(*words: object) -> None:
        digest.update(repr(words).encode())

    if depth > 8:
        raise Unseen
    own = getattr(one, "fingerprint", None)
    if own is not None:
        add("own", own)
    elif isinstance(one, PLAIN):
        add(type(one).__name__, one)
    elif isinstance(one, list | tuple):
        add(type(one).__name__, len(one))
        for part in one:
            note(part, digest, depth + 1)
    elif isinstance(one, dict):
        add("dict", len(one))
        for key, part in one.items():
            note(key, digest, depth + 1)
            note(part, digest, depth + 1)
    elif isinstance(one, type):
        add("class", one.__qualname__)
        for base in one.__mro__:
            if base not in (object, Agent):
                note_source(base, digest)
    elif inspect.isfunction(one):
        add("function", one.__qualname__)
        note_source(one, digest)
        note(one.__defaults__, digest, depth + 1)
        note(one.__kwdefaults__, digest, depth + 1)
        for cell in one.__closure__ or ():
            note(cell.cell_contents, digest, depth + 1)
    elif inspect.ismethod(one):
        note(one.__func__, digest, depth + 1)
        note(one.__self__, digest, depth + 1)
    elif isinstance(one, Agent):
        note(type(one), digest, depth + 1)
        note(vars(one), digest, depth + 1)
    else:
        raise Unseen


def note_source(one: Any, digest: hashlib._Hash) -> None:
    """Adds the source of a class or a function, and the file it stands in, whose other parts it may use."""
    try:
        digest.update(inspect.getsource(one).encode())
    except (OSError, TypeError):
        raise Unseen from None
    try:
        digest.update(Path(inspect.getfile(one)).read_bytes())
    except (OSError, TypeError):
        # A cell of a notebook has no file.
        pass
