// Pictures against committed SVGs. A changed one is written beside its golden as NAME.new.svg; UPDATE=1 accepts it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyAtom, mmaAtom } from "../../src-engine/algebra/atoms/lookup.ts";
import { type Context, OpStop } from "../../src-engine/algebra/context.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { makeTiledCopy } from "../../src-engine/algebra/tiled/tiled-copy.ts";
import type { Layout, Value } from "../../src-engine/algebra/value.ts";
import { operationPicture } from "../../src-engine/views/operation-picture.ts";
import { renderSvg, type SvgOptions } from "../../src-engine/views/svg.ts";
import { renderText } from "../../src-engine/views/text.ts";
import { renderTikz } from "../../src-engine/views/tikz.ts";
import type { Picture } from "../../src-engine/views/view.ts";
import { isPicture, type ViewOptions, viewOf } from "../../src-engine/views/view-of.ts";

const goldenFolder = join(import.meta.dirname, "golden");

const ctx: Context = {
  dialect: "cpp",
  step: () => {},
  need: () => {},
  stop: (stop) => {
    throw new OpStop(stop);
  },
};

function draw(value: Value | undefined, options: Partial<ViewOptions> = {}): Picture {
  if (value === undefined) throw new Error("no such value");
  const picture = viewOf(ctx, value, { dialect: "cpp", ...options });
  if (!isPicture(picture)) throw new Error(picture.why);
  return picture;
}

const asLayout = (text: string): Layout => {
  const value = parse(text);
  if (value.kind !== "layout") throw new Error(`${text} is no layout`);
  return value;
};

function checkSvg(name: string, picture: Picture, options: Partial<SvgOptions> = {}): void {
  const { svg } = renderSvg(picture, { theme: "light", maxWidth: 1200, maxHeight: 900, ...options });
  const golden = join(goldenFolder, `${name}.svg`);
  const beside = join(goldenFolder, `${name}.new.svg`);
  if (process.env.UPDATE === "1") {
    mkdirSync(goldenFolder, { recursive: true });
    writeFileSync(golden, `${svg}\n`);
  }
  const want = existsSync(golden) ? readFileSync(golden, "utf8").trimEnd() : "";
  if (svg === want) rmSync(beside, { force: true });
  else writeFileSync(beside, `${svg}\n`);
  expect(svg === want, `${name}.svg differs: compare ${beside}`).toBe(true);
}

describe("layouts", () => {
  test("column-major", () => checkSvg("column-major", draw(parse("(_8,_8):(_1,_8)"))));
  test("nested modes have heavier boundaries", () =>
    checkSvg("nested", draw(parse("((_2,_4),(_3,_5)):((_1,_6),(_2,_24))"))));
  test("levels of nested modes on the axes", () =>
    checkSvg("levels", draw(parse("((_2,_4),(_4,(_2,_2))):((_1,_8),(_2,(_32,_64)))")), { levels: true }));
  test("a divided layout as its tiles lie", () =>
    checkSvg("tiles", draw(parse("((_2,_2),(_3,_4)):((_1,_6),(_2,_12))"), { view: "tiles" }), { levels: true }));
  test("an element among the tiles is known by its coordinate in the layout as it is", () => {
    const { view } = draw(parse("((_2,_2),(_3,_4)):((_1,_6),(_2,_12))"), { view: "tiles" }).panels[0] ?? {};
    const cell = view?.cells({ row: 1, column: 2, rows: 1, columns: 1, step: 1 })[0];
    expect(cell?.labels).toMatchObject({ offset: "13", natural: "((1,0),(0,1))" });
  });
  test("symbolic strides", () =>
    checkSvg("symbolic", draw(parse("(_128,_64,k):(_1,ldA,64*ldA)"), { title: "gA" }), {
      maxHeight: 200,
      maxWidth: 710,
    }));
  test("dark theme", () => checkSvg("dark", draw(parse("(_4,_6):(_6,_1)")), { theme: "dark" }));
  test("coordinates of an identity tensor", () =>
    checkSvg("identity", draw(parse("ArithTuple(_0,12) o (_4,_4):(_1@0,_1@1)"))));
});

