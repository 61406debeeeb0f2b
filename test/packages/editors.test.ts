// The files in editors/: each is read as its editor reads it, and the server that it starts answers.
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { startClient } from "../lsp/client.ts";
import { emptyFolder, root, succeed, version } from "./installed.ts";

const read = (path: string): string => readFileSync(join(root, "editors", path), "utf8");

/** TOML as data, by Python's own reader (3.11). */
function toml(path: string): Record<string, unknown> {
  const program = "import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], 'rb'))))";
  return JSON.parse(succeed(root, "python3", ["-c", program, join(root, "editors", path)]));
}

/** The command lines that the files hold. */
const commands: Readonly<Record<string, () => readonly string[]>> = {
  helix: () => {
    const { "language-server": servers, language } = toml("helix/languages.toml") as {
      "language-server": { "cute-lens": { command: string; args: readonly string[] } };
      language: readonly { name: string; "language-servers": readonly string[] }[];
    };
    expect(language.map(({ name }) => name)).toEqual(["cpp", "python"]);
    for (const one of language) expect(one["language-servers"]).toContain("cute-lens");
    return [servers["cute-lens"].command, ...servers["cute-lens"].args];
  },
  sublime: () => JSON.parse(read("sublime/LSP.sublime-settings")).clients["cute-lens"].command,
  jetbrains: () => JSON.parse(read("jetbrains/template.json")).programArgs.default.split(" "),
};

const bin = join(emptyFolder(), "bin");
beforeAll(() => {
  mkdirSync(bin);
  symlinkSync(join(root, "dist/cli.js"), join(bin, "cute-lens"));
  process.env.PATH = [bin, process.env.PATH].join(delimiter);
});

describe.each(Object.entries(commands))("%s", (_, command) => {
  test("starts a server that finds the mistake of a kernel", async () => {
    const [file = "", ...args] = command();
    const client = await startClient({}, undefined, null, { registers: true, command: { file, args, cwd: root } });
    const path = join(root, "playground/broken/tma_size_mismatch.cu");
    const uri = pathToFileURL(path).href;
    client.open(uri, "cpp", readFileSync(path, "utf8"));
    expect((await client.diagnostics(uri))[0]?.code).toBe("tma-size-mismatch");
    await client.stop();
  });
});

test("Zed: the extension's version and the command that it starts", () => {
  expect(toml("zed/extension.toml")).toMatchObject({ id: "cute-lens", version, schema_version: 1 });
  expect(toml("zed/Cargo.toml")).toMatchObject({ package: { version }, lib: { "crate-type": ["cdylib"] } });
  expect(read("zed/src/lib.rs")).toContain('["lsp".to_string(), "--stdio".to_string()]');
});
