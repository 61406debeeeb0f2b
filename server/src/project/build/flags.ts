// What a C++ compiler's command line says about includes and definitions: -I, -isystem, -iquote, -idirafter, -D, -U, and
// the files of further options that CMake writes for CUDA (`@x.rsp`, `--options-file x.rsp`).
//
// Spellings of GCC, Clang and nvcc; a path is resolved against the folder in which the compiler runs.
import { joinPath } from "../paths.ts";

export interface Flags {
  readonly includePaths: readonly string[];
  readonly defines: Readonly<Record<string, string>>;
  /** The compiler makes code for hardware that is not NVIDIA's, or CuTe's headers are those of a port to it. */
  readonly isPort?: true;
}

export const noFlags: Flags = { includePaths: [], defines: {} };

/** Flags that name a folder to look in, and nvcc's and MSVC's spellings of them. */
const folderFlags = [
  "--include-path",
  "--system-include",
  "-isystem",
  "-iquote",
  "-idirafter",
  "-cxx-isystem",
  "/I",
  "-I",
];
const defineFlags = ["--define-macro", "-D", "/D"];
const undefineFlags = ["--undefine-macro", "-U", "/U"];
const fileFlags = ["--options-file", "-optf"];

/** Files of options that one command may name, and those that they name. */
const mostFiles = 50;

/** Reads the arguments of one command; `fileOf` gives the text of a file of options. */
export async function flagsOf(
  args: readonly string[],
  folder: string,
  fileOf: (path: string) => Promise<string | undefined>,
): Promise<Flags> {
  let left = mostFiles;
  const all = await expanded(args, folder, async (path) => (left-- > 0 ? fileOf(path) : undefined), 0);
  const includePaths: string[] = [];
  const defines = new Map<string, string>();
  for (let i = 0; i < all.length; i++) {
    const value = (flags: readonly string[]): string | undefined => {
      const { text, used } = flagValue(all, i, flags);
      i += used;
      return text;
    };
    const path = value(folderFlags);
    const define = path === undefined ? value(defineFlags) : undefined;
    const undefine = path === undefined && define === undefined ? value(undefineFlags) : undefined;
    if (path !== undefined) includePaths.push(joinPath(folder, path));
    if (define !== undefined) defines.set(...definition(define));
    if (undefine !== undefined) defines.delete(undefine);
  }
  return { includePaths: [...new Set(includePaths)], defines: Object.fromEntries(defines) };
}

/** `-DBM=128` → BM, 128; `-DNDEBUG` → NDEBUG, 1. */
export function definition(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, "1"] : [text.slice(0, at), text.slice(at + 1)];
}

/** The value of a flag at `-I path`, `-Ipath` or `--include-path=path`; `used` counts the further arguments taken. */
function flagValue(
  args: readonly string[],
  at: number,
  flags: readonly string[],
): { readonly text?: string; readonly used: number } {
  const arg = args[at] ?? "";
  const flag = flags.find((one) => arg.startsWith(one));
  if (flag === undefined) return { used: 0 };
  const rest = arg.slice(flag.length).replace(/^=/, "");
  if (rest !== "") return { text: rest, used: 0 };
  const next = args[at + 1];
  return next === undefined ? { used: 0 } : { text: next, used: 1 };
}

async function expanded(
  args: readonly string[],
  folder: string,
  fileOf: (path: string) => Promise<string | undefined>,
  depth: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const { text, used } = flagValue(args, i, fileFlags);
    const file = text ?? (args[i]!.startsWith("@") ? args[i]!.slice(1) : undefined);
    i += used;
    if (file === undefined) found.push(args[i]!);
    else if (depth < 4) {
      const options = await fileOf(joinPath(folder, file));
      found.push(...(await expanded(splitCommand(options ?? ""), folder, fileOf, depth + 1)));
    }
  }
  return found;
}

/** A command line as arguments, by the shell's rules for quotes and backslashes. */
export function splitCommand(command: string): readonly string[] {
  const args: string[] = [];
  const piece = /\s*((?:\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^\s"'\\])+)/y;
  for (let match = piece.exec(command); match !== null; match = piece.exec(command)) args.push(unquoted(match[1]!));
  return args;
}

const unquoted = (text: string): string =>
  text.replace(/\\([\s\S])|"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g, (_all, escaped, double, single) =>
    escaped !== undefined
      ? String(escaped)
      : double !== undefined
        ? String(double).replace(/\\(["\\$`])/g, "$1")
        : String(single),
  );
