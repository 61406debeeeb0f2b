// Traced statements through the project: a function of three run-time integers.

import type { Value } from "../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../src-engine/program/facts.ts";
import { openProject } from "./trace.ts";

const head = `import cutlass
import cutlass.cute as cute
import cutlass.cute.nvgpu as nvgpu
import cutlass.utils as utils
from cutlass.cute.nvgpu import warp, warpgroup, cpasync, tcgen05

@cute.jit
def f(m: cutlass.Int32, n: cutlass.Int32, k: cutlass.Int32):
`;

/** The last value of each variable. */
export async function traced(code: string): Promise<ReadonlyMap<string, Value>> {
  const body = code
    .split("\n")
    .map((line) => `    ${line}\n`)
    .join("");
  const project = await openProject(new Map([["/w/a.py", head + body]]));
  const facts = await project.analyse("/w/a.py");
  project.dispose();
  const variables = (facts?.facts ?? []).filter((fact): fact is VariableFact => fact.kind === "variable");
  return new Map(variables.map((fact) => [fact.name, fact.value]));
}
