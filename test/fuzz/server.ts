// The real server in a process of its own, as an editor has it, with what may not happen: an end, an error, an answer that never comes.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  CancellationTokenSource,
  createProtocolConnection,
  LSPErrorCodes,
  type ProtocolConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

export interface Latency {
  readonly method: string;
  readonly milliseconds: number;
  /** Milliseconds that the server ran meanwhile: what the answer takes at most where nothing else runs. */
  readonly work: number;
}

export interface Server {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  /** Errors that it told of, or its end. */
  readonly failures: string[];
  readonly latencies: Latency[];
  /** The answer; a failure where it is an error or does not come. `cancelAfter`: milliseconds until it is given up. */
  ask(method: string, params: object, cancelAfter?: number): Promise<Answered>;
  stop(): Promise<void>;
}

export type Answered = { readonly answer: unknown } | { readonly cancelled: true } | { readonly failure: string };

/** No request takes so much of the server's own time, however busy the machine is. */
const mostWork = 120_000;
/** Nor is one open for so long while the server does nothing. */
const longestRest = 20_000;

export async function startServer(script: string, rootUri: string | null): Promise<Server> {
  const child = spawn(process.execPath, [script, "--stdio"], { stdio: ["pipe", "pipe", "pipe"] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const failures: string[] = [];
  const latencies: Latency[] = [];
  let stopping = false;
  child.stderr.on("data", (chunk: Buffer) => failures.push(`stderr: ${chunk.toString("utf8").slice(0, 2_000)}`));
  child.stdin.on("error", () => undefined);
  child.once("exit", (code, signal) => {
    if (!stopping) failures.push(`the server ended: ${code ?? signal}`);
    connection.dispose();
  });
  connection.onError(() => undefined);
  connection.onNotification("window/logMessage", ({ type, message }: { type: number; message: string }) => {
    if (type === 1) failures.push(message);
  });
  connection.onRequest("client/registerCapability", () => null);
  connection.onRequest("workspace/configuration", ({ items }: { items: readonly unknown[] }) =>
    items.map(() => ({ semanticTokens: { enable: true }, inlayHints: { density: "all", integers: true } })),
  );
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.listen();
  await connection.sendRequest("initialize", { processId: process.pid, rootUri, capabilities });
  await connection.sendNotification("initialized", {});
  const ask = async (method: string, params: object, cancelAfter?: number): Promise<Answered> => {
    const [begun, before] = [performance.now(), workOf(child.pid)];
    const answered = await asked(connection, child.pid, method, params, cancelAfter);
    if ("answer" in answered)
      latencies.push({ method, milliseconds: performance.now() - begun, work: workOf(child.pid) - before });
    return answered;
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode !== null || child.signalCode !== null) return;
    void connection.sendRequest("shutdown").then(
      () => connection.sendNotification("exit"),
      () => undefined,
    );
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
  };
  return { connection, process: child, failures, latencies, ask, stop };
}

async function asked(
  connection: ProtocolConnection,
  pid: number | undefined,
  method: string,
  params: object,
  cancelAfter: number | undefined,
): Promise<Answered> {
  const token = new CancellationTokenSource();
  const timers: ReturnType<typeof setTimeout>[] = [];
  if (cancelAfter !== undefined) timers.push(setTimeout(() => token.cancel(), cancelAfter));
  const unanswered = new Promise<Answered>((resolve) => {
    timers.push(givingUp(pid, (why) => resolve({ failure: `${method} was not answered: ${why}` })));
  });
  const answered = connection.sendRequest(method, params, token.token).then(
    (answer): Answered => ({ answer }),
    (error: unknown): Answered => {
      const isGivenUp = error instanceof ResponseError && givenUp.has(error.code);
      return isGivenUp ? { cancelled: true } : { failure: `${method}: ${String(error)}` };
    },
  );
  const first = await Promise.race([answered, unanswered]);
  for (const timer of timers) clearTimeout(timer);
  return first;
}

/** Tells when a server has worked too long, or nothing any more. */
function givingUp(pid: number | undefined, tell: (why: string) => void): ReturnType<typeof setInterval> {
  const begun = workOf(pid);
  let [worked, since] = [begun, performance.now()];
  return setInterval(() => {
    const work = workOf(pid);
    if (work > worked + 200) [worked, since] = [work, performance.now()];
    if (work - begun > mostWork) tell(`${Math.round((work - begun) / 1_000)} s of work`);
    else if (performance.now() - since > longestRest) tell("the server does nothing");
  }, 2_000);
}

/** Milliseconds that a process has run, where the system tells; else what the clock says. */
export function workOf(pid: number | undefined): number {
  try {
    const [, after = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = after.split(" ").slice(11, 13).map(Number);
    return 10 * (user! + system!);
  } catch {
    return performance.now();
  }
}

const givenUp: ReadonlySet<number> = new Set([LSPErrorCodes.RequestCancelled, LSPErrorCodes.ContentModified]);

const capabilities = {
  workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
  window: { workDoneProgress: true },
  textDocument: {
    hover: { contentFormat: ["markdown", "plaintext"] },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
  },
};

/** `p50 3 ms, p95 40 ms, p99.9 300 ms, max 700 ms of 1,200 (the server's own time: p99.9 90 ms, max 110 ms)`. */
export function percentiles(latencies: readonly Latency[]): string {
  const passed = latencies.map(({ milliseconds }) => milliseconds);
  const worked = latencies.map(({ work }) => work);
  const [p50, p95, most, max] = [0.5, 0.95, 0.999, 1].map((one) => Math.round(share(passed, one)));
  const own = `the server's own time: p99.9 ${share(worked, 0.999)} ms, max ${share(worked, 1)} ms`;
  return `p50 ${p50} ms, p95 ${p95} ms, p99.9 ${most} ms, max ${max} ms of ${passed.length} (${own})`;
}

/** What that share of some numbers is not over. */
export function share(numbers: readonly number[], of: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(of * sorted.length))] ?? 0;
}
