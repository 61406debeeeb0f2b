// TMA over tensors whose sizes only the run knows: symbolic fields of the descriptor, and what must hold for it.
import { expect, test } from "vitest";
import { obligations } from "../server/src/features/need-words.ts";
import { elementType } from "../src-engine/algebra/atoms/element-types.ts";
import { ZERO } from "../src-engine/algebra/int/int.ts";
import { parse } from "../src-engine/algebra/notation/parse.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { makeTmaAtom } from "../src-engine/algebra/tma/make.ts";
import { tmaOperation } from "../src-engine/algebra/tma/operations.ts";
import type { AnyLayout, Layout, Value } from "../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../src-engine/calculator/context.ts";

interface Row {
  readonly type: string;
  readonly gmem: string;
  readonly smem: string;
  readonly tiler: string;
}

function describe({ type, gmem, smem, tiler }: Row): string {
  const ctx = makeContext("cpp");
  const outcome = attempt(() => {
    const dtype = elementType(type)!;
    const engine = { kind: "pointer", space: "gmem", dtype, offset: ZERO } as const;
    const request = {
      operation: tmaOperation("SM90_TMA_LOAD")!,
      dtype,
      gmem: { kind: "tensor", engine, layout: parse(gmem) as Layout },
      smem: parse(smem) as AnyLayout,
    } as const;
    const { descriptor, auxStride } = makeTmaAtom(ctx, request, parse(tiler) as Layout);
    const list = (values: readonly Value[] = []) => values.map((value) => print(value, "cpp")).join(", ");
    return [
      `dims ${list(descriptor?.globalDim)}`,
      `strides ${list(descriptor?.globalStrides)} B`,
      `box ${list(descriptor?.boxDim)}`,
      `g_stride ${auxStride === undefined ? "" : print(auxStride, "cpp")}`,
      ...obligations(ctx.needs, "cpp").map((text) => `needs ${text}`),
    ].join("\n");
  });
  return "value" in outcome ? outcome.value : outcome.stop.message;
}

const sw128 = "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))";

test("a K-major matrix of half_t", () => {
  expect(describe({ type: "half_t", gmem: "(M,K):(K,_1)", smem: sw128, tiler: "(_128,_64)" })).toBe(
    ["dims K, M", "strides 2*K B", "box 64, 128", "g_stride (_1@1,_1@0)", "needs 8 divides K"].join("\n"),
  );
});

test("a leading dimension of its own", () => {
  expect(describe({ type: "half_t", gmem: "(M,K):(ldA,_1)", smem: sw128, tiler: "(_128,_64)" })).toContain(
    "needs 8 divides ldA",
  );
});

test("float needs a multiple of four", () => {
  const smem = "(_128,_32):(_32,_1)";
  expect(describe({ type: "float", gmem: "(M,K):(K,_1)", smem, tiler: "(_128,_32)" })).toContain("needs 4 divides K");
});

test("what is known to divide leaves no obligation", () => {
  expect(describe({ type: "half_t", gmem: "(M,64*k):(64*k,_1)", smem: sw128, tiler: "(_128,_64)" })).not.toContain(
    "needs",
  );
});

test("an odd multiple can never be addressed", () => {
  expect(describe({ type: "half_t", gmem: "(M,K):(8*k+4,_1)", smem: sw128, tiler: "(_128,_64)" })).toContain(
    "gmem_prob_stride[1] & 0b1111",
  );
});

test("the other major mode is told as such, though the leading dimension is not known", () => {
  expect(describe({ type: "half_t", gmem: "(M,K):(_1,ldA)", smem: sw128, tiler: "(_128,_64)" })).toContain("Majorness");
});
