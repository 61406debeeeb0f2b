// Mistakes that people make, each in a short kernel of its own, with its fixed twin.
//
// A file is the fixed kernel. A line `good;  //! bad;` (`#!` in Python) has the mistake behind it, `(nothing)` for a line that is
// missing; the problem is told there, or on the line that ends in `// told`. `table.txt` says what is told of each; the fixed
// kernel gives no error and no warning. Rewritten by UPDATE=1. What the real compilers say of both was compared when they were written.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const root = new URL("./", import.meta.url);
const table = new URL("table.txt", root);
const languages = { cpp: "cpp", dsl: "python" } as const;

interface Pair {
  readonly name: string;
  readonly language: "cpp" | "python";
  readonly good: string;
  readonly bad: string;
  /** The 1-based line where the mistake is to be told. */
  readonly line: number;
}

function pairOf(name: string, language: Pair["language"]): Pair {
  const lines = readFileSync(new URL(name, root), "utf8").split("\n");
  const parts = lines.map((line) => /^(\s*)(.*?)\s+(?:\/\/|#)! (.*)$/.exec(line));
  const good = lines.map((line, i) => (parts[i] === null ? line : `${parts[i]?.[1]}${parts[i]?.[2]}`));
  const bad = lines.map((line, i) => (parts[i] === null ? line : wrong(parts[i])));
  const told = lines.findIndex((line) => /(?:\/\/|#) told$/.test(line));
  const line = told >= 0 ? told : parts.findIndex((part) => part !== null);
  return { name, language, good: good.join("\n"), bad: bad.join("\n"), line: line + 1 };
}

const wrong = (part: RegExpExecArray | null | undefined): string =>
  part?.[3] === "(nothing)" ? "" : `${part?.[1]}${part?.[3]}`;

const pairs = Object.entries(languages).flatMap(([folder, language]) =>
  readdirSync(new URL(`${folder}/`, root))
    .sort()
    .map((name) => pairOf(`${folder}/${name}`, language)),
);

interface Told {
  readonly line: number;
  readonly severity: string;
  readonly code: string;
}

async function told(text: string, language: Pair["language"]): Promise<readonly Told[]> {
  const { problems } = await analysed(text, language);
  return problems
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ place, severity, code }) => ({ line: text.slice(0, place.start).split("\n").length, severity, code }));
}

const rowOf = (name: string, { line, severity, code }: Told): string =>
  `${name.padEnd(44)} ${String(line).padStart(3)} ${severity.padEnd(8)} ${code}`;

const rows = (process.env.UPDATE === "1" ? "" : readFileSync(table, "utf8")).split("\n").filter((row) => row !== "");
const written: string[] = [];

test.each(pairs.map((pair) => [pair.name, pair] as const))("%s", async (name, pair) => {
  expect(await told(pair.good, pair.language)).toEqual([]);
  const found = await told(pair.bad, pair.language);
  const here = found.filter(({ line }) => line === pair.line);
  const shown =
    here.length > 0
      ? here.map((one) => rowOf(name, one))
      : [`${name.padEnd(44)} ${String(pair.line).padStart(3)} not told`];
  written.push(...shown);
  if (process.env.UPDATE !== "1") expect(shown).toEqual(rows.filter((row) => row.startsWith(`${name} `)));
});

test("the table", () => {
  if (process.env.UPDATE === "1") writeFileSync(table, `${written.join("\n")}\n`);
  else expect(written.sort()).toEqual([...rows].sort());
});
