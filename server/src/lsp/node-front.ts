// The main thread of the server process: it hands the client's messages to the thread that evaluates, and the answers back. It keeps
// the index of users, too (see node-users.ts).
//
// So messages arrive while the other thread computes, which looks at them as it goes (see node-inbox.ts).
import { setFlagsFromString } from "node:v8";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Message, MessageReader, MessageWriter } from "vscode-languageserver/node";
import { keepIndexes } from "./node-users.ts";

/** What the thread that evaluates has of this one. */
export interface Ports {
  readonly inbox: MessagePort;
  readonly indexes: MessagePort;
}

export interface Transport {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
}

/** Of what is in use: each letter leaves garbage, and V8 would let it grow to four times that before it looks for what is left. */
const percentOfGarbage = 50;
/** Megabytes for what is new: V8 would begin with one and copy most of a file that is opened from half to half as it grows. */
const young = 16;

/** Starts the thread; the process ends with it, with its exit code. */
export function startFront(server: URL, transport: () => Promise<Transport>): void {
  setFlagsFromString(`--heap-growing-percent=${percentOfGarbage}`);
  setFlagsFromString(`--min-semi-space-size=${young}`);
  const { port1: port, port2: inbox } = new MessageChannel();
  const { port1: openings, port2: indexes } = new MessageChannel();
  keepIndexes(openings);
  const worker = new Worker(server, {
    workerData: { inbox, indexes } satisfies Ports,
    transferList: [inbox, indexes],
    argv: process.argv.slice(2),
  });
  worker.on("error", (error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exitCode = 1;
  });
  worker.on("exit", (code) => process.exit(code));
  void transport().then(({ reader, writer }) => {
    reader.listen((message) => port.postMessage(message));
    reader.onClose(() => process.exit(1));
    port.on("message", (message: Message) => void writer.write(message).catch(() => process.exit(1)));
  });
}
