// The accumulator of a tcgen05 MMA as its tile: every element in the lane and column that CuTe's fragment gives it.
import { expect, test } from "vitest";
import { valueIn } from "../../server/src/cli/drawing.ts";
import { layoutAt, size } from "../../src-engine/algebra/layout/coords.ts";
import { modeOf } from "../../src-engine/algebra/layout/modes.ts";
import { laneStride } from "../../src-engine/algebra/tiled/cotiled-copy.ts";
import { partitionFragmentC } from "../../src-engine/algebra/tiled/fragment.ts";
import { layoutTV, tileShape } from "../../src-engine/algebra/tiled/tiled-mma.ts";
import { take } from "../../src-engine/algebra/tuple/tree.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { whole } from "../../src-engine/views/view.ts";
import { isPicture, viewOf } from "../../src-engine/views/view-of.ts";

const ctx = makeContext("cpp", 50_000_000);
const operations = [
  "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::K>",
  "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,32,UMMA::Major::K,UMMA::Major::K>",
  "SM100_MMA_F16BF16_SS<half_t,half_t,half_t,128,32,UMMA::Major::K,UMMA::Major::K>",
  "SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,32,UMMA::Major::K,UMMA::Major::K>",
  "SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::K>",
];

test.each(operations)("%s", async (operation) => {
  const mma = await valueIn(ctx, `make_tiled_mma(${operation}{})`, "cpp", {});
  if (mma.kind !== "tiled-mma") throw new Error("no tiled MMA");
  const picture = viewOf(ctx, mma, { dialect: "cpp" });
  if (!isPicture(picture)) throw new Error(picture.why);
  const view = picture.panels.at(-1)?.view;
  if (view === undefined) throw new Error("no view");
  const places = new Map(view.cells(whole(view)).map((one) => [`${one.row},${one.column}`, one]));
  // CuTe's own functions: which element (CTA, value) is, and where the fragment has that value.
  const shape = take(ctx, tileShape(ctx, mma), 0, 2);
  const { layout, engine } = partitionFragmentC(ctx, mma, shape);
  const tv = layoutTV(ctx, mma, "C");
  const number = (value: { readonly kind: string; readonly value?: unknown }) => Number(value.value);
  const [ctas, values] = [0, 1].map((i) => number(size(ctx, modeOf(ctx, tv, i))));
  if (layout.kind !== "layout" || engine.kind !== "pointer" || engine.dtype.kind !== "dtype")
    throw new Error("no fragment");
  const lane = laneStride(engine.dtype.bits);
  let wrong = 0;
  for (let cta = 0; cta < (ctas ?? 0); cta++)
    for (let value = 0; value < (values ?? 0); value++) {
      const at = number(layoutAt(ctx, modeOf(ctx, tv, 0), cta)) + number(layoutAt(ctx, modeOf(ctx, tv, 1), value));
      const cell = places.get(`${at % view.rows.extent},${Math.floor(at / view.rows.extent)}`);
      const offset = number(layoutAt(ctx, layout, value));
      const wanted = [
        128 * cta + Math.floor(offset / lane),
        Math.floor(((offset % lane) * engine.dtype.bits) / 32),
        cta,
      ];
      if (JSON.stringify([cell?.tones.lane, cell?.tones.column, cell?.tones.CTA]) !== JSON.stringify(wanted)) wrong++;
    }
  expect(wrong).toBe(0);
  expect(places.size).toBe((ctas ?? 0) * (values ?? 0));
});

test("operands in shared memory are one CTA's each, or said in words", async () => {
  const mma = await valueIn(ctx, `make_tiled_mma(${operations[3]}{})`, "cpp", {});
  const picture = viewOf(ctx, mma, { dialect: "cpp" });
  const views = isPicture(picture) ? picture.panels.map(({ view }) => view) : [];
  expect(views.map(({ colorModes, lies }) => [colorModes[0], lies])).toEqual([
    ["CTA", "in shared memory"],
    ["CTA", "in shared memory"],
    ["lane", undefined],
  ]);
  const [corner] = views[2]?.cells({ row: 200, column: 3, rows: 1, columns: 1, step: 1 }) ?? [];
  expect(corner?.labels["lane column"]).toBe("CTA1:72 C3");
});

test.each([
  ["tmem_[32b](0x0000.0000) o ((_128,_32),_1,_2):((_65536,_1),_0,_32)", "L5 C3"],
  // Halves lie two in a column of 32 bits.
  ["tmem_[16b](0x0000.0000) o ((_128,_32),_1,_1):((_131072,_1),_0,_0)", "L5 C1"],
])("a tensor in tensor memory, %s", async (notation, place) => {
  const picture = viewOf(ctx, await valueIn(ctx, notation, "cpp", {}), { dialect: "cpp" });
  const view = isPicture(picture) ? picture.panels[0]?.view : undefined;
  const [cell] = view?.cells({ row: 5, column: 3, rows: 1, columns: 1, step: 1 }) ?? [];
  expect([view?.labelModes[0], view?.colorModes[0], cell?.labels["lane column"]]).toEqual([
    "lane column",
    "lane",
    place,
  ]);
  expect(view?.labelModes).not.toContain("offset");
});
