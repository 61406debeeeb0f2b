// House rules: the invariants of the code that can be checked by reading it. Each test names the file and the line.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { circlesOf, functionsOf } from "./house-budgets.ts";
import { identityQuestions } from "./value-identity.ts";

const root = join(import.meta.dirname, "..");

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files = ["src-engine", "server/src", "client"].flatMap(sources);
const engine = files.filter(({ path }) => path.startsWith("src-engine/"));
const server = files.filter(({ path }) => path.startsWith("server/"));
const client = files.filter(({ path }) => path.startsWith("client/"));

/** What each folder of the engine may use. */
const folders: Readonly<Record<string, readonly string[]>> = {
  algebra: [],
  costs: ["algebra"],
  calculator: ["algebra", "costs"],
  views: ["algebra", "costs", "calculator"],
  program: ["algebra"],
  interpret: ["algebra", "program"],
  explore: ["algebra", "program", "interpret"],
  memo: ["algebra", "program", "interpret", "explore"],
};

/** Types that point upwards: a union that a layer above completes, and what a value carries without looking into it. */
const typesFromAbove = [
  "src-engine/algebra/value.ts -> src-engine/program/values.ts",
  "src-engine/program/values.ts -> src-engine/interpret/session.ts",
  "src-engine/program/program.ts -> src-engine/interpret/dialect.ts",
];

