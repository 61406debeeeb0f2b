// Pipelines of CuTe DSL: the arrivals that their groups count against the threads that can arrive, and the room for their barriers.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (made: string, body: string, more = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
${more}
@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, 8)
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 4)
${indented(made)}
${indented(body)}

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(256, 1, 1))
`;

const indented = (text: string): string => text.trim().replace(/^/gm, "    ");

const pipe = (kind: string, producers: string, consumers: string): string => `
pipe = pipeline.${kind}.create(
    num_stages=4,
    producer_group=pipeline.CooperativeGroup(${producers}),
    consumer_group=pipeline.CooperativeGroup(${consumers}),
    barrier_storage=bars,${/^PipelineTma(?!Store)/.test(kind) ? "\n    tx_count=4096," : ""}
)`;

const thread = "pipeline.Agent.Thread";

async function told(text: string): Promise<readonly string[]> {
  const { problems } = await analysed(text, "python");
  return problems
    .filter(({ code }) => code.startsWith("pipeline-"))
    .map(({ severity, message, place }) => `${severity} at ${text.slice(place.start, place.end)}: ${message}`);
}

const loop = `
for k in range(16):
    pipe.consumer_wait(state)
    pipe.consumer_release(state)
    state.advance()`;

const consume = `if warp_idx >= 4:${loop.replace(/^/gm, "    ")}`;

test("of PipelineTmaAsync one thread of each warp releases: count warps", async () => {
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 4`), consume))).toEqual([]);
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 128`), consume))).toEqual([
    "error at 128: the consumers' barrier counts 128 arrivals, at most 4 come, one of each warp: its wait never ends; count those that arrive",
  ]);
});

test("who comes to one of two sides that all threads choose alike does not come to the other", async () => {
  const both = (side: string): string => `
if warp_idx >= 4:
    for k in range(16):
        pipe.consumer_wait(state)
        if cutlass.const_expr(stores):
            with cute.arch.elect_one(): pipe.consumer_release(state)
        ${side}:
            with cute.arch.elect_one(): pipe.consumer_release(state)
        state.advance()`;
  const of = (count: number, side: string): string =>
    kernel(pipe("PipelineUmmaAsync", thread, `${thread}, ${count}`), both(side))
      .replace("def kernel()", "def kernel(stores: cutlass.Constexpr)")
      .replace("def launch()", "def launch(stores: cutlass.Constexpr)")
      .replace("kernel().launch", "kernel(stores).launch");
  expect(await told(of(4, "else"))).toEqual([]);
  expect(await told(of(8, "else"))).toEqual([
    "error at 8: the consumers' barrier counts 8 arrivals, at most 4 come: its wait never ends; count those that arrive",
  ]);
  expect(await told(of(8, "if warp_idx >= 4"))).toEqual([]);
});

test("so it is in a function that whole warps call, of several configurations in each", async () => {
  const drain = (line: string): string => `
@cute.jit
def drain(pipe, state):
    pipe.consumer_wait(state)
    ${line}
    state.advance()
`;
  const count = "2 if cutlass.const_expr(alone) else 4";
  const of = (line: string): string =>
    kernel(
      pipe("PipelineUmmaAsync", thread, `${thread}, ${count}`),
      "if warp_idx >= 4: drain(pipe, state)",
      drain(line),
    )
      .replace("def kernel()", "def kernel(alone: cutlass.Constexpr[bool])")
      .replace("def launch()", "def launch(alone: cutlass.Constexpr[bool])")
      .replace("kernel().launch", "kernel(alone).launch");
  expect(await told(of("with cute.arch.elect_one(): pipe.consumer_release(state)"))).toEqual([]);
  expect(await told(of("pipe.consumer_release(state)"))).toEqual([
    `error at ${count}: the consumers' barrier counts at most 4 arrivals, all 32 threads of a warp arrive at once: a phase ends before all have come; count threads`,
  ]);
});

test("of PipelineAsync each thread does: count threads", async () => {
  expect(await told(kernel(pipe("PipelineAsync", `${thread}, 32`, `${thread}, 128`), consume))).toEqual([]);
  expect(await told(kernel(pipe("PipelineAsync", `${thread}, 32`, `${thread}, 4`), consume))).toEqual([
    "error at 4: the consumers' barrier counts 4 arrivals, all 32 threads of a warp arrive at once: a phase ends before all have come; count threads",
  ]);
  const elected = consume.replace(
    "pipe.consumer_release(state)",
    "with cute.arch.elect_one():\n            pipe.consumer_release(state)",
  );
  expect(await told(kernel(pipe("PipelineAsync", `${thread}, 32`, `${thread}, 4`), elected))).toEqual([]);
});

