// Work in slices, so that messages come between them.

import { nextTick } from "../next-tick.ts";

/** Milliseconds of work between two looks at what has come meanwhile. */
const slice = 8;

/** The end of some steps, with room for messages between them; undefined where nobody wants it any more. */
export async function inSlices<T>(steps: Generator<void, T>, isWanted: () => boolean): Promise<T | undefined> {
  for (;;) {
    await nextTick();
    if (!isWanted()) return undefined;
    const end = performance.now() + slice;
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (performance.now() < end);
  }
}
