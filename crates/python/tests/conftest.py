"""What the tests share."""

import random

import kinrow as kr
import pytest


@pytest.fixture(autouse=True)
def english():
    """Each test begins in English."""
    kr.lang("en")


class Seeded(kr.Agent):
    """Plays at random from its seed."""

    def __init__(self, seed=0):
        self.rng = random.Random(seed)

    def choose(self, board, limits, stop):
        return self.rng.choice(board.legal_actions)


@pytest.fixture
def seeded():
    """A class of agents that play at random."""
    return Seeded
