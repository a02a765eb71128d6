"""Self-play learning of tic-tac-toe as the textbook's program is built: states, players and a judge, plain Python lists.

Sutton and Barto's first chapter, the way a student writes it down: a state is a board with a hash in base three, a player
tries every next state, shuffles and sorts them by its estimates, and backs its estimates up after the game. `selfplay.py`
is the same method written for speed.

    echo "textbook 1" | python3 benches/selfplay_textbook.py [EPISODES]
"""

import json
import platform
import random
import sys
import time

# Of a training; then it begins anew.
EPISODES = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
SIZE = 3


class State:
    def __init__(self):
        self.data = [[0] * SIZE for _ in range(SIZE)]
        self.winner = None
        self.hash_value = None

    def hash(self):
        if self.hash_value is None:
            self.hash_value = 0
            for row in self.data:
                for cell in row:
                    self.hash_value = self.hash_value * 3 + cell % 3
        return self.hash_value

    def is_end(self):
        sums = [sum(row) for row in self.data]
        sums += [sum(self.data[i][j] for i in range(SIZE)) for j in range(SIZE)]
        sums.append(sum(self.data[i][i] for i in range(SIZE)))
        sums.append(sum(self.data[i][SIZE - 1 - i] for i in range(SIZE)))
        for symbol in (1, -1):
            if symbol * SIZE in sums:
                self.winner = symbol
                return True
        if all(cell for row in self.data for cell in row):
            self.winner = 0
            return True
        return False

    def next_state(self, i, j, symbol):
        state = State()
        state.data = [list(row) for row in self.data]
        state.data[i][j] = symbol
        return state


def all_states():
    states = {}

    def visit(state, symbol):
        ended = state.is_end()
        states[state.hash()] = (state, ended)
        if ended:
            return
        for i in range(SIZE):
            for j in range(SIZE):
                if state.data[i][j] == 0:
                    after = state.next_state(i, j, symbol)
                    if after.hash() not in states:
                        visit(after, -symbol)

    visit(State(), 1)
    return states


STATES = all_states()


class Player:
    def __init__(self, symbol, step_size=0.1, epsilon=0.01):
        self.symbol = symbol
        self.step_size = step_size
        self.epsilon = epsilon
        self.states = []
        self.greedy = []
        self.estimations = {
            key: 0.5 if not ended or state.winner == 0 else float(state.winner == symbol)
            for key, (state, ended) in STATES.items()
        }

    def reset(self):
        self.states = []
        self.greedy = []

    def set_state(self, state):
        self.states.append(state)
        self.greedy.append(True)

    def act(self):
        state = self.states[-1]
        choices = []
        for i in range(SIZE):
            for j in range(SIZE):
                if state.data[i][j] == 0:
                    choices.append(((i, j), state.next_state(i, j, self.symbol).hash()))
        if random.random() < self.epsilon:
            self.greedy[-1] = False
            return random.choice(choices)[0]
        values = [(self.estimations[key], place) for place, key in choices]
        random.shuffle(values)
        values.sort(key=lambda value: value[0], reverse=True)
        return values[0][1]

    def backup(self):
        keys = [state.hash() for state in self.states]
        for i in reversed(range(len(keys) - 1)):
            error = self.greedy[i] * (self.estimations[keys[i + 1]] - self.estimations[keys[i]])
            self.estimations[keys[i]] += self.step_size * error


def play(players):
    state, ended = State(), False
    for player in players:
        player.reset()
        player.set_state(state)
    turn = 0
    while not ended:
        i, j = players[turn].act()
        state, ended = STATES[state.next_state(i, j, players[turn].symbol).hash()]
        for player in players:
            player.set_state(state)
        turn = 1 - turn
    return state.winner


def textbook():
    players = [Player(1), Player(-1)]
    for _ in range(EPISODES):
        play(players)
        for player in players:
            player.backup()
    return EPISODES


def main():
    print(json.dumps({"version": platform.python_version()}), flush=True)
    for line in sys.stdin:
        _, seconds = line.split()
        started = time.thread_time()
        count = calls = 0
        while True:
            count += textbook()
            calls += 1
            passed = time.thread_time() - started
            if passed >= float(seconds):
                break
        print(json.dumps({"count": count, "calls": calls, "seconds": passed}), flush=True)


if __name__ == "__main__":
    main()
