// What `explain` answers to pasted text.
import { expect, test } from "vitest";
import { explain } from "../server/src/features/explain.ts";
import { knownTexts } from "../server/src/features/explain-texts.ts";
import { dslTexts } from "../server/src/features/explain-texts-dsl.ts";
import { layoutTexts } from "../server/src/features/explain-texts-layouts.ts";
import { rules } from "../server/src/rules/list.ts";

const dump = (change: Readonly<Record<string, string>>) => {
  const fields = {
    format: "6",
    dim: "2",
    gmem_address: "0x7f2b40000000",
    globalDim: "(4096,4096,1,1,1)",
    globalStrides: "(2,8192,0,0,0)",
    boxDim: "(64,128,1,1,1)",
    elementStrides: "(1,1,1,1,1)",
    interleave: "0",
    swizzle: "3",
    l2Promotion: "2",
    oobFill: "0",
    ...change,
  };
  const rows = Object.entries(fields).map(([name, value]) => `${name.padEnd(15)}${value}`);
  return ["TMA Desc Addr:   0x7ffc", ...rows, "Error: Failed to initialize the TMA descriptor 1"].join("\n");
};

test("a dump with a stride that is no multiple of 16 bytes", () => {
  const [answer] = explain(dump({ globalStrides: "(2,8194,0,0,0)" }));
  expect(answer?.rules).toEqual(["tma-stride (TMA004)"]);
  expect(answer?.lines[1]).toBe("the stride of dimension 1 is 8194 B; TMA needs a multiple of 16 B: pad it to 8208 B");
  expect(Object.fromEntries(answer?.table ?? [])).toMatchObject({
    format: "FLOAT16",
    boxDim: "64, 128 (16384 B)",
    swizzle: "128B",
  });
});

test("a dump whose address is off by eight bytes and whose box is wider than its swizzle", () => {
  const [answer] = explain(dump({ gmem_address: "0x7f2b40000008", boxDim: "(128,64,1,1,1)" }));
  expect(answer?.rules).toEqual(["tma-raw-descriptor (TMA011)", "tma-box-bytes (TMA009)"]);
});

test("a dump that breaks nothing", () => {
  expect(explain(dump({}))[0]?.rules).toEqual([]);
});

