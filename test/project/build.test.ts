// Include paths and definitions from compile_commands.json, .clangd and c_cpp_properties.json; what is wrong in them is told.
import { describe, expect, test } from "vitest";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { ProjectOptions } from "../../server/src/project/analyse.ts";
import { Build } from "../../server/src/project/build/build.ts";
import { splitCommand } from "../../server/src/project/build/flags.ts";
import { parseYaml } from "../../server/src/project/build/yaml.ts";
import { createProject } from "../../server/src/project/create.ts";
import { Files } from "../../server/src/project/files.ts";
import { memoryHost } from "../evaluate/facts-of.ts";

type Texts = Readonly<Record<string, string>>;

async function flags(texts: Texts, path: string, options: Partial<ProjectOptions> = {}) {
  const told: string[] = [];
  const log = (message: string): void => void told.push(message);
  const build = new Build(new Files(memoryHost(texts)), { roots: ["/p"], log, ...options });
  const { includePaths, defines } = await build.of(path);
  return { includePaths, defines, told };
}

const commands = (...entries: readonly object[]): string => JSON.stringify(entries);

describe("compile_commands.json", () => {
  const texts: Texts = {
    "/p/compile_commands.json": commands(
      {
        directory: "/p/build",
        file: "../src/fwd.cu",
        command: 'nvcc -I../csrc -isystem "/opt/my include" -iquote /q --define-macro=BM=128 -DNDEBUG -c ../src/fwd.cu',
      },
      { directory: "/p", file: "bwd/bwd.cu", arguments: ["nvcc", "-I", "bwd/inc", "-DBM=64", "-UBM", "-D", "BK=32"] },
    ),
  };

  test("the entry of a file, relative to its folder", async () => {
    expect(await flags(texts, "/p/src/fwd.cu")).toEqual({
      includePaths: ["/p/csrc", "/opt/my include", "/q"],
      defines: { BM: "128", NDEBUG: "1" },
      told: [],
    });
  });

  test("a list of arguments, and -U", async () => {
    const { includePaths, defines } = await flags(texts, "/p/bwd/bwd.cu");
    expect(includePaths).toEqual(["/p/bwd/inc"]);
    expect(defines).toEqual({ BK: "32" });
  });

  test("a header takes the entry of the nearest source", async () => {
    expect((await flags(texts, "/p/bwd/deep/tile.hpp")).includePaths).toEqual(["/p/bwd/inc"]);
    expect((await flags(texts, "/p/src/fwd.hpp")).defines.BM).toBe("128");
  });

  test("in build/, with CMake's files of options", async () => {
    const found = await flags(
      {
        "/p/build/compile_commands.json": commands({
          directory: "/p/build",
          file: "/p/a.cu",
          command: "nvcc --options-file CMakeFiles/a.rsp @more.rsp -c /p/a.cu",
        }),
        "/p/build/CMakeFiles/a.rsp": "-I/p/one --generate-code=arch=compute_90a",
        "/p/build/more.rsp": '-isystem "/p/two"',
      },
      "/p/a.cu",
    );
    expect(found.includePaths).toEqual(["/p/one", "/p/two"]);
  });

  test("named by the setting; the user's own paths and definitions come first", async () => {
    const at = { "/p/out/x.json": commands({ directory: "/p", file: "a.cu", command: "nvcc -Iinc -DBM=1" }) };
    const options = { compileCommands: "out/x.json", includePaths: ["mine"], defines: { BM: "2" } };
    const found = await flags(at, "/p/a.cu", options);
    expect(found.includePaths).toEqual(["/p/mine", "/p/inc"]);
    expect(found.defines).toEqual({ BM: "2" });
  });

  test("what is wrong is told once, and nothing else happens", async () => {
    expect((await flags({ "/p/compile_commands.json": "[{" }, "/p/a.cu")).told).toEqual([
      expect.stringMatching(/^compile_commands\.json: .+ \(\/p\/compile_commands\.json\)$/),
    ]);
    const half = await flags({ "/p/compile_commands.json": commands({ file: "a.cu" }, { file: 3 }) }, "/p/a.cu");
    expect(half.told).toEqual([expect.stringContaining("2 of 2 entries have no file with a command")]);
    expect((await flags({}, "/p/a.cu", { compileCommands: "gone" })).told).toHaveLength(1);
  });
});

