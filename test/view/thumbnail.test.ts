// Small pictures that show the whole: what is in them, in words, and the image of pixels against what it was made of.
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { mmaAtom } from "../../src-engine/algebra/atoms/lookup.ts";
import { type Context, OpStop } from "../../src-engine/algebra/context.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { makeTiledMma } from "../../src-engine/algebra/tiled/tiled-mma.ts";
import type { Value } from "../../src-engine/algebra/value.ts";
import { pngOf } from "../../src-engine/views/png.ts";
import { thumbnail } from "../../src-engine/views/thumbnail.ts";
import { isPicture, viewOf } from "../../src-engine/views/view-of.ts";

const ctx: Context = {
  dialect: "cpp",
  step: () => {},
  need: () => {},
  stop: (stop) => {
    throw new OpStop(stop);
  },
};

const box = { theme: "dark", label: "", color: "", maxWidth: 700, maxHeight: 195 } as const;

/** Size, image and texts of a thumbnail. */
function drawn(value: Value): { size: string; images: number; texts: readonly string[] } {
  const picture = viewOf(ctx, value, { dialect: "cpp" });
  const svg = isPicture(picture) ? thumbnail(picture, box) : undefined;
  if (svg === undefined) return { size: "none", images: 0, texts: [] };
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!;
  expect(Number(width)).toBeLessThanOrEqual(700);
  expect(Number(height)).toBeLessThanOrEqual(200);
  expect(svg.length).toBeLessThan(60_000);
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!);
  return { size: `${width}×${height}`, images: svg.split("<image").length - 1, texts };
}

describe("a thumbnail", () => {
  test("has all numbers where they fit", () => {
    const { images, texts } = drawn(parse("(_4,_8):(_8,_1)"));
    expect(images).toBe(0);
    expect(texts).toContain("31");
  });

  test("shows every element of a large tile as a colour, and the first chunks by their offsets", () => {
    const { images, texts } = drawn(parse("Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),_64):((_64,_512),_1)"));
    expect(images).toBe(1);
    expect(texts).toContain("eight colours: the chunks of a row of memory");
    expect(texts).toContain("0–7");
    expect(texts).toContain("72–79");
  });

  test("of a wide tile keeps room for several chunks beside it", () => {
    const { texts } = drawn(parse("Sw<3,4,3> o smem_ptr[16b](unset) o (_64,(_64,_8)):(_64,(_1,_4096))"));
    expect(texts).toContain("0–7");
    expect(texts).toContain("16–23");
  });

  test("says what a ramp goes over", () => {
    const { texts } = drawn(parse("(_4096,_4096):(_4096,_1)"));
    expect(texts).toContain("light to dark: offsets 0 to 16777215");
  });

  test("shows wgmma and its operands, whatever their size", () => {
    for (const name of [
      "SM90_64x256x16_F32BF16BF16_SS<GMMA::Major::K,GMMA::Major::K>",
      "SM90_64x128x32_F32E4M3E4M3_SS_TN",
    ]) {
      const atom = mmaAtom(ctx, name);
      if (atom === undefined) throw new Error(`no ${name}`);
      const atoms = parse("(_2,_1,_1):(_1,_2,_2)");
      if (atoms.kind !== "layout") throw new Error("no layout");
      const { images, texts } = drawn(makeTiledMma(ctx, atom, atoms));
      expect(images, name).toBe(1);
      expect(texts.join(" "), name).toMatch(/B \d+×\d+ and A \d+×\d+ belong to all threads together/);
      expect(texts, name).toContain("T0 V0–1");
    }
  });

  test("is none where it would be a line", () => expect(drawn(parse("(_8192,_5):(_1,_8192)")).size).toBe("none"));

  test("of a strip has all of its elements, in bands", () => {
    const { images, texts } = drawn(parse("(_8192,_3):(_1,_8192)"));
    expect(images).toBe(1);
    expect(texts).toContain("light to dark: offsets 0 to 24575");
  });
});

test("an image has the pixels that it is given", () => {
  const pixels = Uint8Array.from({ length: 7 * 5 }, (_, i) => i % 3);
  const bytes = Buffer.from(pngOf(7, pixels, ["#000000", "#ff8000", "#0080ff"]), "base64");
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  const at = bytes.indexOf("IDAT");
  const data = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const rows = Array.from({ length: 5 }, (_, r) => [...data.subarray(r * 8 + 1, r * 8 + 8)]);
  expect(rows.flat()).toEqual([...pixels]);
});
