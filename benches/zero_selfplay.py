"""Measures AlphaZero's self-play on 6x6x4 the way it is usually written in Python: a tree of node objects, a network in numpy, one
position evaluated at a time.

The network is the same as ours: a stem, one residual block with global pooling, a policy and a value, 32 channels. Its last layers
are zero, as those of a network that has learned nothing: every move looks as good as another.

Reads lines `WORK SECONDS` and answers each with a line of JSON: how many moves were searched (WORK is the number of simulations
for each) in at least SECONDS of this thread's processor time.

    echo "50 1" | python3 benches/zero_selfplay.py
"""

import json
import math
import os
import sys
import time

# One thread, as ours: it must be said before numpy is loaded.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

SIZE, ROW, PLANES, CHANNELS = 6, 4, 6, 32
CELLS = SIZE * SIZE
C_PUCT, NOISE = 2.5, 0.25
GENERATOR = np.random.default_rng(1)


def lines():
    """Every row of four as a list of cells."""
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (ROW - 1), column + right * (ROW - 1)
                if 0 <= last_row < SIZE and 0 <= last_column < SIZE:
                    found.append([(row + down * i) * SIZE + column + right * i for i in range(ROW)])
    return found


LINES = lines()
THROUGH = [[line for line in LINES if cell in line] for cell in range(CELLS)]


class Board:
    """1 and -1 for the players, 0 for an empty cell."""

    def __init__(self):
        self.cells = [0] * CELLS
        self.player = 1
        self.winner = None
        self.left = CELLS

    def copy(self):
        board = Board.__new__(Board)
        board.cells, board.player = self.cells[:], self.player
        board.winner, board.left = self.winner, self.left
        return board

    def moves(self):
        return [cell for cell in range(CELLS) if self.cells[cell] == 0]

    def play(self, cell):
        self.cells[cell] = self.player
        self.left -= 1
        if any(all(self.cells[c] == self.player for c in line) for line in THROUGH[cell]):
            self.winner = self.player
        self.player = -self.player

    def is_over(self):
        return self.winner is not None or self.left == 0

    def completes(self, player):
        """Where a player would complete a row, as 0 or 1 for each cell."""
        found = np.zeros(CELLS, dtype=np.float32)
        cells = np.array(self.cells)[np.array(LINES)]
        ready = ((cells == player).sum(axis=1) == ROW - 1) & ((cells == 0).sum(axis=1) == 1)
        for line in np.flatnonzero(ready):
            found[next(cell for cell in LINES[line] if self.cells[cell] == 0)] = 1
        return found

    def planes(self):
        cells = np.array(self.cells, dtype=np.float32)
        own, other = cells == self.player, cells == -self.player
        stones = [own, other, cells == 0, self.completes(self.player), self.completes(-self.player)]
        return np.stack([*stones, np.full(CELLS, self.player)], axis=1).astype(np.float32)


def neighbours():
    """For each cell its nine neighbours; CELLS stands for beyond the edge."""
    found = np.full((CELLS, 9), CELLS)
    for row in range(SIZE):
        for column in range(SIZE):
            for tap in range(9):
                r, c = row + tap // 3 - 1, column + tap % 3 - 1
                if 0 <= r < SIZE and 0 <= c < SIZE:
                    found[row * SIZE + column, tap] = r * SIZE + c
    return found


NEIGHBOURS = neighbours()


