// Loops and turns that do one half of what a pipeline's side does with a stage.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(source: string, language: "cpp" | "python"): Promise<readonly string[]> {
  const { problems } = await analysed(source, language);
  const lines = (offset: number): number => source.slice(0, offset).split("\n").length;
  return problems
    .filter(({ code }) => code === "pipeline-unpaired")
    .map(({ message, place }) => `${source.split("\n")[lines(place.start) - 1]?.trim()} | ${message}`);
}

/** A function that is handed its pipeline: the other side is out of sight. */
const handed = (body: string): Promise<readonly string[]> =>
  told(
    `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using Pipeline = cutlass::PipelineTmaAsync<4>;
using State = cutlass::PipelineState<4>;
void use(int stage);
__device__ void work(Pipeline pipe, Pipeline other, State state, int n) {
${body}
}`,
    "cpp",
  );

const kept =
  "each round waits for a stage of pipe and releases none: once all have been filled the producer waits for ever; consumer_release behind the last read";

test("C++: rounds that release nothing, where the last one is released behind the loop", async () => {
  const peeled = (release: string): string => `
  for (; n > 1; --n) {
    pipe.consumer_wait(state);
    use(state.index());
    ${release}
    ++state;
  }
  pipe.consumer_wait(state);
  use(state.index());
  pipe.consumer_release(state);
  ++state;`;
  expect(await handed(peeled(""))).toEqual([`++state; | ${kept}`]);
  expect(await handed(peeled("pipe.consumer_release(state);"))).toEqual([]);
});

test("C++: who releases behind a loop what it waited for there, or with a state of its own", async () => {
  const prologue = "for (int i = 0; i < 2; ++i) { pipe.consumer_wait(state); ++state; }";
  expect(await handed(`State release = state; ${prologue} pipe.consumer_release(release); ++release;`)).toEqual([]);
  const copies = "auto first = state; for (int i = 0; i < n; ++i) { pipe.consumer_wait(state); ++state; }";
  expect(await handed(`${copies} for (int i = 0; i < n; ++i) { pipe.consumer_release(first); ++first; }`)).toEqual([]);
});

test("C++: a state that lags behind and that nothing takes", async () => {
  const lagging = (release: string): string => `
  State release = state;
  for (; n > 0; --n) {
    pipe.consumer_wait(state);
    use(state.index());
    ${release}
    ++state;
    ++release;
  }`;
  expect(await handed(lagging(""))).toEqual([
    "++release; | each round advances release, and nothing takes it: consumer_release(release) behind the last read",
  ]);
  expect(await handed(lagging("pipe.consumer_release(release);"))).toEqual([]);
  // A reference is the state itself.
  expect(await handed(lagging("").replace("State release", "State& release"))).toEqual([]);
});

test("C++: a stage in a row of several", async () => {
  const row = (wait: string, release: string): string => `
  pipe.consumer_wait(state); use(state.index()); pipe.consumer_release(state);
  ++state;
  ${wait} use(state.index()); ${release}
  ++state;
  pipe.consumer_wait(state); use(state.index()); pipe.consumer_release(state);
  ++state;`;
  const [wait, release] = ["pipe.consumer_wait(state);", "pipe.consumer_release(state);"];
  expect(await handed(row(wait, release))).toEqual([]);
  expect(await handed(row("", release))).toEqual([
    "use(state.index()); pipe.consumer_release(state); | this stage of pipe is released and was not waited for: consumer_wait before it is read",
  ]);
  expect(await handed(row(wait, ""))).toEqual([
    "++state; | this stage of pipe is left without being released: the producer waits for it for ever; consumer_release first",
  ]);
});

test("C++: TMA copies into stages that nobody acquires", async () => {
  const filled = (acquire: string): string => `
  for (; n > 0; --n) {
    ${acquire}
    auto* bar = pipe.producer_get_barrier(state);
    use(state.index());
    ++state;
  }`;
  expect(await handed(filled(""))).toEqual([
    "auto* bar = pipe.producer_get_barrier(state); | each round fills a stage of pipe that it has not acquired: its bytes are not announced, and it may still be read; producer_acquire first",
  ]);
  expect(await handed(filled("pipe.producer_acquire(state);"))).toEqual([]);
});

