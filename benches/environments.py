"""Measures Kinrow's Python package beside its peers: environments with observations and legal moves, minimax, the audit.

Everything runs on one core and is measured in processor time, the best of several rounds; peers and Kinrow take turns, so that their ratios come from one run.
"""

import os
import sys
import time

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import random
import warnings

warnings.simplefilter("ignore")

import jax
import kinrow as kr
import numpy as np
import pgx
import pyspiel
from pettingzoo.classic import connect_four_v3, tictactoe_v3

QUICK = "--quick" in sys.argv[1:]
N = 64 if QUICK else 4096
SECONDS = 0.02 if QUICK else 1.0
ROUNDS = 1 if QUICK else 5


def rate(steps, work):
    """Steps per second of processor time: work does so many."""
    work()
    start, done = time.process_time(), 0
    while True:
        work()
        done += steps
        spent = time.process_time() - start
        if spent >= SECONDS:
            return done / spent


def kinrow_env(board, *, copy=False):
    """Random legal moves in a batch."""
    envs = kr.env.vec(board, n=N, copy=copy)
    envs.reset(seed=1)
    return N, lambda: envs.step(envs.sample())


def pgx_env(name):
    """The same, compiled as one function."""
    env = pgx.make(name)
    step = pgx.experimental.auto_reset(env.step, env.init)

    def turn(states, key):
        key, draw, begin = jax.random.split(key, 3)
        logits = jax.numpy.log(states.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(draw, logits, axis=-1)
        return jax.vmap(step)(states, actions, jax.random.split(begin, N)), key

    turn = jax.jit(turn)
    keys = jax.random.split(jax.random.PRNGKey(0), N)
    held = [jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1)]

    def work():
        for _ in range(4):
            held[:] = turn(*held)
        held[0].observation.block_until_ready()

    return 4 * N, work


def open_spiel_env(name):
    """One game after another: legal moves and observation of each position."""
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    moves = 0

    def work():
        nonlocal moves
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.observation_tensor()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1

    def many():
        total = 0
        while total < 500:
            work()
            total += moves
        many.steps = total

    many()
    return many.steps, many


def pettingzoo_env(make):
    """One game after another, as its API has it."""
    env = make()
    rng = random.Random(1)

    def many():
        total = 0
        while total < 500:
            env.reset()
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                env.step(legal[int(rng.random() * len(legal))])
                total += 1
        many.steps = total

    many()
    return many.steps, many


def environments():
    """Steps a second of everybody who plays a board."""
    boards = {
        "3x3x3": {
            "kinrow": kinrow_env("3x3x3"),
            "kinrow, copied": kinrow_env("3x3x3", copy=True),
            "pgx": pgx_env("tic_tac_toe"),
            "open_spiel": open_spiel_env("tic_tac_toe"),
            "PettingZoo": pettingzoo_env(tictactoe_v3.env),
        },
        "7x6x4:drop": {
            "kinrow": kinrow_env("7x6x4:drop"),
            "kinrow, copied": kinrow_env("7x6x4:drop", copy=True),
            "pgx": pgx_env("connect_four"),
            "open_spiel": open_spiel_env("connect_four"),
            "PettingZoo": pettingzoo_env(connect_four_v3.env),
        },
        "15x15x5": {
            "kinrow": kinrow_env("15x15x5"),
            "kinrow, copied": kinrow_env("15x15x5", copy=True),
        },
    }
    print(f"Steps a second with observations and legal moves, random moves drawn inside (one core, n={N}):\n")
    print("| board | environment | steps/s | kinrow is so many times as fast |\n|---|---|---|---|")
    for board, peers in boards.items():
        best = dict.fromkeys(peers, 0.0)
        for _ in range(ROUNDS):
            for name, (steps, work) in peers.items():
                best[name] = max(best[name], rate(steps, work))
        for name, steps in best.items():
            print(f"| `{board}` | {name} | {steps:,.0f} | {best['kinrow'] / steps:.1f} |")


def best_of(rounds, work):
    """The least seconds of processor time."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def searches():
    """What Python adds to a search, and what an audit costs."""
    agent, board = kr.agent("minimax"), kr.Board("3x3x3")
    rounds = 3 if QUICK else 200
    inside = []
    outside = best_of(rounds, lambda: inside.append(agent.choose(board).stats["time_ms"] / 1000))
    print(f"\nMinimax of 3x3x3: {1000 * min(inside):.3f} ms in the library, {1000 * outside:.3f} ms through Python: {outside / min(inside):.2f} times as much.")
    audit = best_of(rounds, lambda: kr.audit(lambda board: board.legal_moves[0], "3x3x3"))
    print(f"Audit of a function on 3x3x3, both sides: {1000 * audit:.2f} ms.")


environments()
searches()
