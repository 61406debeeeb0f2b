// Random tensors of the host, against what the real torch 2.7.1 gives (record_host_tensors.py): shape, strides and element type that
// are shown are torch's. The stride of an axis of 1 may be open; how many tensors are not known is counted.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { torchDType } from "../../server/src/languages/python/library/dtypes.ts";
import { torchParts } from "../../server/src/languages/python/library/torch-tensor.ts";
import type { Value } from "../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../src-engine/program/facts.ts";
import { openProject } from "./trace.ts";

type Tensor = readonly [shape: readonly number[], stride: readonly number[], dtype: string];

const programs = readFileSync(process.env.HOST_TENSORS ?? new URL("host-tensors.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { readonly code: string; readonly values: Readonly<Record<string, Tensor>> });

async function valuesOf(code: string): Promise<ReadonlyMap<string, Value>> {
  const project = await openProject(new Map([["/w/a.py", `import torch\n${code}\n`]]));
  const facts = await project.analyse("/w/a.py");
  project.dispose();
  const variables = (facts?.facts ?? []).filter((fact): fact is VariableFact => fact.kind === "variable");
  return new Map(variables.map((fact) => [fact.name, fact.value]));
}

/** As torch has it, its stride for an open one; undefined for what is not known. */
function shown(value: Value | undefined, [, stride, dtype]: Tensor): string | undefined {
  const parts = value === undefined ? undefined : torchParts(value);
  if (parts === undefined) return undefined;
  const numbers = (items: readonly Value[]): string => items.map((x) => (x.kind === "num" ? x.value : "?")).join();
  const strides = parts.stride.map((d, i) => (d.kind === "sym" ? stride[i] : d.kind === "num" ? d.value : "?"));
  const type = parts.dtype.kind === "dtype" ? parts.dtype.name : torchDType(dtype)?.name;
  return `(${numbers(parts.shape)}):(${strides.join()}) ${type}`;
}

const real = ([shape, stride, dtype]: Tensor): string => `(${shape}):(${stride}) ${torchDType(dtype)?.name}`;

test("what is shown of a host tensor is torch's", async () => {
  const wrong: string[] = [];
  let open = 0;
  let all = 0;
  for (const { code, values } of programs) {
    const found = await valuesOf(code);
    for (const [name, tensor] of Object.entries(values)) {
      all++;
      const mine = shown(found.get(name), tensor);
      if (mine === undefined) open++;
      else if (mine !== real(tensor)) wrong.push(`${name}: ${mine}, not ${real(tensor)}\n${code}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(`${open} of ${all} not known`).toMatchInlineSnapshot(`"5 of 960 not known"`);
}, 120_000);
