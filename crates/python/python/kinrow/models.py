"""Trainings, and the models that come of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import _kinrow
from ._progress import bar, quiet
from .agents import Player
from .results import Audit
from .tables import Svg, Table


class Model:
    """Something that was learned. ``header`` says what it is."""

    def __init__(self, native: _kinrow.Model) -> None:
        self._native = native
        self.header: dict[str, Any] = json.loads(native.header)

    @property
    def method(self) -> str:
        """How it learned."""
        return self._native.method

    @property
    def board(self) -> str:
        """What it learned."""
        return str(self.header["rules"])

    def agent(self, seed: int = 1) -> Player:
        """An agent that plays by it."""
        return Player(self._native.player(seed))

    def save(self, file: str | Path, *, force: bool = False) -> None:
        """Writes it to a file, which ``kinrow`` and :func:`load` read. A file that is there is replaced only with ``force``."""
        self._native.save(str(file), force)

    def to_bytes(self) -> bytes:
        """What is in its file."""
        return self._native.to_bytes()

    @property
    def audit(self) -> Audit | None:
        """How it fares against every possible opponent, where the board is small enough; of a network, ask ``kinrow.audit``."""
        found = self.header.get("audit")
        return found and Audit({"board": self.board, "agent": self.method, "x": found[0], "o": found[1]})

    @property
    def curve(self) -> Curve:
        """How it fared on the way."""
        return Curve(self.header["curve"], Svg(self._native.chart()))

    def __repr__(self) -> str:
        return f"<Model {self.method} on {self.board}>"


class Curve(Table):
    """A training's looks, a row each. ``plot()`` draws them."""

    def __init__(self, looks: list[dict[str, Any]], chart: Svg) -> None:
        rows = [flat(look) for look in looks]
        columns = list(dict.fromkeys(name for row in rows for name in row))
        super().__init__(columns, [[row.get(name) for name in columns] for row in rows])
        self._chart = chart

    def plot(self) -> Svg:
        """As a chart."""
        return self._chart

    def _repr_svg_(self) -> str:
        return str(self._chart)


def flat(look: dict[str, Any]) -> dict[str, Any]:
    """A look without nesting: ``random_wins`` for the wins in ``random``."""
    row: dict[str, Any] = {}
    for name, value in look.items():
        if isinstance(value, dict):
            row.update({f"{name}_{inner}": part for inner, part in flat(value).items()})
        elif isinstance(value, list):
            words = {"audit_losses": ("x", "o"), "fitness": ("min", "mean", "max"), "mistakes": ("wrong", "of")}.get(name)
            row.update({f"{name}_{word}": part for word, part in zip(words or range(len(value)), value, strict=False)})
        elif value is not None:
            row[name] = value
    return row


class Run:
    """A training that was run: ``model``, ``curve``, ``seconds``."""

    def __init__(self, model: Model, looks: list[dict[str, Any]], seconds: float) -> None:
        self.model = model
        self.curve = Curve(looks, model.curve.plot())
        self.seconds = seconds

    @property
    def agent(self) -> Player:
        """An agent that plays by what was learned."""
        return self.model.agent()

    @property
    def audit(self) -> Audit | None:
        """How it fares against every possible opponent, where the board is small enough."""
        return self.model.audit

    def save(self, file: str | Path, *, force: bool = False) -> None:
        """Writes the model to a file."""
        self.model.save(file, force=force)

    def __repr__(self) -> str:
        return f"<Run {self.model!r}, {self.seconds:.1f} s>"

    def _repr_html_(self) -> str:
        return f"<div>{self.curve.plot()}</div>"


def train(
    method: str | None = None,
    board: str = "3x3x3",
    *,
    preset: str = "best",
    seed: int = 1,
    episodes: int | None = None,
    rounds: int | None = None,
    minutes: float | None = None,
    checkpoint: int | None = None,
    out: str | Path | None = None,
    resume: str | Path | None = None,
    force: bool = False,
    progress: bool = False,
    **options: str | float | bool,
) -> Run:
    """Trains a learner: ``td0``, ``selfplay``, ``qlearning``, ``sarsa``, ``genetic``, ``ntuple`` or ``zero``.

    ``episodes`` counts games (generations for ``genetic``); ``zero`` trains for so many ``rounds`` or ``minutes``. Further keywords are the method's own options, with ``_`` for ``-``; True and False are
    ``on`` and ``off``. With ``out=FILE`` the model, its curve and its chart are written, also after Ctrl-C, and ``resume=FILE`` goes on with a model. docs/learning.md explains the methods.

    >>> import kinrow as kr
    >>> run = kr.train('selfplay', episodes=2000, seed=1, alpha=0.2)
    >>> run.curve['episode'][-1], 'random_wins' in run.curve.columns
    (2000, True)
    >>> run.agent.choose(kr.Board('3x3x3', 'a1 b2 a2')).move in kr.Board('3x3x3', 'a1 b2 a2').legal_moves
    True
    """
    words = {True: "on", False: "off"}
    given = [(name.replace("_", "-"), words.get(value, str(value)) if isinstance(value, bool) else str(value)) for name, value in options.items()]
    asked = {
        "method": method,
        "board": board,
        "preset": preset,
        "seed": seed,
        "episodes": rounds if episodes is None else episodes,
        "minutes": minutes,
        "checkpoint": checkpoint,
        "options": given,
        "out": None if out is None else str(out),
        "resume": None if resume is None else str(resume),
        "force": force,
    }
    with bar("episodes") if progress else quiet() as show:
        native, looks, seconds = _kinrow.train(asked, show)
    return Run(Model(native), json.loads(looks), seconds)


def load(file: str | Path) -> Model:
    """Reads a model that ``kinrow train --out`` or ``save`` has written.

    >>> import kinrow as kr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kr.train('td0', episodes=200, seed=1).save(f'{folder}/first.kin')
    ...     kr.load(f'{folder}/first.kin')
    <Model td0 on 3x3x3>
    """
    return Model(_kinrow.read_model(str(file)))
