// A function that is edited again: statements before the edit are the same objects, and all of it is as if lowered afresh.
import { beforeAll, describe, expect, test } from "vitest";
import { type Lowered, lowerCpp } from "../server/src/languages/cpp/lower/lower.ts";
import { type Grammars, loadGrammars } from "../server/src/languages/parse/grammars.ts";
import { nodeWasmFiles } from "../server/src/languages/parse/node-wasm.ts";
import { parse } from "../server/src/languages/parse/parse.ts";
import type { Stmt, Unit } from "../src-engine/program/ir.ts";
import { lower, lowerAfter } from "./lower-python/print.ts";

let grammars: Grammars;
beforeAll(async () => {
  grammars = await loadGrammars(nodeWasmFiles());
});

const cpp = `#define ROWS 4
template <class L> auto f(L l) {
  auto a = g(l, ROWS);  // (M, K)
  if (l.x) {
    auto b = h(a);
    auto c = [&](int i) { return h(b, i); };
  }
  struct S { int x; };
  auto d = k(a);
  return d;
}
`;

const python = `class C:
    def f(self, l):
        # (M, K)
        a = g(l)
        if l.x:
            b = h(a)
            c = h(b)
        def inner(x): return x
        d = k(a)
        return d
`;

/** Lowers text after text, each with what was made of the one before. */
type Versions = (text: string, isFresh?: boolean) => Promise<Unit>;

function versionsOfCpp(): Versions {
  let before: Lowered | undefined;
  return async (text, isFresh = false) => {
    const parsed = await parse(grammars, "cpp", text);
    const lowered = lowerCpp("a.cu", parsed, isFresh ? undefined : before);
    parsed.dispose();
    if (!isFresh) before = lowered;
    return lowered.unit;
  };
}

function versionsOfPython(): Versions {
  let before: Unit | undefined;
  return async (text, isFresh = false) => {
    const unit = await (isFresh ? lower(text) : lowerAfter(before, text));
    if (!isFresh) before = unit;
    return unit;
  };
}

const bodyOf = ({ items }: Unit): readonly Stmt[] => {
  const all = items.flatMap((item) => (item.kind === "class" ? item.members : [item]));
  return all.flatMap((item) => (item.kind === "function" ? (item.body ?? []) : []));
};

/** After each edit of the text: how many statements at the function's beginning are those of an earlier version. */
async function story(
  lowered: Versions,
  first: string,
  edits: readonly (readonly [from: string, to: string])[],
): Promise<readonly number[]> {
  let text = first;
  const seen = new Set(bodyOf(await lowered(text)));
  const counts: number[] = [];
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
    const after = await lowered(text);
    expect(after).toEqual(await lowered(text, true));
    const body = bodyOf(after);
    counts.push(body.findIndex((stmt) => !seen.has(stmt)));
    for (const stmt of body) seen.add(stmt);
  }
  return counts;
}

describe("C++", () => {
  test("letters: the first makes known what the next ones leave standing", async () => {
    const edits = [
      ["d = k", "dx = k"],
      ["dx = k", "dxy = k"],
      ["h(b, i)", "h(b, i + 1)"],
      ["a = g", "ax = g"],
    ] as const;
    expect(await story(versionsOfCpp(), cpp, edits)).toEqual([0, 2, 1, 0]);
  });

  test("the comment behind a statement belongs to it", async () => {
    const edits = [
      ["d = k", "dx = k"],
      ["(M, K)", "(M, K, k)"],
      ["dx = k", "d = k"],
    ] as const;
    expect(await story(versionsOfCpp(), cpp, edits)).toEqual([0, 0, 2]);
  });

  test("a macro that says something else changes what uses it", async () => {
    const edits = [
      ["d = k", "dx = k"],
      ["ROWS 4", "ROWS 8"],
      ["dx = k", "d = k"],
    ] as const;
    expect(await story(versionsOfCpp(), cpp, edits)).toEqual([0, 0, 2]);
  });

  test("broken code is lowered afresh, and the next version goes on from the one before it", async () => {
    const edits = [
      ["d = k(a);", "d = k(a;"],
      ["d = k(a;", "d = k(a);"],
      ["h(b, i);", "h(b, i;"],
      ["h(b, i;", "h(b, i, i);"],
    ] as const;
    expect(await story(versionsOfCpp(), cpp, edits)).toEqual([0, 0, 0, 1]);
  });

  test("a statement that becomes part of another one", async () => {
    const edits = [
      ["d = k", "dx = k"],
      ["  if (l.x) {", "  while (l) if (l.x) {"],
      ["auto a = g", "for (;;) auto a = g"],
    ] as const;
    expect(await story(versionsOfCpp(), cpp, edits)).toEqual([0, 1, 0]);
  });
});

describe("Python", () => {
  test("letters", async () => {
    const edits = [
      ["d = k", "dx = k"],
      ["dx = k", "dxy = k"],
      ["c = h", "cx = h"],
      ["# (M, K)", "# (M, K, k)"],
    ] as const;
    expect(await story(versionsOfPython(), python, edits)).toEqual([0, 2, 1, 0]);
  });

  test("an indentation that takes a statement into the block above", async () => {
    const edits = [
      ["d = k", "dx = k"],
      ["        def inner", "            def inner"],
      ["        dx = k", "            dx = k"],
    ] as const;
    expect(await story(versionsOfPython(), python, edits)).toEqual([0, 1, 1]);
  });

  test("a yield further down makes a return another one", async () => {
    const edits = [
      ["a = g(l)", "a = g(l)\n        if a: return a"],
      ["return d", "yield d"],
      ["yield d", "yield dx"],
    ] as const;
    expect(await story(versionsOfPython(), python, edits)).toEqual([0, 0, 3]);
  });
});
