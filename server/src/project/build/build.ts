// How the project's C++ files are compiled: include paths and definitions of one file, from what the folders around it say.
//
// The nearest of compile_commands.json (in a folder around the file or in its build/), `.clangd` and
// .vscode/c_cpp_properties.json; the user's settings come first. Read when first asked for, kept until one of them changes.
import type { Files } from "../files.ts";
import { ancestors, baseName, joinPath } from "../paths.ts";
import { type ClangdConfig, type ClangdFile, parseClangd, without } from "./clangd-config.ts";
import { type CompileCommand, nearestCommand, parseCompileCommands } from "./compile-commands.ts";
import { type CppProperties, parseCppProperties } from "./cpp-properties.ts";
import { type Flags, flagsOf, noFlags } from "./flags.ts";
import { isBuildScript, Ports } from "./ports.ts";

export interface BuildOptions {
  readonly roots: readonly string[];
  readonly includePaths?: readonly string[] | undefined;
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** compile_commands.json or its folder, where the user names one. */
  readonly compileCommands?: string | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

const databaseName = "compile_commands.json";
/** Folders above a file that are looked at. */
const upwards = 12;
/** Folders that one `**` stands for. */
const mostFolders = 200;

/** Does the project's build depend on a file of this name? */
export const isBuildFile = (path: string): boolean =>
  /(^|\/)(compile_commands\.json|\.clangd|c_cpp_properties\.json)$|\.rsp$/.test(path) || isBuildScript(baseName(path));

export class Build {
  readonly #flags = new Map<string, Promise<Flags>>();
  readonly #databases = new Map<string, Promise<readonly CompileCommand[]>>();
  readonly #clangd = new Map<string, Promise<ClangdFile | undefined>>();
  readonly #properties = new Map<string, Promise<CppProperties | undefined>>();

  readonly #ports: Ports;

  constructor(
    private readonly files: Files,
    private readonly options: BuildOptions,
  ) {
    this.#ports = new Ports(files);
  }

  /** The user's own settings, then what the build says about this file. */
  of(path: string): Promise<Flags> {
    const known = this.#flags.get(path);
    if (known !== undefined) return known;
    const flags = this.#find(path);
    this.#flags.set(path, flags);
    return flags;
  }

  /** Something of the build changed on disk. */
  forget(): void {
    for (const cache of [this.#flags, this.#databases, this.#clangd, this.#properties]) cache.clear();
    this.#ports.forget();
  }

  async #find(path: string): Promise<Flags> {
    const { includePaths = [], defines = {} } = this.options;
    const base = this.#rootOf(path) ?? "";
    const built = await this.#built(path).catch((error: unknown) => {
      this.#tell(path, error instanceof Error ? error.message : String(error));
      return noFlags;
    });
    const paths = [...new Set([...includePaths.map((one) => joinPath(base, one)), ...built.includePaths])];
    const isPort = await this.#ports.holds(path, paths);
    return {
      includePaths: paths,
      defines: { ...built.defines, ...defines },
      ...(isPort ? { isPort } : {}),
    };
  }

  async #built(path: string): Promise<Flags> {
    const around = ancestors(path, upwards);
    const { add, remove, database, folder } = await this.#clangdOf(path, around);
    const properties = await this.#nearest(around, (one) => this.#propertiesOf(one));
    const command = await this.#command(path, around, database, properties?.compileCommands ?? []);
    if (command === undefined) {
      const flags = await this.#flagsOf(add, folder);
      return joined(flags, properties === undefined ? noFlags : await this.#flagsOfProperties(properties));
    }
    const own = await this.#flagsOf(without(command.args, remove), command.folder);
    return joined(own, await this.#flagsOf(add, folder));
  }

  #rootOf(path: string): string | undefined {
    return this.options.roots.find((one) => one !== "" && path.startsWith(`${one}/`));
  }

