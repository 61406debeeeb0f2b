// LAY015: a tiler with more modes than what it tiles.
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { rankOf } from "../facts/sizes.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { refusedRule } from "./refused.ts";

export const tilerRank = refusedRule({
  code: "tiler-rank",
  number: "LAY015",
  severity: "error",
  title: "The tiler has more modes than the layout or tensor it tiles.",
  ops: [
    "composition",
    "compose",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "logical_product",
    "zipped_product",
    "tiled_product",
    "flat_product",
    "blocked_product",
    "raked_product",
    "local_tile",
    ...tmaConstructions,
  ],
  at: ["layout.hpp:1150", "layout.hpp:1572", "layout.hpp:1666"],
  blames: (call) => [tilerOf(call)],
  say: (_, call) => {
    const target = rankOf(
      call.args.find((arg) => ["layout", "tensor", "block", "left", "gmem"].includes(arg.role))?.value ??
        call.args[0]?.value,
    );
    const tiler = rankOf(tilerOf(call)?.value);
    const counts =
      target === undefined || tiler === undefined || tiler <= target
        ? "more modes than what it tiles"
        : `${tiler} modes, what it tiles ${target}`;
    return `the tiler has ${counts}: drop its extra modes, or append modes to the layout`;
  },
});

const tilerOf = (call: CallFact): CallArg | undefined => argument(call, "tiler", "right") ?? call.args[1];

/** The page of tiler-rank. */
export const tilerRankPage = (): RulePage => ({
  doc: `
A tiler that is a tuple works mode by mode: its first item on the first mode, and so on. Modes that it does not reach stay whole,
but each of its own needs a partner; CuTe refuses a tiler of higher rank at compile time.

Drop the tiler's extra modes, or give the layout the missing ones with \`append\`.`,
  references: ["cute/layout.hpp:1150, :1572, :1666 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_128{}, _64{}));
  auto b = zipped_divide(a, make_shape(_32{}, _32{}, _1{}));
  //                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ zipped_divide: the tiler has 3 modes, what it tiles 2
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_128{}, _64{}));
  auto b = zipped_divide(a, make_shape(_32{}, _32{}));
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((128, 64))
    b = cute.zipped_divide(a, (32, 32, 1))
    #                         ^^^^^^^^^^^ zipped_divide: the tiler has 3 modes, what it tiles 2
`,
      good: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((128, 64))
    b = cute.zipped_divide(a, (32, 32))
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
