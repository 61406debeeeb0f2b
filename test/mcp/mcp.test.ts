// `cute-lens mcp` with the protocol's own client: every tool, what it may read, and how long its answers are.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

const kernel = `#include <cute/tensor.hpp>
using namespace cute;
template <class Q>
void kernel(half_t const* A, int M, int K, Q q) {
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto gA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, _1{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, gA, sA, Shape<_128, _64>{}, _1{});
  auto bad = make_layout(Shape<_4, _8>{}, Stride<_1>{});
  auto lost = make_layout(q.shape());
}
`;

const top = mkdtempSync(join(tmpdir(), "cute-lens-mcp-"));
const project = join(top, "project");
const clients: Client[] = [];

beforeAll(() => {
  mkdirSync(project);
  writeFileSync(join(project, "kernel.cu"), kernel);
  writeFileSync(join(top, "secret.cu"), kernel);
  symlinkSync(join(top, "secret.cu"), join(project, "link.cu"));
  writeFileSync(join(top, "secret.h"), "constexpr int secret = 4711;\n");
  writeFileSync(
    join(project, "reads.cu"),
    `#include "../secret.h"\n#include <cute/tensor.hpp>\nvoid f() { auto l = cute::make_layout(cute::Int<secret>{}); }\n`,
  );
  const wrong = Array.from({ length: 200 }, (_, i) => `  auto a${i} = make_layout(Shape<_4, _8>{}, Stride<_1>{});`);
  const long = ["#include <cute/tensor.hpp>", "using namespace cute;", "void f() {", ...wrong, "}", ""];
  writeFileSync(join(project, "long.cu"), long.join("\n"));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  rmSync(top, { recursive: true });
});

/** A client with roots of its own, or one without that notion. */
async function connect(
  roots: readonly string[] | "none",
  args: readonly string[] = [],
  cwd = project,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: roots === "none" ? {} : { roots: {} } });
  if (roots !== "none")
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, "mcp", ...args], cwd }));
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, given: Readonly<Record<string, unknown>>) {
  const { isError, content } = await client.callTool({ name, arguments: given });
  const [first] = content as readonly { readonly type: string; readonly text: string }[];
  return { failed: isError === true, text: first?.text ?? "" };
}

