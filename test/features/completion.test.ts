// Completion and signature help in half-typed code; `|` is the cursor.
import { describe, expect, test } from "vitest";
import { complete } from "../../server/src/features/completion.ts";
import { signatureHelp } from "../../server/src/features/signature-help.ts";
import type { Language } from "../../src-engine/ir.ts";

const names = (source: string, language: Language = "cpp"): readonly string[] =>
  complete(source.replace("|", ""), source.indexOf("|"), language).map(({ name }) => name);
const help = (source: string) => signatureHelp(source.replace("|", ""), source.indexOf("|"));

describe("completion", () => {
  test("operations behind cute:: and cute.", () => {
    expect(names("auto x = cute::logical_d|")).toEqual(["logical_divide"]);
    expect(names("x = cute.logical_d|", "python")).toEqual(["logical_divide"]);
  });

  test("atoms and swizzled layouts", () => {
    expect(names("make_tiled_mma(SM80_16x8x16_F16F16F16F16|")).toContain("SM80_16x8x16_F16F16F16F16_TN");
    expect(names("tile_to_shape(GMMA::Layout_K_SW128|")).toContain("Layout_K_SW128_Atom");
  });

  test("operations by what fits the place", () => {
    const copies = names("Copy_Atom<SM75_|");
    expect(copies).toContain("SM75_U32x4_LDSM_N");
    expect(copies).not.toContain("SM75_16x8x8_F32F16F16F32_TN");
    expect(names("make_tiled_mma(SM75_|")).toContain("SM75_16x8x8_F32F16F16F32_TN");
    expect(names("make_tiled_mma(SM75_|")).not.toContain("SM75_U32x4_LDSM_N");
    expect(names("make_tma_atom(|").every((name) => name.includes("_TMA_"))).toBe(true);
    expect(names("make_tiled_mma(SM90_64x256x16_F32F16|")).toContain("SM90_64x256x16_F32F16F16_SS");
  });

  test("an ordinary word is not taken for an operation", () => {
    expect(names("auto sA|").filter((name) => name.startsWith("SM"))).toEqual([]);
  });

  test("members of objects and Python's own names are left to others", () => {
    expect(names("tensor.logical_d|")).toEqual([]);
    expect(names("logical_d|", "python")).toEqual([]);
  });

  test("every operation has a signature and a sentence", () => {
    const poor = complete("cute::", 6, "cpp").filter(
      ({ kind, signature, doc }) => kind === "operation" && !(signature && doc),
    );
    expect(poor.map(({ name }) => name)).toEqual([]);
  });
});

describe("signature help", () => {
  test("names the parameter that is being typed", () => {
    const answer = help("auto x = logical_divide(make_layout(_4{}), |");
    expect(answer?.label).toMatch(/^logical_divide\(/);
    expect(answer?.active).toBe(1);
    expect(answer?.parameters).toHaveLength(2);
  });

  test("knows nothing of other functions", () => {
    expect(help("printf(|")).toBeUndefined();
  });
});