/** A role of a kernel in CuTe DSL. */
const role = (body: string): Promise<readonly string[]> =>
  told(
    `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline

@cute.jit
def work(pipe: pipeline.PipelineAsync, state: pipeline.PipelineState, n: cutlass.Int32):
${body}
    return state
`,
    "python",
  );

test("CuTe DSL: rounds that release nothing, or wait for nothing", async () => {
  const loop = (wait: string, release: string): string => `
    pipe.consumer_wait(state)
    pipe.consumer_release(state)
    state.advance()
    for k in cutlass.range(n):
        ${wait}
        stage = state.index
        ${release}
        state.advance()`;
  const [wait, release] = ["pipe.consumer_wait(state)", "pipe.consumer_release(state)"];
  expect(await role(loop(wait, release))).toEqual([]);
  expect(await role(loop(wait, "pass"))).toEqual([`state.advance() | ${kept}`]);
  expect(await role(loop("pass", release))).toEqual([
    "stage = state.index | each round releases a stage of pipe and waits for none: what is read may not be there yet; consumer_wait before the stage is read",
  ]);
  // Only the last round has read all.
  const late = `
    pipe.consumer_wait(state)
    for k in cutlass.range(n):
        if k + 1 == n:
            pipe.consumer_release(state)
            state.advance()`;
  expect(await role(late)).toEqual([]);
});

test("CuTe DSL: another role of the same kernel releases what this one passes on", async () => {
  const roles = `
    if n == 0:
        while n < 8:
            for k in cutlass.range(n):
                pipe.consumer_wait(state)
                state.advance()
    else:
        for k in cutlass.range(n):
            pipe.consumer_wait(state)
            pipe.consumer_release(state)
            state.advance()`;
  expect(await role(roles)).toEqual([]);
});

test("CuTe DSL: two roles that call their states alike", async () => {
  const side = (open: string, close: string): string => `
        for k in cutlass.range(n):
            pipe.${open}(state)
            stage = state.index
            pipe.${close}(state)
            state.advance()`;
  const [producer, consumer] = [side("producer_acquire", "producer_commit"), side("consumer_wait", "consumer_release")];
  expect(await role(`    if n == 0:${producer}${producer}\n    else:${consumer}`)).toEqual([]);
});

test("CuTe DSL: a state of its own that nothing takes", async () => {
  const lagging = (release: string): string => `
    release_state = state.clone()
    for k in cutlass.range(n):
        pipe.consumer_wait(state)
        ${release}
        state.advance()
        release_state.advance()`;
  expect(await role(lagging("pass"))).toEqual([
    "release_state.advance() | each round advances release_state, and nothing takes it: consumer_release(release_state) behind the last read",
  ]);
  expect(await role(lagging("pipe.consumer_release(release_state)"))).toEqual([]);
});

test("C++: two stages in each round, released with a state of its own", async () => {
  const rounds = (first: string, second: string): string => `
  State release = state;
  pipe.consumer_wait(state); use(state.index()); ++state;
  for (; n > 0; --n) {
    pipe.consumer_wait(state); use(state.index()); ++state;
    ${first} ++release;
    ${second} use(state.index()); ++state;
    pipe.consumer_release(release); ++release;
  }`;
  const [release, wait] = ["pipe.consumer_release(release);", "pipe.consumer_wait(state);"];
  expect(await handed(rounds(release, wait))).toEqual([]);
  expect(await handed(rounds(release, ""))).toEqual([
    "use(state.index()); ++state; | consumer_wait of pipe is missing for this stage: all other turns of state have it",
  ]);
  // Another pipeline goes on with the same state.
  const shared = rounds(release, "").replace("use(state.index()); ++state;", "other.consumer_wait(state); ++state;");
  expect(await handed(shared)).toEqual([]);
});