test("a few threads of a block are fewer than it has, whatever else decides the way there", async () => {
  const some = consume.replace("if warp_idx >= 4:", "if warp_idx >= 4 and cute.arch.block_idx()[0] > 2:");
  expect(await told(kernel(pipe("PipelineAsync", `${thread}, 32`, `${thread}, 256`), some))).toEqual([
    "error at 256: the consumers' barrier counts 256 arrivals, at most 128 come: its wait never ends; count those that arrive",
  ]);
});

test("all warps that release one state come in one phase; two groups that take turns come in one each", async () => {
  const two = pipe("PipelineTmaAsync", thread, `${thread}, 2`);
  expect(await told(kernel(two, consume))).toEqual([
    "error at 2: the consumers' barrier counts 2 arrivals, 4 arrive in one place, one of each warp: a phase ends before all have come; count them all",
  ]);
  const turns = (who: string) => `if ${who}:\n    state.advance()\n${consume}`;
  expect(await told(kernel(two, turns("warp_idx >= 6")))).toEqual([]);
  expect(await told(kernel(two, turns("warp_idx < 2")))).toHaveLength(1);
  const tiles = consume.replace(
    "state.advance()",
    "state.advance()\n        if warp_idx >= 6:\n            state.advance()",
  );
  expect(await told(kernel(two, tiles))).toEqual([]);
});

test("a release in a loop that waits for nothing may come more than once in a phase", async () => {
  const twice = `
if warp_idx >= 4:
    pipe.consumer_wait(state)
    for k in range(state.count):
        pipe.consumer_release(state)`;
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 8`), twice))).toEqual([]);
});

test("a group by its name, and participants with names of their own", async () => {
  const made = `
group = pipeline.CooperativeGroup(${thread}, size=128)
producer, consumer = pipeline.PipelineTmaAsync.create(
    num_stages=4, producer_group=pipeline.CooperativeGroup(${thread}), consumer_group=group, barrier_storage=bars,
    tx_count=4096
).make_participants()`;
  const body = `
if warp_idx >= 4:
    for k in range(16):
        handle = consumer.wait_and_advance()
        handle.release()`;
  expect(await told(kernel(made, body))).toEqual([
    "error at 128: the consumers' barrier counts 128 arrivals, at most 4 come, one of each warp: its wait never ends; count those that arrive",
  ]);
});

test("participants of a pipeline that was given a name before", async () => {
  const made = (consumers: string): string =>
    `${pipe("PipelineAsync", `${thread}, 32`, consumers)}\nproducer, consumer = pipe.make_participants()`;
  const body = `
if warp_idx == 1:
    for k in range(16):
        handle = consumer.wait_and_advance()
        handle.release()`;
  expect(await told(kernel(made(`${thread}, 32`), body))).toEqual([]);
  expect(await told(kernel(made(thread), body))).toEqual([
    `error at pipeline.CooperativeGroup(${thread}): the consumers' barrier counts 1 arrival, all 32 threads of a warp arrive at once: a phase ends before all have come; count threads`,
  ]);
});

test("made by a helper of the file: the count is told there", async () => {
  const helper = `
def make_pipe(bars):
    return pipeline.PipelineTmaAsync.create(
        num_stages=4,
        producer_group=pipeline.CooperativeGroup(${thread}),
        consumer_group=pipeline.CooperativeGroup(${thread}, 32 * 4),
        barrier_storage=bars,
        tx_count=4096,
    )
`;
  expect(await told(kernel("pipe = make_pipe(bars)", consume, helper))).toEqual([
    "error at 32 * 4: the consumers' barrier counts 128 arrivals, at most 4 come, one of each warp: its wait never ends; count those that arrive",
  ]);
});

test("a class of the project's own may let one thread of a warp arrive", async () => {
  const own = `
class PipelineAsync(pipeline.PipelineAsync):
    @staticmethod
    def create(**kwargs):
        return pipeline.PipelineAsync.create(**kwargs)

    def consumer_release(self, state):
        with cute.arch.elect_one():
            pipeline.PipelineAsync.consumer_release(self, state)
`;
  const made = pipe("PipelineAsync", `${thread}, 32`, `${thread}, 4`).replace(
    "pipeline.PipelineAsync",
    "PipelineAsync",
  );
  expect(await told(kernel(made, consume, own))).toEqual([]);
});

