"""Trainings, models, tables."""

import kinrow as kr
import pytest


@pytest.mark.parametrize("method", ["td0", "selfplay", "qlearning", "sarsa", "genetic", "ntuple"])
def test_every_method_trains_and_is_saved(method, tmp_path):
    episodes = 3 if method == "genetic" else 100
    options = {"population": 50} if method == "genetic" else {}
    run = kr.train(method, episodes=episodes, seed=1, **options)
    file = tmp_path / "model.kin"
    run.save(file)
    assert kr.load(file).to_bytes() == run.model.to_bytes() == file.read_bytes()
    again = kr.train(method, episodes=episodes, seed=1, **options)
    assert again.model.to_bytes() == run.model.to_bytes()
    with pytest.raises(ValueError, match="exists"):
        run.save(file)
    board = kr.Board("3x3x3", "a1 b2")
    assert run.agent.choose(board).move == kr.load(file).agent().choose(board).move == kr.agent(f"{method}:file={file}").choose(board).move
    assert run.curve["episode"][-1] == episodes and run.curve.plot().startswith("<svg")


def test_self_play_learns_to_be_unbeatable(tmp_path):
    run = kr.train("selfplay", seed=1, episodes=20_000, out=tmp_path / "first.kin")
    assert (tmp_path / "first.svg").exists() and (tmp_path / "first.csv").exists()
    assert run.audit.losses == kr.audit(run.model).losses
    assert kr.match(run.model, "random", games=40, seed=1).score > 0.8
    longer = kr.train(resume=tmp_path / "first.kin", episodes=21_000)
    assert longer.model.header["episodes"] == 21_000


def test_a_network_trains(tmp_path):
    run = kr.train("zero", rounds=1, seed=1, games=8, channels=4, simulations=4, batch=16)
    run.save(tmp_path / "net.kin")
    model = kr.load(tmp_path / "net.kin")
    assert model.method == "zero" and model.agent().choose(kr.Board(), playouts=8).move
    assert kr.match(model, "random", games=2, seed=1).games


def test_trainings_are_refused_in_a_sentence():
    for call, words in [
        (lambda: kr.train(), "nothing to train"),
        (lambda: kr.train("selfpaly"), "did you mean selfplay"),
        (lambda: kr.train("td0", preset="good"), "choose from published and best"),
        (lambda: kr.train("td0", alpha=-1), "alpha"),
        (lambda: kr.train("td0", nothing=1), "nothing"),
        (lambda: kr.load("no-such-file.kin"), "no-such-file"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


def test_progress_is_told():
    tqdm = pytest.importorskip("tqdm")
    assert tqdm and kr.train("td0", episodes=500, progress=True)


def test_tables_go_elsewhere():
    table = kr.count("3x3x3").by_ply
    assert table.to_dict()["ply"] == list(range(10)) and len(list(table)) == 10
    for name in ("pandas", "polars", "pyarrow"):
        convert = getattr(table, {"pyarrow": "to_arrow"}.get(name, f"to_{name}"))
        try:
            __import__(name)
        except ImportError:
            with pytest.raises(ImportError, match=f"pip install {name}"):
                convert()
        else:
            values = {"pandas": "tolist", "polars": "to_list", "pyarrow": "to_pylist"}[name]
            assert getattr(convert()["classes"], values)() == list(table["classes"])
