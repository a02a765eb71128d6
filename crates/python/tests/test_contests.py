"""Matches, tournaments and their record; agents in Python among them."""

import textwrap
import warnings

import kinrow as kr
import pytest
from kinrow.agents import fingerprint


def games_of(contest):
    """The games, without what a clock measured."""
    return [(game.x, game.o, game.moves, game.result) for game in contest.games]


def test_workers_change_nothing(seeded):
    field = {"mine": seeded, "short": "alphabeta:depth=1", "chance": "random"}
    one, two = (kr.tournament(field, "4x4x3", games=6, seed=3, workers=workers) for workers in (1, 3))
    assert games_of(one) == games_of(two) and len(one.games) == 18
    assert str(one.table) == str(two.table)
    assert games_of(one) != games_of(kr.tournament(field, "4x4x3", games=6, seed=4))
    scores = dict(zip(one.table["agent"], one.table["points"], strict=True))
    assert sum(scores.values()) == 18
    assert one.cross["agent"] == one.table["agent"]


def test_a_match_is_told_of_the_first():
    match = kr.match("alphabeta", "random", games=40, seed=2, openings="none")
    assert match.losses == 0 and match.wins + match.draws == 40 == len(match.games)
    assert match.score == (match.wins + match.draws / 2) / 40
    assert match.elo is None or match.elo > 0
    low, high = match.interval
    assert low is not None and low > 0 and match.los > 0.9 and match.complete and match.run is None
    assert kr.match("alphabeta", "random", games=2000, seed=2, sprt="elo0=0,elo1=100").data["sprt"]["accepted"] == "elo1"


def test_agents_see_the_game_so_far():
    seen = []

    def watcher(board):
        seen.append((board.moves, board.ply))
        return board.legal_moves[0]

    kr.match(watcher, "random", games=2, seed=1)
    assert all(len(moves) == ply for moves, ply in seen) and any(ply > 2 for _, ply in seen)


def test_mistakes_lose_the_game_with_a_warning():
    def broken(board):
        raise RuntimeError("my mistake")

    with pytest.warns(UserWarning, match="broken lost 4 games by mistakes of its own.*RuntimeError: my mistake"):
        match = kr.match(broken, "random", games=4)
    assert match.losses == 4 and match.forfeits == {"broken": {"time": 0, "illegal": 0, "error": 4}}
    with pytest.warns(UserWarning, match="taken"):
        match = kr.match(kr.agent_from(lambda board: 4), "random", games=2, openings="none")
    assert {game.reason for game in match.games} == {"illegal-move"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        resigned = kr.match(lambda board: "resign", "random", games=2)
    assert {game.reason for game in resigned.games} == {"resigned"}


def test_an_object_plays_its_games_one_after_the_other():
    class Counting(kr.Agent):
        def __init__(self):
            self.begun, self.asked = 0, 0

        def new_game(self):
            self.begun += 1
            self.asked = 0

        def choose(self, board, limits, stop):
            self.asked += 1
            assert self.asked <= (board.ply + 2) // 2
            return board.legal_moves[0]

    one = Counting()
    kr.match(one, "random", games=10, workers=4)
    assert one.begun == 10


def test_limits_reach_agents():
    seen = set()

    def note(board):
        return board.legal_moves[0]

    class Noting(kr.Agent):
        def choose(self, board, limits, stop):
            seen.add((limits.nodes, limits.time, stop.is_stopped))
            return note(board)

    kr.match(Noting, "random", games=2, limits=kr.Limits(nodes=7))
    assert seen == {(7, None, False)}


def test_a_record_keeps_games_and_goes_on(tmp_path, seeded):
    db = tmp_path / "games.db"
    first = kr.match(seeded, "random", games=10, seed=1, db=db)
    assert first.run == 1
    more = kr.match(seeded, "random", games=30, seed=1, db=db, resume=True)
    assert more.run == 1 and len(more.games) == 30
    assert games_of(more)[:10] == games_of(first)
    assert games_of(more) == games_of(kr.match(seeded, "random", games=30, seed=1))


SOURCE = """
import kinrow as kr
HELP = {help}
class Mine(kr.Agent):
    def __init__(self, depth=1):
        self.depth = depth
    def choose(self, board, limits, stop):
        return board.legal_moves[0]
def make(number):
    def act(board):
        return board.legal_actions[number]
    return act
def opaque(board, memory=object()):
    return 0
"""


def written(folder, name, help):
    """A module with agents."""
    import importlib.util

    file = folder / f"{name}.py"
    file.write_text(textwrap.dedent(SOURCE.format(help=help)))
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_an_edited_agent_is_another_one(tmp_path):
    one, same, other = (written(tmp_path, name, help) for name, help in (("one", 1), ("same", 1), ("other", 2)))
    marks = lambda module: [fingerprint(module.Mine), fingerprint(module.Mine()), fingerprint(module.make(0))]
    assert marks(one) == marks(same) and None not in marks(one)
    # A helper elsewhere in the file has changed.
    assert not set(marks(one)) & set(marks(other))
    assert fingerprint(one.Mine(depth=2)) != fingerprint(one.Mine(depth=1))
    assert fingerprint(one.make(1)) != fingerprint(one.make(0))
    assert fingerprint(one.opaque) is None
    db = tmp_path / "games.db"
    kr.match(one.Mine, "random", games=2, db=db)
    assert kr.match(other.Mine, "random", games=4, db=db, resume=True).run == 2
    assert kr.match(same.Mine, "random", games=4, db=db, resume=True).run == 1
    with pytest.raises(ValueError, match="fingerprint"):
        kr.match(one.opaque, "random", games=2, db=db, resume=True)


def test_contests_are_refused_in_a_sentence(tmp_path):
    for call, words in [
        (lambda: kr.match("random", "nobody"), "'nobody' is not an agent"),
        (lambda: kr.match("random", "minimax", "7x6x4:drop"), "never finish"),
        (lambda: kr.match("random", "random", openings="random:0"), "random:4"),
        (lambda: kr.tournament(["random"]), "at least two"),
        (lambda: kr.tournament(["random", "random"], format="cup"), "choose from roundrobin"),
        (lambda: kr.match("random", "random", db=tmp_path), "is not a record"),
        (lambda: kr.match("td0", "random"), "has learned nothing yet"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


def test_games_can_be_replayed_and_shown(tmp_path):
    match = kr.match("alphabeta", "random", games=2, seed=1, openings="none")
    game = match.games[0]
    boards = game.replay()
    assert boards[-1] == game.board and boards[0].ply == 0
    assert len(game.table) == len(game.moves)
    assert "<table>" in match._repr_html_() and game._repr_svg_().startswith("<svg")
