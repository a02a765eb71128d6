"""What the tests share."""

import random

import kinrow as kr
import pytest


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="the tests in full/ as well, which take minutes")


def pytest_ignore_collect(collection_path, config):
    return True if collection_path.name == "full" and not config.getoption("--full") else None


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
