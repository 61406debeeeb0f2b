// The pictures of docs/gallery.md, as `cute-lens draw` and a hover draw them: fresh, and no wider than people look at.
import { expect, test } from "vitest";
import { type DrawOptions, drawing, valueIn } from "../../server/src/cli/drawing.ts";
import { hoverPicture } from "../../server/src/features/picture.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";

const look = { format: "svg", theme: "light" } as const;

/** Name, expression, and what else `draw` is told; the widest of them are MMAs of many threads. */
const drawn: readonly (readonly [string, string, Partial<DrawOptions>?])[] = [
  ["row-major", "(_8,_8):(_8,_1)"],
  ["nested", "((_2,_2),(_3,_4)):((_1,_6),(_2,_12))", { levels: true }],
  ["swizzle", "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)", { view: "swizzle" }],
  ["swizzle-128", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", { view: "swizzle" }],
  ["banks", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", { view: "banks", bits: 16 }],
  ["threads", "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", { view: "tv", tile: "(16,8)" }],
  ["threads-wrapped", "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", { view: "tv" }],
  ["mma", "SM80_16x8x16_F32F16F16F32_TN"],
  ["mma-thread", "SM80_16x8x16_F32F16F16F32_TN", { thread: 5 }],
  ["wgmma", "SM90_64x256x16_F32F16F16_SS"],
  ["ldmatrix", "SM75_U32x4_LDSM_N"],
  [
    "tiled-copy",
    "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})",
  ],
  ["zipped-divide", "zipped_divide((_8,_8):(_8,_1), (_2,_4))", { view: "operation" }],
  ["blocked-product", "blocked_product((_2,_4):(_1,_2), (_2,_2):(_1,_2))", { view: "operation" }],
  ["composition", "composition((_4,_8):(_8,_1), (_8,_2):(_2,_16))", { view: "operation" }],
];

for (const [name, expression, options] of drawn)
  test(name, async () => {
    const svg = await drawing(expression, { ...look, ...options });
    expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeLessThanOrEqual(1500);
    await expect(svg).toMatchFileSnapshot(`../../docs/images/gallery/${name}.svg`);
  });

test("every cell of a wgmma has its thread and value where a label is asked for", async () => {
  const svg = await drawing("SM90_64x64x16_F32F16F16_SS", { ...look, label: "thread" });
  expect(svg).toContain(">T127<");
});

/** What a hover has room for. */
const hovered: readonly (readonly [string, string])[] = [
  ["hover-tile", "(_128,_64):(_64,_1)"],
  ["hover-swizzle", "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_2)):((_64,_512),(_1,_8192))"],
  ["hover-operand", "Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)"],
  ["hover-large", "(_4096,_4096):(_4096,_1)"],
  ["hover-tiled-mma", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_16>{})"],
  [
    "hover-wgmma",
    "make_tiled_mma(SM90_64x128x16_F32BF16BF16_SS<GMMA::Major::K,GMMA::Major::K>{}, Layout<Shape<_2,_1,_1>>{})",
  ],
  [
    "hover-tcgen05",
    "make_tiled_mma(SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>{})",
  ],
  ["hover-tmem", "tmem_[32b](0x0000.0000) o ((_128,_256),_1,_1):((_65536,_1),_0,_0)"],
  [
    "hover-tma",
    "make_tma_atom(SM90_TMA_LOAD{}, gmem_ptr[16b](PTR) o (1024,1024):(1024,_1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (_128,_64)), (_128,_64))",
  ],
];

test.each(hovered)("%s", async (name, expression) => {
  const value = await valueIn(makeContext("cpp", 50_000_000), expression, "cpp", {});
  // Of a TMA the title says it all: there is no line of facts.
  const height = value.kind === "tma-atom" ? 212 : 180;
  const svg = hoverPicture(value, "cpp", "light", { label: "offset", color: "auto", height }) ?? "";
  expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeLessThanOrEqual(700);
  expect(Number(/height="(\d+)"/.exec(svg)?.[1])).toBeLessThanOrEqual(height + 1);
  await expect(`${svg}\n`).toMatchFileSnapshot(`../../docs/images/gallery/${name}.svg`);
});
