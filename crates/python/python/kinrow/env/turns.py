"""Two agents in turn."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .._kinrow import Board

Seen = dict[str, NDArray[np.int8]]


class KinrowAEC(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A game between the agents ``'X'`` and ``'O'``; :func:`kinrow.env.pettingzoo` makes one."""

    metadata = {"render_modes": ["ansi"], "name": "kinrow_v0", "is_parallelizable": False}

    def __init__(self, board: str, render_mode: str | None = None) -> None:
        super().__init__()
        self._start = Board(board)
        self.board = self._start.copy()
        self.render_mode = render_mode
        self.possible_agents = ["X", "O"]
        self.agents = self.possible_agents[:]
        planes = gymnasium.spaces.Box(0, 1, (2, self._start.height, self._start.width), np.int8)
        mask = gymnasium.spaces.Box(0, 1, (self._start.action_count,), np.int8)
        self._observed = {agent: gymnasium.spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents}
        self._acts = {agent: gymnasium.spaces.Discrete(self._start.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent sees: ``observation`` and ``action_mask``."""
        return self._observed[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """What an agent does."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is left to chance, so a seed changes nothing."""
        self.board = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.board.to_move

    def observe(self, agent: str) -> Seen:
        """The board as an agent sees it; only whose turn it is has legal moves."""
        is_asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self.board.mask() if is_asked else np.zeros(self._start.action_count, np.int8)
        return {"observation": self.board.planes(agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The move of the agent whose turn it is. One that is not legal loses."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        other = "O" if agent == "X" else "X"
        winner: str | None = None
        if action is None or not self.board.is_legal(int(action)):
            winner, is_over = other, True
        else:
            self.board.push(int(action))
            winner, is_over = self.board.winner, self.board.is_over
        self.rewards = {side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in self.agents}
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is held."""

    def render(self) -> str | None:
        """The board as text, with ``render_mode='ansi'``."""
        return str(self.board) if self.render_mode == "ansi" else None
