// Cells asked for the colours of one mode have just the tones that they have among all: what is sent first of a large picture.
import { expect, test } from "vitest";
import { valueIn } from "../../server/src/cli/drawing.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { callPicture } from "../../src-engine/views/call-picture.ts";
import { callIn } from "../../src-engine/views/call-text.ts";
import { type Picture, whole } from "../../src-engine/views/view.ts";
import { isPicture, type NoPicture, viewOf } from "../../src-engine/views/view-of.ts";

const ctx = makeContext("cpp", 50_000_000);
const tile = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (_128,_64))";
const values = [
  "((_2,_4),(_3,_2)):((_24,_1),(_8,_4))",
  "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
  "((_128,_16),_1,_4):((_64,_1),_0,_16)",
  "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (_2,_2,_1))",
  "make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>{})",
  "make_tiled_mma(SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::K>{})",
  "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, (_32,_8):(_8,_1), (_1,_8):(_8,_1))",
  `make_tma_atom(SM90_TMA_LOAD{}, gmem_ptr[16b](PTR) o (512,256):(256,_1), ${tile}, (_128,_64))`,
];
const partitions = [
  "make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, (_2,_2):(_2,_1), (_1,_2):(_2,_1)).get_slice(3).partition_S((_4,_8):(_8,_1))",
  "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}).get_slice(3).partition_C(smem_ptr[32b](PTR) o (_32,_16):(_16,_1))",
];

test.each(values)("%s", async (text) => {
  expect(different(viewOf(ctx, await valueIn(ctx, text, "cpp", {}), { dialect: "cpp" }))).toEqual([]);
});

test.each(partitions)("%s", (text) => {
  const call = callIn(ctx, text);
  expect(call).toBeDefined();
  if (call !== undefined) expect(different(callPicture(ctx, call, { dialect: "cpp" }))).toEqual([]);
});

/** The colour modes of a picture whose tones are others when they are asked for alone. */
function different(picture: Picture | NoPicture): readonly string[] {
  if (!isPicture(picture)) return [picture.why];
  return picture.panels.flatMap(({ view }) =>
    view.colorModes.filter((only) => {
      const tones = (window: Parameters<typeof view.cells>[0]) =>
        view.cells(window).map(({ row, column, tones }) => [row, column, tones[only] ?? 0]);
      return JSON.stringify(tones({ ...whole(view), only })) !== JSON.stringify(tones(whole(view)));
    }),
  );
}