  async #nearest<T>(
    folders: readonly string[],
    of: (folder: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    for (const folder of folders) {
      const found = await of(folder);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  // ---- the files that say it ----------------------------------------------------------------------------------------

  async #clangdOf(path: string, around: readonly string[]): Promise<ClangdConfig & { readonly folder: string }> {
    for (const folder of around) {
      const file = await once(this.#clangd, folder, () => this.#readClangd(folder));
      if (file !== undefined) return { ...file.of(path.slice(folder.length + 1)), folder };
    }
    return { add: [], remove: [], folder: around.at(-1) ?? "" };
  }

  async #readClangd(folder: string): Promise<ClangdFile | undefined> {
    const path = `${folder}/.clangd`;
    const text = await this.#textOf(path);
    if (text === undefined) return undefined;
    const file = parseClangd(text);
    if (file.complaint !== undefined) this.#tell(path, file.complaint);
    return file;
  }

  #propertiesOf(folder: string): Promise<CppProperties | undefined> {
    return once(this.#properties, folder, async () => {
      const path = `${folder}/.vscode/c_cpp_properties.json`;
      const hasFolder = (await this.files.names(folder)).has(".vscode/");
      const text = hasFolder ? await this.#textOf(path) : undefined;
      if (text === undefined) return undefined;
      const { properties, complaint } = parseCppProperties(text, folder);
      if (complaint !== undefined) this.#tell(path, complaint);
      return properties;
    });
  }

  async #command(
    path: string,
    around: readonly string[],
    database: string | undefined,
    further: readonly string[],
  ): Promise<CompileCommand | undefined> {
    const { compileCommands = "" } = this.options;
    const base = this.#rootOf(path) ?? around.at(-1) ?? "";
    const named = compileCommands === "" ? [] : [joinPath(base, compileCommands)];
    for (const one of named) {
      const found = await this.#commandIn(one, path);
      if (found !== undefined) return found;
      this.#tell(one, "no compile_commands.json with a command for this folder's files");
    }
    if (database === "None") return undefined;
    const fromClangd = database === undefined || database === "Ancestors" ? [] : [joinPath(base, database)];
    const usual = around.flatMap((folder) => [folder, `${folder}/build`]);
    return this.#nearest([...fromClangd, ...usual, ...further], (one) => this.#commandIn(one, path));
  }

  /** The command for a file in a database, named itself or by its folder. */
  async #commandIn(place: string, path: string): Promise<CompileCommand | undefined> {
    const file = place.endsWith(".json") ? place : `${place}/${databaseName}`;
    const commands = await once(this.#databases, file, () => this.#readDatabase(file));
    return nearestCommand(commands, path);
  }

  async #readDatabase(path: string): Promise<readonly CompileCommand[]> {
    const text = await this.#textOf(path);
    if (text === undefined) return [];
    const { commands, complaint } = parseCompileCommands(text, path.slice(0, path.lastIndexOf("/")));
    if (complaint !== undefined) this.#tell(path, complaint);
    return commands;
  }

  // ---- flags --------------------------------------------------------------------------------------------------------

  #flagsOf(args: readonly string[], folder: string): Promise<Flags> {
    return flagsOf(args, folder, (path) => this.files.host.read(path));
  }

  async #flagsOfProperties({ includePaths, defines }: CppProperties): Promise<Flags> {
    const paths: string[] = [];
    for (const { path, below } of includePaths) paths.push(...(below ? await this.#below(path) : [path]));
    return { includePaths: paths, defines };
  }

  /** A folder and those below it, breadth first and bounded. */
  async #below(folder: string): Promise<readonly string[]> {
    const found = [folder];
    for (let at = 0; at < found.length && found.length < mostFolders; at++)
      for (const name of await this.files.names(found[at]!))
        if (name.endsWith("/") && !/^(\.|node_modules|build|dist)/.test(name) && found.length < mostFolders)
          found.push(`${found[at]!}/${name.slice(0, -1)}`);
    return found;
  }

  async #textOf(path: string): Promise<string | undefined> {
    return (await this.files.exists(path)) ? this.files.host.read(path) : undefined;
  }

  #tell(path: string, complaint: string): void {
    this.options.log?.(`${baseName(path)}: ${complaint} (${path})`);
  }
}

const joined = (a: Flags, b: Flags): Flags => ({
  includePaths: [...a.includePaths, ...b.includePaths],
  defines: { ...a.defines, ...b.defines },
});

function once<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
