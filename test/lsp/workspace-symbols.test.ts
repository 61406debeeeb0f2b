// workspace/symbol: the layouts of the files that are open, by the letters of the query in their order; only where the setting
// or a client without another server for the language wants it.
import { expect, test } from "vitest";
import type { SymbolInformation } from "vscode-languageserver";
import { startClient } from "./client.ts";

const text = (kernel: string) => `#include <cute/tensor.hpp>
using namespace cute;
void ${kernel}() {
  auto smemTile = make_layout(Shape<_128, _64>{});
  auto copyThreads = make_layout(Shape<_32>{});
}
`;

async function symbols(options: object, query: string): Promise<readonly string[]> {
  const client = await startClient(options);
  client.open("file:///work/first.cu", "cuda-cpp", text("first"));
  client.open("file:///work/second.cu", "cuda-cpp", text("second"));
  await client.diagnostics("file:///work/first.cu");
  await client.diagnostics("file:///work/second.cu");
  const found = await client.connection.sendRequest<readonly SymbolInformation[]>("workspace/symbol", { query });
  expect(await client.stop()).toBe(0);
  return found
    .map(({ name, containerName, location }) => {
      const { line, character } = location.range.start;
      return `${containerName}.${name} ${location.uri.slice(13)}:${line + 1}:${character + 1}`;
    })
    .sort();
}

test("in both files, by letters in order", async () => {
  const on = { settings: { navigation: "on" } };
  expect(await symbols(on, "smti")).toEqual(["first.smemTile first.cu:4:8", "second.smemTile second.cu:4:8"]);
});

test("none where another server has them", async () => {
  expect(await symbols({ settings: { navigation: "auto" }, served: ["cpp"] }, "smem")).toEqual([]);
  expect(await symbols({ settings: { navigation: "auto" }, served: ["python"] }, "copyT")).toHaveLength(2);
});
