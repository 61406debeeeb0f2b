"""Traces the snippets of test/goldens/dsl-trace.jsonl again with an installed nvidia-cutlass-dsl and rewrites what they gave.

    pip install nvidia-cutlass-dsl && python test/dsl/record.py

No GPU is needed: the snippets are traced, not run. To add one, append a line {"code": "...", "values": {}} and run this.
"""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

GOLDENS = pathlib.Path(__file__).parent.parent / "goldens" / "dsl-trace.jsonl"
HEAD = """import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.blockscaled_layout as blockscaled_utils
from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup
from cutlass.cute.nvgpu import OperandMajorMode
"""


def clean(value):
    """The DSL's print without spaces, divisors and widths of run-time integers."""
    return re.sub(r"\{[^}]*\}", "", str(value)).replace(" ", "")


def show(value):
    import cutlass.cute as cute

    if value is None:
        return "None"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, tuple):
        return "(" + ",".join(str(show(item)) for item in value) + ")"
    if isinstance(value, cute.TiledCopy):
        parts = (value.tiler_mn, value.layout_tv_tiled, value.layout_src_tv_tiled, value.layout_dst_tv_tiled)
        return "|".join(map(clean, parts))
    if isinstance(value, cute.TiledMma):
        parts = (value.thr_layout_vmnk, value.tv_layout_A_tiled, value.tv_layout_B_tiled, value.tv_layout_C_tiled)
        return "|".join(map(clean, parts))
    if isinstance(value, cute.Tensor):
        return "T " + clean(value.layout)
    name = type(value).__name__
    if "Layout" in name or "Swizzle" in name:
        return clean(value)
    return "?" if name in ("Int32", "Int64", "ArithValue", "IntValue") else None


def record(found, variables):
    for name, value in variables.items():
        if name not in ("a", "b", "c") and not name.startswith("_") and show(value) is not None:
            found[name] = show(value)


def trace(code):
    """The snippet as a traced function of three row-major tensors: a (M,K), b (N,K) of Float16, c (M,N) of Float32."""
    import cutlass
    import cutlass.cute as cute
    from cutlass.cute.runtime import make_fake_compact_tensor

    body = "\n".join("    " + line for line in (code + "\n_record(_found, locals())").split("\n"))
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(f"{HEAD}\n@cute.jit\ndef f(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):\n{body}\n")
    spec = importlib.util.spec_from_file_location("snippet", file.name)
    module = importlib.util.module_from_spec(spec)
    module._record, module._found = record, {}
    spec.loader.exec_module(module)
    m, k, n = (cute.sym_int(divisibility=8) for _ in range(3))
    shapes = ((cutlass.Float16, (m, k)), (cutlass.Float16, (n, k)), (cutlass.Float32, (m, n)))
    tensors = [make_fake_compact_tensor(t, s, stride_order=(1, 0), assumed_align=16) for t, s in shapes]
    cute.compile(module.f, *tensors)
    os.unlink(file.name)
    return module._found


def arch_of(code):
    if "sm90_utils.make_trivial_tiled_mma" in code:
        return "sm_90a"
    return "sm_120a" if "warp.MmaMX" in code else "sm_100a"


def main():
    """One process per architecture, because the tracer reads it once."""
    if len(sys.argv) > 1:
        print(json.dumps([trace(code) for code in json.load(sys.stdin)]))
        return
    rows = [json.loads(line) for line in GOLDENS.read_text().splitlines()]
    for arch in ("sm_90a", "sm_100a", "sm_120a"):
        own = [row for row in rows if arch_of(row["code"]) == arch]
        run = subprocess.run(
            [sys.executable, __file__, "trace"],
            input=json.dumps([row["code"] for row in own]),
            env={**os.environ, "CUTE_DSL_ARCH": arch},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        for row, values in zip(own, json.loads(run.stdout.splitlines()[-1])):
            row["values"] = values
    GOLDENS.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(len(rows), "snippets,", sum(len(row["values"]) for row in rows), "values")


if __name__ == "__main__":
    main()
