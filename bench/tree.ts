// Whole source trees through `check`, in as many processes as there are processors: files a second and the slowest ten.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { collectFiles } from "../server/src/cli/check-files.ts";

const [program = "", ...trees] = process.argv.slice(2);
const files = collectFiles(trees);
const waiting = files.values();
const seconds = new Map<string, number>();

const start = performance.now();
await Promise.all(Array.from({ length: availableParallelism() }, checkSome));
const whole = (performance.now() - start) / 1000;

console.log(`\nTrees: ${files.length} files in ${whole.toFixed(0)} s, ${(files.length / whole).toFixed(1)} a second`);
const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10);
for (const [file, time] of slowest) console.log(`  ${time.toFixed(1).padStart(6)} s  ${file}`);

/** A process asks for file after file: what lies between two questions is the time of one. */
function checkSome(): Promise<void> {
  const child = spawn(process.execPath, [program, "check", "--part", "--among", String(files.length), "-"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let current: string | undefined;
  let since = 0;
  child.on("message", () => {
    const now = performance.now();
    if (current !== undefined) seconds.set(current, (now - since) / 1000);
    const { done, value } = waiting.next();
    current = done === true ? undefined : value;
    since = now;
    child.send(current ?? "", () => undefined);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      if (current === undefined) resolve();
      else reject(new Error(`a process ended with ${code} at ${current}`));
    });
  });
}
