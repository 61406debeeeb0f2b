// Dispatch over flags: where there is time, each value of each flag has an instance, not only the first combinations.
import { expect, test } from "vitest";
import { checkFile, rowsOf } from "./facts-of.ts";

const header = `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
#define BOOL_SWITCH(COND, NAME, ...) \\
  [&] { if (COND) { constexpr static bool NAME = true; return __VA_ARGS__(); } \\
        else { constexpr static bool NAME = false; return __VA_ARGS__(); } }()
template <bool A, bool B, bool C, bool D>
__global__ void kernel(float* p, int n) {
  if constexpr (A && !D) { auto ad = make_layout(make_shape(n, _8{})); // ad -> (n,_8):(_1,n)
  }
  auto l = make_layout(Shape<_4, Int<D ? 2 : 1>>{});
}`;

const user = `#include "kernel.h"
void run(float* p, int n, bool a, bool b, bool c, bool d) {
  BOOL_SWITCH(d, D, [&] { BOOL_SWITCH(c, C, [&] { BOOL_SWITCH(b, B, [&] { BOOL_SWITCH(a, A, [&] {
    kernel<A, B, C, D><<<1, 32>>>(p, n);
  }); }); }); });
}`;

const files = { "/p/kernel.h": header, "/p/user.cu": user };

test("a flag's value that only later combinations have is met", () =>
  checkFile(files, "/p/kernel.h", { untaken: true }));

test("sixteen combinations are not sixteen instances", async () => {
  const rows = await rowsOf(files, "/p/kernel.h", { untaken: true });
  const instances = new Set(rows.filter((row) => row.name === "l").map((row) => row.instance));
  expect(instances.size).toBeGreaterThan(3);
  expect(instances.size).toBeLessThan(10);
});
