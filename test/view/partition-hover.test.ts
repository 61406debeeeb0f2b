// What a hover draws of the tensors that TMA and single threads hold: structure, where there was a thin column or nothing.
import { describe, expect, test } from "vitest";
import { hoverPicture } from "../../server/src/features/picture.ts";
import { layoutAt } from "../../src-engine/algebra/layout/coords.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { boxesPicture } from "../../src-engine/views/boxes-view.ts";
import { whole } from "../../src-engine/views/view.ts";

const look = { label: "offset", color: "auto", height: 180 };

function textsOf(notation: string): readonly string[] {
  const svg = hoverPicture(parse(notation), notation.includes("@") ? "cpp" : "python", "light", look) ?? "";
  return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!);
}

describe("the boxes of a TMA in its tensor", () => {
  test("stand at their coordinates, a copy a colour", () => {
    const texts = textsOf("ArithTuple(_0,128) o ((((_64,_128),_2),_1,_1),n):((((_1@0,_1@1),_64@0),_0,_0),_128@1)");
    expect(texts[0]).toBe("boxes of 64×128 of the tensor, a colour a copy, 4 of n");
    expect(texts).toEqual(expect.arrayContaining(["(0,0)", "(64,0)", "(0,128)", "(64,384)"]));
  });

  test("leave room where another CTA's stand", () => {
    const texts = textsOf("ArithTuple(_0,0) o ((((_64,_88),_2),_1,_1),n):((((_1@0,_1@1),_64@0),_0,_0),_176@1)");
    expect(texts).toContain("(64,176)");
    expect(texts).not.toContain("(0,88)");
  });

  test("are one picture where the run decides between two starts alone", () => {
    const layout = "o (((_64,_128),_1),7):(((_1@0,_1@1),_0),_64@0)";
    const options = ["ArithTuple(_0,m)", "ArithTuple(_0,n)"].map((start) => ({
      value: parse(`${start} ${layout}`),
      when: start,
    }));
    const [value] = [{ kind: "alternatives", options }] as never[];
    expect(hoverPicture(value!, "cpp", "light", look)).toContain("(384,0)");
  });

  test("are where the tensor says", () => {
    const tensor = parse(
      "ArithTuple(_0,0) o ((((_32,_16),(_2,_3)),_1),(_5,_2)):((((_1@0,_1@1),(_32@0,_16@1)),_0),(_64@0,_96@1))",
    );
    if (tensor.kind !== "tensor" || tensor.layout.kind !== "layout") throw new Error();
    const view = boxesPicture(tensor.layout, "cpp")!.panels[0]!.view;
    const drawn = view.cells(whole(view)).map(({ labels }) => labels.coordinate);
    const ctx = makeContext("cpp", 1_000_000);
    const { layout } = tensor;
    const corners = Array.from({ length: 60 }, (_, i) => layoutAt(ctx, layout, 512 * i));
    const told = corners.map((at) =>
      at.kind === "arith" ? `(${at.items.map((n) => ("value" in n ? n.value : n)).join(",")})` : at,
    );
    expect([...drawn].sort()).toEqual([...told].sort());
  });

  test("are not drawn of coordinates that are no boxes", () => {
    expect(textsOf("ArithTuple(_0,_0) o (_128,_64):(_1@0,_1@1)")).toEqual([]);
    expect(textsOf("ArithTuple(_0,_0) o ((_2,_2,_8),_2):((_1@1,_8@0,_8@1),_64@0)")).toEqual([]);
  });
});

describe("what a copy brings into swizzled shared memory", () => {
  test("is drawn as memory has it, by its place in the copy", () => {
    const texts = textsOf("smem_ptr[16b,S<3,4,3>](PTR) o ((8192,1),(1,7)):((1,0),(0,8192))");
    expect(texts).toEqual(expect.arrayContaining(["0–7", "72–79", "64–71"]));
    expect(texts).toContain("eight colours: the chunks of a row of memory");
  });

  test("is drawn by the coordinates in its boxes where it has them", () => {
    const texts = textsOf("smem_ptr[16b,S<3,4,3>](PTR) o ((((64,128),2),1,1),(1,2)):((((1,64),8192),0,0),(0,16384))");
    expect(texts).toEqual(expect.arrayContaining(["(0–7,0,0)", "(8–15,1,0)"]));
  });
});

test("what a thread holds in one mode of levels is drawn by its levels", () => {
  const texts = textsOf("smem_ptr[16b,S<1,4,3>](PTR) o ((8,9),1,1):((1,3072),0,0)");
  expect(texts).toEqual(expect.arrayContaining(["7", "3072", "18439", "light to dark: offsets 0 to 24583"]));
});

test("one CTA's part of a tile is drawn as the tile, and where the run knows how far lines are apart by its lines", () => {
  const texts = textsOf("gmem_ptr[32b](PTR) o ((128,256),1,1):((N,1),0,0)");
  expect(texts).toContain("light to dark: rows 0 to 127");
  // Columns up to 255, rows up to 127.
  expect(texts).toContain("224");
});
