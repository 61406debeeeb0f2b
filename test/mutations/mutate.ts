// Random changes of a kernel's source, the same for the same seed: tile sizes, strides, element types, swizzles, stage counts,
// majorness. A mutation replaces one token; what it makes of the program is not known beforehand.

export interface Mutation {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

interface Kind {
  readonly name: string;
  readonly pattern: RegExp;
  readonly replacements: readonly string[];
}

const cpp: readonly Kind[] = [
  {
    name: "static extent",
    pattern: /(?<=Int<)\d+(?=>)/g,
    replacements: ["1", "3", "8", "16", "24", "48", "96", "128", "256", "512"],
  },
  {
    name: "named extent",
    pattern: /(?<=\b_)\d+\b/g,
    replacements: ["1", "2", "3", "8", "16", "24", "48", "64", "128", "512"],
  },
  {
    name: "run-time extent",
    pattern: /(?<=make_(?:shape|stride)\([^)]*)\b\d+\b/g,
    replacements: ["1", "7", "24", "100", "1001", "4096"],
  },
  {
    name: "element type",
    pattern: /\b(?:half_t|float|bfloat16_t|double)\b/g,
    replacements: ["half_t", "float", "int8_t", "double", "int16_t"],
  },
  {
    name: "swizzle atom",
    pattern: /Layout_(?:K|MN)_(?:SW128|SW64|SW32|INTER)_Atom/g,
    replacements: [
      "Layout_K_SW128_Atom",
      "Layout_K_SW32_Atom",
      "Layout_MN_SW128_Atom",
      "Layout_MN_SW64_Atom",
      "Layout_K_INTER_Atom",
    ],
  },
  {
    name: "swizzle",
    pattern: /Swizzle<\d, ?\d, ?\d>/g,
    replacements: ["Swizzle<3,4,3>", "Swizzle<3,3,3>", "Swizzle<2,4,3>", "Swizzle<4,2,3>", "Swizzle<1,0,0>"],
  },
  { name: "order", pattern: /Layout(?:Left|Right)\b/g, replacements: ["LayoutLeft", "LayoutRight"] },
  { name: "groups", pattern: /group_modes<0, 2>\((\w+)\)/g, replacements: ["group_modes<0, 1>($1)", "$1"] },
  { name: "stage", pattern: /\w+\(_, _, 0\)/g, replacements: ["sA", "sB"] },
  { name: "major", pattern: /Major::(?:K|MN)/g, replacements: ["Major::K", "Major::MN"] },
];

const python: readonly Kind[] = [
  {
    name: "extent",
    pattern: /(?<=[(,=] ?)\d+(?=[,)\n])/g,
    replacements: ["1", "3", "8", "16", "24", "48", "96", "128", "256", "512"],
  },
  {
    name: "element type",
    pattern: /cutlass\.(?:Float16|Float32|BFloat16)/g,
    replacements: ["cutlass.Float16", "cutlass.Float32", "cutlass.Int8", "cutlass.Float64"],
  },
  {
    name: "torch type",
    pattern: /torch\.(?:float16|float32|half)/g,
    replacements: ["torch.float16", "torch.float32", "torch.int8"],
  },
  { name: "stage", pattern: /cute\.slice_\((\w+), \(None, None, 0\)\)/g, replacements: ["$1"] },
  { name: "groups", pattern: /cute\.group_modes\((\w+), 0, 2\)/g, replacements: ["cute.group_modes($1, 0, 1)", "$1"] },
  {
    name: "swizzle",
    pattern: /make_swizzle\(\d, \d, \d\)/g,
    replacements: ["make_swizzle(3, 4, 3)", "make_swizzle(2, 4, 3)", "make_swizzle(3, 3, 3)", "make_swizzle(1, 0, 0)"],
  },
];

/** `count` mutations of the source, no two alike. */
export function mutations(
  source: string,
  language: "cpp" | "python",
  seed: number,
  count: number,
): readonly Mutation[] {
  const next = generator(seed);
  const places = (language === "cpp" ? cpp : python).flatMap(({ pattern, replacements }) =>
    [...source.matchAll(pattern)].map((match) => ({ match, replacements })),
  );
  const seen = new Map<string, Mutation>();
  for (let tries = 0; tries < 20 * count && seen.size < count && places.length > 0; tries++) {
    const place = places[next() % places.length];
    const to = place?.replacements[next() % place.replacements.length];
    if (place === undefined || to === undefined) continue;
    const one = apply(source, place.match, to);
    if (one.from !== one.to) seen.set(`${place.match.index} ${one.to}`, one);
  }
  return [...seen.values()];
}

function apply(source: string, match: RegExpMatchArray, to: string): Mutation {
  const start = match.index ?? 0;
  const text = to.replace("$1", match[1] ?? "");
  const line = source.slice(0, start).split("\n").length;
  return {
    line,
    from: match[0],
    to: text,
    source: source.slice(0, start) + text + source.slice(start + match[0].length),
  };
}

/** Numerical Recipes' linear congruences: enough to choose places. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}
