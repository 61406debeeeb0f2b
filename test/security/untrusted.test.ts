// A folder that the user does not trust, over LSP: nothing is read outside of it, and its cute-lens.json silences nothing.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver";
import { type LspClient, startClient } from "../lsp/client.ts";

const top = mkdtempSync(join(tmpdir(), "cute-lens-untrusted-"));
const folder = join(top, "folder");
const kernel = `#include <cute/tensor.hpp>
#include "absolute.h"
#include "linked.h"
#include "../beside.h"
#include "own.h"
using namespace cute;
void f() {
  auto a = make_layout(Int<absolute>{});
  auto b = make_layout(Int<linked>{});
  auto c = make_layout(Int<beside>{});
  auto d = make_layout(Int<own>{});
  auto bad = make_layout(Shape<_4, _8>{}, Stride<_1>{});
}
`;
const uri = pathToFileURL(join(folder, "k.cu")).href;
const running: LspClient[] = [];

beforeAll(() => {
  mkdirSync(join(top, "outside"), { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(top, "outside/absolute.h"), "constexpr int absolute = 4711;\n");
  writeFileSync(join(top, "outside/linked.h"), "constexpr int linked = 4712;\n");
  writeFileSync(join(top, "beside.h"), "constexpr int beside = 4713;\n");
  writeFileSync(join(folder, "own.h"), "constexpr int own = 4714;\n");
  symlinkSync(join(top, "outside/linked.h"), join(folder, "linked.h"));
  writeFileSync(join(folder, "k.cu"), kernel);
  writeFileSync(
    join(folder, "cute-lens.json"),
    JSON.stringify({
      includePaths: [join(top, "outside")],
      rules: { "layout-not-congruent": "off" },
      ignore: ["**"],
      overrides: [{ files: ["**"], rules: { "layout-not-congruent": "off" } }],
    }),
  );
});
afterAll(async () => {
  for (const one of running) expect(await one.stop()).toBe(0);
  rmSync(top, { recursive: true });
});

async function started(options: object): Promise<LspClient> {
  const client = await startClient(options, undefined, pathToFileURL(folder).href);
  running.push(client);
  client.open(uri, "cpp", kernel);
  return client;
}

async function values(client: LspClient): Promise<string> {
  const answers = ["a = ", "b = ", "c = ", "d = "].map(async (needle) => {
    const params = { textDocument: { uri }, position: client.position(uri, needle) };
    const answer = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
    return JSON.stringify(answer?.contents ?? "");
  });
  return (await Promise.all(answers)).join("\n");
}

describe("a folder that the user does not trust", () => {
  test("by paths, links and `..` nothing outside is read; a problem is told", async () => {
    const client = await started({ trusted: false });
    expect((await client.diagnostics(uri)).map(({ code }) => code)).toEqual(["layout-not-congruent"]);
    const said = await values(client);
    expect(said).toMatch(/4714/);
    expect(said).not.toMatch(/471[123]/);
  });

  test("what the user's own settings name is read", async () => {
    const settings = { includePaths: [join(top, "outside")] };
    const client = await started({ trusted: false, settings });
    await client.diagnostics(uri);
    const said = await values(client);
    expect(said).toMatch(/4711/);
    expect(said).not.toMatch(/4713/);
  });
});

describe("what a build file or an environment of the folder names outside of it", () => {
  const cpp =
    "#include <cute/tensor.hpp>\n#include <outside.h>\nusing namespace cute;\nvoid f() { auto l = make_layout(Int<outside>{}); }\n";
  const python =
    "import cutlass.cute as cute\nfrom outside import n\n@cute.jit\ndef f():\n    l = cute.make_layout(n)\n";
  const far = join(top, "far");
  const flag = `-I${far}`;
  const packages = "lib/python3.11/site-packages";

  const cases: readonly (readonly [string, string, string, (folder: string) => void])[] = [
    [
      "compile_commands.json",
      "k.cu",
      cpp,
      (at) => {
        const command = { directory: at, file: "k.cu", arguments: ["nvcc", flag, "-c", "k.cu"] };
        writeFileSync(join(at, "compile_commands.json"), JSON.stringify([command]));
      },
    ],
    [
      "a file of options",
      "k.cu",
      cpp,
      (at) => {
        const command = { directory: at, file: "k.cu", command: `nvcc @${join(far, "options.rsp")} -c k.cu` };
        writeFileSync(join(at, "compile_commands.json"), JSON.stringify([command]));
      },
    ],
    [".clangd", "k.cu", cpp, (at) => writeFileSync(join(at, ".clangd"), `CompileFlags:\n  Add: [${flag}]\n`)],
    [
      "c_cpp_properties.json",
      "k.cu",
      cpp,
      (at) => {
        mkdirSync(join(at, ".vscode"));
        const configurations = [{ name: "Linux", includePath: [far] }];
        writeFileSync(join(at, ".vscode/c_cpp_properties.json"), JSON.stringify({ configurations }));
      },
    ],
    [
      "a virtual environment that is a link",
      "k.py",
      python.replace("from outside", "from far_package.outside"),
      (at) => symlinkSync(join(far, "venv"), join(at, ".venv")),
    ],
    ["a package that is a link", "k.py", python, (at) => symlinkSync(join(far, "outside.py"), join(at, "outside.py"))],
  ];

  beforeAll(() => {
    mkdirSync(join(far, "venv", packages, "far_package"), { recursive: true });
    mkdirSync(join(far, "venv", packages, "far_package-1.dist-info"));
    writeFileSync(join(far, "outside.h"), "constexpr int outside = 4715;\n");
    writeFileSync(join(far, "options.rsp"), `${flag}\n`);
    writeFileSync(join(far, "outside.py"), "n = 4715\n");
    writeFileSync(join(far, "venv", packages, "far_package/__init__.py"), "");
    writeFileSync(join(far, "venv", packages, "far_package/outside.py"), "n = 4715\n");
    writeFileSync(
      join(far, "venv", packages, "far_package-1.dist-info/METADATA"),
      "Name: far_package\nRequires-Dist: nvidia-cutlass-dsl\n",
    );
  });

  test.each(cases)("%s: is read where the folder is trusted, and nowhere else", async (what, name, text, write) => {
    const at = join(top, what.replace(/\W/g, "-"));
    mkdirSync(at);
    write(at);
    const uri = pathToFileURL(join(at, name)).href;
    const said = async (trusted: boolean): Promise<string> => {
      const client = await startClient({ trusted }, undefined, pathToFileURL(at).href);
      running.push(client);
      client.open(uri, name.endsWith(".py") ? "python" : "cuda-cpp", text);
      const params = { textDocument: { uri }, position: client.position(uri, "l = ") };
      return JSON.stringify(await client.connection.sendRequest("textDocument/hover", params));
    };
    expect(await said(true)).toContain("4715");
    expect(await said(false)).not.toContain("4715");
  });
});

test("in a folder that the user trusts they are read, and the team's cute-lens.json counts", async () => {
  const client = await started({});
  expect(await client.diagnostics(uri)).toEqual([]);
  const said = await values(client);
  for (const value of ["4711", "4712", "4713", "4714"]) expect(said).toContain(value);
});
