"""Four lessons as notebooks, in English and Chinese: minimax and alpha-beta, Monte Carlo, learning and the audit, a small AlphaZero.

``python -m kinrow.lessons FOLDER`` writes them. Each is a Markdown file beside this one, whose blocks of Python are the cells. A block marked ``exercise`` is for the
student to fill in; the ``solution`` that follows it is left out, or takes its place where solutions are wanted; a block marked ``check`` fails until the exercise is solved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import _kinrow
from .._say import refusal

HERE = Path(__file__).parent
FENCE = re.compile(r"^```python ?(\w*)\n(.*?)^```\n", flags=re.DOTALL | re.MULTILINE)

#: The lessons in their order.
NAMES = ("1-minimax", "2-monte-carlo", "3-learning", "4-alphazero")


def source(name: str, lang: str | None = None) -> str:
    """The Markdown of a lesson, in a language or in the one that was chosen."""
    return (HERE / f"{name}.{lang or _kinrow.lang()}.md").read_text(encoding="utf-8")


def cells(markdown: str, *, solutions: bool = False) -> Iterator[tuple[str, str]]:
    """The cells of a lesson: ``'text'``, ``'code'``, ``'exercise'``, ``'solution'`` or ``'check'``, and what stands in each."""
    at = 0
    for block in FENCE.finditer(markdown):
        text = markdown[at : block.start()].strip()
        at = block.end()
        if text:
            yield "text", text
        kind = block[1] or "code"
        if kind != ("exercise" if solutions else "solution"):
            yield kind, block[2].rstrip()
    if text := markdown[at:].strip():
        yield "text", text


def notebook(name: str, lang: str | None = None, *, solutions: bool = False) -> dict[str, Any]:
    """A lesson as a notebook, in Jupyter's format 4.5, without outputs."""
    made = []
    for number, (kind, text) in enumerate(cells(source(name, lang), solutions=solutions)):
        cell: dict[str, Any] = {"id": f"{name}-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
        if kind == "text":
            cell["cell_type"] = "markdown"
        else:
            cell |= {"cell_type": "code", "execution_count": None, "outputs": []}
            if kind != "code":
                cell["metadata"] = {"tags": [kind]}
        made.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": made, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}


def write(folder: str | Path, lang: str | None = None, *, solutions: bool = False, force: bool = False) -> list[Path]:
    """Writes the four notebooks into a folder; one that is there is replaced only with ``force``.

    >>> import kinrow as kr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [file.name for file in kr.lessons.write(folder)]
    ['1-minimax.ipynb', '2-monte-carlo.ipynb', '3-learning.ipynb', '4-alphazero.ipynb']
    """
    files = {Path(folder) / f"{name}.ipynb": notebook(name, lang, solutions=solutions) for name in NAMES}
    for file in files:
        if file.exists() and not force:
            raise refusal("lesson-kept", file=file)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for file, made in files.items():
        file.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return list(files)
