"""Traces the statements of statements.jsonl again with an installed nvidia-cutlass-dsl and rewrites what str() gave.

    pip install nvidia-cutlass-dsl && CUTE_DSL_ARCH=sm_90a python test/dsl/record_statements.py

No GPU is needed. To add some, append a line {"code": "...", "values": {}} and run this.
"""

import json
import pathlib

import cutlass
import cutlass.cute as cute
import cutlass.cute.nvgpu as nvgpu
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup

ROWS = pathlib.Path(__file__).parent / "statements.jsonl"
NAMES = dict(cutlass=cutlass, cute=cute, nvgpu=nvgpu, utils=utils)
NAMES.update(cpasync=cpasync, tcgen05=tcgen05, warp=warp, warpgroup=warpgroup)


class Traced(Exception):
    """Ends the trace: nothing is compiled."""


def text(value):
    return "(" + ", ".join(map(str, value)) + ")" if isinstance(value, tuple) else str(value)


def evaluate(code, found, m, n, k):
    names = dict(NAMES, m=m, n=n, k=k)
    for line in code.split("\n"):
        exec(line, names)
        name = line.split(" = ")[0]
        found[name] = text(names[name])
    raise Traced


def trace(code):
    found = {}

    @cute.jit
    def f(m: cutlass.Int32, n: cutlass.Int32, k: cutlass.Int32):
        evaluate(code, found, m, n, k)

    try:
        cute.compile(f, cutlass.Int32(3), cutlass.Int32(5), cutlass.Int32(7))
    except Traced:
        return found


def main():
    rows = [json.loads(line) for line in ROWS.read_text().splitlines()]
    for row in rows:
        row["values"] = trace(row["code"])
    ROWS.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(len(rows), "snippets,", sum(len(row["values"]) for row in rows), "values")


if __name__ == "__main__":
    main()
