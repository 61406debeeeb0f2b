// DSL001: what CuTe DSL refuses while it traces.
import type { CallRule, RulePage } from "./rule.ts";

export const notTraced: CallRule = {
  on: "call",
  ofAssumed: true,
  ofUndecided: true,
  code: "not-traced",
  number: "DSL001",
  severity: "error",
  title: "CuTe DSL refuses the call while it traces.",
  absent: { cpp: "it is about what CuTe DSL's trace refuses; what C++ refuses has rules of its own" },
  check: (call) =>
    call.stop?.code === "not-traced"
      ? [{ item: call.item, span: call.nameSpan, message: `${call.op}: ${call.stop.message}`, related: [], fixes: [] }]
      : [],
};

/** The page of not-traced. */
export const notTracedPage = (): RulePage => ({
  doc: `
CuTe DSL checks more than the algebra needs when it traces a function: a coordinate has one item for each mode, nested alike; a tile's
coordinate has one for each mode of the tensor, behind the projection; the index of \`local_partition\` is a run-time integer; a tiler is a
tuple or a layout; some operations take static shapes only; a copy moves elements of one width; each argument has its kind, and a tuple is
no layout, nor a layout a tensor. The trace ends with a message of the compiler below ("unable to compute
crd2idx", "failed to construct a valid coordinate", "'int' object has no attribute 'ir_value'") that does not say which argument is meant.`,
  references: ["cutlass/cute/core.py, cutlass/cute/tensor.py (nvidia-cutlass-dsl 4.7)"],
  examples: [
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout((32, 16, 8)))
    s = cute.local_tile(t, (2, 8), (0, 1))
    #        ^^^^^^^^^^ local_tile: the coordinate has 2 items and the tensor 3 modes: give one for each
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout((32, 16, 8)))
    s = cute.local_tile(t, (2, 8), (0, 1, None))
`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 6))
    i = a((1, 2, 3))
    #   ^ layout: the coordinate has 3 items for 2 modes: give one for each mode, nested alike
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 6))
    i = a((1, 2))
`,
    },
  ],
});
