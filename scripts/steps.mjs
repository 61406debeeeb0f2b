// Runs a list of named steps, each a command or a function; shows one line a step, the output of those that fail,
// and the closing line `N passed, N failed`. A step may count tests of its own.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** A step: `run` gives `{ passed, failed, text }`. */
export async function runSteps(steps) {
  const sum = { passed: 0, failed: 0 };
  for (const { name, run } of steps) {
    const start = performance.now();
    const result = await run().catch((error) => ({ passed: 0, failed: 1, text: String(error?.stack ?? error) }));
    sum.passed += result.passed;
    sum.failed += result.failed;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const counts = result.failed === 0 ? `${result.passed} passed` : `${result.passed} passed, ${result.failed} FAILED`;
    if (result.failed > 0) console.log(`\n---- ${name}\n${result.text.trimEnd()}\n----`);
    console.log(`${name.padEnd(34)} ${counts}  (${seconds} s)`);
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum;
}

/** Ends the process when all of its output is written: a pipe may take it later. */
export function leave({ failed }) {
  process.stdout.write("", () => process.exit(failed > 0 ? 1 : 0));
}

/** A command that passes when it exits with 0; `count` reads further counts out of its output. */
export function command(name, file, args, { env = {}, count = undefined, cwd = root } = {}) {
  return {
    name,
    run: async () => {
      const { code, text } = await execute(file, args, { env, cwd });
      const counted = count?.(text);
      if (counted !== undefined)
        return { ...counted, failed: counted.failed + (code !== 0 && counted.failed === 0 ? 1 : 0), text };
      return code === 0 ? { passed: 1, failed: 0, text } : { passed: 0, failed: 1, text };
    },
  };
}

export function execute(file, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    const parts = [];
    child.stdout.on("data", (data) => parts.push(data));
    child.stderr.on("data", (data) => parts.push(data));
    child.on("error", (error) => resolve({ code: 127, text: `${file}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, text: Buffer.concat(parts).toString("utf8") }));
  });
}

/** `Tests  3 failed | 41 passed (44)`, as vitest ends. */
export function vitestCounts(text) {
  const line = /^\s*Tests\s+(.*)$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  const suites = /^\s*Test Files\s+(.*)$/m.exec(text)?.[1] ?? "";
  const brokenFiles = number("failed") === 0 ? Number(/(\d+) failed/.exec(suites)?.[1] ?? 0) : 0;
  return { passed: number("passed"), failed: number("failed") + brokenFiles };
}

/** A tool of node_modules, run with this Node. */
export const tool = (path) => [process.execPath, `${root}node_modules/${path}`];