test.each([
  [
    "static assertion failed: TMA requires CTA_Tile and SLayout top-level size equivalence.",
    "tma-size-mismatch (TMA060)",
  ],
  [
    'error: static assertion failed with "Could not find a common tile-gmem vectorization. Does',
    "tma-majorness (TMA002)",
  ],
  ["Assertion `(gmem_prob_stride[1] & 0b1111) == 0' failed.", "tma-stride (TMA004)"],
  ["Assertion `smem_box_shape[0] <= (uint32_t(1) << 8)' failed.", "tma-box-extent (TMA008)"],
  ["Expected S = 3 when M == 4. Unsupported layout swizzle.", "tma-swizzle (TMA064)"],
  ["Unknown TMA Format!", "tma-data-type (TMA018)"],
  ["uses too much shared data (0x20800 bytes, 0xc000 max)", "smem-static (SMEM002)"],
  ["CopyOperation is not valid for Src of ValType.", "copy-atom-type (CPY012)"],
  ["Not a canonical GMMA_K Layout: Expected MN-size multiple of 8.", "mma-descriptor (MMA010)"],
  ["Static shape_div failure", "shape-divisibility (LAY023)"],
  ["Assertion `(reinterpret_cast<uint64_t>(gmem_address) & 0b1111) == 0' failed.", "tma-address (TMA005)"],
  ["SM90_TMA_LOAD requires the destination be shared memory.", "tma-copy-space (TMA071)"],
  ["abs(SShift) must be more than BBits.", "swizzle-parameters (LAY019)"],
  ["shape and stride must be congruent", "layout-not-congruent (LAY001)"],
  ["expects num_multicast to be 1 for non multicast G2S copies, but got 2", "tma-multicast (TMA065)"],
  ["cta_layout_vmnk must be rank 4, but got (2,2,1):(1,2,0)", "multicast-mask (TMA070)"],
  ["Expected rank(target) >= rank(tiler), but got rank(target)=2", "tiler-rank (LAY015)"],
  ["tile_to_shape: block shape does not divide the target shape.", "tile-to-shape-block (LAY016)"],
  ["BLK_K0 must be a multiple of size<1>(GMMA::Layout_K_INTER_Atom<ElementType>{})", "tile-to-shape-block (LAY016)"],
  ["TiledCopy uses too few vals for selected CopyAtom", "tiled-copy-size (CPY002)"],
  ["Rank of tensor to be partitioned too small.", "partition-rank (CPY006)"],
  ["MajorB must be GMMA::Major::K for this config.", "mma-descriptor (MMA010)"],
  ["TiledMMA requires rank-3 AtomLayoutMNK", "tiled-mma-shape (MMA050)"],
  ["Mismatched ranks", "coordinate-rank (LAY021)"],
  ["an illegal instruction was encountered", "tma-grid-constant (TMA030)"],
  ["CUDA_ERROR_MISALIGNED_ADDRESS", "smem-alignment (SMEM011)"],
  ["expects rank-3 MNK atom layout, but got (2,2):(1,2)", "tiled-mma-shape (MMA050)"],
  ["unable to compute the left inverse of '!cute.layout<\"(4,4):(2,3)\">'", "inverse-undefined (LAY014)"],
  [
    "expects `coord` and shape of view are weakly congruent, but got '!cute.layout<\"(8,4):(1,8)\">', '!cute.coord<\"(_,0,0)\">'",
    "coordinate-rank (LAY021)",
  ],
  ["failed to legalize operation 'cute_nvgpu.make_gmma_smem_desc'", "mma-descriptor (MMA010)"],
  ["expects arch to be at least sm_100, but got sm_90a", "tma-arch (MMA001)"],
  ["expected copy_bits to be 0 (auto) or a power of 2 (>= 8), but got 48", "copy-atom-type (CPY012)"],
  ["the mask may not fit into a 16-bit integer", "multicast-mask (TMA070)"],
  ["smem_layout must be non-staged (rank(smem_layout) == rank(cta_tiler))", "tma-size-mismatch (TMA060)"],
])("%s", (text, rule) => {
  expect(explain(`kernel.cu(12): error: ${text}`).map((answer) => answer.rules)).toEqual([[rule]]);
});

test("a text without a page of its own is explained all the same", () => {
  const [answer] = explain("error: ptr alignment does not meet requirement");
  expect(answer?.lines.length).toBe(2);
  expect(answer?.rules).toEqual([]);
});

test("every text that names a rule names one that has a page", () => {
  const numbers = new Set(rules.map(({ number }) => number));
  const known = [...knownTexts, ...layoutTexts, ...dslTexts].flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
  expect(known.filter((rule) => !numbers.has(rule))).toEqual([]);
});

