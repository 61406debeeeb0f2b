// The order of Python's values where it is known: numbers, texts, and tuples of them.
import type { Value } from "../../../../../src-engine/algebra/value.ts";

/** Below zero where the first comes first; undefined where nobody knows, or Python refuses. */
function compared(a: Value, b: Value): number | undefined {
  if ((a.kind === "num" || a.kind === "float") && (b.kind === "num" || b.kind === "float")) {
    const difference = a.value - b.value;
    return Number.isNaN(difference) ? undefined : difference;
  }
  if (a.kind === "text" && b.kind === "text") return comparedTexts([...a.value], [...b.value]);
  if (a.kind !== "tuple" || b.kind !== "tuple" || a.view === true || b.view === true) return undefined;
  for (const [i, item] of a.items.entries()) {
    const other = b.items[i];
    if (other === undefined) return 1;
    const order = compared(item, other);
    if (order !== 0) return order;
  }
  return a.items.length - b.items.length;
}

/** By code points. */
function comparedTexts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((letter, i) => letter !== b[i]);
  if (at < 0) return a.length - b.length;
  return at >= b.length ? 1 : a[at]!.codePointAt(0)! - b[at]!.codePointAt(0)!;
}

/** The items by their keys, equal ones as they stood; undefined where two cannot be told. */
export function ordered(
  items: readonly Value[],
  keys: readonly Value[],
  descending: boolean,
): readonly Value[] | undefined {
  let isKnown = true;
  const order = (i: number, j: number): number => {
    const found = compared(keys[i]!, keys[j]!);
    isKnown &&= found !== undefined;
    return descending ? -(found ?? 0) : (found ?? 0);
  };
  const places = items.map((_, i) => i).sort(order);
  return isKnown ? places.map((i) => items[i]!) : undefined;
}
