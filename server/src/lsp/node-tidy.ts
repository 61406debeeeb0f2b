// The memory that evaluations leave behind is given back to the system while nobody types.
//
// V8 by itself keeps pages that are half empty: of a file that was opened a third of the process. Only a collection that compacts
// them frees those, which takes a few tenths of a second; so it waits for a pause, and for enough that it would give back.
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds between two looks at what this thread does. */
const pause = 2_000;
/** So many quiet looks in a row are a pause. */
const looks = 2;
/** Of the time between two looks. */
const quiet = 0.02;

/** Is there enough to give back: of what is in use a quarter, and no less than 24 MB? In bytes. */
export const isWorthIt = (used: number, afterLast: number): boolean =>
  used - afterLast > Math.max(24 * 2 ** 20, afterLast / 4);

/** For this thread, for as long as it lives; keeps no process alive. */
export function tidyWhenQuiet(): void {
  const compact = compactor();
  if (compact === undefined) return;
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  let quietLooks = 0;
  let afterLast = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    quietLooks = performance.eventLoopUtilization(now, before).utilization < quiet ? quietLooks + 1 : 0;
    before = now;
    if (quietLooks < looks || !isWorthIt(getHeapStatistics().used_heap_size, afterLast)) return;
    compact();
    afterLast = getHeapStatistics().used_heap_size;
  }, pause).unref();
}

/** Undefined where the collector can't be called. */
function compactor(): (() => void) | undefined {
  setFlagsFromString("--expose-gc");
  const collect: (() => void) | undefined = runInNewContext("globalThis.gc");
  if (collect === undefined) return undefined;
  return () => {
    setFlagsFromString("--compact-on-every-full-gc");
    collect();
    setFlagsFromString("--no-compact-on-every-full-gc");
  };
}
