// An expression that is one call of an operation, taken apart: `let A = (_8,_8):(_8,_1); zipped_divide(A, (_2,_4))`.
import type { Context } from "../context.ts";
import { evaluateText } from "../eval/expression.ts";
import { ops } from "../ops/table.ts";
import type { Value } from "../value.ts";
import type { Operand } from "./operation-picture.ts";

export interface Call {
  readonly op: string;
  /** Named by their text where it is a name, by position elsewhere. */
  readonly inputs: readonly Operand[];
  readonly result: Value;
}

/** Undefined for what is no call; stops as the evaluation does. */
export function callIn(ctx: Context, text: string): Call | undefined {
  const cut = text.trimEnd().replace(/;$/, "").lastIndexOf(";");
  const [bindings, last] = [
    text.slice(0, cut + 1),
    text
      .slice(cut + 1)
      .trim()
      .replace(/;$/, ""),
  ];
  const call = /^(?:cute(?:::|\.))?(\w+)\s*\(([\s\S]*)\)$/.exec(last);
  const op = call?.[1];
  const args = splitArguments(call?.[2] ?? "");
  if (op === undefined || !ops.has(op) || args === undefined) return undefined;
  const inputs = args.map((arg, i) => ({
    name: /^[A-Za-z]\w*$/.test(arg) ? arg : ("ABCD"[i] ?? String(i)),
    value: evaluateText(ctx, bindings + arg),
  }));
  return { op, inputs, result: evaluateText(ctx, text) };
}

/** By the commas outside brackets; undefined where a bracket closes what is not open: `f(1) + g(2)`. */
function splitArguments(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if ("([{<".includes(c)) depth++;
    else if (")]}>".includes(c)) depth--;
    else if (c === "," && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
    if (depth < 0) return undefined;
  }
  const last = text.slice(start).trim();
  return last === "" ? parts : [...parts, last];
}
