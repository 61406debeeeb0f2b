// Every name of a numeric type against what the compiler said of it (test/goldens/types.jsonl): widths, sizes, signs, and which names are
// one type. A name that the table has and the dialect does not know is a gap to list here; a value that differs is a mistake.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rowsOf } from "./evaluate/facts-of.ts";

interface TypeGolden {
  readonly args: readonly [string];
  readonly result: Readonly<Record<string, string>>;
}

const goldens: readonly TypeGolden[] = readFileSync(new URL("goldens/types.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

/** What is asked of the type `T`, by the golden's key. */
const questions: Readonly<Record<string, (i: number) => string>> = {
  sizeof_bits: (i) => `sizeof_bits_v<T${i}>`,
  is_subbyte: (i) => `is_subbyte_v<T${i}>`,
  sizeof: (i) => `sizeof(T${i})`,
  sizeof_after_char: (i) => `sizeof(After${i})`,
  is_integral: (i) => `is_integral<T${i}>::value`,
  is_std_integral: (i) => `is_std_integral<T${i}>::value`,
  is_signed: (i) => `is_signed<T${i}>::value`,
  tensor: (i) => `make_tensor<T${i}>(Shape<_3, _5>{})`,
  sizeof_ArrayEngine_15: (i) => `sizeof(ArrayEngine<T${i}, 15>)`,
  gmem: (i) => `make_gmem_ptr(static_cast<T${i}*>(nullptr))`,
};

/** One function a type: `key` is a variable of it. */
function source(rows: readonly TypeGolden[]): string {
  const functions = rows.map(({ args: [name], result }, i) => {
    const asked = Object.keys(result).filter((key) => key in questions);
    const lines = asked.map((key) => `  auto ${key}_ = ${questions[key]!(i)};`);
    return `struct After${i} { char before; ${name} it; };\nvoid f${i}() {\n  using T${i} = ${name};\n${lines.join("\n")}\n}`;
  });
  return `#include <cute/tensor.hpp>\nusing namespace cute;\n${functions.join("\n")}\n`;
}

const plain = (value: string): string => value.replace(/\(PTR(?:\.\d)?\)/g, "").replace(/^_(?=\d)/, "");

test("each name's width, size, sign and print", async () => {
  const found = await rowsOf({ "/p/a.cu": source(goldens) }, "/p/a.cu");
  const answers = new Map(found.map((row) => [`${row.function}.${row.name}`, row.value]));
  const wrong: string[] = [];
  const gaps = new Set<string>();
  goldens.forEach(({ args: [name], result }, i) => {
    for (const key of Object.keys(result).filter((one) => one in questions)) {
      const got = answers.get(`f${i}.${key}_`) ?? "no fact";
      if (got === "unknown" || got.startsWith("ptr o") || got === "gmem_ptr") gaps.add(name);
      else if (plain(got) !== plain(result[key]!)) wrong.push(`${name}: ${key} is ${got}, not ${result[key]}`);
    }
  });
  expect(wrong).toEqual([]);
  expect([...gaps]).toEqual([1, 2, 3, 8, 32].map((n) => `cutlass::Array<cutlass::float_e3m2_t,${n}>`));
});

/** Each name against the first name of every type of the same width. */
test("which names are one type", async () => {
  const types = goldens.filter(({ args: [name], result }) => result.same_as === name);
  const pairs = goldens.flatMap(({ args: [name], result }) =>
    types
      .filter((other) => other.result.sizeof_bits === result.sizeof_bits)
      .map((other) => ({ name, other: other.args[0], same: result.same_as === other.args[0] })),
  );
  const lines = pairs.map(({ name, other }, i) => `  auto same${i} = is_same_v<${name}, ${other}>;`);
  const found = await rowsOf(
    { "/p/a.cu": `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n${lines.join("\n")}\n}\n` },
    "/p/a.cu",
  );
  const answers = new Map(found.map((row) => [row.name, row.value]));
  const wrong = pairs.flatMap(({ name, other, same }, i) => {
    const got = answers.get(`same${i}`);
    return got === (same ? "_1" : "_0") ? [] : [`is_same_v<${name}, ${other}> is ${got}`];
  });
  expect(wrong).toEqual([]);
});
