// `check --jobs n`: shares the files out to processes of the same program and joins what they found.
import { spawn } from "node:child_process";
import { isRecord } from "../settings/read.ts";
import type { CheckFinding, CheckResult, RunOptions } from "./check-run.ts";
import { UsageError } from "./usage.ts";

export function jobCount(text: string | undefined, files: number): number {
  if (text === undefined) return 1;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--jobs ${text}: a number from 1 is expected`);
  return Math.min(count, files);
}

/** Each process gets every n-th file; findings come back in the order of the files. */
export async function checkInProcesses(
  files: readonly string[],
  options: RunOptions,
  jobs: number,
): Promise<CheckResult> {
  const given = [
    ...(options.arch === undefined ? [] : ["--arch", options.arch]),
    ...(options.config === undefined ? [] : ["--config", options.config]),
    ...["--among", String(files.length)],
  ];
  const parts = Array.from({ length: jobs }, (_, job) => files.filter((_, i) => i % jobs === job));
  const results = await Promise.all(parts.map((part) => checkPart(part, given, options)));
  const place = new Map(files.map((file, i) => [file, i]));
  const findings = results
    .flatMap((result) => result.findings)
    .sort((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0));
  const baseline = results.find((result) => result.baseline !== undefined)?.baseline;
  const notes = [...new Set(results.flatMap((result) => result.notes))];
  const joined = { findings, notes, crashed: results.some((result) => result.crashed) };
  return baseline === undefined ? joined : { ...joined, baseline };
}

/** The names go over standard input: a command line has a limit. */
async function checkPart(
  files: readonly string[],
  given: readonly string[],
  options: RunOptions,
): Promise<CheckResult> {
  const child = spawn(process.execPath, [process.argv[1] ?? "", "check", "--part", ...given, "-"], {
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
  child.on("message", (file) => options.begin?.(String(file)));
  child.stdin?.end(files.join("\n"));
  const [output, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const json = parse(output);
  if (!isRecord(json) || !Array.isArray(json.findings))
    return { findings: [], notes: [`a process of --jobs failed: ${errors.trim()}`], crashed: true };
  // The border from our own process: it printed a CheckResult.
  return json as unknown as CheckResult & { readonly findings: readonly CheckFinding[] };
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: string[] = [];
  if (stream === null) return "";
  stream.setEncoding("utf8");
  for await (const chunk of stream) chunks.push(String(chunk));
  return chunks.join("");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