class Network:
    def __init__(self):
        def layer(inputs, outputs, gain):
            weights = GENERATOR.normal(0, gain * math.sqrt(2 / inputs), (inputs, outputs))
            return weights.astype(np.float32), np.zeros(outputs, dtype=np.float32)

        c = CHANNELS
        self.stem = layer(9 * PLANES, c, 1)
        self.first, self.pooled, self.second = layer(9 * c, c, 1), layer(2 * c, c, 0), layer(9 * c, c, 0)
        self.policy, self.policy_pooled, self.policy_out = layer(c, c, 1), layer(2 * c, c, 0), layer(c, 1, 0)
        self.value, self.value_out = layer(2 * c, c, 1), layer(c, 3, 0)

    @staticmethod
    def linear(layer, x):
        return x @ layer[0] + layer[1]

    def convolution(self, layer, x):
        padded = np.concatenate([x, np.zeros((1, x.shape[1]), dtype=np.float32)])
        return self.linear(layer, padded[NEIGHBOURS].reshape(CELLS, -1))

    @staticmethod
    def pool(x):
        return np.concatenate([x.mean(axis=0), x.max(axis=0)])

    def evaluate(self, board):
        """The share of each legal move, and the expected result from -1 to 1 for the side to move."""
        trunk = self.convolution(self.stem, board.planes())
        h = self.convolution(self.first, np.maximum(trunk, 0))
        h = np.maximum(h + self.linear(self.pooled, self.pool(h)), 0)
        trunk = np.maximum(trunk + self.convolution(self.second, h), 0)
        pooled = self.pool(trunk)
        policy = np.maximum(self.linear(self.policy, trunk) + self.linear(self.policy_pooled, pooled), 0)
        logits = self.linear(self.policy_out, policy)[:, 0]
        outcome = self.linear(self.value_out, np.maximum(self.linear(self.value, pooled), 0))
        outcome = np.exp(outcome - outcome.max())
        outcome /= outcome.sum()
        moves = board.moves()
        shares = np.exp(logits[moves] - logits[moves].max())
        return zip(moves, shares / shares.sum()), float(outcome[2] - outcome[0])


class Node:
    __slots__ = ("prior", "visits", "total", "children")

    def __init__(self, prior):
        self.prior, self.visits, self.total, self.children = prior, 0, 0.0, {}

    def select(self):
        root = math.sqrt(self.visits)

        def score(item):
            child = item[1]
            mean = child.total / child.visits if child.visits else 0.0
            return mean + C_PUCT * child.prior * root / (1 + child.visits)

        return max(self.children.items(), key=score)


def search(board, network, simulations):
    """The root after so many simulations."""
    root = Node(1.0)
    for cell, share in network.evaluate(board)[0]:
        root.children[cell] = Node(share)
    noise = GENERATOR.dirichlet([10 / len(root.children)] * len(root.children))
    for child, drawn in zip(root.children.values(), noise, strict=True):
        child.prior = (1 - NOISE) * child.prior + NOISE * drawn
    for _ in range(simulations):
        at, path, node = board.copy(), [root], root
        while node.children:
            cell, node = node.select()
            at.play(cell)
            path.append(node)
        if at.is_over():
            value = 0.0 if at.winner is None else 1.0
        else:
            shares, opinion = network.evaluate(at)
            node.children = {cell: Node(share) for cell, share in shares}
            value = -opinion
        # A node's total is for the side that moved there.
        for node in reversed(path):
            node.visits += 1
            node.total += value
            value = -value
    return root


def play(network, simulations):
    """A game of self-play; how many moves it had."""
    board, moves, lessons = Board(), 0, []
    while not board.is_over():
        root = search(board, network, simulations)
        cells = list(root.children)
        shares = np.array([child.visits for child in root.children.values()], dtype=np.float64)
        shares /= shares.sum()
        lessons.append((board.planes(), cells, shares))
        is_early = moves * 3 < CELLS
        board.play(int(GENERATOR.choice(cells, p=shares)) if is_early else cells[int(shares.argmax())])
        moves += 1
    return moves


def main():
    network = Network()
    print(json.dumps({"version": f"numpy {np.__version__}"}), flush=True)
    for line in sys.stdin:
        simulations, seconds = line.split()
        calls, count, begun = 0, 0, time.thread_time()
        while calls == 0 or time.thread_time() - begun < float(seconds):
            count += play(network, int(simulations))
            calls += 1
        spent = time.thread_time() - begun
        print(json.dumps({"calls": calls, "count": count, "seconds": spent}), flush=True)


if __name__ == "__main__":
    main()
