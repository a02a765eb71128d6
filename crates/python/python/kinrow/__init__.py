"""Kinrow in Python: a laboratory for k-in-a-row games, from tic-tac-toe over Connect Four to Gomoku and Renju.

>>> import kinrow as kr
>>> board = kr.Board('3x3x3', 'b2 a1')
>>> kr.solve(board).value
'draw'
>>> kr.agent('alphabeta').choose(board).value
'draw'
>>> kr.audit('averaging', '3x3x3').x.losses
0

docs/python.md is the guide. Errors are ``ValueError`` with a sentence that says what was given and what would be right, in English or, after
``kinrow.lang('zh')``, in Chinese.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import games, kaggle, lab, puzzles
from ._kinrow import Board, Limits, Stop, agents, lang, version
from .agents import Agent, AgentLike, Player, agent, agent_from
from .contests import match, tournament
from .games import Game
from .models import Model, Run, load, train
from .questions import analyse, audit, count, review, solve, steps
from .results import Analysis, Audit, AuditSide, Count, Decision, Match, Review, Solution, Steps, Tournament
from .tables import Svg, Table

if TYPE_CHECKING:
    from . import env, lessons, widget

__version__ = version()


def __getattr__(name: str) -> Any:
    """Parts that are there once they are asked for: ``kinrow.env`` needs Gymnasium, and the rest does not."""
    if name in ("env", "lessons", "widget"):
        return importlib.import_module(f"kinrow.{name}")
    raise AttributeError(f"module 'kinrow' has no attribute {name!r}")


__all__ = [
    "Agent",
    "AgentLike",
    "Analysis",
    "Audit",
    "AuditSide",
    "Board",
    "Count",
    "Decision",
    "Game",
    "Limits",
    "Match",
    "Model",
    "Player",
    "Review",
    "Run",
    "Solution",
    "Steps",
    "Stop",
    "Svg",
    "Table",
    "Tournament",
    "agent",
    "agent_from",
    "agents",
    "analyse",
    "audit",
    "count",
    "env",
    "games",
    "kaggle",
    "lab",
    "lang",
    "lessons",
    "load",
    "match",
    "puzzles",
    "review",
    "solve",
    "steps",
    "tournament",
    "train",
    "widget",
]
