"""Matches and tournaments."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _kinrow
from ._kinrow import Limits, sentence
from ._progress import bar, quiet
from .agents import AgentLike, Native, is_shared, native
from .games import Game
from .results import Match, Tournament


def match(
    first: AgentLike,
    second: AgentLike,
    board: str = "3x3x3",
    games: int = 100,
    *,
    openings: str | None = None,
    seed: int = 1,
    limits: Limits | None = None,
    sprt: str | None = None,
    db: str | Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    progress: bool = False,
) -> Match:
    """Plays two agents against each other: pairs of games from the same openings, with sides swapped.

    The same seed gives the same games, with any number of workers, unless a time limit decides. With ``db=FILE`` every game is kept in that record as soon as it is
    finished, and ``resume=True`` goes on where the same match was stopped. Agents in Python are asked on the calling thread, one at a time. One that raises an
    exception, or makes an illegal move, loses that game, with a warning.

    >>> import kinrow as kr
    >>> match = kr.match('alphabeta', 'random', games=20, seed=1)
    >>> match.losses, match.games[0].result
    (0, 'x')
    >>> print(kr.match('minimax', 'alphabeta', games=2, openings='none'))
    minimax – alphabeta: +0 =2 -0, Elo +0.0 (-375.5 to +375.5)
    """
    settings = common(board, games, openings, seed, sprt, db, resume, workers)
    settings["format"] = "match"
    return Match(*play([(None, first), (None, second)], limits, settings, progress))


def tournament(
    agents: Mapping[str, AgentLike] | Sequence[AgentLike],
    board: str = "3x3x3",
    games: int = 20,
    *,
    format: str = "roundrobin",
    challengers: int = 1,
    openings: str | None = None,
    seed: int = 1,
    limits: Limits | None = None,
    db: str | Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    progress: bool = False,
) -> Tournament:
    """Plays several agents against each other, ``games`` for each pairing, and rates them.

    ``agents`` may have names. ``format`` is ``'roundrobin'``, ``'gauntlet'`` (the first ``challengers`` against the rest) or ``'ladder'``. The rest is as in :func:`match`.

    >>> import kinrow as kr
    >>> field = {'perfect': 'alphabeta', 'short': 'alphabeta:depth=1', 'chance': 'random'}
    >>> kr.tournament(field, games=20, seed=1).table['agent']
    ['perfect', 'short', 'chance']
    """
    named = list(agents.items()) if isinstance(agents, Mapping) else [(None, agent) for agent in agents]
    settings = common(board, games, openings, seed, None, db, resume, workers)
    settings.update(format=format, challengers=challengers)
    return Tournament(*play(named, limits, settings, progress))


def common(
    board: str,
    games: int,
    openings: str | None,
    seed: int,
    sprt: str | None,
    db: str | Path | None,
    resume: bool,
    workers: int | None,
) -> dict[str, Any]:
    """What both kinds are given."""
    return {
        "board": board,
        "games": games,
        "openings": openings,
        "seed": seed,
        "challengers": 1,
        "sprt": sprt,
        "tolerance": "200ms",
        "db": None if db is None else str(db),
        "resume": resume,
        "workers": workers,
    }


def play(
    agents: Sequence[tuple[str | None, AgentLike]],
    limits: Limits | None,
    settings: dict[str, Any],
    progress: bool,
) -> tuple[dict[str, Any], list[Game]]:
    """Plays a contest; what it said, and its games."""
    entrants: list[tuple[str | None, Native]] = [(name, native(agent)) for name, agent in agents]
    if any(is_shared(agent) for _, agent in agents):
        settings["workers"] = 1
    with bar("games") if progress else quiet() as show:
        text, games = _kinrow.contest(entrants, limits or Limits(), settings, show)
    data = json.loads(text)
    played = [Game(game) for game in games]
    warn(data, played)
    return data, played


def warn(data: dict[str, Any], games: list[Game]) -> None:
    """Says when agents lost games by mistakes of their own."""
    for agent in data["agents"]:
        count = sum(agent["forfeits"].values())
        if count == 0:
            continue
        losers = ((game, {"x": "o", "o": "x"}.get(game.result)) for game in games)
        detail = next((game.detail for game, loser in losers if loser and game.detail and game.data[loser]["spec"] == agent["spec"]), "")
        places = [("agent", agent["name"]), ("count", str(count)), ("detail", str(detail))]
        warnings.warn(sentence("python.forfeits", places), stacklevel=4)
