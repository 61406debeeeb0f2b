// Pictures that fit what people look at: TV layouts without a tile in lines, memory by the chunks that stay together.
import { describe, expect, test } from "vitest";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { inChunks } from "../../src-engine/views/gathered-view.ts";
import { renderSvg } from "../../src-engine/views/svg.ts";
import { type Picture, whole } from "../../src-engine/views/view.ts";
import { isPicture, viewOf } from "../../src-engine/views/view-of.ts";

const ctx = makeContext();

function pictureOf(text: string, view: "tv" | "banks", elementBits: number): Picture {
  const picture = viewOf(ctx, evaluateText(ctx, text), { dialect: "cpp", elementBits, view });
  if (!isPicture(picture)) throw new Error(picture.why);
  return picture;
}

const labels = (picture: Picture, mode: string) =>
  picture.panels.flatMap(({ view }) => view.cells(whole(view)).map((cell) => cell.labels[mode]));

const widthOf = (picture: Picture): number =>
  Number(/width="(\d+)"/.exec(renderSvg(picture, { theme: "light", maxWidth: 8000, maxHeight: 8000 }).svg)?.[1]);

describe("a TV layout without a tile", () => {
  const tv = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))";

  test("stands in lines of sixteen, every index once and in order", () => {
    const picture = pictureOf(tv, "tv", 16);
    const [view] = picture.panels.map((panel) => panel.view);
    expect([view?.rows.extent, view?.columns.extent]).toEqual([8, 16]);
    expect(labels(picture, "index")).toEqual(Array.from({ length: 128 }, (_, i) => String(i)));
    expect(widthOf(picture)).toBeLessThan(800);
  });

  test("sixteen elements or fewer are one line; what only the offsets reach is drawn", () => {
    expect(labels(pictureOf("(_4,_2):(_2,_1)", "tv", 16), "index")).toHaveLength(8);
    expect(labels(pictureOf("(_8,_2):(_4,_1)", "tv", 16), "thread value").filter(Boolean)).toHaveLength(16);
  });
});

describe("memory by the elements that stay together", () => {
  test.each([
    ["Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", 16, "(0,0–7)", 700],
    ["Sw<3,4,3> o _0 o (_32,_128):(_128,_1)", 8, "(0,0–15)", 800],
    ["(_64,_32):(_1,_64)", 16, "(0–7,0)", 700],
    ["(_32,_32):(_33,_1)", 32, "(0,0)", 1800],
  ])("%s of %i bits: %s", (text, bits, first, width) => {
    const picture = inChunks(pictureOf(text, "banks", bits));
    expect(labels(picture, "coordinate")[0]).toBe(first);
    expect(widthOf(picture)).toBeLessThan(width);
  });

  test("each cell's label is that of its elements", () => {
    const whole = labels(pictureOf("Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "banks", 16), "coordinate");
    const chunks = labels(inChunks(pictureOf("Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "banks", 16)), "coordinate");
    const spelled = chunks.flatMap((label = "") => {
      const [, row, from = 0] = /^\((\d+),(\d+)–\d+\)$/.exec(label) ?? [];
      return Array.from({ length: 8 }, (_, i) => `(${row},${Number(from) + i})`);
    });
    expect(spelled).toEqual(whole);
  });
});

test("a thread stands above its value, so that a cell is about as wide as high", () => {
  const { svg } = renderSvg(pictureOf("(_4,_2):(_2,_1)", "tv", 16), { theme: "light", maxWidth: 800, maxHeight: 800 });
  const words = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)">([TV]\d)<\/text>/g)].slice(0, 4);
  expect(words.map(([, x, y, word]) => [Number(x), Number(y), word])).toEqual([
    [30.4, 50.5, "T0"],
    [30.4, 61.5, "V0"],
    [49.8, 50.5, "T0"],
    [49.8, 61.5, "V1"],
  ]);
});

test("a wide copy: the values that a thread has side by side are one cell", () => {
  const copy = (columns: number, thread?: number) => {
    const text = `((_${columns},_16),_8):((_128,_1),_16)`;
    const picture = viewOf(ctx, evaluateText(ctx, text), {
      dialect: "cpp",
      view: "tv",
      tile: evaluateText(ctx, `(_16,_${8 * columns})`) as never,
      ...(thread === undefined ? {} : { thread }),
    });
    if (!isPicture(picture)) throw new Error(picture.why);
    return labels(inChunks(picture), "thread value");
  };
  expect(copy(4).slice(0, 4)).toEqual(["T0 V0–7", "T1 V0–7", "T2 V0–7", "T3 V0–7"]);
  expect(copy(2).slice(0, 2)).toEqual(["T0 V0", "T0 V1"]);
  expect(copy(4, 2).slice(0, 4)).toEqual([undefined, undefined, "T2 V0–7", undefined]);
});

test("a wide swizzle: the offsets that it moves together are one cell", () => {
  const offsets = (text: string) => {
    const picture = viewOf(ctx, evaluateText(ctx, text), { dialect: "cpp", elementBits: 16 });
    if (!isPicture(picture)) throw new Error(picture.why);
    return labels(inChunks(picture), "offset").slice(8, 10);
  };
  expect(offsets("Sw<3,3,3> o _0 o (_8,_64):(_64,_1)")).toEqual(["72–79", "64–71"]);
  expect(offsets("Sw<3,3,3> o _0 o (_8,_64):(_1,_8)")).toEqual(["72", "64"]);
});
