// `check` for people: excerpts, colours, progress, fixes, watching; and `init`, completions and the manual page.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { progressLine, progressOf } from "../../server/src/cli/terminal.ts";

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cute-lens-terminal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bad = `#include <cute/tensor.hpp>
void f() {
\tauto rows = cute::Int<4>{};
\tauto l = cute::make_layout(cute::make_shape(rows, cute::Int<8>{}), cute::Stride<cute::_1>{});
}
`;
const fixable = `#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto t = make_tensor(make_gmem_ptr(p), Shape<_4, _8>{}, make_stride(1, 4));  // (BLK_M)
}
`;

beforeEach(() => {
  writeFileSync(join(folder, "bad.cu"), bad);
  writeFileSync(join(folder, "fixable.cu"), fixable);
});

function lens(args: readonly string[], env: NodeJS.ProcessEnv = { NO_COLOR: "1" }) {
  const clean = { ...process.env, NO_COLOR: "", FORCE_COLOR: "", ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: clean,
  });
  return { status, stdout, stderr };
}

describe("excerpts", () => {
  test("show the line, a squiggle under the finding, and what it rests on", () => {
    const { status, stdout } = lens(["check", "bad.cu", "--format", "full"]);
    expect(status).toBe(1);
    expect(
      stdout,
    ).toBe(`error[layout-not-congruent]: shape (_4,_8) and stride (_1) are not congruent: give every mode of the shape one stride, nested alike
 --> bad.cu:4:69
  |
4 |     auto l = cute::make_layout(cute::make_shape(rows, cute::Int<8>{}), cute::Stride<cute::_1>{});
  |                                                                        ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = rows = _4, declared here (3:7)
3 |     auto rows = cute::Int<4>{};

1 error in 1 file
`);
  });

  test("colours are asked for, or refused", () => {
    const full = ["check", "bad.cu", "--format", "full"];
    expect(lens(full, { FORCE_COLOR: "1" }).stdout).toContain("\u001b[31m^^^^^^^^^^^^^^^^^^^^^^^^\u001b[39m");
    expect(lens(full, { FORCE_COLOR: "1", NO_COLOR: "1" }).stdout).not.toContain("\u001b");
    expect(lens(full, {}).stdout).not.toContain("\u001b");
  });

  test("piped output stays one line a finding", () => {
    expect(lens(["check", "bad.cu"]).stdout).toMatch(/^bad\.cu:4:69: error: /);
    expect(lens(["check", "."]).stderr).toBe("");
  });
});

