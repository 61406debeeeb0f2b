// Programs of CuTe DSL or C++ against what the real library said of them: a value that is shown is the library's, and what the library
// refuses has none. That a value is not known is no mistake, but counted.

import { printValue } from "../../server/src/facts/notation.ts";
import { pythonPrint } from "../../server/src/features/prints/python.ts";
import type { Project } from "../../server/src/project/analyse.ts";
import type { VariableFact } from "../../src-engine/program/facts.ts";

/** By variable: what `str()` or `print` gave, and the beginning of the message of what was refused. */
export interface Truth {
  readonly values: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, string>>;
}

export interface Verdict {
  readonly equal: number;
  readonly unknown: readonly string[];
  /** Another value than the library's, or one for what it refuses. */
  readonly wrong: readonly string[];
  /** Refused, and no value is shown. */
  readonly refused: number;
}

/** How programs of a language are written into a file, and how its library prints. */
interface Speech {
  readonly path: string;
  readonly language: "cpp" | "python";
  readonly head: string;
  function(name: string, lines: readonly string[]): string;
  print(fact: VariableFact): string;
  /** Without what is not compared. */
  plain(text: string): string;
}

const python: Speech = {
  path: "/w/a.py",
  language: "python",
  head: "import cutlass\nimport cutlass.cute as cute\n",
  function: (name, lines) =>
    `\n@cute.jit\ndef ${name}(m: cutlass.Int32, n: cutlass.Int32):\n${lines.map((line) => `    ${line}\n`).join("")}    pass\n`,
  print: ({ name, value, span }) => pythonPrint([{ role: "", text: name, value, span }], () => undefined),
  // What divides an integer of the run and its width are left out, and how Python sets commas.
  plain: (text) =>
    text
      .replace(/\?\{[^}]*\}/g, "?")
      .replace(/\bInt(?:32|64)\(\?\)/g, "?")
      .replace(/S<0,\d+,-?\d+>/g, "S<0>")
      .replace(/\s+/g, "")
      .replace(/,\)/g, ")"),
};

const cpp: Speech = {
  path: "/w/a.cu",
  language: "cpp",
  head: "#include <cute/tensor.hpp>\nusing namespace cute;\n",
  function: (name, lines) => `void ${name}() {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`,
  print: ({ value }) => printValue(value, "cpp"),
  plain: (text) => text.replace(/\s+/g, ""),
};

const nameOf = (line: string): string => line.replace(/^auto /, "").split(" = ", 1)[0]!;

/** What the library accepts stands in one function; what it refuses in functions of its own, behind what it may name. */
export async function judge(
  project: Project,
  code: string,
  { values, refused }: Truth,
  language: "cpp" | "python" = "python",
): Promise<Verdict> {
  const speech = language === "cpp" ? cpp : python;
  const { plain } = speech;
  const lines = code.split("\n").map((line) => ({ name: nameOf(line), line }));
  const accepted = lines.filter(({ name }) => name in values);
  const functions = [{ name: "f", lines: accepted }];
  for (const [i, one] of lines.entries())
    if (one.name in refused) {
      const before = new Set(lines.slice(0, i).map(({ name }) => name));
      functions.push({ name: `f_${one.name}`, lines: [...accepted.filter(({ name }) => before.has(name)), one] });
    }
  const shown = await shownBy(
    project,
    speech,
    functions.map((one) =>
      speech.function(
        one.name,
        one.lines.map(({ line }) => line),
      ),
    ),
  );
  const unknown: string[] = [];
  const wrong: string[] = [];
  for (const { name, line } of accepted) {
    const [ours, theirs] = [plain(shown.get(`f ${name}`) ?? "unknown"), plain(values[name]!)];
    if (ours.startsWith("unknown") || ours.includes("‹"))
      unknown.push(`${line}\n   is ${theirs}, and not known here: ${ours}`);
    else if (ours !== theirs) wrong.push(`${line}\n   is ${theirs}, not ${ours}`);
  }
  let kept = 0;
  for (const { name, line } of lines.filter((one) => one.name in refused)) {
    const ours = plain(shown.get(`f_${name} ${name}`) ?? "unknown");
    if (ours.startsWith("unknown") || ours.includes("‹")) kept++;
    else wrong.push(`${line}\n   is refused (${refused[name]!.split("\n").slice(0, 2).join(" ")}), not ${ours}`);
  }
  const found = unknown.length + wrong.length;
  return {
    equal: accepted.length - (found - wrong.filter((one) => one.includes("is refused")).length),
    unknown,
    wrong,
    refused: kept,
  };
}

/** What is shown of each variable, by `function variable`. */
async function shownBy(
  project: Project,
  speech: Speech,
  functions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { path, language } = speech;
  project.setDocument(path, { path, language, version: 1, fragments: [speech.head + functions.join("")] });
  const facts = await project.analyse(path);
  const functionOf = new Map(facts?.instances.map(({ id, function: name }) => [id, name]));
  const shown = new Map<string, string>();
  for (const fact of facts?.facts ?? [])
    if (fact.kind === "variable") {
      const { value, name } = fact;
      const text = value.kind === "unknown" ? `unknown: ${fact.why ?? value.why}` : speech.print(fact);
      shown.set(`${functionOf.get(fact.instance)} ${name}`, text);
    }
  return shown;
}