test("handed to what cannot be followed: the whole block at every release of the file", async () => {
  const body = `
mma = functools.partial(run, pipe=pipe)
mma(state)`;
  const more = `
import functools

@cute.jit
def run(state, pipe):
    pipe.consumer_wait(state)
    pipe.consumer_release(state)
`;
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 8`), body, more))).toEqual([]);
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 256`), body, more))).toEqual([
    "error at 256: the consumers' barrier counts 256 arrivals, one thread of each warp arrives, and the block has 8 warps: its wait never ends; count those that arrive",
  ]);
});

test("whoever takes the barriers themselves may arrive otherwise", async () => {
  const direct = `
pipe.consumer_wait(state)
pipe.sync_object_empty.arrive(state.index, pipe.consumer_mask)`;
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 256`), direct))).toEqual([]);
});

test("in a cluster each warp may arrive at every block", async () => {
  const made = pipe("PipelineTmaAsync", thread, `${thread}, 8`).replace(
    "barrier_storage=bars,",
    "barrier_storage=bars, cta_layout_vmnk=cute.make_layout((1, 2, 1, 1)),",
  );
  expect(await told(kernel(made, consume))).toEqual([]);
});

const stored = (fields: string, made: string): string =>
  kernel(
    `
@cute.struct
class Storage:
${fields.trim().replace(/^ */gm, "    ")}

storage = smem.allocate(Storage)
${made}`,
    consume,
  );

const async = (storage: string): string =>
  pipe("PipelineAsync", `${thread}, 32`, `${thread}, 128`).replace("=bars", `=${storage}`);

const words = (count: number): string => `cute.struct.MemRange[cutlass.Int64, ${count}]`;

test("two barriers a stage: the storage is as long", async () => {
  const made = async("storage.bars.data_ptr()");
  const rest = "rest: cute.struct.MemRange[cutlass.Float32, 64]";
  expect(await told(stored(`bars: ${words(8)}\n${rest}`, made))).toEqual([]);
  expect(await told(stored(`bars: ${words(4)}\n${rest}`, made))).toEqual([
    "error at storage.bars.data_ptr(): the barriers of 4 stages take 64 B, the storage has 32 B before rest: make it 8 words of 64 bits",
  ]);
  expect(await told(kernel(async("smem.allocate_array(cutlass.Int64, 4)"), consume))).toEqual([
    "error at smem.allocate_array(cutlass.Int64, 4): the barriers of 4 stages take 64 B, the storage has 32 B: make it 8 words of 64 bits",
  ]);
});

test("the empty barriers may lie in a field of their own behind the full ones, not in another pipeline's", async () => {
  const made = async("storage.full.data_ptr()");
  expect(await told(stored(`full: ${words(4)}\nempty: ${words(4)}`, made))).toEqual([]);
  const other = async("storage.next.data_ptr()").replace("pipe =", "other =");
  expect(await told(stored(`full: ${words(4)}\nnext: ${words(8)}`, `${made}\n${other}`))).toEqual([
    "error at storage.full.data_ptr(): the barriers of 4 stages take 64 B, the storage has 32 B before next, which holds another pipeline's: make it 8 words of 64 bits",
  ]);
});

test("a thread index that the caller gives may let every thread of a warp arrive", async () => {
  const made = pipe("PipelineTmaAsync", thread, `${thread}, 128`).replace("=bars,", "=bars, tidx=0,");
  expect(await told(kernel(made, consume))).toEqual([]);
});

test("a helper that elects one thread arrives once for each warp", async () => {
  const helper = `
@cute.jit
def free(pipe, state):
    for k in range(16):
        pipe.consumer_wait(state)
        with cute.arch.elect_one():
            pipe.consumer_release(state)
        state.advance()
`;
  const use = "if warp_idx >= 4:\n    free(pipe, state)";
  expect(await told(kernel(pipe("PipelineAsync", `${thread}, 32`, `${thread}, 4`), use, helper))).toEqual([]);
  expect(await told(kernel(pipe("PipelineAsync", `${thread}, 32`, `${thread}, 128`), use, helper))).toEqual([
    "error at 128: the consumers' barrier counts 128 arrivals, at most 4 come: its wait never ends; count those that arrive",
  ]);
});

test("made in a function inside the kernel: the argument is at fault", async () => {
  const made = (count: string): string =>
    `def make(count):\n${indented(pipe("PipelineTmaAsync", thread, `${thread}, count`).replace("pipe = ", "return ")).replace(/^ {4}/gm, "    ")}\npipe = make(${count})`;
  expect(await told(kernel(made("4"), consume))).toEqual([]);
  expect(await told(kernel(made("128"), consume))).toEqual([
    "error at 128: the consumers' barrier counts 128 arrivals, at most 4 come, one of each warp: its wait never ends; count those that arrive",
  ]);
});

const byMethod = (words: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils

class Kernel:
    def __init__(self):
        self.stages = 4

    def make(self, storage, stages):
        return pipeline.PipelineAsync.create(
            barrier_storage=storage,
            num_stages=stages,
            producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
        )

    @cute.kernel
    def kernel(self):
        @cute.struct
        class Storage:
            full: cute.struct.MemRange[cutlass.Int64, ${words}]
            flag: cutlass.Int32

        storage = utils.SmemAllocator().allocate(Storage)
        pipe = self.make(storage.full.data_ptr(), self.stages)

    @cute.jit
    def __call__(self):
        self.kernel().launch(grid=(1, 1, 1), block=(256, 1, 1))

def launch():
    cute.compile(Kernel())
`;

test("a method that makes a pipeline in the storage that it is handed", async () => {
  expect(await told(byMethod("8"))).toEqual([]);
  expect(await told(byMethod("4"))).toEqual([
    "error at storage.full.data_ptr(): the barriers of 4 stages take 64 B, the storage has 32 B before flag: make it 8 words of 64 bits",
  ]);
});

test("a method that gives both sides of the pipeline that it makes", async () => {
  const sides = (words: string): string =>
    byMethod(words)
      .replace(/(Thread, 128\),\n {8}\))/, "$1.make_participants()")
      .replace("pipe = self", "producer, consumer = self");
  expect(await told(sides("8"))).toEqual([]);
  expect(await told(sides("4"))).toEqual([
    "error at storage.full.data_ptr(): the barriers of 4 stages take 64 B, the storage has 32 B before flag: make it 8 words of 64 bits",
  ]);
});

