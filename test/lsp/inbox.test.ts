// Questions are answered in the middle of the work from what is known, but never past an edit that came before them.
import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import type { Message } from "vscode-languageserver";
import { NodeInbox } from "../../server/src/lsp/node-inbox.ts";

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

test("an edit that the connection has not come to yet ends the work, and a question behind it waits for it", async () => {
  const { port1: client, port2 } = new MessageChannel();
  const order: string[] = [];
  const inbox = new NodeInbox(port2);
  inbox.answer = (method) => {
    order.push(`at once: ${method}`);
    return { result: null };
  };
  inbox.reader.listen((message: Message) => {
    if ("method" in message) order.push(`the connection: ${message.method}`);
    // Work goes on in the turn in which the edit arrived.
    if (order.length === 1) {
      client.postMessage({ jsonrpc: "2.0", id: 1, method: "textDocument/inlayHint" });
      expect(inbox.look()).toBe(true);
    }
  });
  client.postMessage({ jsonrpc: "2.0", method: "textDocument/didChange" });
  await nextTurn();
  expect(order).toEqual(["the connection: textDocument/didChange", "the connection: textDocument/inlayHint"]);
  expect(inbox.look()).toBe(false);
  client.close();
});
