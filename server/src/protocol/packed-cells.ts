// Cells of a picture, packed for the way: one list a label or tone instead of one object a cell, a fifth of the characters.
//
// Unpacked they are what they were; what few cells have besides (accents, elements, links) travels with its cell.
import type { CellJson } from "./requests.ts";

export interface PackedCells {
  /** Row and column of the first cell, then each one's less those of the cell before, in runs. */
  readonly rows: Runs;
  readonly columns: Runs;
  readonly labels: Readonly<Record<string, PackedTexts>>;
  readonly tones: Readonly<Record<string, Runs>>;
  readonly numbers: Readonly<Record<string, readonly (number | null)[]>>;
  /** What else a cell has, by its place in the lists. */
  readonly more: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A number, or how often it comes and the number: neighbours often have equal ones. */
export type Runs = readonly (number | null | readonly [count: number, number: number | null])[];

/** Each one's text; their places among the few different ones; or made of two others, with a space between. */
export type PackedTexts =
  | { readonly texts: readonly (string | null)[] }
  | { readonly different: readonly (string | null)[]; readonly which: readonly number[] }
  | { readonly first: string; readonly second: string };

/** What most cells have, or none. */
const numbered = ["index", "offset"] as const;

export function packed(cells: readonly (CellJson & Numbered)[]): PackedCells {
  const labels = keysOf(cells.map((cell) => cell.labels));
  const tones = keysOf(cells.map((cell) => cell.tones));
  const own = numbered.filter((key) => cells.some((cell) => cell[key] !== undefined));
  return {
    rows: runs(steps(cells.map(({ row }) => row))),
    columns: runs(steps(cells.map(({ column }) => column))),
    labels: Object.fromEntries(labels.map((key) => [key, textsOf(cells, key, labels)])),
    tones: Object.fromEntries(tones.map((key) => [key, runs(cells.map((cell) => cell.tones[key] ?? null))])),
    numbers: Object.fromEntries(own.map((key) => [key, cells.map((cell) => cell[key] ?? null)])),
    more: moreOf(cells),
  };
}

type Numbered = { readonly [key in (typeof numbered)[number]]?: number | undefined };

function moreOf(cells: readonly (CellJson & Numbered)[]): PackedCells["more"] {
  const found: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const [i, cell] of cells.entries()) {
    for (const key in cell) {
      const one = cell[key as keyof typeof cell];
      if (!listed.has(key) && one !== undefined) found[i] = { ...found[i], [key]: one };
    }
  }
  return found;
}

const listed: ReadonlySet<string> = new Set(["row", "column", "labels", "tones", ...numbered]);

export function unpacked({ rows, columns, labels, tones, numbers, more }: PackedCells): readonly CellJson[] {
  const [row, column] = [sums(all(rows)), sums(all(columns))];
  const texts = unpackedTexts(labels, row.length);
  const toned = Object.fromEntries(Object.entries(tones).map(([key, one]) => [key, all(one)]));
  return row.map((at, i) => ({
    row: at,
    column: column[i] ?? 0,
    labels: there(texts, i),
    tones: there(toned, i),
    ...there(numbers, i),
    ...more[String(i)],
  }));
}

function unpackedTexts(labels: PackedCells["labels"], count: number): Record<string, Texts> {
  const texts: Record<string, Texts> = {};
  const all = Object.entries(labels);
  for (const [key, one] of all) {
    if ("texts" in one) texts[key] = one.texts;
    if ("different" in one) texts[key] = one.which.map((which) => one.different[which]);
  }
  for (const [key, one] of all) {
    if (!("first" in one)) continue;
    const [first, second] = [texts[one.first], texts[one.second]];
    texts[key] = Array.from({ length: count }, (_, i) => `${first?.[i]} ${second?.[i]}`);
  }
  return texts;
}

type Texts = readonly (string | null | undefined)[];

function there<T>(lists: Readonly<Record<string, readonly (T | null | undefined)[]>>, i: number): Record<string, T> {
  const found: Record<string, T> = {};
  for (const key in lists) {
    const one = lists[key]?.[i];
    if (one !== undefined && one !== null) found[key] = one;
  }
  return found;
}

function textsOf(cells: readonly CellJson[], key: string, keys: readonly string[]): PackedTexts {
  const parts = key.split(" ");
  const [first = "", second = ""] = parts;
  const isJoined = ({ labels }: CellJson) => labels[key] === `${labels[first]} ${labels[second]}`;
  const areThere = parts.length === 2 && keys.includes(first) && keys.includes(second);
  if (areThere && cells.every(isJoined)) return { first, second };
  const texts = cells.map(({ labels }) => labels[key] ?? null);
  const different = [...new Set(texts)];
  if (different.length * 2 > texts.length) return { texts };
  const places = new Map(different.map((text, i) => [text, i]));
  return { different, which: texts.map((text) => places.get(text) ?? 0) };
}

function keysOf(objects: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const found = new Set<string>();
  for (const one of objects) for (const key in one) found.add(key);
  return [...found];
}

/** A pair takes more room than two equal numbers. */
const SHORTEST = 3;

function runs(numbers: readonly (number | null)[]): Runs {
  const found: (number | null | readonly [number, number | null])[] = [];
  for (let i = 0; i < numbers.length; ) {
    const one = numbers[i] ?? null;
    let end = i + 1;
    while (end < numbers.length && (numbers[end] ?? null) === one) end++;
    if (end - i >= SHORTEST) found.push([end - i, one]);
    else for (let at = i; at < end; at++) found.push(one);
    i = end;
  }
  return found;
}

function all(packedRuns: Runs): (number | null)[] {
  const found: (number | null)[] = [];
  for (const run of packedRuns)
    if (run === null || typeof run === "number") found.push(run);
    else for (let i = 0; i < run[0]; i++) found.push(run[1]);
  return found;
}

const steps = (numbers: readonly number[]): readonly number[] => numbers.map((n, i) => n - (numbers[i - 1] ?? 0));

function sums(numbers: readonly (number | null)[]): readonly number[] {
  let sum = 0;
  return numbers.map((n) => {
    sum += n ?? 0;
    return sum;
  });
}
