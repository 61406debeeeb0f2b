// Writes the comment that a value deserves: the user's names where they fit, else names known for a size, else the size.
import { equal } from "../../../src-engine/int/ask.ts";
import type { Int, Value } from "../../../src-engine/value.ts";
import { isWord, type NamedSize, sizeOf } from "./named-sizes.ts";
import type { Part } from "./shape-comment.ts";

export interface Vocabulary {
  /** Names of the function's other comments and integers with their sizes. */
  readonly known: readonly NamedSize[];
  readonly print: (value: Value) => string;
}

/** `(BLK_M,BLK_K,k)` for the shape; `said` are the words that stand there now. */
export function composeComment(shape: Value, said: Part | undefined, words: Vocabulary): string {
  return text(shape, said, words);
}

function text(shape: Value, said: Part | undefined, words: Vocabulary): string {
  if (said?.kind === "name" && agrees(said.text, shape, words) !== "no") return said.text;
  if (shape.kind !== "tuple") return nameFor(shape, words) ?? plain(shape, words);
  const parts = said?.kind === "group" ? aligned(shape.items, said.items, words) : shape.items.map(() => undefined);
  return `(${shape.items.map((mode, i) => item(mode, parts[i], words)).join(",")})`;
}

/** A mode: nested ones by their own name where there is one. */
function item(mode: Value, said: Part | undefined, words: Vocabulary): string {
  if (said?.kind === "group" && mode.kind !== "tuple") return nameFor(mode, words) ?? plain(mode, words);
  return said === undefined ? (nameFor(mode, words) ?? text(mode, undefined, words)) : text(mode, said, words);
}

/** Which part belongs to which mode: in order, leaving out parts or modes where their sizes contradict. */
function aligned(modes: readonly Value[], parts: readonly Part[], words: Vocabulary): readonly (Part | undefined)[] {
  let spare = parts.length - modes.length;
  let missing = -spare;
  let at = 0;
  return modes.map((mode) => {
    while (spare > 0 && contradicts(parts[at], mode, words)) {
      at++;
      spare--;
    }
    if (missing > 0 && contradicts(parts[at], mode, words)) {
      missing--;
      return undefined;
    }
    return parts[at++];
  });
}

function contradicts(part: Part | undefined, mode: Value, words: Vocabulary): boolean {
  if (part === undefined) return false;
  if (part.kind === "group") return mode.kind !== "tuple";
  return agrees(part.text, mode, words) === "no";
}

function agrees(name: string, mode: Value, { known }: Vocabulary): "yes" | "no" | "unknown" {
  const size = sizeOf(mode);
  const named = known.filter((one) => one.name === name);
  if (size === undefined || named.length === 0) return "unknown";
  if (named.some((one) => equal(one.size, size) === "yes")) return "yes";
  return named.every((one) => equal(one.size, size) === "no") ? "no" : "unknown";
}

/** The one name for this size; none where several fit, or for a size that says nothing. */
function nameFor(mode: Value, { known }: Vocabulary): string | undefined {
  const size = sizeOf(mode);
  if (size === undefined || isSmall(size)) return undefined;
  const names = new Set(known.filter((one) => equal(one.size, size) === "yes").map(({ name }) => name));
  const [name] = names;
  return names.size === 1 && name !== undefined && isWord(name) ? name : undefined;
}

const isSmall = (size: Int): boolean => size.kind === "num" && size.value < 2;

const plain = (mode: Value, { print }: Vocabulary): string => print(mode).replace(/\b_(?=\d)/g, "");