test("stages that are released behind the main loop, each round another one", async () => {
  const late = `
if warp_idx >= 4:
    for k in range(16):
        pipe.consumer_wait(state)
    for k in range(4):
        pipe.consumer_release(state)
        state.advance()`;
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 4`), late))).toEqual([]);
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 128`), late))).toEqual([
    "error at 128: the consumers' barrier counts 128 arrivals, at most 4 come, one of each warp: its wait never ends; count those that arrive",
  ]);
  // Each round arrives at the same barrier.
  const same = late.replace("        state.advance()", "        pass");
  expect(await told(kernel(pipe("PipelineTmaAsync", thread, `${thread}, 128`), same))).toEqual([]);
});

test("of several configurations the largest cluster says how many can come", async () => {
  const made = (count: string): string => `
if cutlass.const_expr(two_ctas):
    cluster = (2, 1, 1, 1)
else:
    cluster = (1, 1, 1, 1)
pipe = pipeline.PipelineTmaUmma.create(
    num_stages=4,
    producer_group=pipeline.CooperativeGroup(${thread}),
    consumer_group=pipeline.CooperativeGroup(${thread}, ${count}),
    barrier_storage=bars,
    tx_count=4096,
    cta_layout_vmnk=cute.make_layout(cluster),
)`;
  const text = (count: string): string =>
    kernel(made(count), consume.replace("if warp_idx >= 4", "if warp_idx == 4")).replace(
      "def kernel():",
      "def kernel(two_ctas: cutlass.Constexpr):",
    );
  const called = (count: string): string =>
    text(count).replace(
      "def launch():\n    kernel()",
      "def launch(two_ctas: cutlass.Constexpr):\n    kernel(two_ctas)",
    );
  expect(await told(called("2"))).toEqual([]);
  expect(await told(called("32"))).toEqual([
    "error at 32: the consumers' barrier counts 32 arrivals, at most 2 come, one of each warp: its wait never ends; count those that arrive",
  ]);
});

