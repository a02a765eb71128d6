"""Used as a caller would, for the type checker alone."""

from typing import assert_type

import kinrow as kr
import numpy as np
from numpy.typing import NDArray

board = kr.Board("7x6x4:drop")
assert_type(board.play("d").winner, str | None)
assert_type(board.planes(), NDArray[np.int8])
assert_type(kr.agent("alphabeta").choose(board, nodes=100), kr.Decision)
assert_type(kr.solve(board).value, str)


class Mine(kr.Agent):
    """An agent."""

    def choose(self, board: kr.Board, limits: kr.Limits, stop: kr.Stop) -> int:
        return board.legal_actions[0]


@kr.agent_from
def first(board: kr.Board) -> str:
    return board.legal_moves[0]


match = kr.match(Mine, first, games=2)
assert_type(match.games[0].replay(), list[kr.Board])
assert_type(kr.tournament({"a": Mine(), "b": "random"}).table, kr.Table)
assert_type(kr.audit(first).first_loss, list[str] | None)
assert_type(kr.train("selfplay", episodes=10).agent, kr.Player)
