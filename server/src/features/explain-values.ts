// Printed layouts and tensors in pasted text: `sA : Sw<3,4,3> o _0 o (_128,_64):(_64,_1)`, a line of a log, a type of the DSL's IR.

import { parse } from "../../../src-engine/algebra/notation/parse.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { attempt } from "../../../src-engine/calculator/context.ts";
import { describeValue } from "../facts/describe.ts";
import type { Explanation } from "./explain.ts";

const manyLines = 40;
const longestLine = 4000;

/** One explanation for each line that holds a value; alike values once. */
export function explainValues(text: string): readonly Explanation[] {
  const lines = text.split("\n").filter((line) => line.includes(":") && line.length <= longestLine);
  const found = new Map<string, Explanation>();
  for (const line of lines.slice(0, manyLines)) {
    for (const one of valuesIn(line)) found.set(`${one.name}${one.printed}`, explanationOf(one));
  }
  return [...found.values()];
}

interface Printed {
  /** What stands before it: `ThrID:`, `sA =`. */
  readonly name: string;
  readonly printed: string;
  readonly value: Value;
}

/** The types of the DSL's IR first, which quote their layouts; else the first place of the line from which the rest is a value. */
function valuesIn(line: string): readonly Printed[] {
  const quoted = [...line.matchAll(/!cute\.(?:layout|memref)<[^"]*"([^"]+)"/g)].map((match) => match[1] ?? "");
  if (quoted.length > 0) return quoted.flatMap((one) => readValue(one) ?? []);
  const tensor = insideTensor(line);
  if (tensor !== undefined) return [readValue(tensor.replace(/^\([^:]*\) o /, ""))].filter((one) => one !== undefined);
  for (const match of line.matchAll(/(?<=^|[\s=:"'`])(?=Sw?<|[(\d]|_\d|ArithTuple\(|[gsrt]mem_ptr)/g)) {
    const one = readValue(withoutEnd(line.slice(match.index)));
    if (one !== undefined) return [{ ...one, name: nameBefore(line.slice(0, match.index)) }];
  }
  return [];
}

/** `tensor<ptr<f16, gmem> o (8,4):(4,1)>`: what stands behind the first ` o `. */
function insideTensor(line: string): string | undefined {
  const text = line.trimEnd();
  const from = text.indexOf("tensor<");
  const at = from < 0 || !text.endsWith(">") ? -1 : text.indexOf(" o ", from);
  return at < 0 || at + 4 >= text.length ? undefined : text.slice(at + 3, -1);
}

function readValue(printed: string): Printed | undefined {
  const outcome = attempt(() => parse(printed));
  if (!("value" in outcome)) return undefined;
  const { value } = outcome;
  return value.kind === "layout" || value.kind === "composed" || value.kind === "tensor"
    ? { name: "", printed, value }
    : undefined;
}

const nameBefore = (text: string): string =>
  /([A-Za-z]\w*(?: [A-Za-z]+)*)\s*[:=]\s*$/.exec(text.slice(-200))?.[1] ?? "";

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /["'`,;.\s]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

function explanationOf({ name, printed, value }: Printed): Explanation {
  const rows = describeValue(value, /_\d/.test(printed) ? "cpp" : "python");
  return {
    title: printed,
    lines: name === "" ? [] : [name],
    table: rows.map(({ label, text }) => [label, text] as const),
    rules: [],
  };
}
