// What a text says of itself before it is parsed: too little, and a file is not linked or a use not seen.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedAtMargin, codeOf, importsIn, outlineIn } from "../../server/src/languages/python/outline.ts";
import { eachNode } from "../../src-engine/program/nodes.ts";
import { outlineOf, type Part } from "../../src-engine/program/outline.ts";
import { lower } from "./print.ts";

const imports = (text: string): readonly string[] =>
  importsIn(codeOf(text)).map(
    ({ form, level, target, names }) =>
      `${form} ${".".repeat(level)}${target}: ${names.map(({ name, alias }) => (name === alias ? name : `${name} as ${alias}`)).join(", ")}`,
  );

test("imports: plain, renamed, relative, over several lines, inside functions, behind a colon", () => {
  const text = `
import a.b, c as d  # import nothing
from . import (
    x,  # from y import z
    y as z,
)
from ..pkg.mod import one, \\
    two
from m import *; import n
try: from fast import mm
except ImportError: mm = None
def f():
    from late import kernel
`;
  expect(imports(text)).toEqual([
    "import : a.b as a, c as d",
    "from .: x, y as z",
    "from ..pkg.mod: one, two",
    "from m: *",
    "import : n",
    "from fast: mm",
    "from late: kernel",
  ]);
});

test("imports: not what a string or a comment says", () => {
  const text = `"""
import a
from b import c
"""
# import d
say = 'it\\'s # no comment'; import e
note = """one "quoted" word
import f"""
`;
  expect(imports(text)).toEqual(["import : e"]);
});

const print = (parts: readonly Part[], indent = ""): string =>
  parts
    .map(
      ({ names, mentions, members }) =>
        `${indent}${names.join(" ") || "-"}: ${[...mentions].sort().join(" ")}\n${print(members, `${indent}  `)}`,
    )
    .join("");

test("parts: functions with their decorators, classes with their members, statements, scripts' ends", () => {
  const text = `from tiles import tile as t
limit: int = 4
@wrapped(limit)
def direct(n, limit=3):
    """Calls other."""
    return t(n).shape

class Runner(Base):
    size = limit

    @staticmethod
    def run(self):
        def direct(): pass
        return f"{other}"

small, large = direct(1), direct(2)
table["x"] = other
async def other(): pass
@cases("n", [
    limit,
])
def long(
n,
m):
    return direct(n)

sizes = [
direct, t]
if __name__ == "__main__":
    other()
`;
  expect(print(outlineIn(codeOf(text)).parts)).toBe(`limit: limit
direct: limit shape t
Runner: limit other
  size: limit
  run: other
small large: direct large small
table: other table
other: 
long: direct limit
sizes: direct sizes t
-: other
`);
});

test("what a file changes as it is imported", () => {
  const text = `import shared
Shared.size = 4
shared.table["x"][0] += 1
rows[2] = 3
register(Kernel)
own = Shared.size
same == 4
def f():
    Shared.size = 8
`;
  expect(changedAtMargin(codeOf(text))).toEqual(["Shared", "shared", "rows", "register"]);
});

// ---- the same as the code that is read ------------------------------------------------------------------------------

const folders = ["../../playground", "../../bench", "../../python"].map((one) => join(import.meta.dirname, one));
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .map((name) => join(folder, name)),
);

test.each(files)(
  "%s: as many imports as when it is parsed, and no mention of its own names or its imports' less",
  async (file) => {
    const text = readFileSync(file, "utf8");
    const { items } = await lower(text);
    const parsed = new Set<string>();
    eachNode(items, (node) => {
      if ("kind" in node && node.kind === "import" && "names" in node)
        for (const { name } of node.names as { name: string }[]) parsed.add(name);
    });
    const found = importsIn(codeOf(text)).flatMap(({ names }) => names.map(({ name }) => name));
    expect([...new Set(found)].sort()).toEqual([...parsed].sort());
    const [read, told] = [outlineOf(items), outlineIn(codeOf(text))];
    const known = new Set([...read.parts.flatMap(({ names }) => names), ...read.imports.map(({ alias }) => alias)]);
    const mentioned = (parts: readonly Part[], name: string): readonly string[] =>
      parts
        .filter(({ names }) => names.includes(name))
        .flatMap(({ mentions }) => [...mentions].filter((one) => known.has(one)));
    for (const name of read.parts.flatMap(({ names }) => names))
      expect(mentioned(told.parts, name)).toEqual(expect.arrayContaining([...mentioned(read.parts, name)]));
  },
);
