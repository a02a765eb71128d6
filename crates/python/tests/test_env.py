"""Environments: against a slow model of what they promise, and by the checks of those who made their interfaces."""

import warnings

import gymnasium
import kinrow as kr
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

BOARDS = ["3x3x3", "4x3x3:misere", "7x6x4:drop", "9x8x5", "11x11x5:renju"]


class Slow:
    """What `vec` promises of one game in self-play, over the board."""

    def __init__(self, rules, autoreset):
        self.rules, self.autoreset = rules, autoreset
        self.reset()

    def reset(self):
        self.board, self.over, self.last = kr.Board(self.rules), False, None

    def step(self, action):
        if self.over:
            self.reset()
            return 0.0, False
        mover = self.board.to_move
        reward, ended = 0.0, False
        if self.board.is_legal(action):
            self.board.push(action)
            ended = self.board.is_over
            reward = {None: 0.0, mover: 1.0}.get(self.board.winner, -1.0)
        else:
            reward, ended, self.over = -1.0, True, True
        if ended:
            self.over = True
            if self.autoreset == "SameStep":
                self.last = self.board.planes()
                board = kr.Board(self.rules)
                self.board, self.over = board, False
        return reward, ended

    def mask(self):
        return np.zeros(self.board.action_count, np.int8) if self.over else self.board.mask()


@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep"])
@pytest.mark.parametrize("rules", BOARDS)
def test_a_batch_is_many_games(rules, autoreset):
    start = kr.Board(rules)
    n = 7 if start.action_count < 100 else 2
    envs = kr.env.vec(rules, n=n, autoreset=autoreset)
    slow = [Slow(rules, autoreset) for _ in range(n)]
    seen, info = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    ends = 0
    # On a large board few games are enough, for the slow model is slow.
    for _ in range(300 if start.action_count < 100 else 60 * n):
        if start.action_count >= 100 and ends:
            break
        for at, one in enumerate(slow):
            assert (seen[at] == one.board.planes()).all() and (info["action_mask"][at] == one.mask()).all()
        actions = envs.sample()
        # Now and then a move that may not be legal.
        actions = np.where(rng.random(n) < 0.02, rng.integers(-2, envs.single_action_space.n + 2, n), actions)
        seen, rewards, terminated, truncated, info = envs.step(actions)
        expected = [one.step(int(action)) for one, action in zip(slow, actions, strict=True)]
        assert [(float(reward), bool(end)) for reward, end in zip(rewards, terminated, strict=True)] == expected
        assert not truncated.any()
        ends += int(terminated.sum())
        if autoreset == "SameStep" and terminated.any():
            assert (info["_final_obs"] == terminated).all()
            for at in np.flatnonzero(terminated):
                assert (info["final_obs"][at] == slow[at].last).all()
    assert ends > 0


def test_games_stay_over_without_autoreset():
    envs = kr.env.vec("2x2x2", n=3, autoreset="Disabled")
    assert envs.metadata["autoreset_mode"] == AutoresetMode.DISABLED
    envs.reset(seed=1)
    envs.step([0, 0, 0])
    envs.step([1, 1, 1])
    _, _, terminated, _, _ = envs.step([2, 2, 0])
    assert terminated.tolist() == [True, True, True]
    with pytest.raises(ValueError, match="autoreset is off"):
        envs.step([3, 3, 3])
    seen, _ = envs.reset(options={"reset_mask": np.array([True, True, True])})
    assert seen.sum() == 0
    envs.step([0, 0, 0])


@pytest.mark.parametrize("opponent", ["random", "alphabeta:depth=2", "mcts:playouts=10"])
@pytest.mark.parametrize("side", ["X", "O", "both"])
def test_opponents_answer_inside(opponent, side):
    n = 6
    envs, more = (kr.env.vec("3x3x3", n=size, opponent=opponent, side=side) for size in (n, n + 3))
    (seen, info), (again, _) = envs.reset(seed=5), more.reset(seed=5)
    # What happens in a place does not depend on how many others there are.
    assert (seen == again[:n]).all()
    total, ends = 0.0, 0
    for _ in range(60):
        for at in range(n):
            board = envs.board(at)
            mine, theirs = int(seen[at][0].sum()), int(seen[at][1].sum())
            assert mine + theirs == board.ply
            if not board.is_over and info["action_mask"][at].any():
                assert (board.planes() == seen[at]).all() and (board.mask() == info["action_mask"][at]).all()
                assert side == "both" or board.to_move == side
        actions = envs.sample()
        padded = np.concatenate([actions, more.sample()[n:]])
        seen, rewards, terminated, _, info = envs.step(actions)
        other = more.step(padded)
        assert (seen == other[0][:n]).all() and (rewards == other[1][:n]).all()
        assert (rewards[~terminated] == 0).all()
        total, ends = total + float(rewards.sum()), ends + int(terminated.sum())
    assert ends > 20
    if opponent.startswith("alphabeta"):
        assert total < 0