describe("swizzles", () => {
  test("16-byte chunks of the Hopper 128-byte atom", () =>
    checkSvg("sw128", draw(parse("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)")), {
      color: "chunk",
      maxWidth: 2000,
    }));
  test("before and after", () =>
    checkSvg("before-after", draw(parse("Sw<2,1,3> o _0 o (_8,_16):(_16,_1)"), { view: "swizzle" })));
  test("memory rows and banks", () =>
    checkSvg("banks", draw(parse("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"), { view: "banks" }), {
      maxWidth: 4000,
    }));
});

describe("atoms and tiled copies", () => {
  test("SM80 mma", () => checkSvg("mma-sm80", draw(mmaAtom(ctx, "SM80_16x8x16_F32F16F16F32_TN"))));
  test("ldmatrix x4", () => checkSvg("ldmatrix", draw(copyAtom(ctx, "SM75_U32x4_LDSM_N", 16)), { maxHeight: 1600 }));
  test("one thread alone", () =>
    checkSvg("mma-thread-5", draw(mmaAtom(ctx, "SM80_16x8x16_F32F16F16F32_TN"), { thread: 5 })));
  test("tiled copy", () => {
    const atom = copyAtom(ctx, "UniversalCopy<uint128_t>", 16);
    if (atom === undefined) throw new Error("no UniversalCopy");
    const copy = makeTiledCopy(ctx, atom, asLayout("(_4,_8):(_8,_1)"), asLayout("(_1,_8):(_8,_1)"));
    checkSvg("tiled-copy", draw(copy), { maxWidth: 3000 });
  });
});

describe("operations", () => {
  test("zipped_divide colours the tiles of A", () => {
    const a = asLayout("(_8,_8):(_8,_1)");
    const picture = operationPicture(
      ctx,
      "zipped_divide",
      [
        { name: "A", value: a },
        { name: "tiler", value: parse("(_4,_2)") },
      ],
      asLayout("((_4,_2),(_2,_4)):((_8,_1),(_32,_2))"),
      "cpp",
    );
    if (!isPicture(picture)) throw new Error(picture.why);
    checkSvg("zipped-divide", picture);
  });
});

describe("large layouts", () => {
  test("4096×4096 is cut to what fits and says so", () =>
    checkSvg("large", draw(parse("(_4096,_4096):(_4096,_1)")), { maxHeight: 200, maxWidth: 710 }));
  test("every 512th of 4096×4096", () =>
    checkSvg("large-step", draw(parse("(_4096,_4096):(_4096,_1)")), { step: 512 }));
});

test("text is CuTe's print_layout", () => {
  expect(`\n${renderText(draw(parse("(_2,_3):(_3,_1)")), { maxRows: 16, maxColumns: 16 })}`).toBe(`
(_2,_3):(_3,_1)
     0   1   2
   +---+---+---+
 0 | 0 | 1 | 2 |
   +---+---+---+
 1 | 3 | 4 | 5 |
   +---+---+---+
`);
});

test("TikZ has a node a cell", () => {
  const tikz = renderTikz(draw(parse("(_2,_2):(_1,_2)")), { maxRows: 64, maxColumns: 64 });
  expect(tikz.match(/\\node\[fill=tone\d\] at/g)?.length).toBe(4);
  expect(tikz).toContain("\\node[fill=tone3] at (1,1) {3};");
});

test("what has no picture says why", () => {
  expect(viewOf(ctx, parse("_8"), { dialect: "cpp" })).toEqual({ why: "a number has no picture" });
});

test("TikZ has thread above value, as print_latex does, and cells as wide as their labels", () => {
  const options = { maxRows: 64, maxColumns: 64 };
  expect(renderTikz(draw(mmaAtom(ctx, "SM80_16x8x8_F32F16F16F32_TN")), options)).toContain(
    "{\\shortstack{T31 \\\\ V3}};",
  );
  const wide = renderTikz(draw(parse("(_2,_2):(_1,_2)")), { ...options, label: "coordinate" });
  expect(wide).toContain("y={(1.3cm,0cm)}");
});
