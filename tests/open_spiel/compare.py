"""Compares our rules with those of open_spiel, an independent implementation.

Reads the games that the example random_games of kinrow-lab prints, and plays each in every game of open_spiel that has
the same rules: mnk, gomoku (also with `anti`, our misere), connect_four and tic_tac_toe. The legal moves before every
move, the step at which the game ends, and the winner must be the same.

    cargo run --example random_games -- 20000 1 | benches/.venv/bin/python tests/open_spiel/compare.py
"""

import collections
import functools
import json
import re
import sys

import pyspiel


class Different(Exception):
    """The two implementations do not agree."""


@functools.cache
def load(name):
    return pyspiel.load_game(name)


def games_of(rules):
    """The games of open_spiel that are played by our rules, and whether a move there is a column."""
    shape = re.fullmatch(r"(\d+)x(\d+)x(\d+)(?::([a-z,]+))?", rules)
    if shape is None:
        raise Different(f"{rules} is not understood")
    width, height, k = (int(number) for number in shape.groups()[:3])
    variant = shape.group(4)
    games = []
    if variant == "drop":
        games.append((f"connect_four(rows={height},columns={width},x_in_row={k})", True))
    if variant is None:
        games.append((f"mnk(m={width},n={height},k={k})", False))
    if variant in (None, "misere") and width == height:
        anti = "true" if variant == "misere" else "false"
        games.append((f"gomoku(size={width},connect={k},anti={anti})", False))
    if rules == "3x3x3":
        games.append(("tic_tac_toe", False))
    if not games:
        raise Different(f"open_spiel has no game with the rules {rules}")
    return width, height, games


def points(width, height, actions, is_column, filled):
    """The points of legal actions, as one number: a bit a point, row by row from the upper left."""
    if is_column:
        # A stone falls onto those that lie there.
        actions = ((height - 1 - filled[column]) * width + column for column in actions)
    return sum(1 << action for action in actions)


def replay(game, name, is_column, width, height):
    """Plays one of our games in open_spiel."""
    state = load(name).new_initial_state()
    filled = [0] * width
    for step, ((row, column), legal) in enumerate(zip(game["moves"], game["legal"], strict=True), 1):
        if state.is_terminal():
            raise Different(f"before move {step} it is over there, and goes on here")
        theirs = points(width, height, state.legal_actions(), is_column, filled)
        if theirs != int(legal, 16):
            raise Different(f"before move {step} the legal moves are {theirs:x} there and {legal} here")
        filled[column] += 1
        state.apply_action(column if is_column else row * width + column)
    if not state.is_terminal():
        raise Different(f"after {len(game['moves'])} moves it is over here, and goes on there")
    result = {1: "x", 0: "draw", -1: "o"}[state.returns()[0]]
    if result != game["result"]:
        raise Different(f"the result is {result} there and {game['result']} here")


def main():
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    compared = collections.Counter()
    boards = set()
    games = steps = 0
    for line in sys.stdin:
        game = json.loads(line)
        games += 1
        name = game["rules"]
        try:
            width, height, others = games_of(game["rules"])
            for name, is_column in others:
                replay(game, name, is_column, width, height)
                compared[name.split("(")[0]] += 1
                steps += len(game["moves"])
        except Different as why:
            print(f"game {games}, {game['rules']} against {name}: {why}\n{game}", file=sys.stderr)
            return 1
        boards.add(game["rules"])
    counts = ", ".join(f"{name} {count}" for name, count in sorted(compared.items()))
    print(f"{games} games on {len(boards)} boards agree with open_spiel, {steps} moves ({counts})")
    if games < wanted:
        print(f"these are fewer than the {wanted} games that were wanted", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
