// What is known of a condition in one thread, and of several together.
import { operators } from "../facts/computed.ts";

/** Of a condition in one thread: a number, something that is the same for its warp, or nobody knows. */
export type Answer = number | "warp" | "unknown";

export const negated = (of: Answer, holds: boolean): Answer =>
  typeof of !== "number" ? of : Number((of !== 0) === holds);

export function combined(op: string, a: Answer, b: Answer): Answer {
  if (op === "&&" && (a === 0 || b === 0)) return 0;
  if (op === "||" && ((typeof a === "number" && a !== 0) || (typeof b === "number" && b !== 0))) return 1;
  if (a === "unknown" || b === "unknown") return "unknown";
  if (a === "warp" || b === "warp") return "warp";
  return ofThreads[op]?.(a, b) ?? "unknown";
}

const ofThreads: typeof operators = {
  ...operators,
  "&&": (a, b) => Number(a !== 0 && b !== 0),
  "||": (a, b) => Number(a !== 0 || b !== 0),
  "%": (a, b) => a % b,
  "&": (a, b) => a & b,
  ">>": (a, b) => a >> b,
};
