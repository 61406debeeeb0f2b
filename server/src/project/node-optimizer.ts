// What V8's optimizing compiler is told before it sees much of the program.
import { setFlagsFromString } from "node:v8";

/**
 * An evaluation is thousands of small functions that meet values of many shapes. V8 compiles a function after about 130 kB of executed
 * bytecode, with whatever that one has called written into it, and throws the code away at the next shape: a file that is opened kept
 * the second processor busy with 1,800 compilations, a third of the whole work. Later, and with less inlined, most of them last.
 */
const less = "--max-inlined-bytecode-size-cumulative=200";

/** Of Node 20: later ones count the calls of a function, and wait for more of them. */
const later = "--interrupt-budget=300000";

/** For this process and the threads that it starts. */
export function tuneOptimizer(): void {
  setFlagsFromString(less);
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString(later);
}