describe("the tools", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect([project]);
  });

  test("are listed, read-only, each with words and a closed schema", async () => {
    const { tools } = await client.listTools();
    const names = ["layout_of", "check", "evaluate", "why", "explain", "costs", "draw", "tma"];
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(description).toMatch(/\.$/);
      expect(inputSchema.additionalProperties).toBe(false);
    }
    expect(client.getInstructions()).toMatch(/before you guess/);
  });

  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
    [
      "layout_of",
      { file: "kernel.cu", name: "sA" },
      /^sA: layout at kernel\.cu:5:8 in kernel\n {2}Sw<3,4,3> o smem_ptr\[16b\]\(unset\) o .*\n {2}size _8192, cosize _8192$/,
    ],
    [
      "layout_of",
      { file: join(project, "kernel.cu"), line: 6 },
      /^gA: tensor at kernel\.cu:6:8 .*\n {2}.*\(M,K\):\(K,_1\)/,
    ],
    [
      "layout_of",
      { file: "kernel.cu", name: "lost" },
      /^lost: unknown at kernel\.cu:9:8 in kernel\n {2}unknown\n {2}because: /,
    ],
    [
      "check",
      { paths: ["kernel.cu"] },
      /^kernel\.cu:8:43: error: shape \(_4,_8\) and stride .*\[layout-not-congruent\]/,
    ],
    [
      "evaluate",
      { expression: "zipped_divide((_8,_16):(_1,_8), (_4,_4))" },
      /^\(\(_4,_4\),\(_2,_4\)\):\(\(_1,_8\),\(_4,_32\)\)$/,
    ],
    ["evaluate", { expression: "size((M,8))" }, /^8\*M$/],
    ["why", { file: "kernel.cu", line: 9 }, /^lost\n {2}\S/],
    ["explain", { text: "CUDA_ERROR_INVALID_VALUE cuTensorMapEncodeTiled" }, /./],
    ["costs", { file: "kernel.cu" }, /./],
    ["costs", { expression: "Sw<3,3,3> o _0 o (_32,_8):(_64,_1)", bits: 16 }, /bank/],
    ["draw", { expression: "(_2,_2):(_2,_1)" }, /\| 0 \| 1 \|/],
    ["draw", { expression: "(_2,_2):(_2,_1)", format: "svg" }, /^<svg[\s\S]*<\/svg>$/],
    [
      "tma",
      {
        expression:
          "make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr((half_t*)nullptr), Layout<Shape<_256,_64>,Stride<_64,_1>>{}), Layout<Shape<_128,_64>,Stride<_64,_1>>{})",
      },
      /box/,
    ],
    ["tma", { file: "kernel.cu" }, /^tma at kernel\.cu:7:8 in kernel\n[\s\S]*box/],
  ];
  test.each(cases)("%s %j", async (name, given, answer) => {
    const { failed, text } = await call(client, name, given);
    expect(text).toMatch(answer);
    expect(failed).toBe(false);
  });

  const mistakes: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
    ["layout_of", { file: "kernel.cu" }, /a `name` or a `line`/],
    ["layout_of", { file: "kernel.cu", name: "sB" }, /^sB has no value in kernel\.cu\. Names there: .*\bsA\b/],
    ["layout_of", { file: "kernel.cu", line: "6" }, /line must be integer/],
    [
      "layout_of",
      { file: "kernel.cu", nmae: "sA" },
      /^layout_of: there is no `nmae`; its arguments are file, name, line,/,
    ],
    ["draw", { expression: "_8:_1", format: "png" }, /^draw: `format` is one of text, svg$/],
    [
      "evaluate",
      { expression: "composition((8,8)" },
      /^this bracket is not closed\n {2}composition\(\(8,8\)\n {13}\^$/,
    ],
    ["draw", { expression: "(_512,_512):(_512,_1)" }, /draw a smaller part/],
    ["costs", {}, /a `file` or an `expression`/],
    ["nothing", {}, /there is no tool nothing/],
  ];
  test.each(mistakes)("a mistake is told: %s %j", async (name, given, message) => {
    const { failed, text } = await call(client, name, given);
    expect(text).toMatch(message);
    expect(failed).toBe(true);
  });

  test("an edit between two calls is seen", async () => {
    const file = join(project, "edited.cu");
    const asked = async (text: string) => {
      writeFileSync(file, `#include <cute/tensor.hpp>\nauto l = cute::make_layout(cute::Int<${text}>{});\n`);
      return (await call(client, "layout_of", { file: "edited.cu", name: "l" })).text;
    };
    expect(await asked("4")).toMatch(/_4:_1/);
    expect(await asked("8")).toMatch(/_8:_1/);
  });

  test("an answer has a bound, and says what is missing", async () => {
    const { text } = await call(client, "check", { paths: ["long.cu"] });
    expect(text.length).toBeLessThan(8200);
    expect(text).toMatch(/\n… \d+ more lines: give fewer paths$/);
  });
});

describe("what may be read", () => {
  test.each([["../secret.cu"], [join(top, "secret.cu")], ["link.cu"], ["/etc/hostname"], ["/etc/no-such-file"]])(
    "%s is outside",
    async (file) => {
      const client = await connect([project]);
      for (const [name, given] of [
        ["layout_of", { file, name: "sA" }],
        ["check", { paths: [file] }],
        ["why", { file, line: 9 }],
        ["costs", { file }],
        ["tma", { file }],
      ] as const) {
        const { failed, text } = await call(client, name, given);
        expect(text).toMatch(/is not below the folders that may be read/);
        expect(failed).toBe(true);
      }
    },
  );

  test("an include that leads outside is not read", async () => {
    const given = { file: "reads.cu", name: "l" };
    expect((await call(await connect([project]), "layout_of", given)).text).not.toMatch(/4711/);
    expect((await call(await connect([top]), "layout_of", { ...given, file: "project/reads.cu" })).text).toMatch(
      /4711/,
    );
  });

  test("without roots of a client: the folders of the command line, else where it was started", async () => {
    const given = { file: "secret.cu", name: "sA" };
    expect((await call(await connect("none"), "layout_of", { ...given, file: "kernel.cu" })).failed).toBe(false);
    expect((await call(await connect("none"), "layout_of", given)).failed).toBe(true);
    expect((await call(await connect("none", ["--root", top]), "layout_of", given)).failed).toBe(false);
  });

  test("a client that gives no folder lets nothing be read", async () => {
    const { text } = await call(await connect([]), "check", { paths: ["kernel.cu"] });
    expect(text).toMatch(/--root FOLDER/);
  });
});
