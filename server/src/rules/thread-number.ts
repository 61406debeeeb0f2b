// Are the slices of a tiled object taken at the thread's own number in its block?

import type { TiledCopy, TiledMma } from "../../../src-engine/algebra/atoms/types.ts";
import { substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { numberOf } from "../facts/sizes.ts";
import { originOf, threadSymbols } from "../languages/thread-symbols.ts";
import type { Run } from "./barrier-functions.ts";

/** Every slice of it in the run. */
export function isByThread(tiled: TiledCopy | TiledMma, run: Run, language: Language): boolean {
  const slices = run.facts.flatMap((fact) => {
    const value = "value" in fact ? fact.value : undefined;
    const isSlice = value?.kind === "thr-copy" || value?.kind === "thr-mma";
    return isSlice && isSameData(value.tiled, tiled) ? [value.thr] : [];
  });
  const [alongX] = threadSymbols[language].thread;
  return slices.length > 0 && slices.every((thr) => isNumberOf(thr, alongX));
}

function isNumberOf(thr: Int, alongX: RegExp): boolean {
  const [symbol, ...others] = thr.kind === "num" ? [] : symbolsOf(thr);
  if (symbol === undefined || others.length > 0 || !alongX.test(originOf(symbol))) return false;
  const at = (thread: number): number | undefined =>
    numberOf(substitute(thr, new Map([[symbol.id, dynamicInt(thread)]])));
  return [0, 1, 127, 1023].every((thread) => at(thread) === thread);
}
