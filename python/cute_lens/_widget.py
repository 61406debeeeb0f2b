"""The preview's stage in a notebook: hover, isolate threads, choose labels, colours and views, slice, zoom, export.

The page is the one of the VS Code extension, in a frame of its own, with its engine: nothing is asked of Python, and the
widget goes on when the kernel is gone. It needs ``anywidget``, which ``pip install "cute-lens[widget]"`` brings.
"""

from __future__ import annotations

import pathlib
import re
from typing import Any, Dict, Optional

try:
    import anywidget
    import traitlets
except ImportError:
    raise ImportError('the widget needs anywidget: pip install "cute-lens[widget]"') from None

from ._pictures import Picture, draw

_page = pathlib.Path(__file__).parent / "js" / "dist" / "widget.js"

#: Options of a picture that the stage begins with; there it is the fields above the picture that say the others.
_fields = ("view", "tile", "label", "color")


class LayoutWidget(anywidget.AnyWidget):
    """What ``widget()`` gives. Its traits may be changed while it is shown."""

    _esm = _page

    expression = traitlets.Unicode("").tag(sync=True)
    language = traitlets.Unicode("python").tag(sync=True)
    view = traitlets.Unicode("").tag(sync=True)
    tile = traitlets.Unicode("").tag(sync=True)
    mark = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    color = traitlets.Unicode("").tag(sync=True)
    height = traitlets.Int(520).tag(sync=True)

    def __init__(self, picture: Picture, **traits: Any) -> None:
        super().__init__(**traits)
        self._picture = picture

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for pages without widgets its picture."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**self._picture._repr_mimebundle_(), **data}, metadata


def widget(x: Any, *, height: Optional[int] = None, **options: Any) -> LayoutWidget:
    """The picture of an object, of a text or of a ``Picture`` to point at: ``widget(x, view="tv", tile=(8, 8))``.

    ``view``, ``tile``, ``label``, ``color`` and ``slice`` say what is shown at first; everything may be changed in the page.
    """
    picture = draw(x, **options)
    given = picture.options
    marked = f"T{given['thread']}" if "thread" in given else ""
    traits: Dict[str, Any] = {name: given[name] for name in _fields if name in given}
    return LayoutWidget(
        picture,
        expression=picture.expression,
        language="python" if given.get("dsl") else "cpp",
        mark=given.get("slice", marked),
        height=_height(picture) if height is None else height,
        **traits,
    )


def _height(picture: Picture) -> int:
    """Room for the whole picture where it is of an ordinary size, and for what stands around it."""
    found = re.search(r'height="(\d+)', picture.svg)
    return min(760, max(360, 190 + int(found[1] if found else 300)))
