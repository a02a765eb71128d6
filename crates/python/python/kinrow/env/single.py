"""One game after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from .._kinrow import Board
from .._say import refusal
from ..agents import AgentLike, chooser_of, native


class KinrowEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game against an opponent; :func:`kinrow.env.gym` makes one."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, board: str, *, opponent: AgentLike | None, side: str, render_mode: str | None = None) -> None:
        self._start = Board(board)
        if side not in ("X", "O", "both"):
            raise refusal("side-or-both", given=side)
        if opponent is not None:
            # Refused now rather than in the first game.
            native(opponent)
        self._opponent, self._side = opponent, side
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, 1, (2, self._start.height, self._start.width), np.int8)
        self.action_space = gymnasium.spaces.Discrete(self._start.action_count)
        self._choose: Callable[[Board], str | int] | None = None
        self._rounds = 0
        self.board = self._start.copy()
        self.side = "X"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begins a game; ``side`` says whom the learner plays."""
        super().reset(seed=seed)
        if seed is not None:
            self._rounds = 0
        self.board = self._start.copy()
        self.side = "XO"[self._rounds % 2] if self._side == "both" else self._side
        self._rounds += 1
        if self._opponent is not None:
            self._choose = chooser_of(self._opponent, int(self.np_random.integers(2**62)))
            if self.side == "O":
                self.board.push(self._choose(self.board))
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Plays a move; the opponent has answered when this returns."""
        number = int(action)
        mover = self.board.to_move if self._choose is None else self.side
        if not self.board.is_legal(number):
            return self._seen(), -1.0, True, False, self._info() | {"illegal": True}
        self.board.push(number)
        if self._choose is not None and not self.board.is_over:
            answer = self._choose(self.board)
            if not self.board.is_legal(answer):
                return self._seen(), 1.0, True, False, self._info()
            self.board.push(answer)
        winner = self.board.winner
        reward = 0.0 if winner is None else 1.0 if winner == mover else -1.0
        return self._seen(), reward, self.board.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, as maskable learners ask for them."""
        return self.board.mask().astype(np.bool_)

    def render(self) -> str | None:
        """The board as text, with ``render_mode='ansi'``."""
        return str(self.board) if self.render_mode == "ansi" else None

    def _seen(self) -> NDArray[np.int8]:
        return self.board.planes(None if self._choose is None else self.side)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.board.mask()}
