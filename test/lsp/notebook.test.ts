// Notebook sync: cells that change, are moved, put in and deleted, as the editor tells it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hover, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/cells.ipynb";
const cellUri = (id: number): string => `vscode-notebook-cell:/work/cells.ipynb#C${id}`;
const document = (id: number, text: string, languageId = "python") => ({
  uri: cellUri(id),
  languageId,
  version: 1,
  text,
});
const cellOf = (id: number) => ({ kind: 2, document: cellUri(id) });

let client: LspClient;
const problems = new Map<string, number>();
let version = 1;

beforeAll(async () => {
  client = await startClient();
  client.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    problems.set(params.uri, params.diagnostics.length);
  });
  const texts = [
    document(1, "import cutlass.cute as cute\n%load_ext autoreload\n!nvidia-smi\n"),
    document(2, "n = 8\n"),
    document(3, "@cute.jit\ndef f():\n    a = cute.make_layout((4, n))\n    b = cute.make_layout((4, 8))[9]\n"),
  ];
  await client.connection.sendNotification("notebookDocument/didOpen", {
    notebookDocument: { uri, notebookType: "jupyter-notebook", version, cells: [1, 2, 3].map(cellOf) },
    cellTextDocuments: texts,
  });
});

afterAll(() => client.stop());

/** What the hover over the layout `a` of cell 3 shows. */
async function shown(): Promise<string> {
  const params = { textDocument: { uri: cellUri(3) }, position: { line: 2, character: 4 } };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  return JSON.stringify(hover?.contents ?? "nothing");
}

const change = (cells: object): Promise<void> =>
  client.connection.sendNotification("notebookDocument/didChange", {
    notebookDocument: { uri, version: ++version },
    change: { cells },
  });

test("names flow from cell to cell, around magics and shell commands", async () => {
  expect(await shown()).toContain("(4,8):(1,4)");
});

test("an edit in a cell above reaches the cells below", async () => {
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
  await change({ textContent: [{ document: { uri: cellUri(2), version: 2 }, changes: [{ range, text: "16" }] }] });
  expect(await shown()).toContain("(4,16):(1,4)");
});

test("a cell put in between counts", async () => {
  await change({
    structure: { array: { start: 2, deleteCount: 0, cells: [cellOf(4)] }, didOpen: [document(4, "n = 2 * n\n")] },
  });
  expect(await shown()).toContain("(4,32):(1,4)");
});

test("cells in another order are read in that order", async () => {
  // Cell 4 goes before cell 2, which then has the last word.
  await change({ structure: { array: { start: 1, deleteCount: 2, cells: [cellOf(4), cellOf(2)] } } });
  expect(await shown()).toContain("(4,16):(1,4)");
});

test("a deleted cell takes its names along, and its problems", async () => {
  await change({
    structure: { array: { start: 2, deleteCount: 1, cells: [] }, didClose: [{ uri: cellUri(2) }] },
  });
  expect(await shown()).not.toContain("(4,16)");
  expect(problems.get(cellUri(2))).toBe(0);
  const gone = { textDocument: { uri: cellUri(2) }, position: { line: 0, character: 0 } };
  expect(await client.connection.sendRequest("textDocument/hover", gone)).toBeNull();
});

test("a cell of another language is no code", async () => {
  await change({
    structure: {
      array: { start: 1, deleteCount: 0, cells: [cellOf(5)] },
      didOpen: [document(5, "n = 3 # not Python", "markdown")],
    },
  });
  expect(await shown()).not.toContain("(4,3)");
});

test("a call is told by its cell and the line in it", async () => {
  const other = "file:///work/calls.ipynb";
  const texts = [
    document(11, "import cutlass.cute as cute\n@cute.jit\ndef g(n):\n    a = cute.make_layout((n, 2))\n"),
    document(12, "# a tile\ng(16)\n"),
  ];
  await client.connection.sendNotification("notebookDocument/didOpen", {
    notebookDocument: { uri: other, notebookType: "jupyter-notebook", version: 1, cells: [11, 12].map(cellOf) },
    cellTextDocuments: texts,
  });
  const params = { textDocument: { uri: cellUri(11) }, position: { line: 3, character: 4 } };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  expect(JSON.stringify(hover?.contents)).toContain("bound from cell 2, line 2");
});
