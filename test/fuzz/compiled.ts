// What the real CuTe C++ says of programs: one translation unit of many, compiled by g++ and run. Of what does not compile the compiler
// names the line; it is left out with what names it, and the rest is compiled again.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Truth } from "./judge.ts";

/** Folders of headers: CUTLASS's `include`, and CUDA's. */
export interface Headers {
  readonly includes: readonly string[];
}

interface Statement {
  readonly program: number;
  readonly name: string;
  readonly line: string;
}

const head = `#include <cute/tensor.hpp>
#include <sys/wait.h>
#include <unistd.h>
using namespace cute;
template <class T> void show(char const* name, T const& value) {
  printf("%s\\t", name);
  if constexpr (std::is_integral_v<T>) printf("%lld", (long long)value);
  else print(value);
  printf("\\n");
}
`;

/** Each program runs in a process of its own: a division by zero ends that one. */
const main = (programs: readonly number[]): string => `
int main() {
  void (*all[])() = {${programs.map((i) => `p${i}`).join(", ")}};
  for (auto p : all) {
    if (fork() == 0) { p(); fflush(stdout); _exit(0); }
    wait(nullptr);
  }
}
`;

const errorPlace = /^[^\s:]*program\.cpp:(\d+):\d+:\s+(?:required from here|(?:fatal )?error:)/;

export function compiled(codes: readonly string[], { includes }: Headers): readonly Truth[] {
  const folder = mkdtempSync(join(tmpdir(), "cute-lens-programs-"));
  try {
    return withCompiler(folder, codes, includes);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function withCompiler(folder: string, codes: readonly string[], includes: readonly string[]): readonly Truth[] {
  const refused = codes.map((): Record<string, string> => ({}));
  let kept = codes.flatMap((code, program) =>
    code.split("\n").map((line): Statement => ({ program, name: nameOf(line), line })),
  );
  for (let round = 0; round < 20; round++) {
    const { text, at } = unitOf(kept);
    writeFileSync(join(folder, "program.cpp"), text);
    const errors = compile(folder, includes, ["-fsyntax-only"]) ?? compile(folder, includes, ["-o", "program"]);
    if (errors === undefined) return valuesOf(folder, refused);
    const bad = new Map([...errors].flatMap(([line, why]) => (at[line] === undefined ? [] : [[at[line], why]])));
    if (bad.size === 0) throw new Error(`the compiler names no statement:\n${[...errors.values()].join("\n")}`);
    kept = without(kept, bad, refused);
  }
  throw new Error("after 20 rounds something does not compile yet");
}

const nameOf = (line: string): string => /^auto (\w+) =/.exec(line)?.[1] ?? "";

/** The text, and the statement of each of its lines. */
function unitOf(kept: readonly Statement[]): {
  readonly text: string;
  readonly at: Readonly<Record<number, Statement>>;
} {
  const at: Record<number, Statement> = {};
  const programs = [...new Set(kept.map(({ program }) => program))];
  const lines = head.split("\n");
  for (const program of programs) {
    lines.push(`void p${program}() { printf("#${program}\\n");`);
    for (const statement of kept.filter((one) => one.program === program)) {
      lines.push(`  ${statement.line} show("${statement.name}", ${statement.name}); fflush(stdout);`);
      at[lines.length] = statement;
    }
    lines.push("}");
  }
  return { text: `${lines.join("\n")}\n${main(programs)}`, at };
}

/** By line the first words of what is wrong there; nothing where all compiles. */
function compile(
  folder: string,
  includes: readonly string[],
  more: readonly string[],
): ReadonlyMap<number, string> | undefined {
  const args = ["-std=c++17", "-O0", "-fmax-errors=0", ...includes.map((one) => `-I${one}`)];
  const { status, stderr, error } = spawnSync("g++", [...args, ...more, "program.cpp"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (error !== undefined) throw error;
  if (status === 0) return undefined;
  const found = new Map<number, string>();
  let place: number | undefined;
  for (const line of stderr.split("\n")) {
    const here = errorPlace.exec(line);
    if (here !== null) place = Number(here[1]);
    const why = /\berror: (.*)/.exec(line)?.[1];
    if (why !== undefined && place !== undefined) {
      if (!found.has(place)) found.set(place, why);
      place = undefined;
    }
  }
  if (found.size === 0) throw new Error(stderr.slice(0, 2000));
  return found;
}

/** What is wrong is refused; what names it is left out, and nothing is known of it. */
function without(
  kept: readonly Statement[],
  bad: ReadonlyMap<Statement, string>,
  refused: Record<string, string>[],
): Statement[] {
  const gone = new Set<string>();
  return kept.filter((statement) => {
    const { program, name, line } = statement;
    const names = line.slice(line.indexOf("=")).match(/\bv\d+\b/g) ?? [];
    const dependent = names.some((one) => gone.has(`${program} ${one}`));
    const why = bad.get(statement);
    if (!dependent && why === undefined) return true;
    gone.add(`${program} ${name}`);
    if (!dependent && why !== undefined) refused[program]![name] = why.slice(0, 200);
    return false;
  });
}

function valuesOf(folder: string, refused: readonly Readonly<Record<string, string>>[]): readonly Truth[] {
  const { stdout, error } = spawnSync(join(folder, "program"), { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error !== undefined) throw error;
  const values = refused.map((): Record<string, string> => ({}));
  let program = -1;
  for (const line of stdout.split("\n")) {
    if (line.startsWith("#")) program = Number(line.slice(1));
    const [name, value] = line.split("\t");
    if (value !== undefined && !line.startsWith("#")) values[program]![name!] = value;
  }
  return refused.map((one, i) => ({ values: values[i]!, refused: one }));
}
