// Hours of typing in little time: five open files, letters put in and taken out again, hints and a hover asked for after each.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { randomFrom } from "../fuzz/random.ts";
import { percentiles, type Server, share, startServer } from "../fuzz/server.ts";
import { megabytes } from "../fuzz/talks.ts";
import { changeBetween, positionAt } from "../fuzz/text.ts";
import { pauseOf } from "./pace.ts";

export interface TypingResult {
  readonly failures: readonly string[];
  readonly answers: string;
  /** Milliseconds of the server's own time that one answer in a thousand is over. */
  readonly slowest: number;
  /** Megabytes by the number of edits. */
  readonly memory: readonly (readonly [edits: number, megabytes: number])[];
}

export interface TypingOptions {
  readonly script: string;
  readonly paths: readonly string[];
  readonly edits: number;
  /** Milliseconds between two letters, of a machine that does nothing else. */
  readonly pause: number;
  readonly say?: (line: string) => void;
}

/** What is typed at the ends of lines and taken back letter by letter. */
const words = [" // (M,K)", "  # note", "x", " + 1", "auto", "\n", " make_layout(", "8"];

export async function typing({ script, paths, edits, pause, say }: TypingOptions): Promise<TypingResult> {
  const server = await startServer(script, null);
  const random = randomFrom(1);
  const files = paths.map((path) => ({ uri: pathToFileURL(path).href, text: readFileSync(path, "utf8"), version: 1 }));
  for (const { uri, text } of files) {
    const languageId = uri.endsWith(".py") ? "python" : "cuda-cpp";
    await server.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
    await server.ask("textDocument/inlayHint", { textDocument: { uri }, range: whole(text) });
  }
  server.latencies.length = 0;
  const memory: [number, number][] = [];
  const sample = Math.max(1, Math.floor(edits / 10));
  const waiting = new Set<Promise<unknown>>();
  for (let done = 0; done < edits; ) {
    const file = random.pick(files);
    const before = file.text;
    const ends = [...before.matchAll(/\n/g)].map((match) => match.index);
    const at = random.pick(ends);
    const word = random.pick(words);
    const lengths = [...Array.from(word, (_, i) => i + 1), ...Array.from(word, (_, i) => word.length - 1 - i)];
    for (const length of lengths) {
      if (done++ >= edits) break;
      await change(server, file, before.slice(0, at) + word.slice(0, length) + before.slice(at));
      for (const one of ask(server, file, at)) {
        waiting.add(one);
        void one.finally(() => waiting.delete(one));
      }
      await pauseOf(pause, server.process.pid);
      if (done % sample === 0) {
        await Promise.all(waiting);
        memory.push([done, megabytes(server.process.pid) ?? 0]);
        say?.(`${done} edits, ${memory.at(-1)![1]} MB, ${percentiles(server.latencies)}`);
      }
    }
    await change(server, file, before);
  }
  await Promise.all(waiting);
  const slowest = share(
    server.latencies.map(({ work }) => work),
    0.999,
  );
  const result = { failures: [...server.failures], answers: percentiles(server.latencies), slowest, memory };
  await server.stop();
  return result;
}

const whole = (text: string) => ({ start: { line: 0, character: 0 }, end: positionAt(text, text.length) });

type Typed = { readonly uri: string; text: string; version: number };

async function change({ connection }: Server, file: Typed, text: string): Promise<void> {
  if (text === file.text) return;
  const contentChanges = [changeBetween(file.text, text)];
  file.text = text;
  file.version++;
  const { uri, version } = file;
  await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
}

/** What the editor shows of the visible lines: a failure to answer is told by the server's own list. */
function ask(server: Server, { uri, text }: Typed, at: number): readonly Promise<void>[] {
  const position = positionAt(text, Math.max(0, at - 4));
  const line = Math.max(0, position.line - 25);
  const range = { start: { line, character: 0 }, end: { line: position.line + 25, character: 0 } };
  const told = async (method: string, params: object): Promise<void> => {
    const answered = await server.ask(method, { textDocument: { uri }, ...params });
    if ("failure" in answered) server.failures.push(answered.failure);
  };
  return [told("textDocument/inlayHint", { range }), told("textDocument/hover", { position })];
}
