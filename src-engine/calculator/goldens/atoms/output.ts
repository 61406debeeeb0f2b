// Writing results in the goldens' form.
import { print as printNotation } from "../../../algebra/notation/print.ts";
import type { Value } from "../../../algebra/value.ts";

export const print = (value: Value): string => printNotation(value, "cpp");

/** Only the keys that the case wants, computed on demand: one that CuTe refuses must not spoil the others. */
export function pick(
  want: readonly string[],
  parts: Readonly<Record<string, () => unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = want.length > 0 ? want : Object.keys(parts);
  return Object.fromEntries(keys.flatMap((key) => (parts[key] === undefined ? [] : [[key, parts[key]()]])));
}
