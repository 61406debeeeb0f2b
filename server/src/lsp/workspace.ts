// The folders that are open, with their settings, their cute-lens.json and the project that evaluates their files.
//
// A file outside every folder belongs to a project of its own without roots. Lives as long as the server.
import { below, pathOf } from "../convert/uri.ts";
import type { Host } from "../host.ts";
import type { AnalyseOptions, IndexEvents, Project, ProjectOptions } from "../project/analyse.ts";
import { projectVersion } from "../project/cutlass-version.ts";
import {
  type ConfigFile,
  configFileName,
  isIgnored,
  parseConfigFile,
  settingsFor,
  withoutSilence,
} from "../settings/config-file.ts";
import { presetsOf } from "../settings/presets.ts";
import { defaults, readSettings } from "../settings/read.ts";
import type { Settings } from "../settings/schema.ts";

export interface WorkspaceParts {
  readonly host: Host;
  /** Whether what the folders say of themselves may silence problems. */
  readonly isTrusted: boolean;
  /** Who tells of changed files: the editor, or the host's own watch. */
  readonly watcher: "editor" | "host";
  createProject(options: ProjectOptions): Promise<Project>;
  /** The editor's `cuteLens` section for a folder. */
  configuration(uri: string | undefined): Promise<unknown>;
  changed(): void;
  /** The index of a project, as work in the background. */
  readonly index: IndexEvents;
  log(message: string): void;
}

interface Folder {
  /** Path without a trailing slash; "" for files outside every folder. */
  readonly path: string;
  readonly uri: string | undefined;
  editor: Settings;
  config: ConfigFile | undefined;
  /** By file; as long as the editor's settings and the config stay. */
  settings: Map<string, Settings>;
  project: Promise<Project> | undefined;
  cutlass: string | undefined;
  stop: () => void;
}

export class Workspace {
  readonly #folders: Folder[] = [];
  readonly #outside: Folder = folderAt(undefined);

  constructor(private readonly parts: WorkspaceParts) {}

  async open(uris: readonly string[]): Promise<void> {
    const folders = uris.map(folderAt);
    this.#folders.push(...folders);
    await Promise.all([...folders, this.#outside].map((folder) => this.#load(folder)));
    for (const folder of folders) folder.stop = this.#watch(folder);
  }

  async close(uris: readonly string[]): Promise<void> {
    for (const uri of uris) {
      const at = this.#folders.findIndex((folder) => folder.uri === uri);
      const [folder] = at < 0 ? [] : this.#folders.splice(at, 1);
      if (folder !== undefined) await dispose(folder);
    }
  }

  /** The editor's settings or a cute-lens.json changed: everything is read again. */
  async reload(): Promise<void> {
    for (const folder of [...this.#folders, this.#outside]) {
      await dispose(folder);
      await this.#load(folder);
      if (folder.uri !== undefined) folder.stop = this.#watch(folder);
    }
    this.parts.changed();
  }

  settings(path: string): Settings {
    const folder = this.#folderOf(path);
    if (folder.config === undefined) return folder.editor;
    const known = folder.settings.get(path) ?? this.#settingsIn(folder, folder.config, path);
    folder.settings.set(path, known);
    return known;
  }

  #settingsIn(folder: Folder, config: ConfigFile, path: string): Settings {
    const inside = below(folder.path, path) ?? path;
    const settings = settingsFor(config, folder.editor, inside);
    return isIgnored(config, inside) ? { ...settings, "diagnostics.enable": false } : settings;
  }

  /** The open folders, and what the user's own settings name: all that is read where the folders are not trusted. */
  reach(): readonly string[] {
    return [...this.#folders, this.#outside].flatMap(({ path, editor }) => {
      const named = [...editor.includePaths, editor["python.environment"], editor.compileCommands];
      const given = named.filter((one) => one.startsWith("/") || /^[A-Za-z]:/.test(one));
      return [...(path === "" ? [] : [path]), ...given.map(folderNamed)];
    });
  }

  options(path: string): AnalyseOptions {
    const settings = this.settings(path);
    return { arch: settings.arch, ...presetsOf(settings) };
  }

  project(path: string): Promise<Project> {
    const folder = this.#folderOf(path);
    folder.project ??= this.parts.createProject({
      ...projectOptions(folder, this.parts.host),
      log: this.parts.log,
      index: this.parts.index,
    });
    return folder.project;
  }

  /** The CUTLASS of the folder, where it was found. */
  cutlass(path: string): string | undefined {
    return this.#folderOf(path).cutlass;
  }

  /** Files changed outside the editor: a checkout may change thousands at once. */
  async filesChanged(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    if (paths.some((path) => path.endsWith(`/${configFileName}`))) return this.reload();
    for (const path of paths) (await this.#folderOf(path).project)?.forget(path);
    this.parts.changed();
  }

  #folderOf(path: string): Folder {
    const holding = this.#folders.filter((folder) => below(folder.path, path) !== undefined);
    return holding.sort((a, b) => b.path.length - a.path.length)[0] ?? this.#outside;
  }

  async #load(folder: Folder): Promise<void> {
    const { value, complaints } = readSettings(await this.parts.configuration(folder.uri));
    folder.editor = value;
    folder.config = undefined;
    folder.settings = new Map();
    const text = folder.uri === undefined ? undefined : await this.parts.host.read(`${folder.path}/${configFileName}`);
    const config = text === undefined ? undefined : parseConfigFile(folder.path, text);
    folder.config = config === undefined || this.parts.isTrusted ? config?.value : withoutSilence(config.value);
    const roots = folder.uri === undefined ? [] : [folder.path];
    // Only for display: nothing waits for it.
    void projectVersion(this.parts.host, roots, value.includePaths).then((version) => {
      folder.cutlass = version;
    });
    for (const complaint of [...complaints, ...(config?.complaints ?? [])]) this.parts.log(complaint);
  }

  #watch(folder: Folder): () => void {
    if (this.parts.watcher === "editor") return () => undefined;
    return this.parts.host.watch(folder.path, (path) => void this.filesChanged([path]));
  }
}

/** The folder that a setting means: of a file its own, of an interpreter the environment. */
const folderNamed = (path: string): string =>
  path.replace(/[/\\][^/\\]+\.json$/, "").replace(/[/\\](?:bin|Scripts)[/\\][^/\\]+$/, "");

function folderAt(uri: string | undefined): Folder {
  const path = uri === undefined ? "" : pathOf(uri).replace(/\/$/, "");
  return {
    path,
    uri,
    editor: defaults,
    config: undefined,
    settings: new Map(),
    project: undefined,
    cutlass: undefined,
    stop: () => undefined,
  };
}

async function dispose(folder: Folder): Promise<void> {
  folder.stop();
  const { project } = folder;
  folder.project = undefined;
  (await project)?.dispose();
}

function projectOptions(folder: Folder, host: Host): ProjectOptions {
  const settings = folder.config === undefined ? folder.editor : settingsFor(folder.config, folder.editor, "");
  const roots = folder.uri === undefined ? [] : [folder.path];
  const { includePaths, defines, macros, compileCommands } = settings;
  return {
    host,
    roots,
    includePaths,
    defines,
    macros,
    compileCommands,
    pythonEnvironment: settings["python.environment"],
  };
}
