"""Records what the real CuTe DSL (nvidia-cutlass-dsl) traces for the whole kernels beside it, on the CPU: the values of every name,
as `str()` gives them, for kernels.test.ts.

    CUTE_DSL_ARCH=sm_90a python test/dsl/record_kernels.py test/dsl/kernels/gemm_sm90.py

Nothing is compiled: what would be is traced, and that is all.
"""

import ast
import json
import re
import runpy
import sys


def assigned_names(source):
    """{line: [(name, line of the name)]} of each assignment, for every line that it covers."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign):
            names = [n for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            for line in range(node.lineno, node.end_lineno + 1):
                found[line] = [(n.id, n.lineno) for n in names]
    return found


def plain(value):
    """Without what divides a run-time integer; descriptors of shared memory are a word of MLIR's."""
    value = re.sub(r"\?\{[^}]*\}", "?", value)
    return re.sub(r"^tensor<OpResult\(.*\) o ", "tensor<desc o ", value)


class Recorder:
    def __init__(self, path):
        self.path = path
        self.names = assigned_names(open(path).read())
        self.rows = {}
        self.at = {}

    def trace(self, frame, event, arg):
        return self.local if event == "call" and frame.f_code.co_filename == self.path else None

    def local(self, frame, event, arg):
        """A name has its value when the frame goes on to another statement."""
        before, now = self.at.get(id(frame)), self.names.get(frame.f_lineno)
        if event == "return" or (event == "line" and now is not before):
            for name, line in before or []:
                if name in frame.f_locals:
                    self.keep(line, name, frame.f_locals[name])
            self.at[id(frame)] = None if event == "return" else now
        return self.local

    def keep(self, line, name, value):
        shown = plain(str(value))
        if " object at 0x" in shown or shown.startswith(("<", "FakeTensor")) or "Operation" in shown:
            return
        values = self.rows.setdefault((line, name), [])
        if shown not in values:
            values.append(shown)


def stop_before_compiling():
    from cutlass.base_dsl import dsl
    from cutlass.cutlass_dsl import cutlass

    for module in (dsl, cutlass):
        for one in vars(module).values():
            if isinstance(one, type) and "compile_and_cache" in vars(one):
                one.compile_and_cache = lambda *args, **kwargs: None


def main(path):
    stop_before_compiling()
    recorder = Recorder(path)
    sys.settrace(recorder.trace)
    try:
        runpy.run_path(path, run_name="__main__")
    finally:
        sys.settrace(None)
    with open(re.sub(r"\.py$", ".jsonl", path), "w") as out:
        for (line, name), values in sorted(recorder.rows.items()):
            out.write(json.dumps({"line": line, "name": name, "values": values}) + "\n")


main(sys.argv[1])
