// Writes the comment that a value deserves: the user's names where they fit, else names known for a size, else the size.
import { equal } from "../../../src-engine/algebra/int/ask.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import { isWord, type NamedSize, sizeOf } from "./named-sizes.ts";
import type { Part } from "./shape-comment.ts";

export interface Vocabulary {
  /** Names of the function's other comments and integers with their sizes. */
  readonly known: readonly NamedSize[];
  readonly print: (value: Value) => string;
  /** The expression that made the value: of several names for a size, those that stand in it are meant. */
  readonly source?: string;
}

/** `(BLK_M,BLK_K,k)` for the shape; `said` are the words that stand there now. */
export function composeComment(shape: Value, said: Part | undefined, words: Vocabulary): string {
  return text(shape, said, words);
}

function text(shape: Value, said: Part | undefined, words: Vocabulary): string {
  if (said?.kind === "name" && (said.text === nameFor(shape, words) || !renamed(said.text, shape, words)))
    return said.text;
  if (shape.kind !== "tuple") return nameFor(shape, words) ?? plain(shape, words);
  const parts = said?.kind === "group" ? aligned(shape.items, said.items, words) : shape.items.map(() => undefined);
  return `(${shape.items.map((mode, i) => item(mode, parts[i], words)).join(",")})`;
}

/** Another name is certainly the right one here. */
function renamed(name: string, mode: Value, words: Vocabulary): boolean {
  return agrees(name, mode, words) === "no" && nameFor(mode, words) !== undefined;
}

/** A mode: nested ones by their own name where there is one. */
function item(mode: Value, said: Part | undefined, words: Vocabulary): string {
  if (said?.kind === "group" && mode.kind !== "tuple") return nameFor(mode, words) ?? plain(mode, words);
  return said === undefined ? (nameFor(mode, words) ?? sizeText(mode, words)) : text(mode, said, words);
}

/** Which part belongs to which mode: in order, as many as possible where the sizes are known to agree; ties keep the front. */
function aligned(modes: readonly Value[], parts: readonly Part[], words: Vocabulary): readonly (Part | undefined)[] {
  // best[i][j]: the score of the modes from i on with the parts from j on; each part and mode is taken or left out.
  const best = Array.from({ length: modes.length + 1 }, () => Array<number>(parts.length + 1).fill(0));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const taken = (i: number, j: number): number => score(parts[j], modes[i], words) + at(i + 1, j + 1);
  for (let i = modes.length - 1; i >= 0; i--)
    for (let j = parts.length - 1; j >= 0; j--) {
      const row = best[i];
      if (row !== undefined) row[j] = Math.max(taken(i, j), at(i + 1, j), at(i, j + 1));
    }
  const found: (Part | undefined)[] = [];
  for (let j = 0; found.length < modes.length; ) {
    const i = found.length;
    if (j < parts.length && taken(i, j) === at(i, j)) found.push(parts[j++]);
    else if (j < parts.length && at(i, j + 1) === at(i, j)) j++;
    else found.push(undefined);
  }
  return found;
}

/** Any name is better than none; one that is certainly another size, or a group for a mode without modes, hardly. */
function score(part: Part | undefined, mode: Value | undefined, words: Vocabulary): number {
  if (part === undefined || mode === undefined) return 0;
  if (part.kind === "group") return mode.kind === "tuple" ? 4 : 0;
  const answer = agrees(part.text, mode, words);
  return answer === "yes" ? 4 : answer === "unknown" ? 2 : 1;
}

function agrees(name: string, mode: Value, { known }: Vocabulary): "yes" | "no" | "unknown" {
  const size = sizeOf(mode);
  const named = known.filter((one) => one.name === name);
  const [first] = named;
  if (size === undefined || first === undefined || !isOneSize(named)) return "unknown";
  if (named.some((one) => equal(one.size, size) === "yes")) return "yes";
  return named.every((one) => equal(one.size, size) === "no") ? "no" : "unknown";
}

/** The one name for this size; none where several fit, or for a size that says nothing. */
function nameFor(mode: Value, { known, source }: Vocabulary): string | undefined {
  const size = sizeOf(mode);
  if (size === undefined || (size.kind === "num" && size.value < 2)) return undefined;
  const all = [...new Set(known.filter((one) => equal(one.size, size) === "yes").map(({ name }) => name))];
  const near = all.filter((one) => source !== undefined && new RegExp(`\\b${one}\\b`).test(source));
  const names = near.length > 0 ? near : isSmall(size) ? [] : all;
  const [name] = names;
  if (names.length !== 1 || name === undefined || !isWord(name)) return undefined;
  return isOneSize(known.filter((one) => one.name === name)) ? name : undefined;
}

/** Names such as `MMA` are used for whatever an atom takes: they name no size. */
function isOneSize(named: readonly NamedSize[]): boolean {
  const [first] = named;
  return first !== undefined && named.every(({ size }) => equal(size, first.size) !== "no");
}

/** A nested mode as one number, where it is one. */
function sizeText(mode: Value, words: Vocabulary): string {
  const size = sizeOf(mode);
  return size?.kind === "num" ? String(size.value) : text(mode, undefined, words);
}

/** So small that equality says nothing. */
const isSmall = (size: Int): boolean => size.kind === "num" && size.value < 8;

const plain = (mode: Value, { print }: Vocabulary): string => print(mode).replace(/\b_(?=\d)/g, "");
