// An expression that is one call of an operation, taken apart: `let A = (_8,_8):(_8,_1); zipped_divide(A, (_2,_4))`.
import type { Context } from "../algebra/context.ts";
import { atomCalls } from "../calculator/atom-calls.ts";
import { evaluateText } from "../calculator/expression.ts";
import { analysisOps } from "../calculator/ops/analysis.ts";
import { ops } from "../calculator/ops/table.ts";
import type { PicturedCall } from "./call-picture.ts";

/** Inputs are named by their text where it is a name, by position elsewhere. */
export type Call = PicturedCall;

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
  const { op, text: inside } = opened(last);
  const args = splitArguments(inside);
  if (op === undefined || (!ops.has(op) && !atomCalls.has(op) && !analysisOps.has(op)) || args === undefined)
    return undefined;
  const inputs = args.map((arg, i) => ({
    name: /^[A-Za-z]\w*$/.test(arg)
      ? arg
      : op.startsWith("partition_")
        ? i === 0
          ? "threads"
          : "tensor"
        : ("ABCD"[i] ?? String(i)),
    value: evaluateText(ctx, bindings + arg),
  }));
  return { op, inputs, result: evaluateText(ctx, text) };
}

/** `op(a, b)`; `a.partition_S(b)` is `partition_S(a, b)`. */
function opened(last: string): { readonly op: string | undefined; readonly text: string } {
  const member = /^([\s\S]*)\.(partition_[SDABC])\s*\(([\s\S]*)\)$/.exec(last);
  if (member !== null) return { op: member[2], text: `${member[1]}, ${member[3]}` };
  const call = /^(?:cute(?:::|\.))?(\w+)\s*\(([\s\S]*)\)$/.exec(last);
  return { op: call?.[1], text: call?.[2] ?? "" };
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
