// Broken, absurd and deeply nested input: every feature answers, none throws.
import { describe, expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { codeLenses } from "../../server/src/features/code-lens.ts";
import { commentActions } from "../../server/src/features/comment-action.ts";
import { complete } from "../../server/src/features/completion.ts";
import { hover } from "../../server/src/features/hover.ts";
import { inlayHints } from "../../server/src/features/inlay-hints.ts";
import { outline } from "../../server/src/features/outline.ts";
import { semanticTokens } from "../../server/src/features/semantic-tokens.ts";
import { signatureHelp } from "../../server/src/features/signature-help.ts";
import { whyHere } from "../../server/src/features/why.ts";
import { defaults } from "../../server/src/settings/read.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";

const nest = (open: string, inside: string, close: string, depth = 10_000) =>
  open.repeat(depth) + inside + close.repeat(depth);

const cpp = (body: string) => `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f(int n) {\n${body}\n}\n`;
const python = (body: string) => `import cutlass.cute as cute\n@cute.jit\ndef f(n):\n${body}\n`;

const cases: readonly (readonly [string, Language, string])[] = [
  ["nothing", "cpp", ""],
  ["an unfinished call", "cpp", cpp("  auto l = make_layout(make_shape(4, 8; print(l); // (M,(N")],
  ["zero bytes", "cpp", cpp("  auto l = \0\0 make_layout(4);")],
  ["a deep shape", "cpp", cpp(`  auto l = make_layout(${nest("make_shape(", "4", ")")}); print(l);`)],
  ["deep comments", "cpp", cpp(`  auto l = make_layout(make_shape(4, 8)); // ${nest("(", "a", ")")}`)],
  ["a deep assertion", "cpp", cpp(`  static_assert(${nest("!(", "true", ")")}, "x");`)],
  [
    "extents without end",
    "cpp",
    cpp("  auto l = make_layout(make_shape(Int<1048576>{}, Int<1048576>{})); print_layout(l); print_latex(l);"),
  ],
  ["odd formats", "cpp", cpp('  printf("%*d %s %99999d %", n, 3);')],
  ["deep tuples", "python", python(`    x = ${nest("(", "4", ",)")}\n    print(x)`)],
  ["a deep f-string", "python", python(`    print(f"{${nest("(", "n", ")")}}", f"{n:{n}} {")`)],
  ["an open string", "python", python('    print("')],
];

describe.each(cases)("%s", (_name, language, text) => {
  test("every feature answers", async () => {
    const { index } = await analysed(text, language);
    const whole = { fragment: 0, start: 0, end: text.length };
    inlayHints(index, whole, defaults);
    outline(index);
    codeLenses(index, defaults);
    semanticTokens(index);
    commentActions(index, whole);
    for (const word of ["f(", "l =", "make_", "print", "static_assert", "x =", ")"]) {
      const offset = Math.max(0, text.indexOf(word));
      const found = hover(index, { fragment: 0, offset }, { detail: "full" });
      expect(found === undefined ? "" : plainText(found)).not.toContain("undefined");
      expect(whyHere(index, { fragment: 0, offset }).length).toBeGreaterThan(0);
      complete(text, offset + 3, language);
      signatureHelp(text, offset + 6, language);
    }
  });
});

test("nothing can be taken from an empty tuple: unknown, with a reason", async () => {
  const text =
    "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() { auto a = max(make_tuple()); auto b = max(); }\n";
  const { index } = await analysed(text, "cpp");
  const kinds = index.variables.map(({ fact }) => fact.value.kind);
  expect(kinds).toEqual(["unknown", "unknown"]);
});
