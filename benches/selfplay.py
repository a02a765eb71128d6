"""Measures self-play learning of tic-tac-toe in plain Python on request: Sutton and Barto's first chapter.

Two players, a dictionary of values each. After a game every position it went through, the opponent's too, is moved
towards its successor, from the last one back; only a player's own exploratory move teaches it nothing.

Reads lines `WORK SECONDS` and answers each with a line of JSON: how much of WORK was done in at least SECONDS of this
thread's processor time. All boards are enumerated before, as the text does, and that is not part of it.

    echo "computed 1" | python3 benches/selfplay.py [EPISODES]
"""

import functools
import json
import platform
import random
import sys
import time

# Of a training; then it begins anew.
EPISODES = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
STEP_SIZE = 0.1
EPSILON = 0.01
GAMES = 100
EMPTY = (0,) * 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def successors(board, player):
    """The boards after each move of `player`, who is 1 or 2."""
    return [board[:i] + (player,) + board[i + 1 :] for i, cell in enumerate(board) if cell == 0]


def result(board):
    """The winner, 0 for a draw, or None while the game goes on."""
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return None if 0 in board else 0


def enumerate_results():
    """The result of every board that can be reached."""
    results = {EMPTY: None}
    boards = [(EMPTY, 1)]
    for board, player in boards:
        for after in successors(board, player):
            if after not in results:
                results[after] = result(after)
                if results[after] is None:
                    boards.append((after, 3 - player))
    return results


RESULTS = enumerate_results()


def initial_values(player):
    """1 for a won end of the game, 0 for a lost one, and one half for all the rest."""
    return {board: 0.5 if not winner else float(winner == player) for board, winner in RESULTS.items()}


def play(values, epsilon, successors):
    """A game: its boards, and whether the move from each was exploratory."""
    board, player = EMPTY, 1
    boards, explored = [board], []
    while RESULTS[board] is None:
        options = successors(board, player)
        explores = random.random() < epsilon
        if not explores:
            worth = values[player]
            rated = [worth[option] for option in options]
            best = max(rated)
            options = [option for option, value in zip(options, rated) if value == best]
        board = random.choice(options)
        boards.append(board)
        explored.append(explores)
        player = 3 - player
    return boards, explored


def back_up(values, player, boards, explored):
    """Moves one player's values towards their successors, from the end back."""
    target = values[boards[-1]]
    for i in range(len(explored) - 1, -1, -1):
        board = boards[i]
        value = values[board]
        if not (explored[i] and i % 2 == player - 1):
            value += STEP_SIZE * (target - value)
            values[board] = value
        target = value


def train(successors):
    values = {player: initial_values(player) for player in (1, 2)}
    for _ in range(EPISODES):
        boards, explored = play(values, EPSILON, successors)
        for player in (1, 2):
            back_up(values[player], player, boards, explored)
    return values


def computed():
    """A training that works out the moves of a board each time it is met, as the text does."""
    train(successors)
    return EPISODES


def kept():
    """A training that works them out once."""
    train(functools.cache(successors))
    return EPISODES


def draws():
    """How many greedy games against itself a trained learner draws."""
    values = train(successors)
    return sum(RESULTS[play(values, 0, successors)[0][-1]] == 0 for _ in range(GAMES))


def measure(work, seconds):
    started = time.thread_time()
    count = calls = 0
    while True:
        count += work()
        calls += 1
        passed = time.thread_time() - started
        if passed >= seconds:
            return {"count": count, "calls": calls, "seconds": passed}


WORKS = {work.__name__: work for work in (computed, kept, draws)}


def main():
    print(json.dumps({"version": platform.python_version()}), flush=True)
    for line in sys.stdin:
        name, seconds = line.split()
        print(json.dumps(measure(WORKS[name], float(seconds))), flush=True)


if __name__ == "__main__":
    main()
