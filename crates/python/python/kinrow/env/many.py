"""Many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .._kinrow import Batch, Board, Limits
from .._say import refusal

Arrays = tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class KinrowVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Games of one board, side by side in memory that Rust and numpy share; :func:`kinrow.env.vec` makes one."""

    def __init__(
        self,
        board: str,
        n: int,
        *,
        opponent: str | None,
        side: str,
        limits: Limits | None,
        autoreset: str,
        copy: bool,
    ) -> None:
        if opponent is not None and not isinstance(opponent, str):
            raise refusal("opponent", given=repr(opponent)[:100])
        self._games = Batch(board, n, autoreset, opponent, side, limits or Limits())
        start = Board(board)
        shape = (2, start.height, start.width)
        self.num_envs = n
        self.single_observation_space = gymnasium.spaces.Box(0, 1, shape, np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(start.action_count)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset)}
        self._copies = copy
        # What Rust writes into, flat; and the same memory in its shapes.
        cells = 2 * start.height * start.width
        self._flat = np.zeros(n * cells, np.int8), np.zeros(n * start.action_count, np.int8)
        self._rewards, self._terminated = np.zeros(n, np.float32), np.zeros(n, np.bool_)
        self._last = np.zeros(n * cells, np.int8) if autoreset == "SameStep" else None
        self._truncated = np.zeros(n, np.bool_)
        self._observations = self._flat[0].reshape(n, *shape)
        self._masks = self._flat[1].reshape(n, start.action_count)
        self._last_shaped = None if self._last is None else self._last.reshape(n, *shape)
        self._drawn = np.zeros(n, np.int64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begins all games, or those in ``options['reset_mask']``. With a seed all chance begins anew."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise refusal("seeds")
        only = (options or {}).get("reset_mask")
        chosen = None if only is None else np.asarray(only, np.bool_).tolist()
        self._games.reset(None if seed is None else int(seed), chosen, *self._flat, self._rewards, self._terminated)
        return self._lent(self._observations), self._info()

    def step(self, actions: Any) -> Arrays:
        """Plays a move in each game."""
        numbers = np.ascontiguousarray(actions, np.int64)
        self._games.step(numbers, *self._flat, self._rewards, self._terminated, self._last)
        info = self._info()
        if self._last_shaped is not None and self._terminated.any():
            info["final_obs"] = self._lent(self._last_shaped)
            info["_final_obs"] = self._lent(self._terminated)
        return (
            self._lent(self._observations),
            self._lent(self._rewards),
            self._lent(self._terminated),
            self._lent(self._truncated),
            info,
        )

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal move for each game."""
        self._games.sample(self._drawn)
        return self._lent(self._drawn)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves of each game, as maskable learners ask for them."""
        return self._masks.astype(np.bool_)

    def board(self, game: int) -> Board:
        """A game, to be looked at."""
        found = self._games.board(game)
        if found is None:
            raise IndexError(game)
        return found

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._lent(self._masks)}

    def _lent(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copies else array
