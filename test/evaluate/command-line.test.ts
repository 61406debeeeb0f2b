// Runs of a script as its docstring shows them: their options open branches that the defaults leave closed.
import { expect, test } from "vitest";
import { projectOf, rowsOf } from "./facts-of.ts";

const script = (docstring: string): string => `import argparse
import cutlass.cute as cute
"""
${docstring}
"""

def build(tile, rows, transposed):
    tiled = cute.make_layout(tile)
    if transposed:
        turned = cute.make_layout(tile, stride=(tile[1], 1))
        several = cute.make_layout(rows)
        again = cute.make_layout((tile[1], tile[0]))

def parse(text):
    return tuple(int(x) for x in text.split(","))

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tile", type=parse, default=(128, 64))
    parser.add_argument("--rows", type=int, nargs="+", default=[1])
    parser.add_argument("--transposed", action="store_true")
    args = parser.parse_args()
    swapped = bool(args.transposed)
    build(args.tile, tuple(args.rows), args.transposed)
`;

const shown = async (docstring: string, names = ["turned", "several", "again"]) =>
  (await rowsOf({ "/p/gemm.py": script(docstring) }, "/p/gemm.py", { untaken: true }))
    .filter((row) => names.includes(row.name))
    .map((row) => `${row.name} = ${row.value}, ${row.why}`);

test("the options of a command line take the place of the defaults", async () => {
  expect(await shown("Usage:\n    python p/gemm.py --tile 256,32 --transposed \\\n        --rows 4 8")).toEqual([
    "turned = (256,32):(32,1), if it is run as gemm.py --tile 256,32 --transposed --rows 4 8",
    "several = (4,8):(1,4), if it is run as gemm.py --tile 256,32 --transposed --rows 4 8",
    "again = (32,256):(1,32), if it is run as gemm.py --tile 256,32 --transposed --rows 4 8",
  ]);
});

test("options may be written with `=`; a line with a place to fill in is none", async () => {
  expect(await shown("python gemm.py --tile=<M,N> --transposed\npython3 gemm.py --tile=16,8 --transposed")).toContain(
    "turned = (16,8):(8,1), if it is run as gemm.py --tile=16,8 --transposed",
  );
});

test("another script's command line is not this one's; what the defaults show stays", async () => {
  const rows = await shown("python other.py --tile 256,32 --transposed", ["tiled", "turned"]);
  expect(rows[0]).toMatch(/^tiled = \(128,64\):\(1,128\)/);
  expect(rows.join()).not.toContain("256");
});

test("a check runs them too, and what they call is as certain as what the defaults call", async () => {
  const path = "/p/gemm.py";
  const project = await projectOf({ [path]: script("python gemm.py --tile 16,8 --transposed") });
  const facts = await project.analyse(path, { effort: "few" });
  project.dispose();
  const calls = facts?.facts.flatMap((one) => (one.kind === "call" && one.op === "make_layout" ? [one.certain] : []));
  expect(calls).toEqual([true, true, true, true]);
});

test("of what only such a run comes to the instance is certain; of what the defaults come to as well it stays the rest", async () => {
  const path = "/p/gemm.py";
  const source = script("python gemm.py --tile 16,8 --transposed")
    .replace("def build", "def turn(tile):\n    only = cute.make_layout(tile)\n\ndef build")
    .replace("        again =", "        turn(tile)\n        again =");
  const project = await projectOf({ [path]: source });
  const facts = await project.analyse(path, { effort: "few" });
  project.dispose();
  const certain = (name: string): readonly boolean[] =>
    (facts?.instances ?? []).flatMap((one) => (one.function === name ? [one.certain] : []));
  expect(certain("turn")).toEqual([true]);
  expect(certain("build")).toEqual([true, false]);
});
