// What is known of a condition in one thread, and of several together.

/** Of a condition in one thread: a number, something that is the same for its warp, or nobody knows. */
export type Answer = number | "warp" | "unknown";

export const negated = (of: Answer, holds: boolean): Answer =>
  typeof of !== "number" ? of : Number((of !== 0) === holds);

export function combined(op: string, a: Answer, b: Answer): Answer {
  if (op === "&&" && (a === 0 || b === 0)) return 0;
  if (op === "||" && ((typeof a === "number" && a !== 0) || (typeof b === "number" && b !== 0))) return 1;
  if (a === "unknown" || b === "unknown") return "unknown";
  if (a === "warp" || b === "warp") return "warp";
  return operators[op]?.(a, b) ?? "unknown";
}

const operators: Readonly<Record<string, (a: number, b: number) => number>> = {
  "&&": (a, b) => Number(a !== 0 && b !== 0),
  "||": (a, b) => Number(a !== 0 || b !== 0),
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "//": (a, b) => Math.floor(a / b),
  "%": (a, b) => a % b,
  "&": (a, b) => a & b,
  ">>": (a, b) => a >> b,
};
