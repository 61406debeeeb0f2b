"""Traces programs of CuTe DSL with an installed nvidia-cutlass-dsl: what str() gives of each variable, or the refusal.

One JSON text a line on standard input, {"code": "v0 = ...\\nv1 = ..."}; a line {"values": {...}, "refused": {...}} on standard
output. A statement that names what was refused is left out. No GPU is needed: CUTE_DSL_ARCH=sm_90a.
"""

import json
import os
import sys

import cutlass
import cutlass.cute as cute


class Traced(Exception):
    """Ends the trace: nothing is compiled."""


def text(value):
    return "(" + ", ".join(map(str, value)) + ")" if isinstance(value, tuple) else str(value)


def evaluate(code, found, refused, m, n):
    names = dict(cutlass=cutlass, cute=cute, m=m, n=n)
    for line in code.split("\n"):
        name = line.split(" = ")[0]
        try:
            exec(line, names)
            found[name] = text(names[name])
        except NameError:
            pass
        except Exception as error:
            names.pop(name, None)
            refused[name] = str(error)[:200]
    raise Traced


def trace(code):
    found, refused = {}, {}

    @cute.jit
    def f(m: cutlass.Int32, n: cutlass.Int32):
        evaluate(code, found, refused, m, n)

    try:
        cute.compile(f, cutlass.Int32(3), cutlass.Int32(5))
    except Traced:
        pass
    return dict(values=found, refused=refused)


def in_child(code):
    """The library may end the process (a division by zero of its own): each program has one of its own."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        with os.fdopen(theirs, "w") as out:
            out.write(json.dumps(trace(code)))
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as text:
        written = text.read()
    os.waitpid(child, 0)
    return written or json.dumps(dict(values={}, refused={}))


for line in sys.stdin:
    print(in_child(json.loads(line)["code"]), flush=True)
