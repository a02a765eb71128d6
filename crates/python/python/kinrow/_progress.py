"""Progress bars: those of tqdm, where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._say import missing


class bar:
    """A bar that is told how far something has come, and of how much."""

    def __init__(self, unit: str) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise missing("tqdm", "progress=True", "tqdm") from None
        self._bar: Any = tqdm(unit=unit)

    def __enter__(self) -> Callable[[int, int], None]:
        def at(done: int, of: int) -> None:
            self._bar.total = of
            self._bar.update(done - self._bar.n)

        return at

    def __exit__(self, *_: object) -> None:
        self._bar.close()


class quiet:
    """No progress bar."""

    def __enter__(self) -> Callable[[int, int], None] | None:
        return None

    def __exit__(self, *_: object) -> None:
        pass
