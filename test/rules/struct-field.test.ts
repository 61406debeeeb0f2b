// What struct-field says of each type that is none of storage; of those that are, nothing.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const types = {
  "cute.struct.Align(cute.struct.MemRange[cutlass.Float32, 4], 128)": "Align takes its arguments in brackets, Align[…]",
  "cute.struct.MemRange(cutlass.Float32, 4)": "MemRange takes its arguments in brackets, MemRange[…]",
  "cute.struct.Align[128, cute.struct.MemRange[cutlass.Float32, 4]]": "the type stands first, Align[type, alignment]",
  "cute.struct.MemRange[4, cutlass.Float32]": "the type stands first, MemRange[type, count]",
  "cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 4]]": "Align takes two arguments, Align[type, alignment]",
  "cute.struct.MemRange[cutlass.Float32, 4, 128]": "MemRange takes two arguments, MemRange[type, count]",
  "cute.struct.MemRange[cutlass.Float32, (4, 4)]": "MemRange counts elements: take the product, or cute.cosize(layout)",
  int: "Python's int has no size: take a number of CuTe DSL, Int32",
  "cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 4], 128]": undefined,
  "cute.struct.MemRange[cutlass.Float32, count]": undefined,
  "cutlass.Int64": undefined,
  Other: undefined,
} as const;

test.each(Object.entries(types))("%s", async (type, said) => {
  const text = `import cutlass
import cutlass.cute as cute

@cute.struct
class Storage:
    field: ${type}
`;
  const { problems } = await analysed(text, "python");
  expect(problems.map(({ message }) => message)).toEqual(said === undefined ? [] : [`field: ${said}`]);
});
