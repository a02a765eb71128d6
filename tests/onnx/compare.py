"""Runs a network that Kinrow wrote as ONNX, and compares what it says of positions with what Kinrow says.

    tests/onnx/compare.py NETWORK.onnx < answers

Each line of `answers` is what `kinrow model FILE --position MOVES --json` prints: the planes that the network saw, the
policy over the legal moves, and how likely the side to move is to win, draw and lose. Here the planes go through the
network in batches of one and all together, and the same must come out, within what another order of sums rounds.
"""

import json
import math
import sys

import numpy
import onnxruntime

TOLERANCE = 1e-5


def cell(name, height, width):
    """The number of a point, row by row from the top left; `d1` is in the lowest row."""
    return (height - int(name[1:])) * width + ord(name[0]) - ord("a")


def policy(logits, cells):
    """The softmax over the legal moves alone."""
    legal = logits[cells].astype(float)
    shares = numpy.exp(legal - legal.max())
    return shares / shares.sum()


def difference(answer, logits, outcomes):
    """The largest difference between two opinions of one position."""
    height, width = len(answer["planes"]), len(answer["planes"][0])
    cells = [cell(move["point"], height, width) for move in answer["moves"]]
    shares = policy(logits, cells)
    pairs = [(move["policy"], share) for move, share in zip(answer["moves"], shares)]
    pairs += zip((answer["loss"], answer["draw"], answer["win"]), outcomes)
    return max(abs(ours - theirs) for ours, theirs in pairs)


def main():
    session = onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
    answers = [json.loads(line) for line in sys.stdin]
    planes = numpy.array([answer["planes"] for answer in answers], dtype=numpy.float32)
    together = session.run(["policy", "outcomes"], {"planes": planes})
    largest = 0.0
    for number, answer in enumerate(answers):
        alone = session.run(["policy", "outcomes"], {"planes": planes[number : number + 1]})
        for logits, outcomes in ((alone[0][0], alone[1][0]), (together[0][number], together[1][number])):
            found = difference(answer, logits, outcomes)
            if not found <= TOLERANCE or not math.isclose(outcomes.sum(), 1.0, abs_tol=1e-5):
                print(f"{answer['position']}: the opinions differ by {found}", file=sys.stderr)
                return 1
            largest = max(largest, found)
    print(f"onnxruntime says the same of {len(answers)} positions, within {largest:.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
