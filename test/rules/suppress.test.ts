// Comments that silence a rule, and the label of the instance that a problem is found in.
import { describe, expect, test } from "vitest";
import { codeActions } from "../../server/src/features/code-actions.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function codes(text: string, language: Language = "cpp"): Promise<readonly string[]> {
  const { problems } = await analysed(text, language);
  return problems.map(({ code }) => code);
}

const cpp = (line: string, above = "", first = "") => `${first}#include <cute/tensor.hpp>
using namespace cute;
void f() {
${above}  auto a = make_layout(make_shape(_4{}, _8{}), make_stride(_1{}));${line}
}
`;

describe("cute-lens: ignore", () => {
  test.each([
    ["nothing", cpp(""), ["layout-not-congruent"]],
    ["on the line", cpp("  // cute-lens: ignore[layout-not-congruent] on purpose"), []],
    ["by number, among others", cpp("  // cute-lens: ignore[TMA060, LAY001]"), []],
    ["alone above the line", cpp("", "  // cute-lens: ignore[*] why not\n"), []],
    ["another rule", cpp("  // cute-lens: ignore[tma-rank]"), ["layout-not-congruent"]],
    [
      "behind the code of the line above",
      cpp("", "  int x = 0;  // cute-lens: ignore[LAY001]\n"),
      ["layout-not-congruent"],
    ],
    ["in the whole file", cpp("", "", "// cute-lens: ignore-file[layout-not-congruent] generated\n"), []],
  ])("%s", async (_name, text, expected) => {
    expect(await codes(text)).toEqual(expected);
  });

  test("in Python", async () => {
    const source = (comment: string) =>
      `import cutlass.cute as cute\n@cute.jit\ndef f():\n    a = cute.make_layout((4, 8), stride=(1,))${comment}\n`;
    expect(await codes(source(""), "python")).toEqual(["layout-not-congruent"]);
    expect(await codes(source("  # cute-lens: ignore[layout-not-congruent]"), "python")).toEqual([]);
  });
});

describe("instances", () => {
  const template = (calls: string) => `#include <cute/tensor.hpp>
using namespace cute;
template <class S> void g(S shape) { auto a = make_layout(shape, make_stride(_1{})); }
${calls}
`;

  test("one instance is not named", async () => {
    const { problems } = await analysed(template("void a() { g(make_shape(_4{}, _8{})); }"), "cpp");
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/nested alike$/)]);
  });

  test("one of several is named", async () => {
    const calls = "void a() { g(make_shape(_4{}, _8{})); }\nvoid b() { g(make_shape(_4{})); }";
    const { problems } = await analysed(template(calls), "cpp");
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/nested alike \[a:4\]$/)]);
  });

  test("a severity of the user", async () => {
    const settings = { "diagnostics.severity": { LAY001: "hint" } };
    const { problems } = await analysed(cpp(""), "cpp", settings);
    expect(problems.map(({ severity }) => severity)).toEqual(["hint"]);
  });
});

test.each([
  ["cpp", cpp(""), "  // cute-lens: ignore[layout-not-congruent] reason\n"],
  [
    "python",
    "import cutlass.cute as cute\n@cute.jit\ndef f():\n    a = cute.make_layout((4, 8), stride=(1,))\n",
    "    # cute-lens: ignore[layout-not-congruent] reason\n",
  ],
] as const)("the light bulb writes the comment: %s", async (language, text, comment) => {
  const { problems } = await analysed(text, language);
  const [problem] = problems;
  if (problem === undefined) throw new Error("no problem");
  const actions = codeActions(problems, problem.place, [text], language, () => undefined);
  const [edit] = actions.flatMap((one) =>
    one.kind === "fix" && one.fix.title.startsWith("Ignore") ? one.fix.edits : [],
  );
  expect(edit?.text).toBe(comment);
  const at = edit?.place.start ?? 0;
  expect(await codes(text.slice(0, at) + comment + text.slice(at), language)).toEqual([]);
});
