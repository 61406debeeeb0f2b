// Runs an engine operation for an answer on the side: a stop or a spent budget gives undefined, needs are not kept.
import { type Context, OpStop } from "../../../src-engine/context.ts";
import type { Language } from "../../../src-engine/ir.ts";

const budget = 200_000;

export function attempt<T>(language: Language, run: (ctx: Context) => T): T | undefined {
  try {
    return run(quietContext(language));
  } catch (error) {
    if (error instanceof OpStop) return undefined;
    throw error;
  }
}

function quietContext(language: Language): Context {
  let left = budget;
  const stop: Context["stop"] = (why) => {
    throw new OpStop(why);
  };
  return {
    dialect: language === "cpp" ? "cpp" : "dsl",
    step(n = 1) {
      left -= n;
      if (left < 0) stop({ code: "budget", message: "more steps than a hover may take" });
    },
    need: () => undefined,
    stop,
  };
}