describe(".clangd", () => {
  test("flags are added and taken away, a database elsewhere is found", async () => {
    const found = await flags(
      {
        "/p/.clangd": [
          "CompileFlags:  # for all",
          "  Add: [-I/p/added, '-DBM=8']",
          "  Remove: -I/p/old",
          "  CompilationDatabase: out",
          "---",
          "If:",
          "  PathMatch: .*\\.cuh",
          "CompileFlags:",
          "  Add:",
          "  - -DHEADER",
        ].join("\n"),
        "/p/out/compile_commands.json": commands({
          directory: "/p",
          file: "a.cu",
          command: "nvcc -I/p/old -I/p/inc",
        }),
      },
      "/p/src/x.cuh",
    );
    expect(found).toEqual({ includePaths: ["/p/inc", "/p/added"], defines: { BM: "8", HEADER: "1" }, told: [] });
  });

  test("a file that is no YAML", async () => {
    const { told, includePaths } = await flags({ "/p/.clangd": "CompileFlags:\n\tAdd: x" }, "/p/a.cu");
    expect(includePaths).toEqual([]);
    expect(told).toEqual([".clangd: line 2: a tab cannot indent (/p/.clangd)"]);
    expect(
      parseYaml(`a:\n${Array.from({ length: 99 }, (_, i) => `${" ".repeat(i + 1)}a:`).join("\n")}`).complaint,
    ).toMatch(/nests too deeply/);
  });
});

describe("c_cpp_properties.json", () => {
  test("folders, folders with all below, definitions, comments", async () => {
    const found = await flags(
      {
        "/p/.vscode/c_cpp_properties.json": `{
          // Linux
          "configurations": [{ "name": "Linux",
            "includePath": ["\${workspaceFolder}/inc", "\${workspaceFolder}/lib/**", "\${env:CUDA}/include"],
            "defines": ["BM=128", "FAST"], }],
          "version": 4 }`,
        "/p/lib/a/b/x.hpp": "",
      },
      "/p/a.cu",
    );
    expect(found.includePaths).toEqual(["/p/inc", "/p/lib", "/p/lib/a", "/p/lib/a/b"]);
    expect(found.defines).toEqual({ BM: "128", FAST: "1" });
  });

  test("its compile_commands.json", async () => {
    const found = await flags(
      {
        "/p/.vscode/c_cpp_properties.json": `{ "configurations": [{ "compileCommands": "\${workspaceFolder}/o/cc.json" }] }`,
        "/p/o/cc.json": commands({ directory: "/p", file: "a.cu", command: "nvcc -Iinc" }),
      },
      "/p/a.cu",
    );
    expect(found.includePaths).toEqual(["/p/inc"]);
  });

  test("what is wrong is told", async () => {
    const { told } = await flags({ "/p/.vscode/c_cpp_properties.json": "{" }, "/p/a.cu");
    expect(told).toHaveLength(1);
  });
});

test("a command line is split as a shell splits it", () => {
  expect(splitCommand(`a "b c" 'd e' f\\ g -DX=\\"s\\" h"i"j`)).toEqual(["a", "b c", "d e", "f g", '-DX="s"', "hij"]);
});

test("an include path and a definition reach the facts, and follow the file on disk", async () => {
  const texts: Record<string, string> = {
    "/p/compile_commands.json": commands({ directory: "/p", file: "a.cu", command: "nvcc -Ideep/inc -DBN=32" }),
    "/p/deep/inc/tile.hpp": "#include <cute/tensor.hpp>\nusing Tile = cute::Shape<cute::_64, cute::Int<16>>;\n",
    "/p/a.cu":
      "#include <cute/tensor.hpp>\n#include <tile.hpp>\nvoid f() { auto t = make_layout(Tile{}); auto n = cute::Int<BN>{}; }\n",
  };
  const project = await createProject({ host: memoryHost(texts), roots: ["/p"] }, nodeWasmFiles());
  const values = async (): Promise<readonly string[]> => {
    const facts = await project.analyse("/p/a.cu");
    const found = facts?.facts.filter((fact) => fact.kind === "variable") ?? [];
    return found.map(({ name, value }) => `${name} ${value.kind}${value.kind === "num" ? value.value : ""}`);
  };
  expect(await values()).toEqual(["t layout", "n num32"]);
  texts["/p/compile_commands.json"] = commands({ directory: "/p", file: "a.cu", command: "nvcc -DBN=8" });
  project.forget("/p/compile_commands.json");
  expect(await values()).toEqual(["t unknown", "n num8"]);
  project.dispose();
});
