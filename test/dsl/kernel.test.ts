// Whole programs: what a host function hands to a traced kernel, and what a kernel that nobody calls is worth.
import { expect, test } from "vitest";
import type { VariableFact } from "../../src-engine/program/facts.ts";
import { openProject, show } from "./trace.ts";

/** `function.name` → the last value shown, run-time integers by their names. */
async function values(source: string): Promise<Readonly<Record<string, string>>> {
  const project = await openProject(new Map([["/w/a.py", source]]));
  const facts = await project.analyse("/w/a.py");
  project.dispose();
  const functions = new Map(facts?.instances.map((each) => [each.id, each.function]));
  const variables = (facts?.facts ?? []).filter((fact): fact is VariableFact => fact.kind === "variable");
  return Object.fromEntries(
    variables.map((fact) => [`${functions.get(fact.instance)}.${fact.name}`, show(fact.value)]),
  );
}

const head =
  "import torch\nimport cutlass\nimport cutlass.cute as cute\nfrom cutlass.cute.runtime import from_dlpack\n";

test("a torch tensor's shape, strides and type reach the kernel; what is marked dynamic is a run-time integer", async () => {
  const found = await values(`${head}
@cute.kernel
def kernel(gA: cute.Tensor):
    tA = cute.zipped_divide(gA, (16, 32))
    width = gA.element_type.width

@cute.jit
def host(mA: cute.Tensor, bias: int, scale: cutlass.Constexpr[int]):
    twice = bias * 2
    kernel(mA).launch(grid=[1, 1, 1], block=[128, 1, 1])

a = torch.empty(256, 64, dtype=torch.float16, device="cuda")
host(from_dlpack(a), 3, 4)
host(from_dlpack(a).mark_layout_dynamic(), 3, 5)
`);
  expect(found["host.mA"]).toBe("T (?,?):(?,1)");
  expect(found["host.twice"]).toBe("?");
  expect(found["host.scale"]).toBe("5");
  expect(found["kernel.tA"]).toBe("T ((16,32),(?,?)):((?,1),(?,32))");
  expect(found["kernel.width"]).toBe("16");
});

test("a class: constructor, base class, storage in shared memory, command-line defaults", async () => {
  const found = await values(`${head}
import argparse
import cutlass.utils as utils
class Base:
    def __init__(self, tile):
        self.tile = tile
class Gemm(Base):
    def __init__(self, tile, stages=3):
        super().__init__(tile)
        self.stages = stages
    @cute.jit
    def __call__(self, mA: cute.Tensor):
        layout = cute.make_ordered_layout((*self.tile, self.stages), order=(1, 0, 2))
        @cute.struct
        class Storage:
            sA: cute.struct.Align[cute.struct.MemRange[mA.element_type, cute.cosize(layout)], 1024]
        self.storage = Storage
        self.kernel(mA, layout).launch(grid=[1, 1, 1], block=[32, 1, 1])
    @cute.kernel
    def kernel(self, mA: cute.Tensor, layout: cute.Layout):
        storage = utils.SmemAllocator().allocate(self.storage)
        sA = storage.sA.get_tensor(layout)
        one = sA[None, None, 1]

parser = argparse.ArgumentParser()
parser.add_argument("--tile", type=lambda s: tuple(int(x) for x in s.split(",")), default="128,64")
args = parser.parse_args()
cute.compile(Gemm(args.tile), from_dlpack(torch.empty(256, 64, dtype=torch.float16)))
`);
  expect(found["Gemm.kernel.sA"]).toBe("T (128,64,3):(64,1,8192)");
  expect(found["Gemm.kernel.one"]).toBe("T (128,64):(64,1)");
});

test("a kernel that nobody calls: ranks from subscripts and unpacking; comments and uses that disagree say nothing", async () => {
  const found = await values(`${head}
@cute.kernel
def kernel(
    a: cute.Tensor,
    b: cute.Tensor,
    c: cute.Tensor,  # (M, N, L)
    d: cute.Tensor,
    n: int,
    x,
):
    m, k = a.shape
    one = b[None, None, 3]
    two = d[None, 0]
    three = d[None, 0, 0]
    tiled = cute.local_tile(c, (128, n), (0, 0, None))
    what = x.shape
`);
  expect(found["kernel.a"]).toBe("T (?,?):(?,?)");
  expect(found["kernel.b"]).toBe("T (?,?,?):(?,?,?)");
  expect(found["kernel.c"]).toContain("T unknown: its use in a call asks for 3 modes or more");
  expect(found["kernel.d"]).toContain("T unknown");
  expect(found["kernel.n"]).toBe("static symbol");
  expect(found["kernel.x"]).toContain("unknown");
});

test("names count only where imports make them visible", async () => {
  const found = await values(
    "def make_layout(x): return 7\nl = make_layout((4, 8))\nm = cute.make_layout(4)\nn = size((2, 3))\n",
  );
  expect(found[".l"]).toBe("7");
  expect(found[".m"]).toContain("unknown");
  expect(found[".n"]).toContain("unknown");
});

test("presets above a class bind its constructor; element types need no module there", async () => {
  const found = await values(`${head}
# cute-lens: tile = (128, 64), dtype = Float16
class Gemm:
    def __init__(self, tile, dtype, stages: int = 3):
        self.tile = tile
        self.dtype = dtype
        self.stages = stages
    @cute.jit
    def run(self, mA: cute.Tensor):
        layout = cute.make_ordered_layout((*self.tile, self.stages), order=(1, 0, 2))
        width = self.dtype.width
`);
  expect(found["Gemm.run.layout"]).toBe("(128,64,3):(64,1,8192)");
  expect(found["Gemm.run.width"]).toBe("16");
});

test("whether a pipeline's barrier is passed is the run's to know, and no None", async () => {
  const found = await values(`${head}
import cutlass.pipeline as pipeline
@cute.kernel
def kernel(n: cutlass.Int32):
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    pipe = pipeline.PipelineTmaAsync.create(
        barrier_storage=None, num_stages=2, producer_group=group, consumer_group=group, tx_count=4096
    )
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
    status = pipe.consumer_try_wait(state)
    done = pipe.consumer_release(state)
    barrier = pipe.producer_get_barrier(state)
`);
  expect(found["kernel.status"]).toBe("?");
  expect(found["kernel.done"]).toBe("None");
  expect(found["kernel.barrier"]).toBe("<pointer>");
});

test("a size that only a tensor's contents say is a run-time integer, and the tensor's other modes are known", async () => {
  const found = await values(`${head}
@cute.jit
def host(mA: cute.Tensor):
    width = mA.shape[1]

def ceil_div(a, b):
    return (a + b - 1) // b

lengths = torch.ones(4, dtype=torch.int32) * 128
pages = torch.empty((4 * ceil_div(torch.max(lengths), 16), 16, 64), dtype=torch.float16)
host(from_dlpack(pages.cuda()))
rows = torch.empty((int(lengths.max()), lengths.max().item()), dtype=torch.float16)
host(from_dlpack(rows))
`);
  expect(found["host.mA"]).toBe("T (?,?):(?,1)");
  expect(found["host.width"]).toBe("?");
});
