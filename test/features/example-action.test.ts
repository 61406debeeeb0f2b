// Parameters that nobody binds: the light bulb writes example values above, which the values below then rest on.
import { expect, test } from "vitest";
import { printValue } from "../../server/src/facts/notation.ts";
import { exampleActions } from "../../server/src/features/example-action.ts";
import { analysed } from "./analysed.ts";
import { readMarks } from "./marks.ts";

async function applied(marked: string, language: "cpp" | "python"): Promise<string> {
  const { text, cursor } = readMarks(marked);
  const { index } = await analysed(text, language);
  const [action] = exampleActions(index, { fragment: 0, start: cursor, end: cursor });
  const edit = action?.edits[0];
  return edit === undefined ? "" : text.slice(0, edit.place.start) + edit.text + text.slice(edit.place.end);
}

async function valueIn(text: string, name: string, language: "cpp" | "python"): Promise<string | undefined> {
  const { index } = await analysed(text, language);
  const found = index.variables.find(({ fact }) => fact.name === name)?.fact;
  return found === undefined ? undefined : printValue(found.value, language);
}

test("C++: template parameters of a class that no code instantiates", async () => {
  const after = await applied(
    `#include <cute/tensor.hpp>
using namespace cute;
template <class Element, int kRows, bool Even = true>
struct $0Tile {
  using Layout = cute::Layout<Shape<Int<kRows>, Int<16 / sizeof(Element)>>>;
};
`,
    "cpp",
  );
  expect(after.split("\n")[2]).toBe("// cute-lens: Element = half_t, kRows = 128");
  expect(await valueIn(after, "Layout", "cpp")).toBe("(_128,_8):(_1,_128)");
});

test("none where a use binds them", async () => {
  const bound = `#include <cute/tensor.hpp>
using namespace cute;
template <class Element>
void $0f() { auto l = Layout<Shape<Int<16 / sizeof(Element)>>>{}; }
void g() { f<float>(); }
`;
  expect(await applied(bound, "cpp")).toBe("");
});

test("CuTe DSL: numbers of the trace", async () => {
  const after = await applied(
    `import cutlass
import cutlass.cute as cute
@cute.jit
def $0f(rows: cutlass.Constexpr[int], last: bool):
    l = cute.make_layout((rows, 8))
`,
    "python",
  );
  expect(after.split("\n")[2]).toBe("# cute-lens: rows = 128, last = True");
  expect(await valueIn(after, "l", "python")).toBe("(128,8):(1,128)");
});