test("a printed layout", () => {
  const [answer] = explain("sA : Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  expect(answer?.title).toBe("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  expect(Object.fromEntries(answer?.table ?? [])).toMatchObject({ shape: "(_8,_64)" });
});

test("the compiler's instantiation shows the numbers", () => {
  const [answer] =
    explain(`layout.hpp(1792): error: static assertion failed with "tile_to_shape: block shape does not divide the target shape."
          detected during:
            instantiation of "auto cute::tile_to_shape(const cute::ComposedLayout<A, O, B> &, const Shape &, const ModeOrder &) [with
            A=cute::Swizzle<3, 3, 3>, O=cute::C<0>, B=cute::Layout<cute::tuple<cute::C<16>, cute::C<64>>, cute::tuple<cute::_64, cute::_1>>,
            Shape=cute::tuple<cute::C<16>, int32_t>, ModeOrder=cute::GenColMajor]" at line 558`);
  expect(answer?.table).toEqual([
    ["A", "Sw<3,3,3>"],
    ["O", "_0"],
    ["B", "(_16,_64):(_64,_1)"],
    ["Shape", "(_16,?)"],
  ]);
});

test("a dump behind a log's prefixes, with Windows' line ends", () => {
  const noisy = dump({ globalStrides: "(2,8194,0,0,0)" }).replace(/^/gm, "[rank0] 12:00:01 ").replace(/\n/g, "\r\n");
  expect(explain(noisy)[0]?.rules).toEqual(["tma-stride (TMA004)"]);
});

test("a dump whose first lines are missing", () => {
  const [answer] = explain(dump({ boxDim: "(128,64,1,1,1)" }).slice(dump({}).indexOf("globalDim")));
  expect(answer?.rules).toEqual(["tma-box-bytes (TMA009)"]);
  expect(answer?.table[0]).toEqual(["format", "not in the text; elements of 2 B"]);
  expect(answer?.table[1]).toEqual(["dim", "2"]);
});

test("two dumps, the second cut off", () => {
  const [first, second] = explain(`${dump({})}\n${dump({ globalStrides: "(2,8194,0,0,0)" }).slice(0, 160)}`);
  expect(first?.rules).toEqual([]);
  expect(second?.rules).toEqual(["tma-stride (TMA004)"]);
});

test("a printed TiledCopy, the type of a tensor in the DSL, a line of a log", () => {
  const copy = explain(
    "TiledCopy\n  Tiler_MN:       (_16,_64)\n  TiledLayout_TV: (_128,_8):(_8,_1)\nCopy_Atom\n  ThrID:        _1:_0",
  );
  expect(copy.map(({ title, lines }) => [title, lines[0]])).toEqual([
    ["(_128,_8):(_8,_1)", "TiledLayout_TV"],
    ["_1:_0", "ThrID"],
  ]);
  const titles = (text: string) => explain(text).map(({ title }) => title);
  expect(titles("tensor<ptr<f16, gmem, align<16>> o ((8,1),4):((1,0),1024)>")).toEqual(["((8,1),4):((1,0),1024)"]);
  expect(titles('%3 = cute.get : !cute.memref<f16, smem, align<16>, "(8,4):(1,8)">')).toEqual(["(8,4):(1,8)"]);
  expect(titles("[2026-01-01 10:00:01] gA: gmem_ptr[16b](0x7f2b40000000) o (_8,4):(4,_1)")).toEqual([
    "gmem_ptr[16b](0x7f2b40000000) o (_8,4):(4,_1)",
  ]);
});

test("text that is not known has no answer", () => {
  expect(explain("Segmentation fault")).toEqual([]);
  expect(explain("TMA Desc Addr: 0x1\nformat banana")).toEqual([]);
});

test("a bare static assertion names the condition, the file's own line and what it was compiled for", () => {
  const own = `kernel.cu(4): error: static assertion failed
    static_assert(decltype(size<0>(t) == Int<64>{})::value);
    ^
          detected during instantiation of "void g(const T &) [with T=cute::Layout<cute::tuple<cute::C<128>, cute::C<4>>, cute::tuple<cute::_1, cute::_128>>]" at line 7
`;
  const [first] = explain(own);
  expect(first?.lines.slice(0, 2)).toEqual([
    "`size<0>(t) == Int<64>{}` does not hold at kernel.cu, line 4.",
    "Your line: kernel.cu, line 4, reached from line 7 of kernel.cu.",
  ]);
  expect(first?.table).toEqual([["T", "(_128,_4):(_1,_128)"]]);
  const library = `/opt/cutlass/include/cute/algorithm/copy.hpp(203): error: static assertion failed
        static_assert(decltype(size<1>(src_v) == size<1>(dst_v))::value);
        ^
          detected during:
            instantiation of "void cute::copy(const cute::Copy_Atom<CopyArgs...> &)" at line 372
            instantiation of "void cute::copy(const cute::TiledCopy<X> &)" at line 14 of kernel.cu
`;
  expect(explain(library)[0]?.lines.slice(0, 2)).toEqual([
    "`size<1>(src_v) == size<1>(dst_v)` does not hold at copy.hpp, line 203.",
    "Your line: kernel.cu, line 14.",
  ]);
});

test("a known text says the file's own line, behind the notes of the compiler", () => {
  const [answer] =
    explain(`/usr/cutlass/include/cute/atom/copy_traits.hpp(128): error: static assertion failed with "Copy_Traits: src failed to vectorize into registers. Layout is incompatible with this CopyOp."
          detected during:
            instantiation of "void cute::copy_unpack(…) [with SLayout=cute::Layout<cute::tuple<cute::_8>, cute::tuple<cute::_1>>]" at line 103 of /usr/cutlass/include/cute/atom/copy_atom.hpp
            instantiation of "void cute::copy(…)" at line 21 of src/epilogue.cu

1 error detected in the compilation of "src/epilogue.cu".`);
  expect(answer?.lines[1]).toBe("Your line: src/epilogue.cu, line 21.");
  expect(answer?.at).toEqual({ file: "src/epilogue.cu", line: "21" });
  expect(answer?.table).toEqual([["SLayout", "(_8):(_1)"]]);
});

test("CuTe DSL: the last frame of the traceback that is no library's, and the values in the sentence", () => {
  const [answer, ...others] = explain(`Traceback (most recent call last):
  File "/home/me/gemm.py", line 26, in <module>
    Gemm()(t, t)
  File "/home/me/gemm.py", line 22, in kernel
    gA = cute.local_tile(mA, tiler=self.cta_tiler, coord=coord)
  File "/usr/lib/python3.11/site-packages/cutlass/cute/core.py", line 4000, in local_tile
    raise error
cutlass._mlir.MLIRError: Operation creation failed:
error: unknown: expects rank(tiler) <= rank(input), but got input='!cute.layout<"(1024,1024):(1024,1)">' and tiler=#cute.tile<"[128:1;128:1;32:1]">`);
  expect(others).toEqual([]);
  expect(answer?.lines[1]).toBe("Your line: /home/me/gemm.py, line 22.");
  expect(answer?.at).toEqual({ file: "/home/me/gemm.py", line: "22" });
  expect(answer?.table).toEqual([
    ["input", "(1024,1024):(1024,1)"],
    ["tiler", "[128:1;128:1;32:1]"],
  ]);
  expect(answer?.rules).toEqual(["tiler-rank (LAY015)"]);
});

const coloured = (text: string): string => text.replace(/\[(\d+)m/g, `${String.fromCharCode(27)}[$1m`);

test("CuTe DSL: in colours and broken into lines, as a terminal has it", () => {
  const [verifier] = explain(
    coloured(`[91m[1merror[INTERNAL]:[0m The compiler could not build valid IR for this code.
  [91merror:[0m IR verification failed: error: unknown: 'cute.copy' op src ptr alignment (32 bits) does not
         meet requirement (128 bits) of atom '!cute_nvgpu.atom.ldsm<val_type = f16>'`),
  );
  expect(verifier?.title).toBe("The copy is wider than the pointer's alignment");
  const [made] = explain(
    coloured(`[91m[1merror:[0m expects the 'ab_dtype' Op parameter to be one of Float16 or BFloat16
  [94m-->[0m /home/me/mma.py:12:10`),
  );
  expect(made?.lines).toContain("Your line: /home/me/mma.py, line 12.");
});

test("CuTe DSL: a sentence that is not known is told with its line", () => {
  const [answer] = explain(`Traceback (most recent call last):
  File "/home/me/attention.py", line 40, in kernel
    s.frobnicate()
  File "/usr/lib/python3.11/site-packages/cutlass/cute/core.py", line 10, in frobnicate
cutlass.base_dsl.DSLRuntimeError: the frob of '!cute.layout<"(8,4):(4,1)">' is no frob`);
  expect(answer?.title).toBe("CuTe DSL refuses a statement");
  expect(answer?.lines[1]).toBe("Your line: /home/me/attention.py, line 40.");
  expect(answer?.table).toEqual([["layout", "(8,4):(4,1)"]]);
});

test.each([
  [
    "ValueError: Expected source and destination tensors to have the same rank, but got 4 and 3",
    "copy-extents (CPY008)",
  ],
  ["error: unknown: 'cute.copy' op expects same size in rank 1 but got srcShape: (4,2)", "copy-extents (CPY008)"],
  ["'!cute_nvgpu.atom.universal_copy<f32, 128 b>' cannot vectorize copy to 4 elements", "copy-vector (CPY001)"],
  ["error: unknown: expects coordinate to be weakly congruent to the layout, but got", "coordinate-rank (LAY021)"],
  ["'cute.copy' op src expects global based memref, but got", "copy-space (CPY014)"],
  ["error: unknown: unable to compute the following composition: ", "composition-divisibility (LAY010)"],
])("%s", (text, rule) => {
  expect(explain(text).map((answer) => answer.rules)).toEqual([[rule]]);
});
