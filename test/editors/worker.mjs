// The browser server in Chromium, started as a browser workbench starts it: a worker from a blob that imports the script.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };

export async function workerTest(browser) {
  const server = createServer((request, response) => {
    const name = /^\/([\w-]+\.(js|wasm))$/.exec(request.url ?? "");
    response.setHeader("content-type", types[name?.[2] ?? "html"]);
    response.end(name === null ? "<!DOCTYPE html><title>worker</title>" : readFileSync(join(root, "dist", name[1])));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const text = readFileSync(join(root, "playground/python/layouts.py"), "utf8");
    const status = await page.evaluate(talk, text);
    assert.ok(status.layouts > 10, `${status.layouts} layouts`);
    return { passed: 1, failed: 0, text: "" };
  } finally {
    server.close();
  }
}

/** Runs in the page: opens a document in the worker's server, answers what it asks, gives its status. */
function talk(text) {
  const base = `${location.origin}/`;
  const blob = new Blob([`importScripts("${base}server-browser.js")`], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(blob));
  const send = (message) => worker.postMessage({ jsonrpc: "2.0", ...message });
  const answers = { "cuteLens/host/read": { text: null }, "cuteLens/host/list": { names: [] } };
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the worker said nothing within 60 s")), 60_000);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.method === "cuteLens/status") resolve(data.params);
      else if (data.id === 1 && data.method === undefined) {
        send({ method: "initialized", params: {} });
        const textDocument = { uri: "vscode-vfs://folder/layouts.py", languageId: "python", version: 1, text };
        send({ method: "textDocument/didOpen", params: { textDocument } });
      } else if (data.id !== undefined && data.method !== undefined)
        send({ id: data.id, result: answers[data.method] ?? null });
    };
    const initializationOptions = { host: true, wasm: base };
    send({
      id: 1,
      method: "initialize",
      params: { processId: null, rootUri: null, capabilities: {}, initializationOptions },
    });
  });
}
