"""A scene as a widget: the board's picture, with what can be clicked laid over it. Importing this needs anywidget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .._kinrow import sentence
from .scenes import Scene, said

HERE = Path(__file__).parent


class Live(anywidget.AnyWidget):
    """Shows a scene in Jupyter, and does what is clicked there."""

    _esm = HERE / "board.js"
    _css = HERE / "board.css"

    picture = traitlets.Unicode().tag(sync=True)
    #: Where a click makes which move: its name, and left, top, width and height as parts of the picture's.
    targets: traitlets.List[Any] = traitlets.List().tag(sync=True)
    caption = traitlets.Unicode().tag(sync=True)
    #: Which moment is shown, and which is the last.
    at = traitlets.Int().tag(sync=True)
    last = traitlets.Int().tag(sync=True)
    #: Buttons below: what they do, and what stands on them.
    buttons: traitlets.List[Any] = traitlets.List().tag(sync=True)
    #: What the moments' buttons say to those who hear the page.
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        words = {key: sentence(f"steps.{key}", []) for key in ("first", "back", "next", "last", "step")}
        buttons = [[name, said(f"widget-{name}")] for name in scene.BUTTONS]
        super().__init__(words=words, buttons=buttons, **self._view())
        self.on_msg(self._told)
        self.observe(lambda change: self._go(change["new"]), "at")

    def _view(self) -> dict[str, Any]:
        scene = self.scene
        return {"picture": scene.picture, "targets": scene.targets, "caption": scene.caption, "last": scene.last, "at": scene.at}

    def _show(self) -> None:
        with self.hold_sync():
            for name, value in self._view().items():
                setattr(self, name, value)

    def _go(self, moment: int) -> None:
        if moment != self.scene.at:
            self.scene.go(moment)
            self._show()

    def _told(self, _: Any, content: dict[str, Any], __: Any) -> None:
        try:
            if "button" in content:
                self.scene.press(content["button"])
                self._show()
            else:
                # The move is seen before an agent has answered it.
                for _ in self.scene.click(content["move"]):
                    self._show()
        except ValueError as error:
            self.caption = str(error)
        finally:
            self.send({"done": True})

    def click(self, move: str) -> None:
        """Makes a move, as a click on the board does."""
        self._told(None, {"move": move}, None)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Beside the widget, the picture: for pages that show notebooks and cannot run them."""
        bundle = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**(data or {}), "image/svg+xml": self.picture}, metadata
