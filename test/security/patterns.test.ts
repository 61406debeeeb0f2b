// Patterns that a workspace brings (`.clangd`, globs): they mean what a regular expression means, and take time linear in the text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patternOf } from "../../server/src/pattern.ts";
import { globOf } from "../../server/src/settings/glob.ts";

const long = "a".repeat(100_000);

/** Texts of patterns over a small alphabet; not all of them are patterns. */
const written = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "/",
      ".",
      "*",
      "+",
      "?",
      "|",
      "(",
      ")",
      "(?:",
      "[ab]",
      "[^a/]",
      "[a-c]",
      "\\.",
      "\\w",
      "{1,2}",
    ),
    {
      maxLength: 10,
    },
  )
  .map((parts) => parts.join(""));
const path = fc.array(fc.constantFrom("a", "b", "c", "/", "."), { maxLength: 8 }).map((parts) => parts.join(""));

describe("patterns", () => {
  test("a text fits where it fits the regular expression as a whole", () => {
    let compared = 0;
    fc.assert(
      fc.property(written, path, (source, text) => {
        const pattern = patternOf(source);
        if (pattern === undefined) return;
        compared++;
        expect(pattern.matches(text)).toBe(new RegExp(`^(?:${source})$`).test(text));
      }),
      { numRuns: 5_000 },
    );
    expect(compared).toBeGreaterThan(1_000);
  });

  test.each(["(a+)+b", "(a|a)*b", "(a*)*b", "a*a*a*a*a*a*a*a*b", "(.*)*(.*)*x", "((a?){50}){20}b"])(
    "%s is answered at once",
    (source) => {
      const before = performance.now();
      expect(patternOf(source)?.matches(long.slice(0, 5_000)) ?? false).toBe(false);
      expect(performance.now() - before).toBeLessThan(2_000);
    },
  );

  test.each(["(", "a{9999}", "(?=a)", "\\1", "[b-a]", "*", "(".repeat(200), long])("%.20s is no pattern", (source) => {
    expect(patternOf(source)).toBeUndefined();
  });
});

describe("globs", () => {
  test.each([`${"**/".repeat(200)}x`, `${"*a".repeat(200)}x`, `{${"*,".repeat(200)}*}x`])(
    "%.20s is answered at once",
    (glob) => {
      const before = performance.now();
      expect(globOf(glob)("a/".repeat(1_000))).toBe(false);
      expect(performance.now() - before).toBeLessThan(2_000);
    },
  );

  test("one that is too long matches nothing", () => {
    expect(globOf("*".repeat(10_000))("a.cu")).toBe(false);
  });
});
