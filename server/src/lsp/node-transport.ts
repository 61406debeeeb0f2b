// How the client's messages come to a Node process: over Node's IPC channel, else over standard input and output.
import { IPCMessageReader, IPCMessageWriter, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { Transport } from "./node-front.ts";

export const clientTransport = (): Transport =>
  process.argv.includes("--node-ipc")
    ? { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) }
    : { reader: new StreamMessageReader(process.stdin), writer: new StreamMessageWriter(process.stdout) };
