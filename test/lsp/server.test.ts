// Start to finish: the built server over stdio, a kernel opened, hovers, hints, problems, an edit and its undoing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CodeAction, DocumentSymbol, Hover, InlayHint } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/launch.cu";
const kernel = `#include <cute/tensor.hpp>
using namespace cute;

void launch(half_t const* A, int M, int K) {
  auto bM = Int<128>{};
  auto bK = Int<64>{};
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(bM, bK, Int<3>{}));
  auto tmaA = make_tma_atom(SM90_TMA_LOAD{}, mA, sA(_,_,0), make_shape(bM, bK));
}
`;

let client: LspClient;
beforeAll(async () => {
  client = await startClient();
  client.open(uri, "cuda-cpp", kernel);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

async function hoverText(needle: string): Promise<string> {
  const params = { textDocument: { uri }, position: client.position(uri, needle) };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  const contents = hover?.contents;
  return typeof contents === "object" && "value" in contents ? contents.value : "";
}

async function hints(): Promise<readonly string[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
  const params = { textDocument: { uri }, range };
  const answer = await client.connection.sendRequest<InlayHint[]>("textDocument/inlayHint", params);
  return answer.map(({ position, label }) => {
    const text = typeof label === "string" ? label : label.map((part) => part.value).join("");
    return `${position.line + 1}: ${text}`;
  });
}

describe("a kernel", () => {
  test("positions are UTF-16, requests of our own are there", () => {
    expect(client.initialized.capabilities.positionEncoding).toBe("utf-16");
  });

  test("has no problems", async () => {
    expect(await client.diagnostics(uri)).toEqual([]);
  });

  test("hover on a tensor and a layout", async () => {
    expect(await hoverText("mA = ")).toMatch(/\(M,K\):\(K,_1\)/);
    expect(await hoverText("sA = ")).toMatch(/SW128: 16-byte chunks/);
    expect(await hoverText("bM = ")).toMatch(/_128/);
  });

  test("hover without a picture for a client that did not ask for one", async () => {
    expect(await hoverText("sA = ")).not.toContain("data:image");
  });

  test("hints stand at the ends of declarations", async () => {
    expect(await hints()).toContain("7: (M,K):(K,_1) · gmem half_t");
  });

  test("outline", async () => {
    const params = { textDocument: { uri } };
    const [launch] = await client.connection.sendRequest<DocumentSymbol[]>("textDocument/documentSymbol", params);
    expect(launch?.name).toBe("launch");
    expect(launch?.children?.map(({ name }) => name)).toEqual(expect.arrayContaining(["mA", "sA", "tmaA"]));
  });
});

describe("an edit", () => {
  test("a staged layout in make_tma_atom is reported while typing", async () => {
    client.replace(uri, "sA(_,_,0)", "sA");
    const [problem, ...more] = await client.diagnostics(uri);
    expect(more).toEqual([]);
    expect(problem?.code).toBe("tma-size-mismatch");
    expect(problem?.source).toBe("CuTe Lens");
    expect(problem?.codeDescription?.href).toMatch(/docs\/rules\/tma-size-mismatch\.md$/);
    expect(problem?.relatedInformation?.length).toBeGreaterThan(0);
  });

  test("the light bulb offers one stage, and silence", async () => {
    const [problem] = await client.diagnostics(uri);
    const params = { textDocument: { uri }, range: problem!.range, context: { diagnostics: [] } };
    const actions = await client.connection.sendRequest<CodeAction[]>("textDocument/codeAction", params);
    expect(actions.map(({ title }) => title)).toEqual([
      "Pass one stage: sA(_,_,Int<0>{})",
      "Ignore tma-size-mismatch here",
    ]);
  });

  test("undoing it takes the problem away", async () => {
    client.replace(uri, "mA, sA,", "mA, sA(_,_,0),");
    expect(await client.diagnostics(uri)).toEqual([]);
  });

  test("another tile size is another mismatch", async () => {
    client.replace(uri, "make_shape(bM, bK));", "make_shape(bM, Int<32>{}));");
    expect((await client.diagnostics(uri)).map(({ code }) => code)).toEqual(["tma-size-mismatch"]);
    client.replace(uri, "make_shape(bM, Int<32>{}));", "make_shape(bM, bK));");
    expect(await client.diagnostics(uri)).toEqual([]);
  });
});

test("a file without CuTe has no hovers, hints or problems", async () => {
  const other = "file:///work/plain.cpp";
  client.open(other, "cpp", "int size(int x) { return x; }\n");
  expect(await client.diagnostics(other)).toEqual([]);
  const params = { textDocument: { uri: other }, position: { line: 0, character: 5 } };
  expect(await client.connection.sendRequest("textDocument/hover", params)).toBeNull();
});

test("pictures for a client that declares them", async () => {
  const rich = await startClient({ pictures: true, commands: ["cuteLens.openPreviewAt"] });
  rich.open(uri, "cuda-cpp", kernel);
  const params = { textDocument: { uri }, position: rich.position(uri, "sA = ") };
  const hover = await rich.connection.sendRequest<Hover>("textDocument/hover", params);
  const text = typeof hover.contents === "object" && "value" in hover.contents ? hover.contents.value : "";
  expect(text).toContain("](data:image/svg+xml,");
  expect(text.length).toBeLessThan(99_000);
  expect(text).toContain("command:cuteLens.openPreviewAt");
  expect(await rich.stop()).toBe(0);
});
