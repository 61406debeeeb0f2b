// `cute-lens init`: writes a cute-lens.json with what it finds in a folder, and says where it found it.
//
// The architecture is that of the build files where they agree; include paths are the folders that have cute/layout.hpp.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { configFileName } from "../settings/config-file.ts";
import { architectures } from "../settings/schema.ts";
import { UsageError } from "./usage.ts";

export function register(program: Command): void {
  program
    .command("init")
    .description(`write a ${configFileName} with the architecture and the include paths that are found`)
    .argument("[folder]", "the project's folder", ".")
    .option("--force", "replace the one that is there")
    .option("--dry", "print it and write nothing")
    .action((folder: string, options: { readonly force?: true; readonly dry?: true }) => init(folder, options));
}

function init(folder: string, { force, dry }: { readonly force?: true; readonly dry?: true }): void {
  const file = join(folder, configFileName);
  if (!existsSync(folder)) throw new UsageError(`${folder}: no such folder`);
  if (existsSync(file) && force !== true && dry !== true)
    throw new UsageError(`${file} is there already; --force replaces it`);
  const found = findings(resolve(folder));
  for (const note of found.notes) process.stderr.write(`${note}\n`);
  const text = `${JSON.stringify(found.config, null, 2)}\n`;
  if (dry === true) {
    process.stdout.write(text);
    return;
  }
  writeFileSync(file, text);
  process.stdout.write(`wrote ${file}\n`);
}

interface Found {
  readonly config: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

function findings(root: string): Found {
  const files = filesBelow(root);
  const includes = files
    .filter((file) => file.endsWith("/cute/layout.hpp"))
    .map((file) => relative(root, file.slice(0, -"/cute/layout.hpp".length)).replaceAll("\\", "/"));
  const { arch, notes } = architectureOf(root, files);
  const compileCommands = files.find((file) => file.endsWith("/compile_commands.json"));
  const config = {
    arch,
    ...(includes.length === 0 || compileCommands !== undefined ? {} : { includePaths: includes }),
  };
  const versions = includes.flatMap((include) => versionNote(root, include));
  const commands = compileCommands === undefined ? [] : [`include paths: from ${relative(root, compileCommands)}`];
  const none = includes.length === 0 ? ["CUTLASS: none below this folder; the built-in names are used"] : [];
  return { config, notes: [...notes, ...commands, ...versions, ...none] };
}

/** A note on each copy of CUTLASS, by include/cutlass/version.h. */
function versionNote(root: string, include: string): readonly string[] {
  const header = join(root, include, "cutlass/version.h");
  const text = existsSync(header) ? readFileSync(header, "utf8") : "";
  const part = (name: string) => new RegExp(`#define CUTLASS_${name} (\\d+)`).exec(text)?.[1];
  const parts = [part("MAJOR"), part("MINOR"), part("PATCH")];
  return [`CUTLASS ${parts.includes(undefined) ? "of unknown version" : parts.join(".")} in ${include || "."}`];
}

const buildFiles =
  /(^|\/)(CMakeLists\.txt|[^/]+\.cmake|setup\.py|pyproject\.toml|Makefile|BUILD(\.bazel)?|compile_commands\.json|[^/]+\.bzl)$/;

function architectureOf(
  root: string,
  files: readonly string[],
): { readonly arch: string; readonly notes: readonly string[] } {
  const wanted = files.filter(
    (file) => buildFiles.test(file) && !/\/(third_party|3rdparty|csrc\/cutlass|cutlass)\//.test(file),
  );
  const seen = new Map<string, string>();
  for (const file of wanted)
    for (const arch of architecturesIn(readFileSync(file, "utf8")))
      if (!seen.has(arch)) seen.set(arch, relative(root, file));
  const [only, ...others] = [...seen];
  if (only === undefined) return { arch: "auto", notes: ["architecture: no build file names one; auto"] };
  if (others.length === 0) return { arch: only[0], notes: [`architecture: ${only[0]}, from ${only[1]}`] };
  const all = [...seen.keys()].sort().join(", ");
  return {
    arch: "auto",
    notes: [`architecture: the build names ${all}; auto, and \`overrides\` say which files are whose`],
  };
}

/** `-arch=sm_90a`, `compute_90a`, `CMAKE_CUDA_ARCHITECTURES 90a`. */
function architecturesIn(text: string): readonly string[] {
  const named = [...text.matchAll(/\b(?:sm|compute)_(\d+[af]?)\b/g)].map((match) => match[1]);
  const listed = [...text.matchAll(/CUDA_ARCHITECTURES[\s"=]+((?:\d+[af]?(?:-real|-virtual)?[;\s"]*)+)/g)].flatMap(
    (match) => [...(match[1] ?? "").matchAll(/\d+[af]?/g)].map((one) => one[0]),
  );
  const known: ReadonlySet<string> = new Set(architectures);
  return [...new Set([...named, ...listed].map((number) => `sm_${number}`))].filter((arch) => known.has(arch));
}

const skipped: ReadonlySet<string> = new Set(["node_modules", "__pycache__", "build", "dist", "out"]);
const deepest = 8;

function filesBelow(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [{ path: root, depth: 0 }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder.path, { withFileTypes: true })) {
      const path = `${folder.path}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith(".") && folder.depth < deepest)
        folders.push({ path, depth: folder.depth + 1 });
    }
  }
  return files.sort();
}