describe("layers", () => {
  test("the engine imports nothing outside itself", () => {
    const outside = (from: string) => !from.startsWith(".") || escapes(from);
    expect(uses(engine, outside)).toEqual([]);
  });

  test("a folder of the engine uses those below it only", () => {
    const folderOf = (path: string) => path.split("/")[1] ?? "";
    const back = engine.flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;]*?from "(\.[^"]+)"/gm)]
        .map(([, isType, from = ""]) => ({ isType, to: join(path, "..", from).split(sep).join("/") }))
        .filter(({ to }) => folderOf(to) !== folderOf(path) && !folders[folderOf(path)]?.includes(folderOf(to)))
        .filter(({ isType, to }) => !(isType !== undefined && typesFromAbove.includes(`${path} -> ${to}`)))
        .map(({ to }) => `${path} -> ${to}`),
    );
    expect(back).toEqual([]);
  });

  test("tree-sitter occurs in languages only", () => {
    const allowed = /^server\/src\/languages\//;
    expect(uses(outsideOf(allowed), (from) => from === "web-tree-sitter")).toEqual([]);
  });

  test("vscode-languageserver occurs in the server's entries, lsp, convert and protocol only", () => {
    const allowed = /^(server\/src\/(lsp|convert|protocol)\/|server\/src\/entry-|server\/src\/cli\/lsp)/;
    expect(uses(outsideOf(allowed), (from) => from.startsWith("vscode-languageserver"))).toEqual([]);
  });

  test("vscode occurs in the client only, and not in the webview", () => {
    const others = outsideOf(/^client\/src\//);
    expect(uses(others, (from) => from === "vscode" || from.startsWith("vscode-languageclient"))).toEqual([]);
  });

  test("node: occurs in the Node entry, the command line and the loaders for Node only", () => {
    const allowed =
      /^(server\/src\/(cli|library|mcp)\/|server\/src\/entry-node\.ts|server\/src\/host-node\.ts|server\/src\/(languages\/parse|project|lsp)\/node-)/;
    const others = outsideOf(allowed);
    expect(uses(others, (from) => from.startsWith("node:"))).toEqual([]);
  });

  test("features and rules know no editor, no clock and no file", () => {
    // protocol/ is plain JSON types: the answers that features give.
    const pure = server.filter(({ path }) => /^server\/src\/(features|rules)\//.test(path));
    expect(uses(pure, (from) => /^(node:|vscode)|\/(lsp|convert|host)(\/|\.ts$)/.test(from))).toEqual([]);
    expect(lines(pure, /\b(Date\.now|new Date|performance\.now|setTimeout|process\.)/)).toEqual([]);
  });

  test("features use rules and facts, rules use facts: never the other way", () => {
    const below = (folder: string) => server.filter(({ path }) => path.startsWith(`server/src/${folder}/`));
    expect(uses(below("rules"), (from) => from.includes("/features/"))).toEqual([]);
    const lowest = [...below("facts"), ...below("costs")];
    expect(uses(lowest, (from) => /\/(features|rules|comments|lsp|convert)\//.test(from))).toEqual([]);
  });

  test("line and column live in convert: the engine and the lowering speak offsets", () => {
    const labelled = /^src-engine\/views\//;
    expect(lines(engine, /readonly (line|column|character): number/).filter((l) => !labelled.test(l))).toEqual([]);
  });

  test("the webview takes only types and the engine from elsewhere", () => {
    const webview = client.filter(({ path }) => path.startsWith("client/webview/"));
    const foreign = (from: string) => /server\/src\//.test(from) && !/server\/src\/protocol\//.test(from);
    expect(uses(webview, foreign)).toEqual([]);
  });
});

describe("values", () => {
  // Equal values may be two objects: `isConstant(x, 1)` and not `x === ONE`, isSameInt, equal, sameValue.
  test("no two values are compared by identity, alone or as keys", { timeout: 120_000 }, () => {
    // Keys and weights of values are remembered for each object: one that is not found is written, or weighed, again.
    const memory = /^src-engine\/interpret\/(key|identities|weight)\.ts:/;
    const found = [
      ...identityQuestions(root, "server/tsconfig.json", /^(src-engine|server\/src)\//),
      ...identityQuestions(root, "client/tsconfig.json", /^client\//),
    ];
    expect(found.filter((line) => !memory.test(line))).toEqual([]);
    // The search itself works.
    expect(found.length).toBeGreaterThan(0);
  });

  test("numbers are made by int.ts alone", () => {
    const others = outsideOf(/^src-engine\/algebra\/int\/int\.ts$/);
    expect(lines(others, /kind: "num",? *(know|value)\b/)).toEqual([]);
  });
});

describe("style", () => {
  test("a file begins with a comment that says what it does", () => {
    const bare = files.filter(({ text }) => !/^(\/\/\/ <reference[^\n]*\n)*\/\/ /.test(text));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  test("a file of code has at most about 300 lines; tables of data may be longer", () => {
    const long = files.filter(({ text, path }) => text.split("\n").length > 340 && !isTable(path, text));
    expect(long.map(({ path, text }) => `${path}: ${text.split("\n").length} lines`)).toEqual([]);
  });

  test("names are kebab-case, and no file is called utils, helpers or common", () => {
    const bad = files.filter(({ path }) => !/^[a-z0-9-]+(\.d)?\.ts$/.test(path.split("/").at(-1) ?? ""));
    const vague = files.filter(({ path }) => /\/(utils?|helpers?|common|misc)\.ts$/.test(path));
    expect([...bad, ...vague].map(({ path }) => path)).toEqual([]);
  });

  test("no `any`, no ts-ignore", () => {
    expect(lines(files, /(:\s*any\b|\bas any\b|<any>|@ts-ignore|@ts-expect-error)/)).toEqual([]);
  });

  test("relative imports name the file with its extension", () => {
    expect(uses(files, (from) => from.startsWith(".") && !/\.(ts|json|css)$/.test(from))).toEqual([]);
  });

  test("no module-level mutable state outside the entry points", () => {
    const entries = /(entry-\w+\.ts|\/main\.ts|client\/src\/extension[\w-]*\.ts)$/;
    expect(lines(outsideOf(entries), /^let /)).toEqual([]);
  });
});

// What there is too much of may only become less.
describe("budgets", () => {
  const functions = [
    ...functionsOf(root, "server/tsconfig.json", /^(src-engine|server\/src)\//),
    ...functionsOf(root, "client/tsconfig.json", /^client\//),
  ];

  test("functions over 40 lines", () => {
    // A page of a rule is a table of data.
    const long = functions.filter(({ name, lines: count }) => count > 40 && !name.startsWith("(): RulePage =>"));
    expect(
      long.length,
      long.map(({ path, name, lines: count }) => `${path} ${name}: ${count}`).join("\n"),
    ).toBeLessThanOrEqual(35);
  });

  test("functions of more than 5 parameters", () => {
    const wide = functions.filter(({ parameters }) => parameters > 5);
    expect(
      wide.length,
      wide.map(({ path, name, parameters }) => `${path} ${name}: ${parameters}`).join("\n"),
    ).toBeLessThanOrEqual(38);
  });

  test("circles of imports by value: the recursion of the evaluator, of a lowering, of a printer", () => {
    const most: Readonly<Record<string, number>> = {
      "src-engine/interpret": 54,
      "src-engine/algebra/layout": 16,
      "server/src/languages/cpp/lower": 14,
    };
    const folderOf = (path = ""): string => path.split("/").slice(0, -1).join("/");
    const tooLarge = circlesOf(files).filter((circle) => circle.length > (most[folderOf(circle[0])] ?? 5));
    expect(tooLarge).toEqual([]);
    const across = circlesOf(files).filter((circle) => new Set(circle.map(folderOf)).size > 1);
    // Layouts and swizzles compose each other; descriptors are fragments of a kind.
    expect(across.length).toBeLessThanOrEqual(2);
  });

  test("tests of the language in the evaluator, which asks the language's Semantics", () => {
    const asked = lines(engine, /\blanguage (===|!==) "/).filter((one) =>
      /^src-engine\/(interpret|explore|memo)\//.test(one),
    );
    expect(asked).toEqual([]);
  });
});

describe("the repository", () => {
  test("generated files are fresh", () => {
    const run = () =>
      execFileSync(process.execPath, [join(root, "scripts/generate.mjs"), "--check"], { stdio: "pipe" });
    expect(run).not.toThrow();
  });

  test("every contributed command is registered, and every registered one that a user sees is contributed", () => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const contributed = [...JSON.stringify(manifest).matchAll(/"command":"cuteLens\.(\w+)","title"/g)].map((m) => m[1]);
    const registered = readFileSync(join(root, "client/src/commands.ts"), "utf8");
    const missing = contributed.filter((name) => !new RegExp(`^    ${name}:`, "m").test(registered));
    expect(missing).toEqual([]);
  });

  test("pages linked from the README and the docs are there", () => {
    const pages = ["README.md", ...markdownIn("docs")];
    const broken = pages.flatMap((page) => brokenLinks(page));
    expect(broken).toEqual([]);
  });
});

function sources(folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
    .map((name) => {
      const path = `${folder}/${name.split(sep).join("/")}`;
      const text = readFileSync(join(root, path), "utf8");
      const found = text.matchAll(/^(?:import|export|\}).*\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm);
      return { path, text, imports: [...found].map((m) => m[1] ?? m[2] ?? m[3] ?? "") };
    });
}

function outsideOf(allowed: RegExp): readonly SourceFile[] {
  return files.filter(({ path }) => !allowed.test(path));
}

function uses(among: readonly SourceFile[], wanted: (from: string) => boolean): readonly string[] {
  return among.flatMap(({ path, imports }) => imports.filter(wanted).map((from) => `${path} imports ${from}`));
}

function lines(among: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return among.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, i) => (isCode(line) && pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  );
}

const isCode = (line: string): boolean => !/^\s*(\/\/|\*|\/\*)/.test(line);

/** Leaves src-engine: more `../` than folders above it. */
function escapes(from: string): boolean {
  return /^(\.\.\/)+(server|client|test)\//.test(from);
}

/** Mostly rows: at least half of the lines are data. */
function isTable(path: string, text: string): boolean {
  const all = text.split("\n");
  const rows = all.filter((line) =>
    /^\s*(["'[{(\w-]+\s*[:[(].*[,\])}]|["'`].*|\[.*\],?|row\(.*|\}|\{.*),?$/.test(line),
  );
  return /-(table|tables|texts|names|data|rows)\.ts$|table/.test(path) || rows.length > 0.5 * all.length;
}

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name.split(sep).join("/")}`);
}

function brokenLinks(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8");
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map((m) => m[1] ?? "");
  return targets
    .filter((target) => !/^(https?|command|mailto|data):/.test(target))
    .filter((target) => !existsBelow(join(root, page, "..", target)))
    .map((target) => `${page} links to ${relative(root, join(root, page, "..", target))}`);
}

function existsBelow(path: string): boolean {
  try {
    readdirSync(join(path, ".."));
    readFileSync(path);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EISDIR";
  }
}
