// Values that another run or caller may give: they are shown, and what rests on them is called no mistake.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";
import { checkPython } from "./facts-of.ts";

const resource = `
from dataclasses import dataclass, field
import cutlass
import cutlass.cute as cute

@dataclass
class Resource:
    columns: cutlass.Constexpr[int] = field(init=False, default=0)

    @cute.jit
    def load(self):
        return cute.make_layout(self.columns)
`;

test("a field's default in a method that nobody calls", async () => {
  const { problems } = await analysed(resource, "python");
  expect(problems).toEqual([]);
});

test("what the constructor sets is not the default, also where another use shows the constructor", () =>
  checkPython(`
from dataclasses import dataclass, field

@dataclass
class Resource:
    columns: int = field(init=False, default=0)

    def __init__(self, layout: cute.Layout, size: int):
        self.columns = size

    def load(self):
        l = cute.make_layout((self.columns, 4)) # l -> (8,4):(1,8)

def create(layout):
    return Resource(layout, 8)
`));

test("the default of a command line makes no assertion fail", async () => {
  const { problems } = await analysed(
    `
import argparse
import cutlass.cute as cute

@cute.jit
def run(store: bool):
    assert store, "a store is needed"
    return cute.make_layout(4)

parser = argparse.ArgumentParser()
parser.add_argument("--store", action="store_true")
args = parser.parse_args()
run(args.store)
`,
    "python",
  );
  expect(problems).toEqual([]);
});
