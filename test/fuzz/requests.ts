// What an editor may ask at any time, and what can be seen wrong in an answer: places that are not in the text, or hold other words.
import type { Random } from "./random.ts";
import { positionAt, type Range, textIn } from "./text.ts";

/** A text that is open: a file, or a cell of a notebook. */
export interface Open {
  readonly uri: string;
  readonly text: string;
}

export interface Asked {
  readonly method: string;
  readonly params: object;
  /** What is wrong with the answer; undefined where nothing is. */
  readonly wrong: (answer: unknown) => string | undefined;
}

const methods = [
  "textDocument/hover",
  "textDocument/hover",
  "textDocument/inlayHint",
  "textDocument/inlayHint",
  "textDocument/completion",
  "textDocument/signatureHelp",
  "textDocument/documentSymbol",
  "textDocument/codeLens",
  "textDocument/codeAction",
  "textDocument/semanticTokens/full",
  "cuteLens/view",
  "cuteLens/view",
  "cuteLens/facts",
  "cuteLens/costs",
  "cuteLens/why",
] as const;

export function drawRequest(random: Random, { uri, text }: Open, texts: ReadonlyMap<string, string>): Asked {
  const method = random.pick(methods);
  const position = positionAt(text, wordNear(text, random.below(text.length + 1)));
  const whole = { start: { line: 0, character: 0 }, end: positionAt(text, text.length) };
  const range = random.below(3) === 0 ? { start: position, end: position } : whole;
  const wrong = (answer: unknown): string | undefined => outside(answer, uri, texts);
  const ours = method.startsWith("cuteLens/");
  const params = ours
    ? { uri, position, ...drawWhatIf(random, method) }
    : { textDocument: { uri }, position, range, context: { diagnostics: [] } };
  return { method, params, wrong };
}

/** Most places worth asking about begin a word. */
function wordNear(text: string, offset: number): number {
  const found = /[A-Za-z_]\w*/.exec(text.slice(offset, offset + 200));
  return found === null ? offset : offset + found.index;
}

function drawWhatIf(random: Random, method: string): object {
  if (method !== "cuteLens/view") return {};
  return random.pick([
    {},
    {},
    { bindings: { M: "512", K: "64" } },
    { kind: "banks" },
    { expression: "zipped_divide((_8,_8):(_8,_1), (_2,_4))" },
    { window: { row: 0, column: 0, rows: 4, columns: 4, step: 1 } },
    { literals: { x: "3" } },
  ]);
}

/** Every range of an answer lies in its text; a literal, an edit and a name say what stands there. */
function outside(answer: unknown, uri: string, texts: ReadonlyMap<string, string>): string | undefined {
  if (Array.isArray(answer)) return first(answer, (one) => outside(one, uri, texts));
  if (typeof answer !== "object" || answer === null) return undefined;
  const entry = answer as Readonly<Record<string, unknown>>;
  const owner = typeof entry.uri === "string" ? entry.uri : uri;
  const text = texts.get(owner);
  const found = isRange(entry.range) && text !== undefined ? placeOf(entry, entry.range, text) : undefined;
  const selected = entry.selectionRange;
  const named = isRange(selected) && text !== undefined ? placeOf({ name: entry.name }, selected, text) : undefined;
  return found ?? named ?? first(Object.values(entry), (one) => outside(one, owner, texts));
}

function first(among: readonly unknown[], of: (one: unknown) => string | undefined): string | undefined {
  for (const one of among) {
    const found = of(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function placeOf(entry: Readonly<Record<string, unknown>>, range: Range, text: string): string | undefined {
  const there = textIn(text, range);
  if (there === undefined) return `${JSON.stringify(range)} is not in the text: ${JSON.stringify(entry).slice(0, 300)}`;
  if (typeof entry.text === "string" && "range" in entry && ("by" in entry || "owner" in entry) && there !== entry.text)
    return `${JSON.stringify(there)} stands where ${JSON.stringify(entry).slice(0, 300)} says`;
  return undefined;
}

const isRange = (value: unknown): value is Range =>
  typeof value === "object" && value !== null && "start" in value && "end" in value;
