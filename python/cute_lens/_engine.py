"""The engine: one `cute-lens draw --jsonl` for as long as Python runs, started by the first picture.

A line in is the JSON array of the words that `cute-lens draw` has on a command line; a line out is its picture, or what is
wrong. The process ends with Python: it reads to the end of its input.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
import threading
from typing import IO, Any, Dict, Optional, Sequence

from . import command


class Engine:
    """Asks the process, and starts it where there is none: at first, after a fork, after it was ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._owner = 0
        self._errors: Optional[IO[bytes]] = None

    def ask(self, words: Sequence[str]) -> str:
        """The picture; a ValueError says why there is none."""
        line = json.dumps(list(words)).encode("ascii") + b"\n"
        with self._lock:
            is_old = self._is_running()
            answer = self._exchange(line)
            # A process of before may have been ended by somebody since; a fresh one that gives nothing is broken.
            if answer is None and is_old:
                answer = self._exchange(line)
            if answer is None:
                raise RuntimeError(f"the engine of CuTe Lens ended without an answer\n{self._said()}".rstrip())
        if "error" in answer:
            raise ValueError(answer["error"])
        return str(answer["picture"])

    def close(self) -> None:
        """Ends the process; the next picture starts another."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _is_running(self) -> bool:
        return self._process is not None and self._owner == os.getpid()

    def _exchange(self, line: bytes) -> Optional[Dict[str, Any]]:
        process = self._process if self._is_running() else self._start()
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = b""
        except BaseException:
            # Interrupted between question and answer: the answer would be taken for the next question's.
            process.kill()
            self.close()
            raise
        if not answer.endswith(b"\n"):
            self.close()
            return None
        return dict(json.loads(answer))

    def _start(self) -> subprocess.Popen[bytes]:
        self._errors = tempfile.TemporaryFile()
        # In a group of its own: what interrupts a cell does not end the engine.
        apart: Dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
        self._process = subprocess.Popen(
            command("draw", "--jsonl"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            **apart,
        )
        self._owner = os.getpid()
        return self._process

    def _said(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0)
        return self._errors.read(2000).decode("utf-8", "replace")


engine = Engine()
atexit.register(engine.close)
