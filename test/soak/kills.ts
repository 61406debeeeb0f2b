// The server is killed, or loses its editor, while requests are open: each comes to an end, no process stays, and the next start works.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { randomFrom } from "../fuzz/random.ts";
import { type Server, startServer } from "../fuzz/server.ts";

export interface KillsResult {
  readonly failures: readonly string[];
  readonly answered: number;
  readonly ended: number;
}

/** Milliseconds after which a process without an editor is gone, whatever it was at. */
const longestEnd = 20_000;

export async function kills(script: string, path: string, times: number): Promise<KillsResult> {
  const random = randomFrom(2);
  const failures: string[] = [];
  let answered = 0;
  let ended = 0;
  const text = readFileSync(path, "utf8");
  for (let i = 0; i < times; i++) {
    const server = await startServer(script, null);
    const uri = pathToFileURL(path).href;
    const textDocument = { uri, languageId: path.endsWith(".py") ? "python" : "cuda-cpp", version: 1, text };
    await server.connection.sendNotification("textDocument/didOpen", { textDocument });
    const range = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
    const asked = ["textDocument/inlayHint", "textDocument/codeLens", "textDocument/documentSymbol"].map((method) =>
      settled(server.ask(method, { textDocument: { uri }, range })),
    );
    await new Promise((resolve) => setTimeout(resolve, random.below(600)));
    const gone = new Promise<boolean>((resolve) => server.process.once("exit", () => resolve(true)));
    end(server, random.below(3));
    if (!(await within(gone))) {
      failures.push(`round ${i}: the process is still there`);
      server.process.kill("SIGKILL");
    }
    for (const one of await Promise.all(asked)) {
      if (one === "answered") answered++;
      else if (one === "ended") ended++;
      else failures.push(`round ${i}: a request stays open`);
    }
  }
  return { failures, answered, ended };
}

function end(server: Server, how: number): void {
  if (how === 0) server.process.kill("SIGKILL");
  else if (how === 1) server.process.kill("SIGTERM");
  // The editor is gone: nobody reads and nobody writes.
  else server.process.stdin?.end();
}

const within = (promise: Promise<boolean>): Promise<boolean> =>
  Promise.race([promise, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), longestEnd))]);

/** A closed connection ends what waits; one that stays open is found after a while. */
async function settled(asked: Promise<object>): Promise<"answered" | "ended" | "open"> {
  const open = new Promise<"open">((resolve) => setTimeout(() => resolve("open"), longestEnd + 10_000).unref());
  const done = asked.then((one) => ("answer" in one ? ("answered" as const) : ("ended" as const)));
  return Promise.race([done, open]);
}
