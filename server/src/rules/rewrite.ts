// Changes of an expression's text that mend it: another major mode, another number, static integers. Pure text: a rule says when one is safe.

/** A change inside a text, offsets from its start. */
export interface Rewrite {
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The only match of a pattern; none where the text has several. */
function only(text: string, pattern: RegExp): RegExpExecArray | undefined {
  const found = [...text.matchAll(pattern)];
  return found.length === 1 ? found[0] : undefined;
}

const atom = /\b(Layout_)?(K|MN)_((?:SW\d+(?:_32B)?|INTER)(?:_Atom)?)\b/g;

/** `Layout_MN_SW128_Atom` as `Layout_K_SW128_Atom`, `K_SW64` as `MN_SW64`; to the other mode where none is wanted. */
export function withMajor(text: string, wanted?: "K" | "MN"): readonly Rewrite[] {
  const match = only(text, atom);
  if (match === undefined || match[2] === wanted) return [];
  const to = `${match[1] ?? ""}${match[2] === "K" ? "MN" : "K"}_${match[3]}`;
  return [{ title: `Lay it out along the other mode: ${to}`, ...spanOf(match), text: to }];
}

const order = /\b(?:LayoutRight|LayoutLeft|GenRowMajor|GenColMajor)\b/g;
const opposite: Readonly<Record<string, string>> = {
  LayoutRight: "LayoutLeft",
  LayoutLeft: "LayoutRight",
  GenRowMajor: "GenColMajor",
  GenColMajor: "GenRowMajor",
};

/** A compact layout of two modes with the other one contiguous, as it is written. */
export function transposed(text: string): readonly Rewrite[] {
  const written = only(text, order);
  const to = written === undefined ? undefined : opposite[written[0]];
  if (written !== undefined && to !== undefined)
    return [{ title: `Lay it out as ${to}`, ...spanOf(written), text: to }];
  return atoms(text) ?? byStride(text) ?? byDefault(text);
}

const atoms = (text: string): readonly Rewrite[] | undefined => {
  const found = withMajor(text);
  return found.length === 0 ? undefined : found;
};

/** `make_layout((128, 64), stride=(1, 128))` with the strides (64, 1), and back. */
function byStride(text: string): readonly Rewrite[] | undefined {
  const match = /\(\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*,\s*stride\s*=\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)/.exec(text);
  if (match === null) return undefined;
  const [rows, columns, first, second] = match.slice(1).map(Number);
  const isLeft = first === 1 && second === rows;
  if (!isLeft && !(first === columns && second === 1)) return undefined;
  const start = match.index + match[0].lastIndexOf("(");
  const to = isLeft ? `(${columns}, 1)` : `(1, ${rows})`;
  return [
    { title: `Make the other mode contiguous: stride=${to}`, start, end: match.index + match[0].length, text: to },
  ];
}

/** `make_layout(Shape<_128, _64>{})` goes column by column where nothing is said. */
function byDefault(text: string): readonly Rewrite[] {
  const match =
    /^(?:cute::)?make_layout\((?:(?:cute::)?Shape<[\w\s,<>:]*>\{\}|(?:cute::)?make_shape\([^()]*\))\)$/.exec(text);
  if (match === null) return [];
  return [
    { title: "Lay it out as LayoutRight", start: text.length - 1, end: text.length - 1, text: ", LayoutRight{}" },
  ];
}

/** The only place where a number stands, `66`, `_66` or `Int<66>`, with another number. */
export function withNumber(text: string, from: number, to: number, title: string): readonly Rewrite[] {
  const match = only(text, new RegExp(`(?<![\\w.])_?${from}(?![\\w.])`, "g"));
  if (match === undefined) return [];
  return [{ title, ...spanOf(match), text: match[0].startsWith("_") ? `Int<${to}>` : String(to) }];
}

/** `make_stride(64, 1)` with `Int<64>{}, Int<1>{}`: of what is written with its numbers alone. */
export function withStaticNumbers(text: string): readonly Rewrite[] {
  const match = /^(?:cute::)?make_(?:shape|stride|tile|tuple|coord)\(([\d\s,]+)\)$/.exec(text);
  const list = match?.[1];
  if (list === undefined) return [];
  const start = text.length - 1 - list.length;
  const to = list.replace(/\d+/g, (number) => `Int<${number}>{}`);
  return [{ title: `Make the numbers static: ${to}`, start, end: text.length - 1, text: to }];
}

const spanOf = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });
