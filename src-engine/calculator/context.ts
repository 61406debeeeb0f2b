// The plain context for running operations: a budget of steps and a list of the needs they recorded.
import type { Context, Need, Stop } from "../algebra/context.ts";
import { OpStop } from "../algebra/context.ts";

export const DEFAULT_BUDGET = 2_000_000;

export interface CollectingContext extends Context {
  readonly needs: readonly Need[];
}

export function makeContext(dialect: Context["dialect"] = "cpp", budget: number = DEFAULT_BUDGET): CollectingContext {
  const needs: Need[] = [];
  let left = budget;
  return {
    dialect,
    needs,
    step(n = 1) {
      left -= n;
      if (left < 0) throw new OpStop({ code: "budget", message: "the operation needs more steps than it may take" });
    },
    need(need) {
      if (needs.length < 1000) needs.push(need);
    },
    stop(stop: Stop): never {
      throw new OpStop(stop);
    },
  };
}

/** What running an operation gave: its result, or why it has none. Whatever else is thrown becomes a stop too. */
export function attempt<T>(run: () => T): { readonly value: T } | { readonly stop: Stop } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof OpStop) return { stop: error.stop };
    if (error instanceof RangeError) return { stop: { code: "budget", message: "the value is nested too deeply" } };
    return { stop: { code: "internal", message: error instanceof Error ? error.message : String(error) } };
  }
}
