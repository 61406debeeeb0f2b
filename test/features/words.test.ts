// Small answers made of words: swizzles, contiguity, names of modes, the call around a cursor.
import { describe, expect, test } from "vitest";
import { linesOf } from "../../server/src/convert/lines.ts";
import { below, pathOf, uriOf } from "../../server/src/convert/uri.ts";
import { contiguityOf } from "../../server/src/facts/contiguity.ts";
import { injectivity } from "../../server/src/facts/injectivity.ts";
import { bytesText, swizzleName, swizzleWords } from "../../server/src/facts/swizzle-words.ts";
import { callAt, wordBefore } from "../../server/src/features/call-at.ts";
import { evaluateText } from "../../server/src/features/evaluate-text.ts";
import { modeNames } from "../../server/src/features/mode-names.ts";
import { symbol } from "../../src-engine/algebra/int/ask.ts";
import { mul, staticInt } from "../../src-engine/algebra/int/int.ts";
import type { Int, Layout } from "../../src-engine/algebra/value.ts";

const layoutOf = (text: string): Layout => {
  const value = evaluateText(text, "cpp");
  if (value.kind !== "layout") throw new Error(`${text} is a ${value.kind}`);
  return value;
};

test("swizzles in words", () => {
  const sw128 = { kind: "swizzle", b: 3, m: 4, s: 3 } as const;
  expect(swizzleWords(sw128, "byte")).toBe("16-byte chunks, XORed over 8 rows of 128 bytes; repeats every 1 KiB");
  expect(swizzleName(sw128)).toBe("SW128");
  expect(swizzleName({ ...sw128, m: 3 })).toBeUndefined();
  expect([bytesText(96), bytesText(16384), bytesText(232448)]).toEqual(["96 B", "16 KiB", "227 KiB"]);
});

test("contiguity: the mode, the run, the widest access", () => {
  const half = (text: string) => contiguityOf(layoutOf(text), 16);
  expect(half("(_128,_64):(_64,_1)")).toEqual({ mode: 1, run: 8192, vector: 16, if: [], ifBase: false, multiple: 8 });
  expect(half("(_128,_64):(_72,_1)")).toEqual({ mode: 1, run: 64, vector: 16, if: [], ifBase: false, multiple: 8 });
  expect(half("(_128,_64):(_66,_1)")).toEqual({ mode: 1, run: 64, vector: 4, if: [], ifBase: false, multiple: 2 });
  expect(half("(_128,_64):(_2,_256)")).toBeUndefined();
  expect(half("(M,_64):(_64,_1)")?.vector).toBe(16);
  // A pointer that stands anywhere allows what its own place allows.
  const at = (base: Int) => contiguityOf(layoutOf("(_128,_64):(_64,_1)"), 16, base);
  expect(at(staticInt(4))?.vector).toBe(8);
  expect(at(symbol("k", "k"))).toMatchObject({ vector: 16, ifBase: true });
  expect(at(mul(staticInt(8), symbol("k", "k")))).toMatchObject({ vector: 16, ifBase: false });
});

test("injective, bijective, aliasing", () => {
  const of = (text: string) => injectivity(layoutOf(text), "cpp");
  expect(of("(_4,_8):(_8,_1)")).toBe("bijective");
  expect(of("(_4,_8):(_9,_1)")).toBe("injective");
  expect(of("(_4,_8):(_0,_1)")).toBe("aliasing");
  expect(of("(_4,_8):(_2,_1)")).toBe("aliasing");
  expect(of("(M,_8):(_8,_1)")).toBe("unknown");
});

test("names of modes from comments", () => {
  expect(modeNames("(BLK_M,BLK_K,k)", 3)).toEqual(["BLK_M", "BLK_K", "k"]);
  expect(modeNames("smem tile (MMA,MMA_M,MMA_K) of A", 3)).toEqual(["MMA", "MMA_M", "MMA_K"]);
  expect(modeNames("((2,4),N)", 2)).toEqual(["(2,4)", "N"]);
  expect(modeNames("(a,b)", 3)).toBeUndefined();
  expect(modeNames("(a,b", 2)).toBeUndefined();
});

/** `|` is the cursor. */
const at = (text: string) => callAt(text.replace("|", ""), text.indexOf("|"));

test("the call around the cursor", () => {
  expect(at("make_layout(|")).toEqual({ name: "make_layout", qualifier: "", argument: 0 });
  expect(at("cute::logical_divide(a, make_shape(1,2), |")).toEqual({
    name: "logical_divide",
    qualifier: "cute::",
    argument: 2,
  });
  expect(at("f(a[1], g(|")).toEqual({ name: "g", qualifier: "", argument: 0 });
  expect(at('f("(", |')).toEqual({ name: "f", qualifier: "", argument: 1 });
  expect(at("get<0>(|")).toEqual({ name: "get", qualifier: "", argument: 0 });
  expect(at("f(x); |")).toBeUndefined();
  expect(at("|")).toBeUndefined();
});

test("the word being typed", () => {
  expect(wordBefore("cute::mak", 9)).toEqual({ word: "mak", qualifier: "cute::" });
  expect(wordBefore("x = cute.", 9)).toEqual({ word: "", qualifier: "cute." });
});

describe("positions", () => {
  test("lines and columns in UTF-16, with all line ends", () => {
    const lines = linesOf("a\r\n😀b\rc\n");
    expect(lines.at(5)).toEqual({ line: 1, character: 2 });
    expect(lines.at(7)).toEqual({ line: 2, character: 0 });
    expect(lines.offset({ line: 1, character: 2 })).toBe(5);
    expect(lines.offset({ line: 9, character: 0 })).toBe(9);
  });

  test("URIs and paths", () => {
    expect(pathOf("file:///a/b%20c.cu")).toBe("/a/b c.cu");
    expect(pathOf("file:///c%3A/x.cu")).toBe("c:/x.cu");
    expect(pathOf("untitled:Untitled-1")).toBe("untitled:Untitled-1");
    expect(uriOf("/a/b c.cu")).toBe("file:///a/b%20c.cu");
    expect(uriOf("vscode-vfs://github/x")).toBe("vscode-vfs://github/x");
    expect(below("/a", "/a/b")).toBe("b");
    expect(below("/a", "/ab")).toBeUndefined();
  });
});
