// The pictures say what CuTe's own print_latex draws: same orientation, same labels, cell by cell.
// test/goldens/print-latex.jsonl holds the nodes that the library printed, one panel a line.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { copyAtom, mmaAtom } from "../../src-engine/algebra/atoms/lookup.ts";
import { makeLayout } from "../../src-engine/algebra/layout/make.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { makeTiledCopy } from "../../src-engine/algebra/tiled/tiled-copy.ts";
import { makeTiledMma } from "../../src-engine/algebra/tiled/tiled-mma.ts";
import type { Layout, Shape, Value } from "../../src-engine/algebra/value.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { type Panel, whole } from "../../src-engine/views/view.ts";
import { isPicture, viewOf } from "../../src-engine/views/view-of.ts";

interface Drawn {
  readonly drawing: string;
  readonly row: number;
  readonly column: number;
  readonly labels: readonly string[];
}

const ctx = makeContext();
const layout = (text: string): Layout => {
  const value = parse(text);
  return value.kind === "layout" ? value : makeLayout(value as Shape);
};

function copyOf(op: string, thr: string, val: string): Value {
  const atom = copyAtom(ctx, op, 16);
  if (atom === undefined) throw new Error(`no ${op}`);
  return makeTiledCopy(ctx, atom, layout(thr), layout(val));
}

function mmaOf(name: string) {
  const atom = mmaAtom(ctx, name);
  if (atom === undefined) throw new Error(`no ${name}`);
  return atom;
}

const drawings: Readonly<Record<string, () => Value>> = {
  "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>": () => mmaOf("SM80_16x8x16_F32F16F16F32_TN"),
  "TiledCopy UniversalCopy<uint128_t> half_t (_4,_8):(_8,_1) (_1,_8)": () =>
    copyOf("UniversalCopy<uint128_t>", "(_4,_8):(_8,_1)", "(_1,_8)"),
  "TiledCopy SM75_U32x4_LDSM_N half_t (_16,_2) (_1,_8)": () => copyOf("SM75_U32x4_LDSM_N", "(_16,_2)", "(_1,_8)"),
  "TiledMMA SM80_16x8x8_F32F16F16F32_TN (_2,_1)": () =>
    makeTiledMma(ctx, mmaOf("SM80_16x8x8_F32F16F16F32_TN"), layout("(_2,_1)")),
  "(_4,(_2,_3)):(_6,(_3,_1))": () => parse("(_4,(_2,_3)):(_6,(_3,_1))"),
  "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)": () => parse("Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"),
};

const goldens = readFileSync(new URL("../goldens/print-latex.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Drawn => JSON.parse(line));

/** The first label of each cell, row by row; `T0+3 V0` of a shared element counts as its first owner. */
function labelsOf({ view }: Panel): readonly string[] {
  const [mode = ""] = view.labelModes;
  const rows: string[][] = Array.from({ length: view.rows.extent }, () => []);
  for (const cell of view.cells(whole(view))) rows[cell.row]?.push((cell.labels[mode] ?? "").replace(/\+\d+/, ""));
  return rows.map((row) => row.join(" | "));
}

test.each(Object.keys(drawings))("%s", (name) => {
  const picture = viewOf(ctx, drawings[name]?.() ?? parse("_"), { dialect: "cpp" });
  if (!isPicture(picture)) throw new Error(picture.why);
  const wanted = goldens.filter((golden) => golden.drawing === name);
  expect(picture.panels.length).toBe(wanted.length);
  // Panels in the order of print_latex: by row, then by column of the sheet.
  const order = [...picture.panels].sort((a, b) => a.row - b.row || a.column - b.column);
  expect(order.map(labelsOf)).toEqual(wanted.map((golden) => golden.labels));
});
