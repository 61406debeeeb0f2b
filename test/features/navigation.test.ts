// Definitions and references by place: `$0` is the cursor, the answer is the text's lines and columns.
import { expect, test } from "vitest";
import { definition, references } from "../../server/src/features/navigation.ts";
import type { Language, Place } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";

async function at(source: string, language: Language) {
  const offset = source.indexOf("$0");
  const text = source.replace("$0", "");
  const { index } = await analysed(text, language);
  const where = { fragment: 0, offset };
  const shown = ({ start, end }: Place): string => {
    const before = text.slice(0, start).split("\n");
    return `${before.length}:${(before.at(-1) ?? "").length + 1} ${text.slice(start, end)}`;
  };
  const found = definition(index, where);
  return {
    definition: found === undefined ? undefined : shown(found),
    references: references(index, where).map(shown),
  };
}

const cpp = `#include <cute/tensor.hpp>
using namespace cute;
using Tile = Shape<_128, _64>;
template <class Layout>
void kernel(Layout smem) {
  auto size = cosize(smem);  // smem
  auto tile = make_layout(Tile{});
}
void host() {
  auto smem = make_layout(Tile{});
  kernel(smem);
}
`;

test("a parameter, not the variable of the same name in another function", async () => {
  expect(await at(cpp.replace("cosize(smem)", "cosize(s$0mem)"), "cpp")).toEqual({
    definition: "5:20 smem",
    references: ["5:20 smem", "6:22 smem"],
  });
});

test("an alias of the file, from inside a function", async () => {
  expect(await at(cpp.replace("make_layout(Tile{});\n}\nvoid", "make_layout(T$0ile{});\n}\nvoid"), "cpp")).toEqual({
    definition: "3:7 Tile",
    references: ["3:7 Tile", "7:27 Tile", "10:27 Tile"],
  });
});

test("a function where it is called", async () => {
  expect((await at(cpp.replace("kernel(smem);", "ker$0nel(smem);"), "cpp")).definition).toBe("5:6 kernel");
});

test("the library's own names and comments have none", async () => {
  expect(await at(cpp.replace("cosize(smem)", "cos$0ize(smem)"), "cpp")).toEqual({
    definition: undefined,
    references: [],
  });
  expect((await at(cpp.replace("// smem", "// sm$0em"), "cpp")).definition).toBeUndefined();
});

test("CuTe DSL: the last assignment before the place", async () => {
  const text = `import cutlass.cute as cute

@cute.jit
def host():
    a = cute.make_layout((8, 4))
    a = cute.coalesce(a)
    b = cute.size($0a)

host()
`;
  expect(await at(text, "python")).toEqual({ definition: "6:5 a", references: ["6:5 a", "7:19 a"] });
});
