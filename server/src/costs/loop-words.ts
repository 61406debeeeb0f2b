// The loop around a copy or an MMA in words: `⌈K/64⌉ rounds of k_tile: 16 KiB a round, 16 KiB × ⌈K/64⌉ in all`;
// `32 KiB a round of the loop (4 times)` where nobody knows how many rounds there are.
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { printValue } from "../facts/notation.ts";
import type { InLoop } from "./loops.ts";

/** Longer counts of rounds say less than none. */
const longest = 40;

/** `⌈K/64⌉`; undefined where nobody knows, or it is too long to read. */
export function roundsText(rounds: Int | undefined, language: Language): string | undefined {
  if (rounds === undefined) return undefined;
  const text = rounds.kind === "num" ? String(rounds.value) : printValue(rounds, language).replace(/\b_(\d)/g, "$1");
  return text.length > longest ? undefined : text;
}

/**
 * `amount` says what so many calls move or compute; undefined where the call's own is not known.
 * Undefined where nothing is left to say.
 */
export function loopText(
  loop: InLoop,
  language: Language,
  amount: ((times: number) => string) | undefined,
): string | undefined {
  const { variable, rounds, times } = loop;
  const count = roundsText(rounds, language);
  const most = loop.isMost ? "at most " : "";
  const often = times === 1 ? "" : ` (${times} times)`;
  const of = variable === undefined || variable === "_" ? " of the loop" : ` of ${variable}`;
  if (count === undefined) return amount && `${most}${amount(times)} a round${of}${often}`;
  const head = `${most}${count} round${count === "1" ? "" : "s"}${of}`;
  if (amount === undefined) return `${head}${times === 1 ? "" : `, ${times} times in each`}`;
  const each = amount(times);
  const all = rounds?.kind === "num" ? amount(times * rounds.value) : `${each} × ${bracketed(count)}`;
  return `${head}: ${each} a round${often}, ${all} in all`;
}

const bracketed = (count: string): string => (/^(?:[\w.]+|⌈[^⌈⌉]*⌉|⌊[^⌊⌋]*⌋)$/.test(count) ? count : `(${count})`);
