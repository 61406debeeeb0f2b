// compile_commands.json: one entry a translation unit. A header has no entry of its own: it takes that of the nearest
// translation unit, the one whose path shares most folders with it, then most of its name.
import { generated, parseJson } from "../../json-text.ts";
import { baseName, folderOf, joinPath } from "../paths.ts";
import { splitCommand } from "./flags.ts";

export interface CompileCommand {
  readonly file: string;
  /** Where the compiler runs: relative paths count from there. */
  readonly folder: string;
  readonly args: readonly string[];
}

/** The entries of the file's text; what is wrong with it is told as one sentence. */
export function parseCompileCommands(
  text: string,
  folder: string,
): { readonly commands: readonly CompileCommand[]; readonly complaint?: string } {
  const parsed = parseJson(text, generated);
  if ("complaint" in parsed) return { commands: [], complaint: parsed.complaint };
  const { json } = parsed;
  if (!Array.isArray(json)) return { commands: [], complaint: "a list of commands is expected" };
  const commands = json.map((one: unknown) => commandOf(one, folder));
  const good = commands.filter((one) => one !== undefined);
  const bad = commands.length - good.length;
  return bad === 0
    ? { commands: good }
    : { commands: good, complaint: `${bad} of ${commands.length} entries have no file with a command` };
}

function commandOf(entry: unknown, folder: string): CompileCommand | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  // The border from JSON.
  const { file, directory, command, arguments: list } = entry as Readonly<Record<string, unknown>>;
  const args = Array.isArray(list)
    ? list.filter((one): one is string => typeof one === "string")
    : typeof command === "string"
      ? splitCommand(command)
      : undefined;
  if (typeof file !== "string" || args === undefined) return undefined;
  const where = typeof directory === "string" ? joinPath(folder, directory) : folder;
  return { file: joinPath(where, file), folder: where, args: args.slice(1) };
}

/** The entry of a file, or that of the translation unit nearest to it. */
export function nearestCommand(commands: readonly CompileCommand[], path: string): CompileCommand | undefined {
  let best: CompileCommand | undefined;
  let most = -1;
  for (const one of commands) {
    const near = one.file === path ? Number.POSITIVE_INFINITY : closeness(one.file, path);
    if (near > most) [best, most] = [one, near];
  }
  return best;
}

function closeness(a: string, b: string): number {
  const [left, right] = [folderOf(a).split("/"), folderOf(b).split("/")];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  const [first, second] = [stem(a), stem(b)];
  let same = 0;
  while (same < first.length && first[same] === second[same]) same++;
  return shared * 1_000 + (first === second ? 500 : 0) + same;
}

const stem = (path: string): string => baseName(path).replace(/\.\w+$/, "");
