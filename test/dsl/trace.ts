// Runs traced snippets through the project and prints their variables the way they were recorded from the real CuTe DSL.
//
// A run-time integer is `?`; tensors show their layout; tiled copies and MMAs show their layouts between bars.

import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { Project } from "../../server/src/project/analyse.ts";
import { createProject } from "../../server/src/project/create.ts";
import type { Value } from "../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../src-engine/program/facts.ts";

export interface Trace {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}

const head = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.blockscaled_layout as blockscaled_utils
from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup
from cutlass.cute.nvgpu import OperandMajorMode
from cutlass.cute.runtime import make_fake_compact_tensor
`;

/** The snippet as a traced function with three row-major tensors: a (M,K) and b (N,K) of Float16, c (M,N) of Float32. */
export function programOf(code: string): string {
  const body = code
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
  const tensor = (type: string, shape: string): string =>
    `make_fake_compact_tensor(cutlass.${type}, (${shape}), stride_order=(1, 0), assumed_align=16)`;
  return `${head}
@cute.jit
def f(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
${body}

M, K, N = cute.sym_int(divisibility=8), cute.sym_int(divisibility=8), cute.sym_int(divisibility=8)
cute.compile(f, ${tensor("Float16", "M, K")}, ${tensor("Float16", "N, K")}, ${tensor("Float32", "M, N")})
`;
}

export async function openProject(files: ReadonlyMap<string, string>): Promise<Project> {
  const host = { read: async (path: string) => files.get(path), list: async () => [], watch: () => () => {} };
  return createProject({ host, roots: ["/w"] }, nodeWasmFiles());
}

/** The last value of each variable of the function. */
export async function traced(code: string): Promise<ReadonlyMap<string, Value>> {
  const project = await openProject(new Map([["/w/a.py", programOf(code)]]));
  const facts = await project.analyse("/w/a.py");
  project.dispose();
  const own = new Set(facts?.instances.filter((each) => each.function === "f").map((each) => each.id));
  const variables = (facts?.facts ?? []).filter(
    (fact): fact is VariableFact => fact.kind === "variable" && own.has(fact.instance),
  );
  return new Map(variables.map((fact) => [fact.name, fact.value]));
}

export function show(value: Value | undefined): string {
  if (value === undefined) return "nothing";
  switch (value.kind) {
    case "num":
      return value.know === "static" ? String(value.value) : "?";
    case "sym":
      return value.know === "static" ? "static symbol" : "?";
    case "underscore":
      return "None";
    case "tuple":
    case "arith":
      return `(${value.items.map((item) => show(item as Value)).join(",")})`;
    case "basis":
      return `${show(value.value)}${value.over === undefined ? "" : `/${value.over}`}${[...value.path]
        .reverse()
        .map((i) => `@${i}`)
        .join("")}`;
    case "layout":
      return `${show(value.shape)}:${show(value.stride)}`;
    case "swizzle":
      return `S<${value.b},${value.m},${value.s}>`;
    case "composed":
      return `${show(value.outer as Value)}o${show(value.offset as Value)}o${show(value.inner as Value)}`;
    case "tensor":
      return `T ${show(value.layout)}`;
    case "unknown":
      return `unknown: ${value.why}${value.cause === undefined ? "" : ` <- ${show(value.cause)}`}`;
    default:
      return `<${value.kind}>`;
  }
}
