// A class's parameters are shown whoever asks for the class first, be it on the side.
import { expect, test } from "vitest";
import { rowsOf } from "./facts-of.ts";

test("a class that a kernel casts its memory to", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class L>
struct Storage {
  half_t A[cosize_v<L>];
};
template <class L>
__global__ void kernel(L l) {
  extern __shared__ char m[];
  using S = Storage<L>;
  S& s = *reinterpret_cast<S*>(m);
  auto a = s.A;
}`;
  const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu");
  expect(rows.filter((row) => row.function === "Storage").map(({ name }) => name)).toEqual(["L", "A"]);
});
