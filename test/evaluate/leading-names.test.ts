// By which names code leads to something: too few, and a use is not seen; too many, and everything hangs together.
import { expect, test } from "vitest";
import { namesLeadingTo } from "../../src-engine/program/leading-names.ts";
import { outlineOf } from "../../src-engine/program/outline.ts";
import { lower } from "../lower-python/print.ts";

const leadingTo = async (name: string, text: string): Promise<string> =>
  [...namesLeadingTo([name], [outlineOf((await lower(text)).items)])].sort().join(" ");

test("functions, classes, their methods, variables, tables and other names of an import", async () => {
  const text = `from tiles import tile as t

def direct(n):
    return t(n)

class Runner:
    def run(self):
        direct(4)

chosen = direct
table["plain"] = chosen

def other():
    return plain()
`;
  expect(await leadingTo("tile", text)).toBe("Runner chosen direct run t table tile");
});

test("not the names inside a script's branches and loops: many scripts have a `fn` there, and many functions", async () => {
  const text = `def direct(n):
    return tile(n)

if __name__ == "__main__":
    for size in sizes:
        fn = lambda: direct(size)
        bench(fn)

def elsewhere(fn):
    return fn()
`;
  expect(await leadingTo("tile", text)).toBe("direct tile");
});
