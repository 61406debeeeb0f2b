// Folders as a newcomer has them, and commands as typed in them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

export const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), "cute-lens-package-"));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings of the checkout's npm are no settings of a user's. */
export function run(cwd: string, file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_OPTIONS|FORCE_COLOR)/i.test(name));
  const all = { ...Object.fromEntries(kept), NO_COLOR: "1", ...env };
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: "utf8", env: all });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

/** The same, where anything but success is a failure of the test. */
export function succeed(cwd: string, file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = run(cwd, file, args, env);
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** The sockets of the internet that a command and its children open, by system call. Needs strace. */
export function sockets(cwd: string, file: string, args: readonly string[]): readonly string[] {
  const trace = join(emptyFolder(), "trace");
  const calls = "trace=socket,connect,bind,sendto,sendmsg";
  const { status, stderr } = run(cwd, "strace", ["-f", "-qq", "-e", calls, "-o", trace, file, ...args]);
  if (status !== 0 && status !== 1) throw new Error(`strace ${file} ended with ${status}: ${stderr}`);
  return readFileSync(trace, "utf8")
    .split("\n")
    .filter((line) => /AF_INET|AF_NETLINK|AF_PACKET/.test(line));
}
