"""Pictures of layouts, copies, MMAs and operations, for notebooks and scripts.

Every picture is the one that ``cute-lens draw`` makes, and its options are the same words: ``view``, ``label``, ``color``,
``bits``, ``banks``, ``bank_bytes``, ``thread``, ``tile``, ``flatten``, ``levels``, ``complement``, ``beside``, ``slice``,
``color_by``, ``own_labels``, ``title``, ``cell``, ``theme``, ``dsl``.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any, Callable, Dict, List, Optional, Union

from ._engine import engine
from ._notation import Written, text, tree, written

#: What a file may be, by its name.
_formats = {".svg": "svg", ".pdf": "pdf", ".txt": "text", ".tex": "tikz"}

#: A notebook keeps the text of a picture beside the picture: a large one says its first line.
_longest_text = 16_000

#: Pixels of a picture that is made to fit its cell.
_most_shrunk = 1_500

#: Pixels of a picture that has its labels in a notebook, and those of a cell of a larger one.
_most_labelled = 3_000
_cell = 8


class Picture:
    """A picture: shown by Jupyter as it is, ``str()`` of it is a grid of text."""

    def __init__(self, expression: str, options: Dict[str, Any]) -> None:
        #: What is drawn, and how, as the command line has it.
        self.expression = expression
        self.options = _words(options)
        self._drawn: Dict[str, str] = {}

    @property
    def svg(self) -> str:
        """The picture as SVG that stands alone."""
        return self._as("svg")

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes ``.svg``, ``.pdf``, ``.tex`` (TikZ) or ``.txt``."""
        name = os.fspath(path)
        extension = os.path.splitext(name)[1].lower()
        if extension not in _formats:
            raise ValueError(f"{name}: the name ends in one of {', '.join(_formats)}")
        picture = self._as(_formats[extension])
        # A PDF is bytes, one a character.
        with open(name, "wb") as file:
            file.write(picture.encode("latin-1" if extension == ".pdf" else "utf-8"))

    def _as(self, form: str) -> str:
        if form not in self._drawn:
            try:
                self._drawn[form] = engine.ask([f"--format={form}", *_line(self.options), "--", self.expression])
            except ValueError as error:
                raise ValueError(_in_python(str(error))) from None
        return self._drawn[form]

    def _in_cell(self) -> str:
        """No wider than its cell, unless its labels could not be read then: that is scrolled; a large one is its colours."""
        svg, compact = self.svg, "cell" in self.options
        width, height = (int(found) for found in re.findall(r' (?:width|height)="(\d+)', svg)[:2])
        if not compact and max(width, height) > _most_labelled:
            svg, compact = Picture(self.expression, {**self.options, "cell": _cell}).svg, True
        if not compact and width > _most_shrunk:
            return svg
        return svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def _repr_svg_(self) -> str:
        return self._in_cell()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        grid = str(self)
        short = grid if len(grid) <= _longest_text else grid.splitlines()[0]
        return {"image/svg+xml": self._in_cell(), "text/plain": short}

    def __str__(self) -> str:
        return self._as("text").rstrip("\n")

    def __repr__(self) -> str:
        return f"<cute_lens.Picture of {self.expression}>"


def draw(x: Any, **options: Any) -> Picture:
    """The picture of an object, of a text in CuTe's notation, or of a shape as the compact layout that it has.

    >>> print(draw("(2,2):(2,1)"))
    (2,2):(2,1)
         0   1
       +---+---+
     0 | 0 | 1 |
       +---+---+
     1 | 2 | 3 |
       +---+---+
    """
    if isinstance(x, Picture):
        if options:
            raise TypeError("a picture is drawn already: give the options where it is made")
        return x
    return _picture(written(x), options)


def show(x: Any, **options: Any) -> None:
    """Shows the picture now: under the cell of a notebook, as a grid of text in a terminal. Also while ``@cute.jit`` traces,
    and of what ``widget()`` gives."""
    picture = x if hasattr(type(x), "_repr_mimebundle_") and not options else draw(x, **options)
    display = _display()
    if display is None:
        print(picture)
    else:
        display(picture)


def save(x: Any, path: Union[str, "os.PathLike[str]"], **options: Any) -> None:
    """Writes the picture into a file: ``.svg``, ``.pdf``, ``.tex`` (TikZ) or ``.txt``."""
    draw(x, **options).save(path)


def copy(source: Any, destination: Any = None, *, tile: Any = None, bits: Optional[int] = None, **options: Any) -> Picture:
    """Which thread reads and which writes which element: ``copy(tiled_copy)``, ``copy(atom)``, or of two thread-value layouts
    ``copy(source, destination, tile=(M, N))``, or ``bits=16`` for an atom's whose values have 16 bits."""
    if destination is None:
        given = {} if bits is None else {"bits": bits}
        return draw(source, **given, **({} if tile is None else {"tile": tile}), **options)
    if (tile is None) == (bits is None):
        raise TypeError("copy: two thread-value layouts and `tile=(M, N)`, or `bits` of an atom's values")
    over = tree(tile) if bits is None else str(bits)
    return _operation("copy_tv", [source, destination, over], options)


