// An integer is what was written or computed, or it is not known: none is ever rounded. Up to 2^80, through every way in and out.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { evaluated } from "../../server/src/cli/evaluation.ts";
import { addBindings } from "../../server/src/cli/inspect.ts";
import { rowsOf } from "../evaluate/facts-of.ts";

vi.setConfig({ testTimeout: 120_000 });

const integers = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 80n }),
  fc
    .tuple(fc.integer({ min: 30, max: 80 }), fc.integer({ min: -3, max: 3 }))
    .map(([e, d]) => 2n ** BigInt(e) + BigInt(d)),
);
const seeded = { seed: 7, numRuns: 12 };
const safe = 2n ** 53n;

/** The integer in a printed value; undefined for what is not known. */
function integerIn(value: string): bigint | undefined {
  const found = /^_?(-?\d+)(?::_?\d+)?$/.exec(value)?.[1];
  return found === undefined ? undefined : BigInt(found);
}

function sameOrUnknown(shown: string, exact: bigint, what: string): void {
  const value = integerIn(shown);
  if (value !== undefined) expect(value, `${what}: ${shown}`).toBe(exact);
}

/** What is written down and can be held is known. */
function sameAsWritten(shown: string, exact: bigint, what: string): void {
  sameOrUnknown(shown, exact, what);
  if (exact < safe) expect(integerIn(shown), `${what}: ${shown}`).toBe(exact);
}

const operators = ["+", "-", "*", "/", "%", "<<", "&", "|"] as const;
const computed: Readonly<Record<(typeof operators)[number], (a: bigint, b: bigint) => bigint>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "<<": (a, b) => a << b,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
};

test("in expressions of the calculator", () => {
  fc.assert(
    fc.property(integers, integers, fc.constantFrom("+", "-", "*", "/", "%" as const), (a, b, op) => {
      fc.pre(b > 0n);
      for (const [text, exact] of [
        [`${a}`, a],
        [`_${a}`, a],
        [`size((${a},${b}))`, a * b],
        [`${a} ${op} ${b}`, computed[op as "+"](a, b)],
        [`size(${a}:1)`, a],
        [`cosize((2):(${a}))`, a + 1n],
      ] as const) {
        const outcome = evaluated(text, "cpp");
        if ("text" in outcome) sameOrUnknown(outcome.text, exact, text);
      }
    }),
    { seed: 7, numRuns: 2_000 },
  );
});

/** Many numbers a file: a project costs more than a line. */
const many = fc.array(fc.tuple(integers, integers, fc.constantFrom(...operators)), { minLength: 20, maxLength: 20 });

/** What a 64-bit machine makes of it, where nothing overflows. */
const holds = (exact: bigint): boolean => exact > -(2n ** 31n) && exact < 2n ** 31n;

test("in C++", async () => {
  await fc.assert(
    fc.asyncProperty(many, async (drawn) => {
      const lines = drawn.flatMap(([a, b, op], i) => [
        `  constexpr long long a${i} = ${a};`,
        `  auto l${i} = make_layout(Int<${a}>{});`,
        `  constexpr long long h${i} = 0x${a.toString(16)};`,
        `  constexpr auto o${i} = 0${a.toString(8)};`,
        `  auto d${i} = make_shape((long long)${a}, Int<${b}>{});`,
        `  constexpr auto c${i} = ${a}LL ${op} ${op === "<<" ? b % 20n : b}LL;`,
      ]);
      const text = `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n${lines.join("\n")}\n}\n`;
      const rows = new Map((await rowsOf({ "/p/a.cu": text }, "/p/a.cu")).map((row) => [row.name, row.value]));
      drawn.forEach(([a, b, op], i) => {
        for (const name of ["a", "h", "o"]) sameAsWritten(rows.get(`${name}${i}`) ?? "", a, `${name} of ${a}`);
        sameOrUnknown(rows.get(`l${i}`) ?? "", a, `a layout of ${a}`);
        const sizes = rows.get(`d${i}`)?.match(/\d+/g) ?? [];
        if (sizes.length === 2 && !rows.get(`d${i}`)?.includes("?")) expect(sizes.map(BigInt)).toEqual([a, b]);
        const right = op === "<<" ? b % 20n : b;
        const exact = right === 0n && (op === "/" || op === "%") ? undefined : computed[op](a, right);
        if (exact !== undefined && holds(a) && holds(right))
          sameOrUnknown(rows.get(`c${i}`) ?? "", exact, `${a} ${op} ${right}`);
      });
    }),
    seeded,
  );
});

test("in conditions of the preprocessor and macros", async () => {
  await fc.assert(
    fc.asyncProperty(many, async (drawn) => {
      const parts = drawn.map(
        ([a, b], i) => `#define N${i} ${a}
#if ${a} == ${b}
constexpr int same${i} = 1;
#else
constexpr int same${i} = 0;
#endif
#if (${a} >> 3) < ${b} && (1 << ${i + 25}) > 0 && 0${(8n + BigInt(i)).toString(8)} == ${8 + i}
constexpr int less${i} = 1;
#else
constexpr int less${i} = 0;
#endif
constexpr auto m${i} = N${i};`,
      );
      const text = `#include <cute/tensor.hpp>\n${parts.join("\n")}\n`;
      const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu");
      const valuesOf = (name: string) => rows.filter((row) => row.name === name).map(({ value }) => value);
      drawn.forEach(([a, b], i) => {
        for (const value of valuesOf(`m${i}`)) sameOrUnknown(value, a, `#define N ${a}`);
        // Both sides are shown where the condition is not known.
        expect(valuesOf(`same${i}`)).toContain(String(a === b ? 1 : 0));
        if (a < 2n ** 63n && b < 2n ** 63n) expect(valuesOf(`less${i}`)).toContain(String(a >> 3n < b ? 1 : 0));
      });
    }),
    seeded,
  );
});

test("in Python", async () => {
  await fc.assert(
    fc.asyncProperty(many, async (drawn) => {
      const lines = drawn.flatMap(([a, b, op], i) => [
        `    a${i} = ${a}`,
        `    h${i} = 0x${a.toString(16)}`,
        `    l${i} = cute.make_layout(${a})`,
        `    c${i} = ${a} ${op === "/" ? "//" : op} ${op === "<<" ? b % 40n : b}`,
      ]);
      const text = `import cutlass.cute as cute\n@cute.jit\ndef f():\n${lines.join("\n")}\n`;
      const rows = new Map((await rowsOf({ "/p/a.py": text }, "/p/a.py")).map((row) => [row.name, row.value]));
      drawn.forEach(([a, b, op], i) => {
        for (const name of ["a", "h"]) sameAsWritten(rows.get(`${name}${i}`) ?? "", a, `${name} of ${a}`);
        sameOrUnknown(rows.get(`l${i}`) ?? "", a, `a layout of ${a}`);
        const right = op === "<<" ? b % 40n : b;
        if (right > 0n) sameOrUnknown(rows.get(`c${i}`) ?? "", computed[op](a, right), `${a} ${op} ${right}`);
      });
    }),
    seeded,
  );
});

test("in bindings of the command line", () => {
  fc.assert(
    fc.property(integers, (n) => {
      const bound = () => addBindings(`M=${n}`, new Map()).get("M");
      if (n < safe) expect(BigInt(bound() ?? -1)).toBe(n);
      else expect(bound).toThrow(/beyond 2\^53/);
    }),
  );
});
