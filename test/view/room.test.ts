// Cells of threads in the room that there is: thread above value in a tall one, both in one line in a wide one.
import { expect, test } from "vitest";
import { fittedSheet } from "../../client/webview/sheet-fit.ts";
import { mmaAtom } from "../../src-engine/algebra/atoms/lookup.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { thumbnail } from "../../src-engine/views/thumbnail.ts";
import type { Picture } from "../../src-engine/views/view.ts";
import { isPicture, viewOf } from "../../src-engine/views/view-of.ts";

const ctx = makeContext();

function pictureOf(value: Parameters<typeof viewOf>[1], tile?: string): Picture {
  const over = tile === undefined ? {} : { tile: evaluateText(ctx, tile) as never, view: "tv" as const };
  const picture = viewOf(ctx, value, { dialect: "cpp", ...over });
  if (!isPicture(picture)) throw new Error(picture.why);
  return picture;
}

const mma = pictureOf(mmaAtom(ctx, "SM80_16x8x16_F32F16F16F32_TN")!);

test.each([
  ["a narrow pane", { width: 560, height: 1000 }, "stacked"],
  ["a pane of a notebook", { width: 1080, height: 640 }, "in one line"],
])("the labels of a warp's MMA can be read in %s", (_, room, how) => {
  const { picture, zoom } = fittedSheet(mma, { label: "", levels: undefined }, room);
  expect(picture.panels.map(({ view }) => (view.stacked === undefined ? "in one line" : "stacked"))).toEqual([
    how,
    how,
    how,
  ]);
  expect(zoom).toBeGreaterThan(0.62);
});

test("a hover has all of a small tile, which stacked would be too high for it", () => {
  const look = { theme: "light", label: "", color: "", maxWidth: 710, maxHeight: 200 } as const;
  const tile = pictureOf(evaluateText(ctx, "((_2,_2,_2),(_2,_2,_2)):((_1,_16,_4),(_8,_2,_32))"), "(_8,_8)");
  expect(thumbnail(tile, look)).toContain(">T7 V7<");
});
