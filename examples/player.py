#!/usr/bin/env python3
"""A complete player for the Gomocup protocol: wins if it can, blocks if it must, else plays near other stones.
By hand: run it, type START 15, then BEGIN, then TURN 8,8. Change choose() and it is a player of your own."""
import random
import sys

MINE, YOURS = 1, 2
width, height, k = 0, 0, 5  # k in a row win
stones = {}  # (x, y) -> MINE or YOURS


def row(x, y, whose):
    """The longest row that a stone on x,y would make."""
    longest = 1
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        count = 1
        for sign in 1, -1:
            step = sign
            while stones.get((x + step * dx, y + step * dy)) == whose:
                count, step = count + 1, step + sign
        longest = max(longest, count)
    return longest


def choose():
    free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in stones]
    near = [(x, y) for x, y in free if any(abs(x - a) < 3 and abs(y - b) < 3 for a, b in stones)]

    def worth(point):
        mine, yours = row(*point, MINE), row(*point, YOURS)
        return mine >= k, yours >= k, max(2 * mine + 1, 2 * yours), random.random()

    return max(near or [(width // 2, height // 2)], key=worth)


def move():
    x, y = choose()
    stones[x, y] = MINE
    print(f"{x},{y}", flush=True)  # without flush the manager waits for ever


for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    numbers = [int(word) for word in rest.split(",") if word.strip().isdigit()]
    if command in ("START", "RECTSTART"):
        width, height, stones = numbers[0], numbers[-1], {}
        print("OK", flush=True)
    elif command == "TURN":
        stones[numbers[0], numbers[1]] = YOURS
        move()
    elif command in ("BEGIN", "BOARD"):  # after BOARD come lines "x,y,whose" until DONE
        while command == "BOARD" and (line := sys.stdin.readline().strip()) not in ("DONE", ""):
            x, y, stones[x, y] = map(int, line.split(","))
        move()
    elif command == "INFO" and rest.startswith("kinrow_k "):  # before START, with extensions=on
        k = int(rest.split()[1])
    elif command == "END":
        break
    elif command != "INFO":
        print("UNKNOWN", flush=True)