def test_arrays_are_shared_only_on_request():
    for copy in (True, False):
        envs = kr.env.vec("3x3x3", n=2, copy=copy)
        first, _ = envs.reset(seed=1)
        second = envs.step([0, 0])[0]
        assert np.shares_memory(first, second) != copy


def test_mistakes_are_sentences():
    envs = kr.env.vec("3x3x3", n=2)
    for call, words in [
        (lambda: envs.step([0, 0]), r"call reset\(\) first"),
        (lambda: (envs.reset(), envs.step([0])), "actions has 1 entries, but 2"),
        (lambda: envs.reset(seed=[1, 2]), "one seed"),
        (lambda: envs.reset(options={"reset_mask": [True]}), "reset_mask has 1"),
        (lambda: kr.env.vec("3x3x3", n=0), "at least one game"),
        (lambda: kr.env.vec("3x3x3", n=1, opponent="nobody"), "is not an agent"),
        (lambda: kr.env.vec("3x3x3", n=1, opponent=lambda board: 0), "cannot answer inside a batch"),
        (lambda: kr.env.vec("7x6x4:drop", n=1, opponent="minimax"), "never finish"),
        (lambda: kr.env.vec("3x3x3", n=1, autoreset="Later"), "choose from NextStep"),
        (lambda: kr.env.gym("3x3x3", side="Z"), "'X', 'O' or 'both'"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


@pytest.mark.parametrize("rules", ["3x3x3", "7x6x4:drop"])
@pytest.mark.parametrize("opponent", [None, "random", "alphabeta:depth=1"])
def test_gymnasium_is_content(rules, opponent):
    with warnings.catch_warnings():
        # A space without a spec and a renderer are nothing to complain of.
        warnings.simplefilter("ignore")
        check_env(kr.env.gym(rules, opponent=opponent), skip_render_check=True)


def test_one_game_after_another():
    env = kr.env.gym("3x3x3", opponent=lambda board: board.legal_actions[0], side="both")
    env.reset(seed=1)
    assert env.side == "X"
    seen, reward, terminated, _, info = env.step(4)
    assert seen[1, 0, 0] == 1 and reward == 0 and not terminated
    env.step(6)
    seen, reward, terminated, _, _ = env.step(2)
    assert (reward, terminated) == (1.0, True)
    seen, _ = env.reset()
    assert env.side == "O" and seen[1].sum() == 1
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    solo = kr.env.gym("3x3x3", opponent=None)
    solo.reset()
    for action, expected in ((0, 0.0), (3, 0.0), (1, 0.0), (4, 0.0), (2, 1.0)):
        _, reward, terminated, _, _ = solo.step(action)
        assert reward == expected
    assert terminated


def test_a_vector_of_gymnasium_s_own_plays_the_same():
    ours = kr.env.vec("7x6x4:drop", n=3)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: kr.env.gym("7x6x4:drop", opponent=None)] * 3)
    seen, _ = ours.reset(seed=1)
    also, _ = theirs.reset(seed=1)
    for _ in range(120):
        assert (seen == also).all()
        actions = ours.sample()
        seen, rewards, terminated, _, _ = ours.step(actions)
        also, their_rewards, their_ends, _, _ = theirs.step(actions)
        assert (rewards == their_rewards).all() and (terminated == their_ends).all()


@pytest.mark.parametrize("rules", ["3x3x3", "7x6x4:drop", "6x6x4:misere"])
def test_pettingzoo_is_content(rules):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(kr.env.pettingzoo(rules), num_cycles=300)
        seed_test(lambda: kr.env.pettingzoo(rules), num_cycles=50)


def test_two_agents_in_turn():
    env = kr.env.pettingzoo("3x3x3")
    env.reset()
    for action in (0, 3, 1, 4, 2):
        assert env.observe(env.agent_selection)["action_mask"][action] == 1
        env.step(action)
    assert env.rewards == {"X": 1.0, "O": -1.0} and all(env.terminations.values())
    env.reset()
    env.step(0)
    env.step(0)
    assert env.rewards == {"X": 1.0, "O": -1.0}
