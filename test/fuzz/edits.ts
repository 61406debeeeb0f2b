// What people and tools do to a text: letters, lines, blocks, pasted code, cells moved. An edit says where as a share of the text and
// brings its own seed, so that a story without some of its edits still means something.
import { type Random, randomFrom } from "./random.ts";

export interface Edit {
  /** Which of the story's files. */
  readonly file: number;
  readonly kind: EditKind;
  readonly where: number;
  readonly seed: number;
  /** The evaluation of this version is given up after so many questions whether to go on. */
  readonly givenUpAfter?: number;
}

/** A file's text: one fragment, or a notebook's cells. */
export type Text = readonly string[];

/** The fragment with the edit at an offset; `others` are texts to paste from. */
type Change = (text: string, at: number, random: Random, others: readonly string[]) => string;

const lineAround = (text: string, at: number): readonly [number, number] => {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return [start, end < 0 ? text.length : end + 1];
};

const linesFrom = (text: string, at: number, count: number): readonly [number, number] => {
  const [start] = lineAround(text, at);
  let end = start;
  for (let i = 0; i < count && end < text.length; i++) [, end] = lineAround(text, end);
  return [start, end];
};

const characters = [..."abxT019_ ()[]{}<>,;:=.*&#\"'\n"];

const changes = {
  "a character": (text, at, random) => text.slice(0, at) + random.pick(characters) + text.slice(at),
  "a character gone": (text, at) => text.slice(0, at) + text.slice(at + 1),
  "a letter in a name": (text, at) => text.slice(0, at) + text.slice(at).replace(/[a-z_]\w*/, "$&x"),
  "another number": (text, at, random) =>
    text.slice(0, at) + text.slice(at).replace(/\d+/, () => String(random.pick([0, 1, 2, 3, 8, 64, 128, 1000]))),
  "an empty line": (text, at) => text.slice(0, at) + text.slice(at).replace("\n", "\n\n"),
  "a blank": (text, at) => text.slice(0, at) + text.slice(at).replace(/ /, "  "),
  "a line gone": (text, at) => {
    const [start, end] = lineAround(text, at);
    return text.slice(0, start) + text.slice(end);
  },
  "a line twice": (text, at) => {
    const [start, end] = lineAround(text, at);
    return text.slice(0, end) + text.slice(start, end) + text.slice(end);
  },
  "two lines swapped": (text, at) => {
    const [start, middle] = lineAround(text, at);
    const [, end] = lineAround(text, middle);
    return text.slice(0, start) + text.slice(middle, end) + text.slice(start, middle) + text.slice(end);
  },
  "a block gone": (text, at, random) => {
    const [start, end] = linesFrom(text, at, 2 + random.below(10));
    return text.slice(0, start) + text.slice(end);
  },
  "a block moved": (text, at, random) => {
    const [start, end] = linesFrom(text, at, 2 + random.below(8));
    const rest = text.slice(0, start) + text.slice(end);
    const [to] = lineAround(rest, random.below(rest.length + 1));
    return rest.slice(0, to) + text.slice(start, end) + rest.slice(to);
  },
  "lines of another file": (text, at, random, others) => {
    const other = random.pick(others);
    const [from, until] = linesFrom(other, random.below(other.length + 1), 1 + random.below(8));
    const [start] = lineAround(text, at);
    return text.slice(0, start) + other.slice(from, until) + text.slice(start);
  },
  "half of another file": (text, at, random, others) => {
    const other = random.pick(others);
    const [start] = lineAround(text, at);
    return text.slice(0, start) + other.slice(0, other.length >> 1) + text.slice(start);
  },
  "another file": (_text, _at, random, others) => random.pick(others),
} satisfies Record<string, Change>;

/** `undo` gives back the text before the last edit of the file. */
export type EditKind = keyof typeof changes | "undo" | "two cells swapped";

const small = [
  "a character",
  "a character gone",
  "a letter in a name",
  "another number",
  "an empty line",
  "a blank",
] as const;
const kinds: readonly EditKind[] = [
  // Most of what people type is small.
  ...small,
  ...small,
  ...(Object.keys(changes) as (keyof typeof changes)[]),
  "undo",
  "undo",
  "two cells swapped",
];

export function drawEdit(random: Random, files: number): Edit {
  return {
    file: random.below(files),
    kind: random.pick(kinds),
    where: random.next(),
    seed: random.below(2 ** 31),
    ...(random.below(8) === 0 ? { givenUpAfter: random.below(40) } : {}),
  };
}

/** The text after the edit; `history` are the versions before, the last one last. */
export function edited(history: readonly Text[], { kind, where, seed }: Edit, others: readonly string[]): Text {
  const text = history.at(-1) ?? [""];
  const random = randomFrom(seed);
  if (kind === "undo") return history.at(-2) ?? text;
  if (kind === "two cells swapped") {
    const [a, b] = [random.below(text.length), random.below(text.length)];
    return text.map((one, i) => (i === a ? text[b]! : i === b ? text[a]! : one));
  }
  const all = text.join("").length;
  let at = Math.floor(where * (all + 1));
  const fragment = text.findIndex((one) => {
    if (at <= one.length) return true;
    at -= one.length;
    return false;
  });
  return text.map((one, i) => (i === fragment ? changes[kind](one, at, random, others) : one));
}
