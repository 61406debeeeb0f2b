// A tensor by the threads of a tiled copy or MMA, and atoms as words of an expression.
import { describe, expect, test } from "vitest";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { attempt, makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { callPicture, partitionRows } from "../../src-engine/views/call-picture.ts";
import { callIn } from "../../src-engine/views/call-text.ts";
import { renderText } from "../../src-engine/views/text.ts";
import { isPicture } from "../../src-engine/views/view-of.ts";

const value = (text: string): string => {
  const outcome = attempt(() => evaluateText(makeContext(), text));
  return "value" in outcome ? print(outcome.value, "cpp") : outcome.stop.message;
};

function drawn(text: string, label?: string): string {
  const ctx = makeContext();
  const call = callIn(ctx, text);
  if (call === undefined) throw new Error("no call");
  const picture = callPicture(ctx, call, { dialect: "cpp" });
  if (!isPicture(picture)) return picture.why;
  return renderText(picture, { maxRows: 16, maxColumns: 16, ...(label === undefined ? {} : { label }) });
}

const copy =
  "let c = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, (_2,_2):(_2,_1), (_1,_2):(_2,_1)); ";

describe("atoms in expressions", () => {
  test("an MMA operation by its name", () =>
    expect(value("SM80_16x8x8_F32F16F16F32_TN{}")).toContain("Shape_MNK:  (_16,_8,_8)"));
  test("a swizzle atom tiled to a shape", () =>
    expect(value("tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (_128,_64))")).toBe(
      "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))",
    ));
  test("a thread's part of a tensor", () =>
    expect(value(`${copy}c.get_slice(3).partition_S((_4,_8):(_8,_1))`)).toBe(
      "counting_iter(10) o ((_2,_1),_2,_2):((_1,_0),_16,_4)",
    ));
  test("the tile of a TiledMMA", () =>
    expect(value("tile_shape(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (_2,_2,_1)))")).toBe("(_32,_16,_16)"));
  test("a TMA atom", () =>
    expect(
      value(
        "make_tma_atom(SM90_TMA_LOAD{}, gmem_ptr[16b](PTR) o (512,256):(256,_1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (_128,_64)), (_128,_64))",
      ),
    ).toContain("Copy_Atom"));
  test("what is no atom says so", () => {
    expect(value("Copy_Atom<Foo, half_t>{}")).toBe("no atom is called Foo");
    expect(value("make_tiled_copy(SM80_16x8x16_F32F16F16F32_TN, _4, _4)")).toBe(
      "a copy atom is wanted, this is a mma atom",
    );
    expect(value("Copy_Atom<UniversalCopy<")).toBe("this bracket is not closed");
  });
});

describe("partitions", () => {
  test("how the threads fall on memory", () => {
    const ctx = makeContext();
    const rows = (tensor: string) => {
      const call = callIn(
        ctx,
        `let c = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, (_8,_8):(_8,_1), (_1,_8)); partition_S(c, ${tensor})`,
      );
      return call === undefined ? [] : partitionRows(ctx, call).map(([name, text]) => `${name}: ${text}`);
    };
    expect(rows("(_8,_64):(_64,_1)")[1]).toContain("no bank conflict");
    expect(rows("(_8,_64):(_64,_1)")[2]).toContain("16 sectors in 4 lines, 100% used");
    expect(rows("(_8,_64):(_1,_8)")[1]).toContain("-way bank conflict");
    expect(rows("Sw<3,3,3> o _0 o (_8,_64):(_64,_1)")[1]).toContain("no bank conflict");
  });
  test("each element says its thread and value", () => {
    const text = drawn(`${copy}partition_S(c, (_4,_4):(_4,_1))`);
    expect(text).toContain("tile of UniversalCopy");
    expect(text).toContain("| T0 V0 | T0 V1 | T1 V0 | T1 V1 |");
    expect(text).toContain("| T2 V0 | T2 V1 | T3 V0 | T3 V1 |");
  });
  test("and its tile", () =>
    expect(drawn(`${copy}c.get_slice(1).partition_D((_4,_4):(_4,_1))`, "tile")).toContain("| 1 |"));
  test("strides may be symbols", () =>
    expect(drawn(`${copy}partition_S(c, (_4,_4):(ldA,_1))`, "offset")).toContain("3*ldA+2"));
  test("of a mode that counts tiles known at run time only, the first", () => {
    const text = drawn(`${copy}partition_S(c, (_4,_4,k):(_4,_1,_16))`);
    expect(text).toContain("tensor = (_4,_4,k):(_4,_1,_16)");
    expect(text).toContain("| T2 V0 | T2 V1 | T3 V0 | T3 V1 |");
  });
  test("of an MMA's operand", () =>
    expect(drawn("partition_C(SM80_16x8x8_F32F16F16F32_TN{}, (_16,_8):(_8,_1))")).toContain("T31 V3"));
});

test("what belongs to one CTA is coloured along its values, as one colour would say nothing", () => {
  const ctx = makeContext();
  const mma = "make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::K>{})";
  const call = callIn(ctx, `${mma}.get_slice(0).partition_C(gmem_ptr[32b](PTR) o (_128,_64):(_64,_1))`);
  const picture = call === undefined ? undefined : callPicture(ctx, call, { dialect: "cpp" });
  const views = picture !== undefined && isPicture(picture) ? picture.panels.map(({ view }) => view) : [];
  expect(views.map(({ colorModes, scales }) => [colorModes[0], scales?.value])).toEqual([
    ["value", { kind: "ramp", most: 128 * 64 - 1 }],
    ["value", { kind: "ramp", most: 128 * 64 - 1 }],
  ]);
});
