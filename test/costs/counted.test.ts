// What was counted is given again for equal tensors where the threads are the same, and only there.
import { expect, test } from "vitest";
import { countedOnce } from "../../server/src/costs/counted.ts";
import type { SymbolAtom } from "../../src-engine/algebra/int/poly.ts";
import type { Threads } from "../../src-engine/costs/copy-cost.ts";

const atom: SymbolAtom = { op: "symbol", id: "i", name: "i", divisor: 1, min: 0, max: 127, width: 32 };

/** Counts, and asks which number the symbol is in thread 5. */
function counting() {
  let times = 0;
  return {
    times: () => times,
    count: ({ isThread }: Threads): unknown => {
      times++;
      const meaning = isThread(atom);
      return typeof meaning === "function" ? meaning(5) : meaning;
    },
  };
}

const threads = (isThread: Threads["isThread"]): Threads => ({ isThread, count: 128, most: 256 });

test("equal values and threads are counted once", () => {
  const { count, times } = counting();
  const first = countedOnce(
    ["once", { shape: 8 }],
    threads(() => (thread) => thread % 32),
    count,
  );
  const again = countedOnce(
    ["once", { shape: 8 }],
    threads(() => (thread) => thread % 32),
    count,
  );
  expect([first, again, times()]).toEqual([5, 5, 1]);
});

test("a symbol that is another number of the thread is counted anew", () => {
  const { count, times } = counting();
  const lane = countedOnce(
    ["other"],
    threads(() => (thread) => thread % 4),
    count,
  );
  const warp = countedOnce(
    ["other"],
    threads(() => (thread) => Math.floor(thread / 32)),
    count,
  );
  const same = countedOnce(
    ["other"],
    threads(() => "uniform"),
    count,
  );
  expect([lane, warp, same, times()]).toEqual([1, 0, "uniform", 3]);
});

test("other values, or other threads that take part, are counted anew", () => {
  const { count, times } = counting();
  const all = threads(() => "unsure");
  countedOnce(["values", 1], all, count);
  countedOnce(["values", 2], all, count);
  countedOnce(["values", 2], { ...all, isActive: (thread) => thread < 32 }, count);
  countedOnce(["values", 2], { ...all, count: 64 }, count);
  expect(times()).toBe(4);
});
