// `check --jobs n`: hands the files out to processes of the same program, the next to whoever is free, and joins what they found.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { isRecord } from "../settings/read.ts";
import type { CheckFinding, CheckResult, RunOptions } from "./check-run.ts";
import { UsageError } from "./usage.ts";

/** Fewer files than this are done sooner in one process: another one takes half a second to start and reads the headers again. */
const fewestToShare = 24;
/** Each process takes up to a gigabyte. */
const mostProcesses = 4;

/** Megabytes for what is new on the heap: with V8's 16 a tenth more of the time goes into tidying. */
const roomForYoung = ["--max-semi-space-size=32"];

export function jobCount(text: string | undefined, files: number): number {
  if (text === undefined) return files < fewestToShare ? 1 : Math.min(availableParallelism(), mostProcesses);
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--jobs ${text}: a number from 1 is expected`);
  return Math.min(count, files);
}

/** Findings come back in the order of the files. */
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
  const waiting = files.values();
  const results = await Promise.all(Array.from({ length: jobs }, () => checkPart(waiting, given, options)));
  const place = new Map(files.map((file, i) => [file, i]));
  const findings = results
    .flatMap((result) => result.findings)
    .sort((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0));
  const baseline = results.find((result) => result.baseline !== undefined)?.baseline;
  const notes = [...new Set(results.flatMap((result) => result.notes))];
  const joined = { findings, notes, crashed: results.some((result) => result.crashed) };
  return baseline === undefined ? joined : { ...joined, baseline };
}

/** A message is the question for the next file; an empty name says that there is none. */
async function checkPart(
  files: Iterator<string, unknown>,
  given: readonly string[],
  options: RunOptions,
): Promise<CheckResult> {
  const program = [...process.execArgv, ...roomForYoung, process.argv[1] ?? ""];
  const child = spawn(process.execPath, [...program, "check", "--part", ...given, "-"], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let last: string | undefined;
  child.on("message", () => {
    const { done, value } = files.next();
    last = done === true ? undefined : value;
    if (last !== undefined) options.begin?.(last);
    // A process that ends meanwhile is told of below.
    child.send(last ?? "", () => undefined);
  });
  const [output, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const json = parse(output);
  if (!isRecord(json) || !Array.isArray(json.findings)) {
    const at = last === undefined ? "" : ` at ${last}`;
    return { findings: [], notes: [`a process of --jobs failed${at}: ${errors.trim()}`], crashed: true };
  }
  // The border from our own process: it printed a CheckResult.
  return json as unknown as CheckResult & { readonly findings: readonly CheckFinding[] };
}

/** In such a process: the files, each as it is asked for. */
export async function* filesToCheck(): AsyncGenerator<string> {
  for (;;) {
    const answer = new Promise<string>((resolve) => process.once("message", (name) => resolve(String(name))));
    process.send?.("next");
    const name = await answer;
    if (name === "") return;
    yield name;
  }
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
