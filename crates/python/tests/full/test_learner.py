"""A learner from outside learns in Kinrow's environment until no line is lost."""

import pathlib
import re
import subprocess
import sys

EXAMPLE = pathlib.Path(__file__).resolve().parents[4] / "examples" / "python" / "dqn.py"


def test_deep_q_learning_becomes_unbeatable():
    told = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True)
    print(told.stdout, told.stderr)
    assert told.returncode == 0
    lost = [int(x) + int(o) for x, o in re.findall(r"lost lines: (\d+) as X, (\d+) as O", told.stdout)]
    assert lost[-1] == 0 and lost[0] > 0, "it begins by losing"


def test_it_says_when_it_gave_up():
    told = subprocess.run([sys.executable, str(EXAMPLE), "--updates", "250"], capture_output=True, text=True)
    assert told.returncode == 1 and "lost lines" in told.stdout