test("barriers that run over into what aligns the field behind: a warning", async () => {
  const text = (words: number): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils

@cute.kernel
def kernel():
    @cute.struct
    class Storage:
        bars: cute.struct.MemRange[cutlass.Int64, ${words}]
        tile: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], 1024]

    storage = utils.SmemAllocator().allocate(Storage)
    pipe = pipeline.PipelineAsync.create(
        num_stages=4,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
        barrier_storage=storage.bars.data_ptr(),
    )
`;
  expect(await told(text(8))).toEqual([]);
  expect(await told(text(4))).toEqual([
    "warning at storage.bars.data_ptr(): the barriers of 4 stages take 64 B, the storage has 32 B and what aligns the next field: make it 8 words of 64 bits",
  ]);
});

test("a kernel of a class that nobody calls: what rests on the class alone is certain", async () => {
  const text = (words: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from typing import Optional

class Gemm:
    def __init__(self, width: int):
        self.width = width
        self.stages = 4

    @cute.jit
    def __call__(self, mA: cute.Tensor, mIndices: Optional[cute.Tensor] = None):
        @cute.struct
        class Storage:
            bars: cute.struct.MemRange[cutlass.Int64, ${words}]
            flag: cutlass.Int32

        self.storage = Storage
        size = mIndices.shape[0] if cutlass.const_expr(mIndices is not None) else mA.shape[0]
        self.kernel(mA, size).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor, size: cutlass.Int32):
        storage = utils.SmemAllocator().allocate(self.storage)
        pipe = pipeline.PipelineAsync.create(
            num_stages=self.stages,
            producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
            barrier_storage=storage.bars.data_ptr(),
        )

def plan():
    return Gemm(64)
`;
  expect(await told(text("self.stages * 2"))).toEqual([]);
  expect(await told(text("self.stages"))).toEqual([
    "error at storage.bars.data_ptr(): the barriers of 4 stages take 64 B, the storage has 32 B before flag: make it 8 words of 64 bits",
  ]);
});

test("a pipeline handed on in a namespace has initialised its own barriers", async () => {
  const text = `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync
from types import SimpleNamespace

class Kernel:
    @cute.jit
    def load(self, common, state):
        bar = common.pipe.producer_get_barrier(state)
        cute.copy(common.atom, common.src, common.dst, tma_bar_ptr=bar)

    @cute.kernel
    def kernel(self, atom: cute.CopyAtom, src: cute.Tensor, dst: cute.Tensor):
        bars = utils.SmemAllocator().allocate_array(cutlass.Int64, 8)
        pipe = pipeline.PipelineTmaAsync.create(
            num_stages=4,
            producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4),
            tx_count=4096,
            barrier_storage=bars,
        )
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 4)
        common = SimpleNamespace(pipe=pipe, atom=atom, src=src, dst=dst)
        self.load(common, state)
`;
  const { problems } = await analysed(text, "python");
  expect(problems.filter(({ code }) => code === "barrier-uninitialised")).toEqual([]);
});

test("whole warps that release where something all threads have alike says so, whatever that is", async () => {
  const release = (by: string, test: string): string =>
    `for i in range(4):
    pipe.consumer_wait(state)
    if cutlass.const_expr(early):
        if ${test}:
            ${by}pipe.consumer_release(state)
            state.advance()`.replace(/^/gm, "    ");
  const text = (by: string, test = "i == last"): string =>
    kernel(
      pipe("PipelineUmmaAsync", thread, `${thread}, 4`),
      `if warp_idx < 4:\n${release(by, test)}`,
      "\nfrom settings import early, last\n",
    );
  const elected = "with cute.arch.elect_one():\n                    ";
  expect(await told(text(elected))).toEqual([]);
  expect(await told(text(""))).toEqual([
    "error at 4: the consumers' barrier counts 4 arrivals, all 32 threads of a warp arrive at once: a phase ends before all have come; count threads",
  ]);
  expect(await told(text("", "cute.arch.lane_idx() == last"))).toEqual([]);
});

test("a call that lacks an argument says so, and what it makes is judged all the same", async () => {
  const text = kernel(pipe("PipelineTmaAsync", thread, `${thread}, 128`).replace("    tx_count=4096,\n", ""), consume);
  expect(await told(text)).toEqual([
    "error at 128: the consumers' barrier counts 128 arrivals, at most 4 come, one of each warp: its wait never ends; count those that arrive",
  ]);
  const { problems } = await analysed(text, "python");
  expect(problems.map(({ code }) => code)).toContain("not-traced");
});
