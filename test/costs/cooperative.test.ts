// cooperative_copy and axpby: what each thread takes of a tile is what CUTLASS 4.7 gave each of them.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { elementType } from "../../src-engine/algebra/atoms/element-types.ts";
import { dynamicInt, ZERO } from "../../src-engine/algebra/int/int.ts";
import { layoutAt, size } from "../../src-engine/algebra/layout/coords.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import type { Tensor } from "../../src-engine/algebra/value.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { cooperation } from "../../src-engine/costs/cooperative.ts";
import { analysed } from "../features/analysed.ts";

async function costs(body: string): Promise<readonly string[]> {
  const { index } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* in, half_t* out, int ldc, float alpha, float beta) {
  __shared__ alignas(128) half_t buffer[16 * 72];
  auto gA = make_tensor(make_gmem_ptr(in), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
${body}
}
`,
    "cpp",
  );
  return costList(index).map((one) => {
    const { title, lines, notes } = costWords(one, "cpp");
    const first = lines.filter(({ rank }) => rank === "first").map(({ label, text }) => `${label}: ${text}`);
    return [title, ...first, ...(one.cost.kind === "unknown" ? notes : [])].join("; ");
  });
}

const tile = (layout: string, call: string): Promise<readonly string[]> =>
  costs(`  auto sA = make_tensor(make_smem_ptr(buffer), ${layout});\n  ${call}`);

test("as wide as both sides have side by side, but no wider than leaves every thread something", async () => {
  const rows = "Layout<Shape<_16, _64>, Stride<Int<72>, _1>>{}";
  const text = (width: string, shared: string): readonly string[] => [
    `ld.global + st.shared ${width} per thread · 2 KiB per CTA; ${shared}`,
  ];
  expect(await tile(rows, "cooperative_copy<32, 128>(threadIdx.x, gA, sA);")).toEqual(
    text("16 B × 4", "global: 16 sectors of 16, 100% used; shared: 4 wavefronts of 4, no conflict"),
  );
  expect(await tile(rows, "cooperative_copy<256, 128>(threadIdx.x, gA, sA);")).toEqual(
    text("8 B × 1", "global: 8 sectors of 8, 100% used; shared: 2 wavefronts of 2, no conflict"),
  );
  expect(await tile(rows, "cooperative_copy<32>(threadIdx.x, gA, sA);")).toEqual(
    text("2 B × 32", "global: 2 sectors of 2, 100% used; shared: 1 wavefront of 1, no conflict"),
  );
});

test("elements that cannot be dealt out evenly are not counted", async () => {
  expect(
    await tile("Layout<Shape<_16, _64>, Stride<_64, _1>>{}", "cooperative_copy<96, 128>(threadIdx.x, gA, sA);"),
  ).toEqual(["cost not counted; its 1024 elements are not dealt out evenly to 96 threads"]);
});

test("axpby reads what it stores to", async () => {
  expect(
    await costs(`  auto gC = make_tensor(make_gmem_ptr(out), make_layout(make_shape(_16{}, _64{}), make_stride(ldc, _1{})));
  auto tC = local_partition(gC, Layout<Shape<_16, _2>>{}, threadIdx.x);
  axpby(alpha, make_fragment_like(tC), beta, tC);`),
  ).toEqual([
    "ld.global + st.global 2 B × 32 per thread · 2 KiB per CTA; global, read of what is written: 16 to 17 sectors of 2, 12 to 13% used; global, written: 16 to 17 sectors of 2, 12 to 13% used",
  ]);
});

// Which elements of the destination threads 0, 1, 2, 7 and the last took when CUTLASS ran on the CPU; the first twelve by address.
const recorded = `
32 128 16 | (_16,_64):(_64,_1) | (_16,_64):(_64,_1) | 0 1 2 3 4 5 6 7 256 257 258 259 | 8 9 10 11 12 13 14 15 264 265 266 267 | 16 17 18 19 20 21 22 23 272 273 274 275 | 56 57 58 59 60 61 62 63 312 313 314 315 | 248 249 250 251 252 253 254 255 504 505 506 507
32 128 16 | (_16,_64):(_64,_1) | (_16,_64):(_72,_1) | 0 1 2 3 4 5 6 7 288 289 290 291 | 8 9 10 11 12 13 14 15 296 297 298 299 | 16 17 18 19 20 21 22 23 304 305 306 307 | 56 57 58 59 60 61 62 63 344 345 346 347 | 272 273 274 275 276 277 278 279 560 561 562 563
32 128 16 | (_16,_64):(_64,_1) | Sw<3,3,3> o _0 o (_16,_64):(_64,_1) | 0 1 2 3 4 5 6 7 288 289 290 291 | 8 9 10 11 12 13 14 15 296 297 298 299 | 16 17 18 19 20 21 22 23 304 305 306 307 | 56 57 58 59 60 61 62 63 280 281 282 283 | 224 225 226 227 228 229 230 231 448 449 450 451
128 128 32 | (_32,_32):(_32,_1) | (_32,_32):(_1,_32) | 0 128 256 384 512 640 768 896 | 1 129 257 385 513 641 769 897 | 2 130 258 386 514 642 770 898 | 7 135 263 391 519 647 775 903 | 127 255 383 511 639 767 895 1023
128 64 32 | (_32,_32):(_1,_32) | (_32,_32):(_1,_32) | 0 1 256 257 512 513 768 769 | 2 3 258 259 514 515 770 771 | 4 5 260 261 516 517 772 773 | 14 15 270 271 526 527 782 783 | 254 255 510 511 766 767 1022 1023
256 128 32 | (_32,_16):(_1,_32) | (_32,_16):(_1,_32) | 0 1 | 2 3 | 4 5 | 14 15 | 510 511
64 128 32 | (_64,_8):(_40,_1) | (_64,_8):(_12,_1) | 0 1 2 3 384 385 386 387 | 4 5 6 7 388 389 390 391 | 12 13 14 15 396 397 398 399 | 40 41 42 43 424 425 426 427 | 376 377 378 379 760 761 762 763
64 32 32 | (_16,_32):(40,_1) | (_16,_32):(_33,_1) | 0 66 132 198 264 330 396 462 | 1 67 133 199 265 331 397 463 | 2 68 134 200 266 332 398 464 | 7 73 139 205 271 337 403 469 | 64 130 196 262 328 394 460 526`;

const ctx = makeContext("cpp");

test.each(recorded.trim().split("\n"))("%s", (row) => {
  const [numbers = "", source = "", destination = "", ...taken] = row.split(" | ");
  const [threads = 0, mostBits = 0, bits = 0] = numbers.split(" ").map(Number);
  const own = [0, 1, 2, 7, threads - 1].map((thread) => {
    const given = { index: dynamicInt(thread), threads, mostBits };
    const found = cooperation(ctx, tensor(source, "gmem"), tensor(destination, "smem"), bits, given);
    return "why" in found ? found.why : offsets(found.destination).slice(0, 12).join(" ");
  });
  expect(own).toEqual(taken);
});

function tensor(layout: string, space: "gmem" | "smem"): Tensor {
  const value = parse(layout);
  if (value.kind !== "layout" && value.kind !== "composed") throw new Error(layout);
  const dtype = elementType("half_t");
  if (dtype === undefined) throw new Error("half_t");
  return { kind: "tensor", engine: { kind: "pointer", space, dtype, offset: ZERO }, layout: value };
}

function offsets({ engine, layout }: Tensor): readonly number[] {
  if (layout.kind === "unknown" || engine.kind !== "pointer" || engine.offset.kind !== "num") return [];
  const [base, count] = [engine.offset.value, size(ctx, layout)];
  return Array.from({ length: count.kind === "num" ? count.value : 0 }, (_, i) => {
    const at = layoutAt(ctx, layout, i);
    return at.kind === "num" ? base + at.value : Number.NaN;
  }).sort((a, b) => a - b);
}