describe("what a file holds", () => {
  const evil = "\u001b]8;;example:x\u0007x\u001b[2J\u202e";
  const name = `a\n::error::${evil}#?.cu`;
  const shown = "\\u001b]8;;example:x\\u0007x\\u001b[2J\\u202e";
  beforeEach(() => {
    mkdirSync(join(folder, "evil"), { recursive: true });
    writeFileSync(join(folder, "evil", name), bad.replace("cute::_1>{}", `cute::_1>{} /* ${evil} */`));
  });

  test.each(["text", "full"])("moves no cursor of a terminal, and is no link in it: %s", (format) => {
    const { stdout } = lens(["check", "evil", "--format", format], { FORCE_COLOR: "1" });
    expect(stdout).toContain(shown);
    // What the colours begin with is ours.
    const rest = stdout.replace(/\p{Cc}\[\d+m/gu, "").replaceAll("\n", "");
    expect(rest).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  test("is no command to GitHub's runner, and an address in SARIF", () => {
    const { stdout } = lens(["check", "evil", "--format", "github"]);
    expect(stdout.match(/^::/gm)).toHaveLength(1);
    expect(stdout).toMatch(/^::error file=evil\/a%0A%3A%3Aerror/);
    const sarif = JSON.parse(lens(["check", "evil", "--format", "sarif"]).stdout);
    const { uri } = sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
    expect(decodeURIComponent(uri)).toBe(`evil/${name}`);
    expect(new URL(uri, "file:///w/").pathname).toBe(`/w/${uri}`);
  });
});

test("progress fits the line, the name's end is kept", () => {
  expect(progressLine(12, 66, 4, "a/b.cu", 80)).toBe("12/66 files · 3.0 a second · a/b.cu");
  expect(progressLine(12, 66, 4, "very/long/path/of/a/kernel.cu", 42)).toBe(
    "12/66 files · 3.0 a second · …a/kernel.cu",
  );
  expect(progressLine(12, 66, 4, "name.cu", 20).length).toBeLessThan(20);
});

describe("at a terminal", () => {
  /** A terminal of 80 columns that keeps what is written; the clock stands until the test moves it. */
  function terminal(): { stream: NodeJS.WriteStream; written: string[] } {
    const written: string[] = [];
    const write = (text: string) => written.push(text) > 0;
    return { stream: { isTTY: true, columns: 80, write } as unknown as NodeJS.WriteStream, written };
  }
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("a long command says how far it is, and wipes it", () => {
    const { stream, written } = terminal();
    const progress = progressOf(3, stream);
    progress.next("slow/a.cu");
    vi.advanceTimersByTime(999);
    expect(written).toEqual([]);
    progress.next("slow/b.cu");
    vi.advanceTimersByTime(1001);
    expect(written.at(-1)).toBe("\r\u001b[2K1/3 files · 0.5 a second · slow/b.cu");
    progress.end();
    expect(written.at(-1)).toBe("\r\u001b[2K");
    const count = written.length;
    vi.advanceTimersByTime(5000);
    expect(written).toHaveLength(count);
  });

  test("of one file it says the seconds; a short command says nothing; a pipe hears nothing", () => {
    const one = terminal();
    const progress = progressOf(1, one.stream);
    progress.next("a.cu");
    vi.advanceTimersByTime(3000);
    expect(one.written.at(-1)).toBe("\r\u001b[2Ka.cu · 3 s");
    progress.end();

    const short = terminal();
    const soon = progressOf(3, short.stream);
    soon.next("a.cu");
    vi.advanceTimersByTime(500);
    soon.end();
    expect(short.written).toEqual([]);

    const pipe = terminal();
    pipe.stream.isTTY = false;
    progressOf(3, pipe.stream).next("a.cu");
    vi.advanceTimersByTime(5000);
    expect(pipe.written).toEqual([]);
  });
});

test("what a command leaves at a terminal is its answer alone", () => {
  // A terminal for a command, by Python's own module.
  const pty = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";
  mkdirSync(join(folder, "good"), { recursive: true });
  writeFileSync(join(folder, "good", "a.cu"), bad.replace("cute::Stride<cute::_1>{}", "cute::LayoutRight{}"));
  const { stdout } = spawnSync("python3", ["-c", pty, process.execPath, cli, "check", "good"], {
    cwd: folder,
    encoding: "utf8",
  });
  const left = stdout.slice(stdout.lastIndexOf("\r\u001b[2K") + 1);
  expect(left).toContain("no problems in 1 file");
  expect(left).not.toContain("a second");
});

describe("--fix", () => {
  test("writes the rules' fixes, sums them up, and leaves nothing to do", () => {
    const first = lens(["check", "fixable.cu", "--fix"]);
    expect(first.stderr).toMatch(/^fixable\.cu:\d+: \S.*\nfixable\.cu:\d+: \S.*\nfixed 2 problems in 1 file\n$/);
    expect(first).toMatchObject({ status: 0, stdout: "no problems in 1 file\n" });
    expect(readFileSync(join(folder, "fixable.cu"), "utf8")).toContain(
      "make_tensor(make_gmem_ptr(p), Shape<_4, _8>{}, make_stride(Int<1>{}, 4));  // (BLK_M,8)",
    );
    expect(lens(["check", "fixable.cu", "--fix"]).stderr).toBe("nothing to fix by itself\n");
  });

  test("changes nothing where a rule has no fix", () => {
    lens(["check", "bad.cu", "--fix"]);
    expect(readFileSync(join(folder, "bad.cu"), "utf8")).toBe(bad);
  });
});

test("--watch checks again when a file changes", async () => {
  const child = spawn(process.execPath, [cli, "check", "bad.cu", "--watch"], { cwd: folder });
  let said = "";
  let heard: () => void = () => undefined;
  const listen = (data: Buffer) => {
    said += data.toString();
    heard();
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const until = async (pattern: RegExp) => {
    while (!pattern.test(said))
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
  };
  await until(/1 error in 1 file\n[\s\S]*watching bad\.cu/);
  said = "";
  writeFileSync(join(folder, "bad.cu"), bad.replace("cute::Stride<cute::_1>{}", "cute::LayoutRight{}"));
  await until(/no problems in 1 file/);
  child.kill();
});

describe("init", () => {
  const project = join(folder, "project");
  const write = (path: string, text: string) => {
    mkdirSync(join(project, path, ".."), { recursive: true });
    writeFileSync(join(project, path), text);
  };

  test("writes what it finds, says where, and does not replace", () => {
    write("CMakeLists.txt", "set(CMAKE_CUDA_ARCHITECTURES 90a)\n");
    write("third_party/cutlass/include/cute/layout.hpp", "");
    write(
      "third_party/cutlass/include/cutlass/version.h",
      "#define CUTLASS_MAJOR 4\n#define CUTLASS_MINOR 2\n#define CUTLASS_PATCH 1\n",
    );
    const { status, stderr } = lens(["init", "project"]);
    expect(stderr).toBe("architecture: sm_90a, from CMakeLists.txt\nCUTLASS 4.2.1 in third_party/cutlass/include\n");
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(join(project, "cute-lens.json"), "utf8"))).toEqual({
      arch: "sm_90a",
      includePaths: ["third_party/cutlass/include"],
    });
    expect(lens(["init", "project"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--force replaces it/),
    });
  });

  test("where the build names several architectures it decides nothing", () => {
    write("CMakeLists.txt", "set(CMAKE_CUDA_ARCHITECTURES 90a 100a)\n");
    const { stdout, stderr } = lens(["init", "project", "--dry"]);
    expect(JSON.parse(stdout)).toMatchObject({ arch: "auto" });
    expect(stderr).toMatch(/the build names sm_100a, sm_90a/);
  });

  test("what it writes is a valid configuration", () => {
    write("kernel.cu", bad);
    lens(["init", "project", "--force"]);
    expect(lens(["check", "project"]).stderr).toBe("");
  });
});

test("completions and the manual page know every command and option", () => {
  const help = lens(["--help"]).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)]
    .map((match) => match[1] ?? "")
    .filter((name) => name !== "help");
  expect(commands.length).toBeGreaterThan(10);
  for (const [shown, marks] of [
    [lens(["completions", "bash"]).stdout, ["--write-baseline", "high-contrast"]],
    [lens(["completions", "zsh"]).stdout, ["--write-baseline", "high-contrast"]],
    [lens(["completions", "fish"]).stdout, ["-l write-baseline", "high-contrast"]],
    [lens(["man"]).stdout, ["\\-\\-write\\-baseline", "high\\-contrast"]],
  ] as const) {
    for (const word of [...commands, ...marks]) expect(shown).toContain(word);
    expect(shown).not.toContain("--part");
  }
});
