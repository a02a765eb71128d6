"""ConnectX agents, in both directions."""

import kinrow as kr
import pytest

SUBMISSION = """
import random
def helper(x):
    return x
def my_agent(observation, configuration):
    columns = [c for c in range(configuration.columns) if observation.board[c] == 0]
    assert observation['mark'] in (1, 2) and len(observation.board) == configuration.columns * configuration.rows
    assert configuration.inarow == 4
    return random.Random(sum(observation.board)).choice(columns)
"""


def test_a_submission_plays_and_is_audited(tmp_path):
    file = tmp_path / "submission.py"
    file.write_text(SUBMISSION)
    agent = kr.kaggle.load(file)
    assert agent.name == "my_agent"
    match = kr.match(agent, "alphabeta:depth=2", "7x6x4:drop", games=10, seed=1)
    assert len(match.games) == 10 and not match.forfeits
    assert kr.audit(agent, "4x4x4:drop", side="O", positions=2_000_000).o.games > 0
    db = tmp_path / "games.db"
    kr.match(agent, "random", "7x6x4:drop", games=2, db=db)
    file.write_text(SUBMISSION + "\n")
    assert kr.match(kr.kaggle.load(file), "random", "7x6x4:drop", games=2, db=db, resume=True).run == 2


def test_there_and_back_is_the_same_agent():
    spec = "alphabeta:depth=3,eval=runs"
    back = kr.kaggle.agent_of(kr.kaggle.export(spec))
    board = kr.Board("7x6x4:drop")
    own = kr.agent(spec)
    while not board.is_over:
        move = own.move(board)
        assert board.action(back(board)) == board.action(move)
        shown = kr.kaggle.observation_of(board), kr.kaggle.configuration_of(board)
        assert kr.kaggle.board_of(*shown) == board
        board.push(move)


def test_the_board_is_laid_out_as_connectx_has_it():
    observation = kr.kaggle.observation_of(kr.Board("7x6x4:drop", "a b a"))
    assert observation.board[35] == 1 and observation.board[36] == 2 and observation.board[28] == 1
    assert observation.mark == 2 and observation.step == 3


def test_mistakes_are_sentences(tmp_path):
    with pytest.raises(ValueError, match="knows only boards where stones fall"):
        kr.audit(kr.kaggle.agent_of(lambda observation, configuration: 0), "3x3x3")
    with pytest.raises(ValueError, match="must return the number of a column"):
        kr.audit(kr.kaggle.agent_of(lambda observation, configuration: None), "4x4x4:drop")
    file = tmp_path / "empty.py"
    file.write_text("x = 1\n")
    with pytest.raises(ValueError, match="defines no function"):
        kr.kaggle.load(file)
