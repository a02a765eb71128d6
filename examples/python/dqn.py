"""A learner from outside: deep Q-learning in plain torch, which learns tic-tac-toe in Kinrow's environment until Kinrow's audit finds no line that it loses.

    pip install '.[env]' torch
    python examples/python/dqn.py

Both sides are one network: it sees the stones of the side to move and those of the other. What a move is worth is minus what the best answer is worth to the opponent, so the target of
deep Q-learning (Mnih et al., 2015) has a minus sign: -max Q(s', a').
"""

import argparse
import copy
import sys
import time

import kinrow as kr
import numpy as np
import torch
from torch import nn

BOARD = "3x3x3"
GAMES = 128
#: Moves that are drawn at random, so that every position is seen.
EXPLORE = 0.5
MEMORY = 50_000
BATCH = 512
#: Updates between two audits, which also renew the network that makes the targets.
LOOK = 250


class Network(nn.Module):
    """Two planes in, what each move is worth out: from -1 (lost) to 1 (won)."""

    def __init__(self, hidden: int = 128) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), nn.Linear(18, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 9), nn.Tanh())

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
        """Moves that are not legal are worth less than any other."""
        return self.layers(seen).masked_fill(legal == 0, -2.0)


class Memory:
    """The last transitions, in arrays that are written round and round."""

    def __init__(self) -> None:
        self.seen = np.zeros((MEMORY, 2, 3, 3), np.float32)
        self.action = np.zeros(MEMORY, np.int64)
        self.reward = np.zeros(MEMORY, np.float32)
        self.ended = np.zeros(MEMORY, np.float32)
        self.after = np.zeros((MEMORY, 2, 3, 3), np.float32)
        self.legal = np.zeros((MEMORY, 2, 9), np.int8)
        self.size = self.next = 0

    def add(self, seen, legal, action, reward, ended, after, legal_after) -> None:
        at = (self.next + np.arange(len(action))) % MEMORY
        self.seen[at], self.action[at], self.reward[at], self.ended[at], self.after[at] = seen, action, reward, ended, after
        self.legal[at, 0], self.legal[at, 1] = legal, legal_after
        self.next = int(at[-1] + 1) % MEMORY
        self.size = min(self.size + len(action), MEMORY)

    def sample(self, rng: np.random.Generator) -> list[torch.Tensor]:
        at = rng.integers(self.size, size=BATCH)
        parts = (self.seen, self.legal[:, 0], self.action, self.reward, self.ended, self.after, self.legal[:, 1])
        return [torch.from_numpy(part[at]) for part in parts]


def greedy(network: Network, board: kr.Board) -> int:
    """The network's favourite move."""
    with torch.no_grad():
        seen = torch.from_numpy(board.planes().astype(np.float32))[None]
        return int(network(seen, torch.from_numpy(board.mask())[None]).argmax())


def learn(seed: int, updates: int) -> tuple[Network, int]:
    """Learns until no line is lost, or so many updates were made; the network, and the lost lines at the end."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    network, memory = Network(), Memory()
    target = copy.deepcopy(network)
    adam = torch.optim.Adam(network.parameters(), lr=1e-3)
    # After the end of a game the same step begins the next one.
    games = kr.env.vec(BOARD, n=GAMES, autoreset="SameStep")
    seen, info = games.reset(seed=seed)
    legal, lost = info["action_mask"], -1
    for update in range(1, updates + 1):
        with torch.no_grad():
            actions = network(torch.from_numpy(seen.astype(np.float32)), torch.from_numpy(legal)).argmax(1).numpy()
        actions = np.where(rng.random(GAMES) < EXPLORE, games.sample(), actions)
        after, rewards, terminated, _, info = games.step(actions)
        memory.add(seen, legal, actions, rewards, terminated, after, info["action_mask"])
        seen, legal = after, info["action_mask"]

        before, mask, action, reward, ended, following, mask_after = memory.sample(rng)
        with torch.no_grad():
            answer = target(following, mask_after).max(1).values
            wanted = reward - (1 - ended) * answer
        predicted = network(before, mask).gather(1, action[:, None])[:, 0]
        loss = nn.functional.mse_loss(predicted, wanted)
        adam.zero_grad()
        loss.backward()
        adam.step()
        if update % LOOK == 0:
            target.load_state_dict(network.state_dict())
            audit = kr.audit(lambda board: greedy(network, board), BOARD)
            lost = audit.losses
            print(f"{update:6,} updates, loss {loss.item():.4f}, lost lines: {audit.x.losses} as X, {audit.o.losses} as O", flush=True)
            if lost == 0:
                break
    return network, lost


def main() -> int:
    """Learns, and says how it went; 1 when lines are still lost."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--updates", type=int, default=20_000, help="give up after so many")
    given = asked.parse_args()
    started = time.perf_counter()
    network, lost = learn(given.seed, given.updates)
    match = kr.match(lambda board: greedy(network, board), "random", BOARD, games=200, seed=given.seed)
    print(f"{time.perf_counter() - started:.0f} s; 200 games against random: {match.wins} won, {match.draws} drawn, {match.losses} lost")
    return 0 if lost == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
