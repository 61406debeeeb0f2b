// Subscripts of one item with a comma, and the projection of local_partition, as the library takes them.
import { expect, test } from "vitest";
import { rowsOf } from "../evaluate/facts-of.ts";

const valuesIn = async (body: string): Promise<Record<string, string>> => {
  const text = `import cutlass.cute as cute
from cutlass import Float32, Int32

@cute.jit
def f():
${body.replace(/^/gm, "    ")}

f()
`;
  const rows = await rowsOf({ "/p/a.py": text }, "/p/a.py");
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
};

test("`t[None,]` is a coordinate of one mode: the library takes it for a tensor of one mode only", async () => {
  const values = await valuesIn(`t = cute.make_rmem_tensor(cute.make_layout((8, 4)), Float32)
whole = t[None]
refused = t[None,]
r = cute.make_rmem_tensor(cute.make_layout((8,)), Float32)
one = r[None,]`);
  expect(values.whole).toBe("ptr[32b] o (8,4):(1,8)");
  expect(values.refused).toMatch(/^unknown/);
  expect(values.one).toBe("ptr[32b] o (8):(1)");
});

test("local_partition takes the modes of the threads that the projection keeps", async () => {
  const values = await valuesIn(`v = cute.make_rmem_tensor(cute.make_layout((16, 8)), Float32)
by_first_and_last = cute.local_partition(v, cute.make_layout((4, 2, 2)), Int32(1), proj=(1, None, 1))
by_all = cute.local_partition(v, cute.make_layout((4, 2)), Int32(1), proj=(1, 1))`);
  expect(values.by_first_and_last).toBe("ptr[32b] o (4,4):(4,32)");
  expect(values.by_all).toBe("ptr[32b] o (4,4):(4,32)");
});
