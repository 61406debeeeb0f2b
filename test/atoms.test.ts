// Atoms by name: spellings, what a list shows, which sizes are refused, and slices at a thread that is not known.
import { describe, expect, test } from "vitest";
import { catalogue } from "../src-engine/algebra/atoms/catalogue.ts";
import { copyAtom, mmaAtom } from "../src-engine/algebra/atoms/lookup.ts";
import { symbol } from "../src-engine/algebra/int/ask.ts";
import { staticInt } from "../src-engine/algebra/int/int.ts";
import { makeIdentityLayout, makeLayout } from "../src-engine/algebra/layout/make.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { mmaSlice, partitionMma } from "../src-engine/algebra/tiled/partition.ts";
import { makeTiledMma } from "../src-engine/algebra/tiled/tiled-mma.ts";
import { tupleOf } from "../src-engine/algebra/tuple/tree.ts";
import type { Int, Tensor } from "../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../src-engine/calculator/context.ts";

const ctx = makeContext("cpp", Number.MAX_SAFE_INTEGER);

const printed = (name: string): string => {
  const atom = mmaAtom(ctx, name);
  return atom === undefined ? "no atom" : print(atom);
};

describe("names", () => {
  const gmma = printed("SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>");

  test.each([
    "cute::SM90_64x128x16_F32F16F16_SS<cute::GMMA::Major::K, cute::GMMA::Major::MN>",
    "SM90::GMMA::MMA_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>",
    "cute::SM90::GMMA::MMA_64x128x16_F32F16F16_SS<SM90::GMMA::Major::K,SM90::GMMA::Major::MN>",
    "MMA_Atom<SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>>",
  ])("%s is the same operation", (name) => expect(printed(name)).toBe(gmma));

  test("template arguments may stand beside the name", () => {
    const atom = mmaAtom(ctx, "SM90_64x128x16_F32F16F16_SS", ["GMMA::Major::K", "GMMA::Major::MN"]);
    expect(atom && print(atom)).toBe(gmma);
  });

  test.each(["SM80_16x8x17_F32F16F16F32_TN", "SM90_64x12x16_F32F16F16_SS", "make_layout", ""])(
    "%s is no atom",
    (name) => expect(mmaAtom(ctx, name)).toBeUndefined(),
  );

  test("a copy takes the type that it moves", () => {
    const wide = copyAtom(ctx, "SM75_U32x4_LDSM_N", 16);
    expect(wide && print(wide.layoutDst)).toBe("(_32,(_2,_4)):(_2,(_1,_64))");
  });
});

describe("the catalogue", () => {
  const all = catalogue(ctx);

  test("has every family, each name once", () => {
    expect(all.length).toBeGreaterThan(2400);
    expect(new Set(all.map((entry) => `${entry.kind} ${entry.name}`)).size).toBe(all.length);
    expect([...new Set(all.map((entry) => entry.family))]).toHaveLength(13);
  });

  test("says what an operation is", () => {
    expect(all.find((entry) => entry.name === "SM80_16x8x16_F32F16F16F32_TN")).toMatchObject({
      family: "mma.sync",
      arch: "SM80",
      shape: "16x8x16",
      ptx: "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    });
  });
});

test.each([
  ["SM100_MMA_F8F6F4_SS<float_e4m3_t,float_e4m3_t,float,128,24,UMMA::Major::K,UMMA::Major::K>", "made"],
  ["SM100_MMA_F8F6F4_SS<float_e4m3_t,float_e4m3_t,float,128,24,UMMA::Major::K,UMMA::Major::MN>", "multiple of 16"],
  ["SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,64,64,UMMA::Major::K,UMMA::Major::K>", "128 or 256"],
  ["SM100_MMA_F16BF16_TS<half_t,half_t,float,128,64,UMMA::Major::MN,UMMA::Major::K>", "can't be transposed"],
])("%s: %s", (name, outcome) => {
  const made = attempt(() => mmaAtom(ctx, name));
  expect("stop" in made ? made.stop.message : "made").toContain(outcome);
});

test("a slice at an unknown thread has its layout; only the offset is symbolic", () => {
  const atom = mmaAtom(ctx, "SM80_16x8x16_F32F16F16F32_TN");
  if (atom === undefined) throw new Error("no atom");
  const mma = makeTiledMma(ctx, atom, makeLayout(tupleOf<Int>(staticInt(2), staticInt(2), staticInt(1))));
  const thread = symbol("thread", "threadIdx.x", { min: 0, max: 127 });
  const coordinates: Tensor = {
    kind: "tensor",
    engine: { kind: "arith", items: [staticInt(0), staticInt(0)] },
    layout: makeIdentityLayout(ctx, tupleOf<Int>(staticInt(64), staticInt(64))),
  };
  const mine = partitionMma(ctx, mmaSlice(ctx, mma, thread), "C", coordinates);
  expect(print(mine.layout)).toBe("((_2,_2),_2,_4):((_1@1,_8@0),_32@0,_16@1)");
  expect(print(mine.engine as Tensor["engine"] & { kind: "arith" })).toContain("threadIdx.x");
});
