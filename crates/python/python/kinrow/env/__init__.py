"""Environments for learners from elsewhere: Gymnasium's and PettingZoo's interfaces over Kinrow's rules.

What they have in common: an observation is two planes of bytes, ``(2, height, width)``, the stones of whoever looks and those of the other side; an action is the number of a move, points row
by row from the top left or columns where stones fall; the legal ones are in ``info['action_mask']``. A win earns 1, a loss -1, a draw 0. A move that is not legal loses the game at
once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._kinrow import Limits
from .._say import missing
from ..agents import AgentLike

if TYPE_CHECKING:
    from .many import KinrowVectorEnv
    from .single import KinrowEnv
    from .turns import KinrowAEC

__all__ = ["gym", "pettingzoo", "vec"]


def vec(
    board: str = "3x3x3",
    n: int = 1024,
    *,
    opponent: str | None = None,
    side: str = "both",
    limits: Limits | None = None,
    autoreset: str = "NextStep",
    copy: bool = True,
) -> KinrowVectorEnv:
    """Many games at once, as a vector environment of Gymnasium.

    Without an ``opponent`` it is self-play: each step is a move of whoever's turn it is, seen by that side, and the reward is that of the side that moved. With one (the spec
    of an agent, within ``limits``) it answers inside the step, and ``side`` is the learner's: ``'X'``, ``'O'`` or ``'both'`` in turn.

    ``autoreset`` is one of Gymnasium's modes: ``'NextStep'``, ``'SameStep'`` or ``'Disabled'``. With ``copy=False`` the arrays returned are the environment's own, which the next step
    overwrites.

    >>> import kinrow as kr
    >>> envs = kr.env.vec('7x6x4:drop', n=4)
    >>> seen, info = envs.reset(seed=1)
    >>> seen.shape, info['action_mask'].shape
    ((4, 2, 6, 7), (4, 7))
    >>> seen, rewards, terminated, truncated, info = envs.step(envs.sample())
    >>> int(seen[:, 1].sum())
    4
    """
    try:
        from .many import KinrowVectorEnv
    except ImportError:
        raise missing("gymnasium", "kinrow.env", "gymnasium") from None
    return KinrowVectorEnv(board, n, opponent=opponent, side=side, limits=limits, autoreset=autoreset, copy=copy)


def gym(board: str = "3x3x3", *, opponent: AgentLike | None = "random", side: str = "both") -> KinrowEnv:
    """One game after another against an opponent of any kind, as an environment of Gymnasium; ``opponent=None`` is self-play.

    >>> import kinrow as kr
    >>> env = kr.env.gym('3x3x3', opponent='alphabeta', side='X')
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, terminated, truncated, info = env.step(4)
    >>> int(seen[0].sum()), int(seen[1].sum()), int(info['action_mask'].sum())
    (1, 1, 7)
    """
    try:
        from .single import KinrowEnv
    except ImportError:
        raise missing("gymnasium", "kinrow.env", "gymnasium") from None
    return KinrowEnv(board, opponent=opponent, side=side)


def pettingzoo(board: str = "3x3x3") -> KinrowAEC:
    """A game between two agents, ``'X'`` and ``'O'``, as an environment of PettingZoo (AEC).

    >>> import kinrow as kr
    >>> env = kr.env.pettingzoo('7x6x4:drop')
    >>> env.reset(seed=1)
    >>> env.step(3)
    >>> env.agent_selection, int(env.observe('O')['observation'][1].sum())
    ('O', 1)
    """
    try:
        from .turns import KinrowAEC
    except ImportError:
        raise missing("pettingzoo", "kinrow.env.pettingzoo", "pettingzoo gymnasium") from None
    return KinrowAEC(board)
