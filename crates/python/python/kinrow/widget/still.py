"""A scene where nothing can be clicked: a picture, which ``at`` changes."""

from __future__ import annotations

from .scenes import Scene


class Still:
    """A scene as a picture. Set ``at`` to see another moment of it, or make a move with ``click``."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    @property
    def at(self) -> int:
        """Which moment is shown, from 0 to ``last``."""
        return self.scene.at

    @at.setter
    def at(self, moment: int) -> None:
        self.scene.go(moment)

    @property
    def last(self) -> int:
        """The last moment."""
        return self.scene.last

    @property
    def caption(self) -> str:
        """What is to be seen."""
        return self.scene.caption

    def click(self, move: str) -> None:
        """Makes a move, as a click on the board would."""
        for _ in self.scene.click(move):
            pass

    def _repr_html_(self) -> str:
        return f"<figure>{self.scene.picture}<figcaption>{self.caption}</figcaption></figure>"

    def _repr_svg_(self) -> str:
        return self.scene.picture
