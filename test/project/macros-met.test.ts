// A file is read again for the macros of its headers where it meets one of them, by name, through another one or by pasting; else not.
import { expect, test } from "vitest";
import type { Macro } from "../../server/src/languages/cpp/prepare/macros.ts";
import { meetsTheSame } from "../../server/src/languages/cpp/prepare/macros-met.ts";
import { documentOf } from "../../server/src/project/units.ts";
import { projectOf, rowsOf } from "../evaluate/facts-of.ts";

const kernel = (use: string): string => `#include "names.cuh"
#include "sizes.cuh"
#include <cute/tensor.hpp>
using namespace cute;
void host() { auto tile = make_layout(Int<${use}>{}); }
`;
const names = "#define TILE SIDE\n#define JOIN(a, b) a##b\n#define APPLY(a, b) JOIN(a, b)\n";

test.each(["SIDE", "TILE", "JOIN(SI, DE)", "APPLY(SI, DE)"])("%s is what its header says", async (use) => {
  const files = { "/p/names.cuh": names, "/p/sizes.cuh": "#define SIDE 64\n", "/p/a.cu": kernel(use) };
  const [tile] = await rowsOf(files, "/p/a.cu");
  expect(tile?.value).toBe("_64:_1");
});

test.each(["SIDE", "TILE", "JOIN(SI, DE)", "APPLY(SI, DE)"])("%s follows an edit of its header", async (use) => {
  const project = await projectOf({
    "/p/names.cuh": names,
    "/p/sizes.cuh": "#define SIDE 64\n",
    "/p/a.cu": kernel(use),
  });
  const tile = async (): Promise<unknown> =>
    (await project.analyse("/p/a.cu"))?.facts.find((fact) => fact.kind === "variable" && fact.name === "tile");
  const before = JSON.stringify(await tile());
  project.setDocument("/p/sizes.cuh", documentOf("/p/sizes.cuh", "#define SIDE 32\n"));
  const after = JSON.stringify(await tile());
  project.dispose();
  expect(before).toContain('"value":64');
  expect(after).toContain('"value":32');
});

const table = (...macros: readonly Macro[]): ReadonlyMap<string, Macro> =>
  new Map(macros.map((one) => [one.name, one]));
const side: Macro = { name: "SIDE", body: "64" };

test("what a text does not name changes nothing", () => {
  expect(meetsTheSame("int a = SIZE;", table(), table(side))).toBe(true);
  expect(meetsTheSame("int a = SIDE;", table(), table(side))).toBe(false);
  expect(meetsTheSame("int a = SIDE;", table(side), table(side))).toBe(true);
  expect(meetsTheSame("int a = SIDE;", table(side), table({ ...side, body: "32" }))).toBe(false);
});
