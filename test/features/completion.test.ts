// Completion and signature help in half-typed code; `|` is the cursor.
import { describe, expect, test } from "vitest";
import { atomDoc } from "../../server/src/features/atom-completion.ts";
import { complete } from "../../server/src/features/completion.ts";
import { variablesAt, wordsOf } from "../../server/src/features/own-names.ts";
import { signatureHelp } from "../../server/src/features/signature-help.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";

const names = (source: string, language: Language = "cpp"): readonly string[] =>
  complete(source.replace("|", ""), source.indexOf("|"), language).items.map(({ name }) => name);
const help = (source: string, language: Language = "cpp") =>
  signatureHelp(source.replace("|", ""), source.indexOf("|"), language);

const dsl = `import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import cpasync, warpgroup as wg
`;

describe("completion", () => {
  test("operations behind cute:: and cute.", () => {
    expect(names("auto x = cute::logical_d|")).toEqual(["logical_divide"]);
    expect(names(`${dsl}x = cute.logical_d|`, "python")).toEqual(["logical_divide"]);
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

  test("one letter has the names that begin with it, and the editor asks again with the next", () => {
    const typed = (text: string) => complete(text, text.length, "cpp");
    const one = typed("auto x = l");
    expect(one.more).toBe(true);
    expect(one.items.map(({ name }) => name)).toContain("logical_divide");
    expect(one.items.filter(({ name }) => !/^l/i.test(name))).toEqual([]);
    // An editor asks only those again who answered something.
    for (const letter of "abcdefghijklmnopqrstuvwxyz") expect(typed(`x = ${letter}`).items.length).toBeGreaterThan(0);
    expect(typed("auto x = logi").more).toBe(false);
    expect(typed("auto x = logi").items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["logical_divide", "logical_product"]),
    );
    expect(typed("auto x = logi").items.map(({ name }) => name)).not.toContain("LayoutRight");
  });

  test("the file's own names with their values, and of them first what the argument takes", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
auto elsewhere = 3;
void f() {
  auto whole = make_layout(make_shape(_8{}, _4{}));
  auto tile = make_shape(_2{}, _2{});
  auto times = 4;
  auto x = logical_divide(whole, ti);
  auto tier = 5;
}
`;
    const { index } = await analysed(text, "cpp");
    const offset = text.indexOf("ti);") + 2;
    const own = {
      variables: variablesAt(index, { fragment: 0, offset }, "cpp"),
      words: (word: string) => wordsOf(text, offset, word),
    };
    const items = complete(text, offset, "cpp", own).items;
    const told = items.filter(({ kind }) => kind === "value" || kind === "word");
    expect(told.map(({ name, kind, signature, fits }) => [name, kind, signature, fits === true])).toEqual([
      ["tile", "value", "(_2,_2)", true],
      ["times", "value", "4", false],
      ["tier", "word", "", false],
    ]);
    expect(names("auto x = ti|").filter((name) => name === "tile")).toEqual([]);
  });

  test("what the argument takes comes first", () => {
    const fitting = (source: string) =>
      complete(source, source.length, "cpp")
        .items.filter(({ fits }) => fits === true)
        .map(({ name }) => name);
    expect(fitting("logical_divide(ma")).toContain("make_layout");
    expect(fitting("logical_divide(ma")).not.toContain("make_tensor");
    expect(fitting("make_layout(ma")).toEqual(["make_shape"]);
    expect(fitting("make_layout(make_shape(_4{}), ma")).toEqual(["make_stride"]);
    expect(fitting("auto x = ma")).toEqual([]);
    const python = "import cutlass.cute as cute\nx = cute.composition(row, cute.ma";
    const first = complete(python, python.length, "python").items.filter(({ fits }) => fits === true);
    expect(first.map(({ name }) => name)).toContain("make_layout");
  });

  test("members of objects and Python's own names are left to others", () => {
    expect(names("tensor.logical_d|")).toEqual([]);
    expect(names("logical_d|", "python")).toEqual([]);
  });

  test("every operation has a signature and a sentence", () => {
    const poor = complete("cute::", 6, "cpp").items.filter(
      ({ kind, signature, doc }) => kind === "operation" && !(signature && doc),
    );
    expect(poor.map(({ name }) => name)).toEqual([]);
  });
});

describe("completion of CuTe DSL's modules", () => {
  const behind = (typed: string) => names(`${dsl}${typed}|`, "python");

  test.each([
    ["cute.", "nvgpu"],
    ["cute.make_l", "make_layout_tv"],
    ["cute.arch.", "mbarrier_init"],
    ["cute.nvgpu.", "warpgroup"],
    ["cute.nvgpu.warpgroup.Mma", "MmaF16BF16Op"],
    ["wg.", "MmaF16BF16Op"],
    ["cpasync.Copy", "CopyBulkTensorTileG2SOp"],
    ["sm90_utils.make_smem", "make_smem_layout_a"],
    ["cutlass.BF", "BFloat16"],
  ])("%s has %s", (typed, name) => {
    expect(behind(typed)).toContain(name);
  });

  test("only what can be written", () => {
    expect(behind("cute.").filter((name) => !/^[A-Za-z]\w*$/.test(name))).toEqual([]);
    expect(names("cute::|").filter((name) => !/^(?:[GU]MMA::)?[A-Za-z]\w*(?:<[\d,]+>)?$/.test(name))).toEqual([]);
  });

  test("a module that the file does not import has nothing", () => {
    expect(behind("torch.")).toEqual([]);
    expect(behind("tcgen05.")).toEqual([]);
  });
});

describe("completion of C++ types and swizzles", () => {
  test.each([
    ["using S = Sha|", "Shape"],
    ["composition(Swi|", "Swizzle<3,3,3>"],
    ["make_tiled|", "make_tiled_copy"],
    ["make_g|", "make_gmem_ptr"],
    ["tma_p|", "tma_partition"],
    ["Copy_A|", "Copy_Atom"],
  ])("%s", (typed, name) => {
    expect(names(typed)).toContain(name);
  });

  test("an operation's documentation has its layouts", () => {
    expect(atomDoc("SM80_16x8x16_F32F16F16F32_TN")).toMatch(/instruction: .*\(_16,_8,_16\)/);
    expect(atomDoc("SM90_64x128x16_F32F16F16_SS")).toMatch(/types: .*half_t/);
    expect(atomDoc("SM75_U32x4_LDSM_N")).toMatch(/ldmatrix|LDSM/);
    expect(atomDoc("SM99_nothing")).toBe("");
  });

  test("layout atoms say what they are", () => {
    const atom = complete("GMMA::Layout_MN_SW64", 20, "cpp").items.find(({ name }) => name === "Layout_MN_SW64_Atom");
    expect(atom?.doc).toMatch(/8 runs of 64 bytes, M or N contiguous/);
  });
});

describe("signature help", () => {
  test("names the parameter that is being typed", () => {
    const answer = help("auto x = logical_divide(make_layout(_4{}), |");
    expect(answer?.label).toMatch(/^logical_divide\(/);
    expect(answer?.active).toBe(1);
    expect(answer?.parameters).toHaveLength(2);
  });

  test("tiled objects and TMA", () => {
    expect(help("make_tma_atom(SM90_TMA_LOAD{}, mA, |")?.parameters).toEqual([
      "copy_op",
      "gtensor",
      "slayout",
      "cta_tiler",
      "cluster_size",
    ]);
    expect(help("create_tma_multicast_mask<1>(|")?.parameters[0]).toBe("cta_layout_vmnk");
  });

  test("CuTe DSL by its own parameters", () => {
    expect(help(`${dsl}cute.logical_divide(|`, "python")?.parameters).toEqual(["target", "tiler"]);
    expect(help(`${dsl}cpasync.tma_partition(a, b, |`, "python")?.active).toBe(2);
    expect(help(`${dsl}logical_divide(|`, "python")).toBeUndefined();
  });

  test("knows nothing of other functions", () => {
    expect(help("printf(|")).toBeUndefined();
  });
});
