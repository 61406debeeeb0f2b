// What follows from a mistake is not told behind it, and what is told leads to the arguments at fault alone.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (stride: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* p, int a, int b, int c, int d) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(a, b, c, d), ${stride});
  auto g = local_tile(t(_, 0, _), Shape<_64, _64>{}, make_coord(0, 0));
}`;

test("a slice of a tensor whose shape and strides do not go together", async () => {
  const { problems } = await analysed(kernel("make_stride(c, d, _1{})"), "cpp");
  expect(problems.map(({ code, related }) => [code, ...related.map(({ message }) => message)])).toEqual([
    ["layout-not-congruent", ..."abcd".split("").map((name) => `${name} = ${name}, declared here`)],
  ]);
});

test("the same of a tensor with an extent that nobody knows", async () => {
  const text = kernel("make_stride(c, d, _1{})").replace("make_shape(a,", "make_shape(elsewhere(a),");
  const { problems } = await analysed(text, "cpp");
  expect(problems.map(({ code }) => code)).toEqual(["layout-not-congruent"]);
});

test("the slice alone is told where they do", async () => {
  const { problems } = await analysed(kernel("make_stride(c, d, a, _1{})"), "cpp");
  expect(problems.map(({ code }) => code)).toEqual(["coordinate-rank"]);
});

test("a launch is not told of a partition that was given no tile", async () => {
  const text = readFileSync(new URL("../mistakes/cpp/partition-ungrouped-launch.cu", import.meta.url), "utf8");
  const { problems } = await analysed(text.replace(/^( +).*\/\/! /m, "$1"), "cpp");
  expect(problems.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual([
    "tma-partition-size",
  ]);
});
