// The bank that most threads of one instruction want different words of, and the first thread that wants each.
import { partsOf, type WarpAccess } from "../../../src-engine/costs/wavefronts.ts";

/** Of the threads that are served together. */
export function busiest(access: WarpAccess): { readonly bank: number; readonly lanes: readonly number[] } {
  let worst: { readonly bank: number; readonly lanes: readonly number[] } = { bank: 0, lanes: [] };
  let first = 0;
  for (const part of partsOf(access)) {
    for (const [bank, words] of wordsByBank(part, access.bytes))
      if (words.size > worst.lanes.length) worst = { bank, lanes: [...words.values()].map((lane) => first + lane) };
    first += part.length;
  }
  return worst;
}

/** By bank, each word with the first that wants it. */
function wordsByBank(offsets: readonly number[], bytes: number): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const banks = new Map<number, Map<number, number>>();
  for (const [lane, at] of offsets.entries())
    for (let word = Math.floor(at / 4); word * 4 < at + bytes; word++) {
      const words = banks.get(word % 32) ?? new Map<number, number>();
      if (!words.has(word)) words.set(word, lane);
      banks.set(word % 32, words);
    }
  return banks;
}
