"""Experiments: a file asks a question and says what to measure; a run is a folder with data, charts and a report."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _kinrow
from ._progress import bar, quiet
from .tables import Svg, Table


class Run:
    """A finished run: its tables, what they say, its charts and its report."""

    def __init__(self, folder: Path, data: dict[str, Any], owner: object = None) -> None:
        #: Where everything is.
        self.folder = folder
        #: What is known of it.
        self.data = data
        self._owner = owner

    @property
    def name(self) -> str:
        """The experiment's name."""
        return str(self.data["name"])

    @property
    def tables(self) -> dict[str, Table]:
        """What was measured, by name. The columns are explained in docs/lab.md."""
        return {name: Table(columns, rows) for name, (columns, rows) in self.data["tables"].items()}

    @property
    def answers(self) -> list[str]:
        """What answers the question."""
        return list(self.data["answers"])

    @property
    def findings(self) -> list[str]:
        """Everything that the numbers say."""
        return list(self.data["findings"])

    @property
    def charts(self) -> dict[str, Svg]:
        """The figures of the report, by name."""
        return {file.stem: Svg(file.read_text(encoding="utf-8")) for file in sorted((self.folder / "charts").glob("*.svg"))}

    @property
    def html(self) -> Path:
        """The report as a page, complete in one file."""
        return self.folder / "report.html"

    @property
    def markdown(self) -> str:
        """The report as Markdown."""
        return (self.folder / "report.md").read_text(encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Run of {self.name} ({self.data['mode']}, seed {self.data['seed']})>"

    def _repr_markdown_(self) -> str:
        points = "\n".join(f"- {answer}" for answer in self.answers)
        return f"**{self.data['title']}**\n\n{self.data['question']}\n\n{points}"


def experiments() -> Table:
    """The experiments that come with Kinrow, and how many seconds they will take here: in full, and ``quick``.

    >>> import kinrow as kr
    >>> 'minimax-vs-alphabeta' in kr.lab.experiments()['name']
    True
    """
    return Table(["name", "title", "question", "seconds", "seconds_quick"], _kinrow.experiments())


def text(name: str) -> str:
    """The file of an experiment, as a beginning for one of your own (docs/lab.md explains every line).

    >>> import kinrow as kr
    >>> 'name = "tree-growth"' in kr.lab.text('tree-growth')
    True
    """
    return _kinrow.experiment_text(name)


def run(
    experiment: str | Path,
    *,
    quick: bool = False,
    seed: int | None = None,
    folder: str | Path | None = None,
    workers: int | None = None,
    author: Mapping[str, str] | None = None,
    progress: bool = False,
) -> Run:
    """Runs an experiment: a built-in one by its name, a file, or the text of one.

    With ``quick`` only what a minute allows. Into ``folder`` go data, charts and report; a run that was stopped (Ctrl-C) goes on when it is called again with the same folder.
    Without one, everything is gone when the result is. The same seed gives the same data, with any number of workers. ``author`` has ``name``, ``number``, ``class`` and
    ``date`` for the title page. The report is written in the language of :func:`kinrow.lang`.

    >>> import kinrow as kr
    >>> run = kr.lab.run('''
    ... format = 1
    ... name = "openings"
    ... title = "Where to begin"
    ... question = "How many positions does minimax look at on each board?"
    ... principle = "Minimax looks at every position."
    ... [[measure]]
    ... kind = "search"
    ... table = "nodes"
    ... boards = ["2x2x2", "3x3x3"]
    ... agents = ["minimax"]
    ... ''')
    >>> run.tables['nodes']['nodes']
    [41, 549946]
    """
    experiment = str(experiment)
    owner = None
    if folder is None:
        owner = tempfile.TemporaryDirectory(prefix="kinrow-")
        folder = Path(owner.name) / "run"
    told = "" if "\n" in experiment else repr(experiment) + (", quick=True" if quick else "") + ("" if seed is None else f", seed={seed}")
    asked = {
        "experiment": experiment,
        "quick": quick,
        "seed": seed,
        "folder": str(folder),
        "workers": workers,
        "call": f"kinrow.lab.run({told or '…'})",
    }
    with bar("tasks") if progress else quiet() as show:
        _kinrow.run_experiment(asked, show)
    return open(folder, author=author, owner=owner)


def open(folder: str | Path, *, author: Mapping[str, str] | None = None, owner: object = None) -> Run:
    """Opens the folder of a finished run, and writes its report anew, in the language of :func:`kinrow.lang`.

    Data that were changed are refused; what you wrote into ``discussion.md`` becomes a part of the report.
    """
    given = author or {}
    lines = [given.get(name) for name in ("name", "number", "class", "date")]
    return Run(Path(folder), _kinrow.open_run(str(folder), lines), owner)
