"""Boards in notebooks: what they show, what a click does, and what is there where nothing can be clicked."""

import sys

import kinrow as kr
import pytest
from kinrow.widget.scenes import Explore, Play, Replay, Walk


def click(scene, move):
    """The pictures that a click leads to."""
    return [scene.picture for _ in scene.click(move)]


def test_a_person_plays_an_agent():
    scene = Play("alphabeta", "3x3x3", "X", 1)
    assert scene.caption == "X to move" and len(scene.targets) == 9
    before = scene.picture
    seen = click(scene, "a1")
    assert len(seen) == 2 and len({before, *seen}) == 3, "the person's stone is seen before the answer"
    assert scene.board.ply == 2 and len(scene.targets) == 7 and scene.board.to_move == "X"
    with pytest.raises(ValueError, match="taken"):
        click(scene, "a1")
    scene.press("undo")
    assert scene.board.ply == 0
    while not scene.board.is_over:
        click(scene, scene.board.legal_moves[0])
    assert scene.board.winner != "X" and scene.targets == [] and click(scene, "a1") == []
    scene.press("again")
    assert scene.board.ply == 0
    other = Play(lambda board: "resign" if board.ply else "b2", "3x3x3", "O", 1)
    assert other.board.ply == 1 and other.board.to_move == "O"
    other.press("undo")
    assert other.board.ply == 1, "what is not the person's is played anew"
    assert len(click(other, "a1")) == 2 and "given up" in other.caption and other.targets == []
    with pytest.raises(ValueError, match="'Y' is not a side"):
        Play("random", "3x3x3", "Y", 1)


def test_a_game_is_replayed():
    game = kr.match("alphabeta", "random", games=2, seed=1).games[0]
    scene = Replay(game)
    assert scene.at == scene.last == len(game.moves) and scene.picture == game.board.svg()
    assert "X has won" in scene.caption
    scene.go(-5)
    assert scene.at == 0 and "Start" in scene.caption
    scene.go(2)
    assert scene.picture == game.replay()[2].svg() and game.moves[1] in scene.caption
    kr.lang("zh")
    assert "第 2 步" in scene.caption
    set_up = kr.Board("3x3x3 X2/3/2O x")
    set_up.push("b2")
    assert Replay(set_up).last == 1


def test_an_analysis_is_explored():
    scene = Explore("3x3x3", "alphabeta", {})
    assert "best is" in scene.caption and "draw" in scene.caption and ">draw<" in scene.picture
    assert len(click(scene, "b2")) == 1 and scene.last == 1
    click(scene, "b3")
    assert "wins" in scene.caption and scene.last == 2
    scene.go(1)
    assert ">loss<" in scene.picture
    click(scene, "a1")
    assert scene.last == 2 and scene.at == 2
    limited = Explore("7x6x4:drop", "mcts", {"playouts": 50})
    assert len(limited.targets) == 7 and limited.targets[0][1][3] > 0.8, "a whole column can be clicked"


@pytest.mark.parametrize("agent, kinds", [("alphabeta", {"cut"}), ("averaging", {"mean"}), ("mcts:playouts=20", {"select", "backup"}), ("zero:simulations=20", {"weigh", "judge"})])
def test_a_search_is_walked_through(agent, kinds):
    search = kr.steps(kr.Board("3x3x3", "a1 b2 a2 a3"), agent)
    assert kinds <= {step["kind"] for step in search}
    scene = Walk(search)
    for code in ("en", "zh"):
        kr.lang(code)
        captions = set()
        for at in range(len(search)):
            scene.go(at)
            captions.add(scene.caption)
            assert scene.picture.startswith("<svg") and "{" not in scene.caption and "python." not in scene.caption
        assert len(captions) == len(search)
    assert 'fill="#e69f00"' in scene.picture or "fill" in scene.picture


def test_what_a_search_knows_is_shaded():
    scene = Walk(kr.steps(kr.Board("3x3x3", "a1 b2 a2 b1 c3"), "minimax"))
    scene.go(scene.last)
    # At the end every move of the root has its value: exactly those of the analysis.
    known = {move: word for move, _, word in scene._known()}
    assert known == {row["move"]: {"win": "wins", "loss": "loses", "draw": "draw"}[row["value"]] for row in kr.analyse(scene._root, "minimax").moves}


def test_the_widget_does_what_is_clicked():
    live = kr.widget.play("alphabeta", "3x3x3")
    told = []
    live.send = told.append
    live._told(None, {"move": "b2"}, None)
    assert told == [{"done": True}] and live.scene.board.ply == 2 and live.picture == live.scene.picture
    assert len(live.targets) == 7 and live.caption == "X to move"
    live._told(None, {"move": "b2"}, None)
    assert "taken" in live.caption and live.scene.board.ply == 2
    live._told(None, {"button": "again"}, None)
    assert live.scene.board.ply == 0 and [name for name, _ in live.buttons] == ["again", "undo"]
    replay = kr.widget.replay(kr.Board("3x3x3", "a1 b2"))
    replay.at = 1
    assert replay.scene.at == 1 and replay.picture == kr.Board("3x3x3", "a1").svg()
    data, _ = replay._repr_mimebundle_()
    assert data["image/svg+xml"] == replay.picture and "application/vnd.jupyter.widget-view+json" in data


def test_without_anywidget_there_is_a_picture(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "kinrow.widget.live", raising=False)
    still = kr.widget.play("alphabeta", "3x3x3")
    still.click("b2")
    assert still.scene.board.ply == 2 and still.caption == "X to move" and still.scene.picture in still._repr_html_()
    replay = kr.widget.replay(kr.Board("3x3x3", "a1 b2"))
    replay.at = 0
    assert replay.last == 2 and replay._repr_svg_() == kr.Board().svg()
