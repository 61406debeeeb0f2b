// The shape of a kernel's blocks, where another file launches it.
import { expect, test } from "vitest";
import { projectOf } from "../evaluate/facts-of.ts";

const blocks = async (launch: string): Promise<readonly (readonly number[] | undefined)[]> => {
  const project = await projectOf({
    "/p/kernel.cuh": `#pragma once
#include <cute/tensor.hpp>
template <class T> __device__ void part(T n) { auto rows = cute::make_layout(n); }
template <class T> __global__ void kernel(T n) { part(n); }
`,
    "/p/main.cu": `#include "kernel.cuh"\nvoid go(int n) { ${launch} }\n`,
    "/p/compile_commands.json": "[]",
  });
  const facts = await project.analyse("/p/kernel.cuh", { effort: "few" });
  project.dispose();
  return (facts?.instances ?? []).filter(({ function: name }) => name !== "").map(({ block }) => block);
};

test("a kernel and what it calls", async () => {
  expect(await blocks("dim3 block(64, 2); auto k = kernel<int>; k<<<1, block>>>(n);")).toEqual([
    [64, 2, 1],
    [64, 2, 1],
  ]);
  expect(await blocks("constexpr int threads = 96; kernel<<<1, threads>>>(n);")).toEqual([
    [96, 1, 1],
    [96, 1, 1],
  ]);
});

test("two launches of one instance, and a number of the run", async () => {
  expect(await blocks("kernel<<<1, 128>>>(n); kernel<<<1, 256>>>(n);")).toEqual([undefined, undefined]);
  expect(await blocks("kernel<<<1, n>>>(n);")).toEqual([undefined, undefined]);
});
