// What is told first of a file that has just been opened.
import { expect, test } from "vitest";
import type { FileFacts } from "../../src-engine/program/facts.ts";
import { projectOf } from "./facts-of.ts";

const kernels = 150;

const header = `template <class Config>
struct Mainloop {
  struct Params {
    typename Config::Stride stride;
    Layout<Shape<_8, Int<Config::n>>> tile;
  };
};
${Array.from(
  { length: kernels },
  (_, i) => `template <class Config>
__global__ void kernel${i}(typename Mainloop<Config>::Params params, int n) {
  for (int a = 0; a < n; ++a) for (int b = 0; b < n; ++b) for (int c = 0; c < n; ++c) {
    auto l${i} = logical_divide(make_layout(make_shape(Int<${i + 2}>{}, _64{})), make_tile(_1{}, _8{}));
  }
}`,
).join("\n")}
`;
const user = `#include "kernel.hpp"
struct Config { using Stride = cute::Stride<_1, _64>; static constexpr int n = 64; };
void run(int n) {
  Mainloop<Config>::Params params{};
  ${Array.from({ length: kernels }, (_, i) => `kernel${i}<Config><<<1, 128>>>(params, n);`).join("\n  ")}
}
`;

const namesIn = ({ facts }: FileFacts): readonly string[] =>
  facts.flatMap((one) => (one.kind === "variable" ? [one.name] : []));

test("what a user has made of a class is told before the kernels that it launches have run", async () => {
  const project = await projectOf({ "/p/kernel.hpp": header, "/p/run.cu": user });
  const told: (readonly string[])[] = [];
  const whole = await project.analyse("/p/kernel.hpp", { early: (facts) => told.push(namesIn(facts)) });
  project.dispose();
  const last = `l${kernels - 1}`;
  expect(whole === undefined ? [] : namesIn(whole)).toEqual(expect.arrayContaining(["stride", "tile", last]));
  expect(told.some((names) => names.includes("tile") && !names.includes(last))).toBe(true);
});
