// What V8's optimizing compiler is told before it sees much of the program.
import { setFlagsFromString } from "node:v8";

/**
 * An evaluation is thousands of small functions that meet values of many shapes. V8 compiles a function after about 130 kB of executed
 * bytecode, with whatever that one has called written into it, and throws the code away at the next shape: a file that is opened kept
 * the second processor busy with 1,800 compilations, a third of the whole work. Later, and with less inlined, most of them last.
 * Opening FlashAttention 3's mainloop takes 2.8 s instead of 3.8, and a third less of the processors; edits cost what they did.
 */
const flags = ["--interrupt-budget=300000", "--max-inlined-bytecode-size-cumulative=200"];

/** For this process and the threads that it starts. */
export function tuneOptimizer(): void {
  for (const flag of flags) setFlagsFromString(flag);
}
