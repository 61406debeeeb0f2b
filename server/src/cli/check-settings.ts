// The settings for each checked file: the nearest cute-lens.json above it, then the command line's options.
import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { rules } from "../rules/list.ts";
import { type ConfigFile, configFileName, isIgnored, parseConfigFile, settingsFor } from "../settings/config-file.ts";
import { type Presets, presetsOf } from "../settings/presets.ts";
import { defaults, isRecord, overlay } from "../settings/read.ts";
import type { Settings } from "../settings/schema.ts";
import { everywhere, type Reach } from "./reach.ts";
import { readSource } from "./usage.ts";

/** Names in `rules` that are no rule: a typing mistake there would silence nothing. */
function unknownRules({ layers }: ConfigFile): readonly string[] {
  const named = layers.flatMap(({ json }) => (isRecord(json.rules) ? Object.keys(json.rules) : []));
  const known = new Set(rules.flatMap(({ code, number }) => [code, number]));
  return [...new Set(named)]
    .filter((name) => !known.has(name))
    .map((name) => `${configFileName}: rules: ${name}: no such rule`);
}

export interface FileSettings {
  readonly settings: Settings;
  readonly presets: Presets;
  readonly ignored: boolean;
  /** The folder of the cute-lens.json; without one the project is what the file lies in. */
  readonly roots: readonly string[];
}

export class SettingsFinder {
  readonly #byFolder = new Map<string, ConfigFile | undefined>();
  readonly #complaints: string[] = [];
  readonly #given: ConfigFile | undefined;

  constructor(private readonly options: { readonly arch?: string; readonly config?: string; readonly reach?: Reach }) {
    const { config } = options;
    this.#given = config === undefined ? undefined : this.#parse(dirname(resolve(config)), readSource(config));
  }

  of(file: string): FileSettings {
    const path = resolve(file);
    const config = this.#given ?? this.#nearest(dirname(path));
    const inside = config === undefined ? path : relative(config.folder, path).replaceAll("\\", "/");
    const found = config === undefined ? defaults : settingsFor(config, defaults, inside);
    const environment = found["python.environment"] || process.env.VIRTUAL_ENV;
    const given = { arch: this.options.arch, "python.environment": environment };
    const settings = overlay(found, given, ["arch", "python.environment"]).value;
    return {
      settings,
      presets: presetsOf(settings),
      ignored: config !== undefined && isIgnored(config, inside),
      roots: config === undefined ? [] : [config.folder],
    };
  }

  complaints(): readonly string[] {
    return this.#complaints;
  }

  baseline(): string | undefined {
    const configs = [this.#given, ...this.#byFolder.values()];
    const named = configs.find((config) => config?.baseline !== undefined);
    return named?.baseline === undefined ? undefined : join(named.folder, named.baseline);
  }

  #nearest(folder: string): ConfigFile | undefined {
    if (this.#byFolder.has(folder)) return this.#byFolder.get(folder);
    const path = join(folder, configFileName);
    const { allows } = this.options.reach ?? everywhere;
    const here = statSync(path, { throwIfNoEntry: false })?.isFile() === true && allows(path);
    const parent = dirname(folder);
    const found = here
      ? this.#parse(folder, readFileSync(path, "utf8"))
      : parent === folder
        ? undefined
        : this.#nearest(parent);
    this.#byFolder.set(folder, found);
    return found;
  }

  #parse(folder: string, text: string): ConfigFile {
    const { value, complaints } = parseConfigFile(folder, text);
    this.#complaints.push(...complaints, ...unknownRules(value));
    return value;
  }
}
