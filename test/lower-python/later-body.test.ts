// A function's body from its own text is what it is from the file's: statements, notes, spans, and the places of what is nested in it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadGrammars } from "../../server/src/languages/parse/grammars.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { parseWith } from "../../server/src/languages/parse/parse.ts";
import { lowerPython } from "../../server/src/languages/python/lower/lower.ts";
import type { Unit } from "../../src-engine/program/ir.ts";

const grammars = await loadGrammars(nodeWasmFiles());
const parser = await grammars.parser("python");

function lowered(text: string, isLater: boolean): Unit {
  const { source, tree, dispose } = parseWith(parser, "python", text);
  const unit = lowerPython(
    "a.py",
    [{ text: source, root: tree.rootNode }],
    undefined,
    !isLater
      ? undefined
      : (own, use) => {
          const parsed = parseWith(parser, "python", own);
          const found = use(parsed.tree.rootNode);
          parsed.dispose();
          return found;
        },
  );
  dispose();
  return unit;
}

const print = (unit: Unit): string => {
  const items = JSON.stringify(unit.items, null, 1);
  return `${items}\n${[...unit.places]
    .map((one) => JSON.stringify(one))
    .sort()
    .join("\n")}`;
};

test("methods, decorated and nested functions, generators, comments behind the last line, strings that hold code", () => {
  const text = `import a
@wrapped(1)
def plain(x, n=3):
    """def not_this(): pass"""
    # (M, N)
    y = f(x)
    def inner(z):
        def deepest(): return 1
        return z  # (K,)
    return inner(y)  # the last

class Kernel:
    size = 4

    @cute.jit
    # between
    def __call__(self, mA):
        if self.size:
            class Storage:
                def get(self): return 1
        for i in range(4):
            yield i
    def last(self): return '''
def text(): pass
'''
def other(): pass
def other():
    return plain`;
  expect(print(lowered(text, true))).toBe(print(lowered(text, false)));
});

const folders = ["../../playground", "../../bench", "../../python"].map((one) => join(import.meta.dirname, one));
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .map((name) => join(folder, name)),
);

test.each(files)("%s", (file) => {
  const text = readFileSync(file, "utf8");
  expect(print(lowered(text, true))).toBe(print(lowered(text, false)));
});
