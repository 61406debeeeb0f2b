// A constructor that nobody calls: what its class refuses says what its parameters may be.
import { expect, test } from "vitest";
import { documentOf } from "../../server/src/project/units.ts";
import { projectOf, rowsOf } from "./facts-of.ts";

const kernel = (tiles: string): string => `import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, vector: int, tile: tuple[int, int], order: str, cluster: tuple[int, int], stages: int = 3):
        self.vector = vector
        self.tile = tile
        self.order = order
        self.cluster = cluster
        self.stages = stages

    @cute.jit
    def __call__(self, a: cute.Tensor):
        scales = cute.make_layout((self.vector, 4))
        staged = cute.make_layout((*self.tile, self.stages))
        grid = cute.make_layout(self.cluster)

    @staticmethod
    def can_implement(vector: int, tile: tuple[int, int], order: str) -> bool:
        is_valid = True
        if vector not in {16, 32}:
            is_valid = False
        if tile[0] not in ${tiles} or tile[1] not in [64, 128]:
            return False
        if order not in ("k", "mn"):
            raise ValueError("an order that no kernel has")
        return is_valid
`;

const valuesOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await rowsOf(files, "/p/kernel.py"))
    .filter(({ name }) => ["scales", "staged", "grid", "self.order"].includes(name))
    .map(({ name, value }) => `${name} = ${value}`);

test("the first value that each check lets pass stands for all; what no check lists stays a symbol", async () => {
  expect(await valuesOf({ "/p/kernel.py": kernel("[128, 256]") })).toEqual([
    "self.order = k",
    "scales = (16,4):(1,16)",
    "staged = (128,64,3):(1,128,8192)",
    "grid = (cluster[0],cluster[1]):(1,cluster[0])",
  ]);
});

test("a real use says more", async () => {
  const use = `from kernel import Kernel
import cutlass.cute as cute
import torch

def main():
    a = torch.empty((4, 8), dtype=torch.float16)
    cute.compile(Kernel(32, (256, 128), "mn", (2, 2)), a)
`;
  expect(await valuesOf({ "/p/kernel.py": kernel("[128, 256]"), "/p/use.py": use })).toEqual([
    "self.order = mn",
    "scales = (32,4):(1,32)",
    "staged = (256,128,3):(1,256,32768)",
    "grid = (2,2):(1,2)",
  ]);
});

test("what a base class refuses holds for its derived classes", async () => {
  const derived = `${kernel("[128, 256]")}
class Wide(Kernel):
    def __init__(self, vector: int, tile: tuple[int, int], order: str):
        super().__init__(vector, tile, order, (1, 1))

    @cute.jit
    def run(self):
        wide = cute.make_layout(self.tile)
`;
  const rows = await rowsOf({ "/p/kernel.py": derived }, "/p/kernel.py");
  expect(rows.filter(({ name }) => name === "wide").map(({ value }) => value)).toEqual(["(128,64):(1,128)"]);
});

test("an edit of the check is seen by the constructor", async () => {
  const project = await projectOf({ "/p/kernel.py": kernel("[128, 256]") });
  project.setDocument("/p/kernel.py", documentOf("/p/kernel.py", kernel("[128, 256]")));
  const staged = async (): Promise<string | undefined> => {
    const facts = await project.analyse("/p/kernel.py");
    const fact = facts?.facts.find((one) => one.kind === "variable" && one.name === "staged");
    return fact?.kind === "variable" ? JSON.stringify(fact.value) : undefined;
  };
  const before = await staged();
  project.setDocument("/p/kernel.py", documentOf("/p/kernel.py", kernel("[64, 128]")));
  expect(await staged()).not.toBe(before);
  project.dispose();
});
