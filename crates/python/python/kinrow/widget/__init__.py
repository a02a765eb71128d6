"""Boards to click in notebooks: play an agent, replay a game, look at what moves are worth, step through a search.

Where anywidget is installed (``pip install 'kinrow[widget]'``) these are widgets of Jupyter; elsewhere, and wherever nothing can be clicked, they are the board as a picture.

>>> import kinrow as kr
>>> game = kr.match('alphabeta', 'random', games=2, seed=1).games[0]
>>> shown = kr.widget.replay(game)
>>> shown.at = 0
>>> shown.caption
'Start: X to move'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._kinrow import Board
from ..agents import AgentLike
from ..games import Game
from ..results import Steps
from .scenes import Explore, Play, Replay, Scene, Walk
from .still import Still

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..agents import Spent

__all__ = ["explore", "play", "replay", "steps"]


def play(opponent: AgentLike = "alphabeta", board: Board | str = "3x3x3", *, side: str = "X", seed: int = 1) -> Any:
    """A board to play on against an agent, which may be yours: a person has ``side``."""
    return shown(Play(opponent, board, side, seed))


def replay(game: Game | Board) -> Any:
    """A game move by move, or what was played on a board."""
    return shown(Replay(game))


def explore(board: Board | str = "3x3x3", by: str | None = None, **spent: Unpack[Spent]) -> Any:
    """What each move is worth, as shades on the board; a click makes a move, and the next position is looked at.

    ``by`` and what it may cost are told as for :func:`kinrow.analyse`.
    """
    return shown(Explore(board, by, dict(spent)))


def steps(search: Steps) -> Any:
    """A search step by step: where it is, and what it knows by then."""
    return shown(Walk(search))


def shown(scene: Scene) -> Any:
    """As a widget, where there are any."""
    try:
        from .live import Live
    except ImportError:
        return Still(scene)
    return Live(scene)
