// What CuTe DSL refuses while it traces is told, and what it accepts is not: statements of refused.jsonl, each traced with
// nvidia-cutlass-dsl 4.7 in a function of its own. `refused` is the beginning of the library's message.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

interface Row {
  readonly expr: string;
  readonly refused?: string;
}

const rows: readonly Row[] = readFileSync(new URL("refused.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

/** What the statements name: tensors over the layouts, a layout of rank 3, one of rank 1, one with a run-time extent, a composed one, one of coordinates, a tensor of another type, a copy atom, a tiled copy, a tiled MMA. */
const names: Readonly<Record<string, string>> = {
  L1: "cute.make_layout(120)",
  L2: "cute.make_layout((4, 6))",
  LD: "cute.make_layout((m, 6))",
  R3: "cute.make_layout((32, 16, 8))",
  T1: "T(cute.make_layout(120))",
  T2: "T(cute.make_layout((4, 6)))",
  T3: "T(cute.make_layout((32, 16, 8)))",
  C2: "cute.make_composed_layout(cute.make_swizzle(1, 4, 3), 0, cute.make_layout((4, 8)))",
  E2: "cute.make_identity_layout((4, 8))",
  I3: "cute.make_identity_tensor((32, 16, 8))",
  H2: "cute.recast_tensor(T(cute.make_layout((4, 6))), cutlass.Float16)",
  A1: "cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)",
  TC: "cute.make_tiled_copy_tv(cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32), cute.make_layout((4, 8)), cute.make_layout((1, 2)))",
  MM: "cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))",
};

/** Traced, and past the end of a tensor when it runs: an error of its own. */
const wrongAtRun = new Set(["T2[99]", "cute.autovec_copy(T2,T1)", "cute.autovec_copy(T2,T3)"]);

const head = `import cutlass
import cutlass.cute as cute
from cutlass import Int32

def T(l):
    return cute.make_tensor(cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=128), l)
`;

function functionOf({ expr }: Row, i: number): string {
  const used = Object.keys(names).filter((name) => new RegExp(`\\b${name}\\b`).test(expr));
  const lines = [...used.map((name) => `${name} = ${names[name]}`), `v = ${expr}`];
  const signature = `def f${i}(m: cutlass.Int32, n: cutlass.Int32):`;
  return `\n@cute.jit\n${signature}\n${lines.map((line) => `    ${line}\n`).join("")}`;
}

test("each refused statement is an error, and no accepted one", async () => {
  const source = head + rows.map(functionOf).join("");
  const { problems } = await analysed(source, "python");
  const told = new Set(
    problems
      .filter(({ severity }) => severity === "error")
      .map(({ place }) => source.slice(0, place.start).split("\n").length),
  );
  const lines = source.split("\n");
  const wrong = rows.filter(({ expr, refused }) => {
    const isTold = told.has(lines.indexOf(`    v = ${expr}`) + 1);
    return isTold !== (refused !== undefined || wrongAtRun.has(expr));
  });
  expect(wrong).toEqual([]);
});
