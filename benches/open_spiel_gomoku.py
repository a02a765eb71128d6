"""Measures open_spiel's gomoku (15x15, five in a row) on request.

Reads lines `WORK SECONDS` and answers each with a line of JSON: how much of WORK was done in at least SECONDS of this
thread's processor time. Importing is not part of it: the runner keeps one process and asks in turns with its own rounds.

    echo "rollouts 1" | benches/.venv/bin/python benches/open_spiel_gomoku.py
"""

import importlib.metadata
import itertools
import json
import random
import sys
import time

import pyspiel

GAME = pyspiel.load_game("gomoku")
ROLLOUTS = 500
SIMULATIONS = 5000
SEEDS = itertools.count(1)


def search(simulations, rollouts):
    """A move of the C++ bot: rollouts at each leaf, UCT with c = 1.414, at most 1000 MB, no solver, not verbose."""
    seed = next(SEEDS)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(GAME, evaluator, 1.414, simulations, 1000, False, seed, False)
    bot.step(GAME.new_initial_state())
    return simulations * rollouts


def rollouts():
    """Random games in C++: one simulation of many rollouts never leaves the root."""
    return search(1, ROLLOUTS)


def mcts():
    """A move with one rollout a simulation."""
    return search(SIMULATIONS, 1)


def loop():
    """A random game as its documentation plays one in Python."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    return 1


def shuffled():
    """A random game in Python without asking for legal moves: the points in random order, until somebody has won."""
    play_shuffled()
    return 1


def plies():
    """How long random games are, which shows that both sides play the same game."""
    return play_shuffled()


def play_shuffled():
    points = list(range(GAME.num_distinct_actions()))
    random.shuffle(points)
    state = GAME.new_initial_state()
    for point in points:
        state.apply_action(point)
        if state.is_terminal():
            break
    return state.move_number()


def measure(work, seconds):
    started = time.thread_time()
    count = calls = 0
    while True:
        count += work()
        calls += 1
        passed = time.thread_time() - started
        if passed >= seconds:
            return {"count": count, "calls": calls, "seconds": passed}


WORKS = {work.__name__: work for work in (rollouts, mcts, loop, shuffled, plies)}


def main():
    print(json.dumps({"version": importlib.metadata.version("open_spiel")}), flush=True)
    for line in sys.stdin:
        name, seconds = line.split()
        print(json.dumps(measure(WORKS[name], float(seconds))), flush=True)


if __name__ == "__main__":
    main()
