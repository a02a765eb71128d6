"""Tables and pictures: what results are made of, for people and for other libraries."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._say import missing

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Cell = str | int | float | bool | None


class Table:
    """Rows and columns of plain values.

    >>> table = Table(['move', 'value'], [('b2', 0.5), ('a1', None)])
    >>> len(table), table[0]['move'], table['value']
    (2, 'b2', [0.5, None])
    >>> print(table)
    move  value
    b2      0.5
    a1

    ``to_pandas()``, ``to_polars()`` and ``to_arrow()`` make tables of those libraries, where they are installed.
    """

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.columns = list(columns)
        self.rows: list[tuple[Any, ...]] = [tuple(row) for row in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __getitem__(self, key: int | str) -> Any:
        """A row by its number, as a dictionary; a column by its name, as a list."""
        if isinstance(key, str):
            at = self.columns.index(key)
            return [row[at] for row in self.rows]
        return dict(zip(self.columns, self.rows[key], strict=True))

    def to_dict(self) -> dict[str, list[Any]]:
        """Columns by name."""
        return {name: self[name] for name in self.columns}

    def to_pandas(self) -> pandas.DataFrame:
        """As a table of pandas."""
        try:
            import pandas
        except ImportError:
            raise missing("pandas", "to_pandas", "pandas") from None
        return pandas.DataFrame(self.to_dict(), columns=self.columns)

    def to_polars(self) -> polars.DataFrame:
        """As a table of polars."""
        try:
            import polars
        except ImportError:
            raise missing("polars", "to_polars", "polars") from None
        return polars.DataFrame(self.to_dict())

    def to_arrow(self) -> pyarrow.Table:
        """As a table of Arrow."""
        try:
            import pyarrow
        except ImportError:
            raise missing("pyarrow", "to_arrow", "pyarrow") from None
        return pyarrow.table(self.to_dict())

    def __str__(self) -> str:
        cells = [self.columns, *([shown(cell) for cell in row] for row in self.rows)]
        widths = [max(len(row[at]) for row in cells) for at in range(len(self.columns))]
        is_number = [
            any(isinstance(row[at], int | float) for row in self.rows) and not any(isinstance(row[at], str) for row in self.rows)
            for at in range(len(self.columns))
        ]
        lines = []
        for row in cells:
            parts = [cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, widths, is_number, strict=True)]
            lines.append("  ".join(parts).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        rows = ["".join(f"<td>{html.escape(shown(cell))}</td>" for cell in row) for row in self.rows]
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def shown(cell: Any) -> str:
    """A value for people: empty for None, three decimals at most."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.3f}".rstrip("0").rstrip(".")
    if isinstance(cell, list | tuple):
        return " ".join(shown(part) for part in cell)
    return str(cell)


class Svg(str):
    """A picture as SVG: text, which a notebook shows as what it draws."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, file: str | Path) -> None:
        """Writes it to a file."""
        Path(file).write_text(self, encoding="utf-8")