def mma(a: Any, b: Any = None, c: Any = None, *, tile: Any = None, **options: Any) -> Picture:
    """A left of C, B above it: ``mma(tiled_mma)``, ``mma(atom)``, or ``mma(A, B, C)`` of layouts of (M,K), (N,K) and (M,N),
    with ``tile=(M, N, K)`` of three thread-value layouts."""
    if b is None and c is None:
        return draw(a, **({} if tile is None else {"tile": tile}), **options)
    if b is None or c is None:
        raise TypeError("mma: a tiled MMA, an atom, or three layouts A, B and C")
    return _operation("gemm", [a, b, c, *([] if tile is None else [tree(tile)])], options)


def operation(name: Union[str, Callable[..., Any]], *operands: Any, **options: Any) -> Picture:
    """Inputs and result of an operation beside each other: ``operation("zipped_divide", a, b)``; CuTe DSL's own function
    names it too, ``operation(cute.zipped_divide, a, b)``."""
    word = name if isinstance(name, str) else getattr(name, "__name__", "")
    if re.fullmatch(r"[A-Za-z]\w*", word) is None:
        raise TypeError(f"the name of an operation such as 'zipped_divide' is wanted, not {name!r}")
    return _operation(word, list(operands), options)


def _operation(name: str, operands: List[Any], options: Dict[str, Any]) -> Picture:
    expression = f"{name}({', '.join(map(text, operands))})"
    # Objects of Python have plain numbers where C++ writes `_8`.
    dsl = {} if all(isinstance(operand, str) for operand in operands) else {"dsl": True}
    return _picture(Written(expression, {"view": "operation", **dsl}), options)


def _picture(what: Written, options: Dict[str, Any]) -> Picture:
    picture = Picture(what.expression, {**what.options, **options})
    # What cannot be drawn is said here, and not when somebody looks; the way to the engine is nobody's concern.
    try:
        picture._as("text")
    except ValueError as error:
        raise error.with_traceback(None) from None
    return picture


# ---- options ---------------------------------------------------------------------------------------------------------


def _cells(x: Any) -> str:
    return x if isinstance(x, str) else text(x)


def _list(x: Any) -> str:
    return x if isinstance(x, str) else ",".join(map(str, x))


def _expressions(x: Any) -> List[str]:
    return [written(one).expression for one in (x if isinstance(x, list) else [x])]


_as_words: Dict[str, Callable[[Any], Any]] = {
    **{name: str for name in ("view", "label", "color", "bits", "banks", "bank_bytes", "thread", "title", "cell", "theme")},
    **{name: bool for name in ("flatten", "levels", "complement", "dsl")},
    "tile": tree,
    "beside": _expressions,
    "slice": _cells,
    "color_by": text,
    "own_labels": _list,
}


def _words(options: Dict[str, Any]) -> Dict[str, Any]:
    """Options with the text that the command line wants; True is a flag, a list an option given several times."""
    for name in options:
        if name not in _as_words:
            raise TypeError(f"there is no option {name!r}; the options are {', '.join(_as_words)}")
    words = {name: _as_words[name](given) for name, given in options.items() if given is not None}
    return {name: word for name, word in words.items() if word is not False}


def _line(options: Dict[str, Any]) -> List[str]:
    line: List[str] = []
    for name, word in options.items():
        flag = "--with" if name == "beside" else "--" + name.replace("_", "-")
        if word is True:
            line.append(flag)
        else:
            line.extend(f"{flag}={one}" for one in (word if isinstance(word, list) else [word]))
    return line


def _in_python(message: str) -> str:
    """What the command line says of an option, in the words of a keyword argument."""
    choice = re.fullmatch(r"option '--([\w-]+)[^']*' argument '(.*)' is invalid\. (?:Allowed choices are (.*)\.|(.*))", message)
    if choice is not None:
        name, given, choices, other = choice.groups()
        wrong = f"is none of {choices}" if choices is not None else f"is not valid. {other}".rstrip()
        return f"{name.replace('-', '_')}: {given!r} {wrong}"
    return re.sub(r"--with\b", "beside", re.sub(r"--(?!with\b)([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), message))


def _display() -> Optional[Callable[..., Any]]:
    """IPython's, where the program runs in it."""
    ipython = sys.modules.get("IPython")
    if ipython is None or ipython.get_ipython() is None:
        return None
    from IPython.display import display

    return display
