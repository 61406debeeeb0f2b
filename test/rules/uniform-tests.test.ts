// What all warps have alike: the state of a pipeline, as the library makes it; a variable that is called so may be anything.
import { expect, test } from "vitest";
import type { BarrierEvent } from "../../server/src/rules/barrier-events.ts";
import type { BarrierFunction, Run } from "../../server/src/rules/barrier-functions.ts";
import { tellingWarpsApart } from "../../server/src/rules/uniform-tests.ts";
import { symbol } from "../../src-engine/algebra/int/ask.ts";

/** How many conditions may tell warps apart, of one that tests this symbol. */
function apart(id: string): number {
  const leaf = { kind: "name", path: ["index"], span: { start: 0, end: 5 } };
  const event = { tests: [{ test: leaf }], around: {} } as unknown as BarrierEvent;
  const values = { value: () => symbol(id, "index"), number: () => undefined, calls: () => [] };
  const run = { values, instance: { calls: [] } } as unknown as Run;
  const one = { fn: { id: "fn:kernel#0", params: [], isKernel: true } } as unknown as BarrierFunction;
  return tellingWarpsApart(event, one, run).length;
}

test.each([
  ["free index", 0],
  ["free index@i1:fn:kernel#0:20.5", 1],
  ["threadIdx.x", 1],
])("%s", (id, expected) => {
  expect(apart(id)).toBe(expected);
});
