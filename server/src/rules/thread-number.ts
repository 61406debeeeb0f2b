// Is what a slice is taken at the thread's own number in its block?
import { substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import { numberOf } from "../facts/sizes.ts";
import { originOf } from "../languages/thread-symbols.ts";

export function isNumberOf(thr: Int, alongX: RegExp): boolean {
  const [symbol, ...others] = thr.kind === "num" ? [] : symbolsOf(thr);
  if (symbol === undefined || others.length > 0 || !alongX.test(originOf(symbol))) return false;
  const at = (thread: number): number | undefined =>
    numberOf(substitute(thr, new Map([[symbol.id, dynamicInt(thread)]])));
  return [0, 1, 127, 1023].every((thread) => at(thread) === thread);
}
