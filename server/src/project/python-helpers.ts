// The helpers of `cutlass.utils` that are plain Python over `cute.*`, as the installed package has them.
//
// Which file defines which function is read off the text (`def name` at the margin, `from .file import name` of the package);
// a file is parsed only when one of its functions is asked for.
import type { Files } from "./files.ts";

export interface HelperPlace {
  readonly file: string;
  readonly name: string;
}

export interface Helpers {
  /** `cutlass.utils.hopper_helpers.make_smem_layout_a` → its file and its name there. */
  find(dotted: string): HelperPlace | undefined;
  /** All that define one. */
  readonly files: readonly string[];
}

/** Modules whose functions compute layouts, atoms and tiles, `utils.sm90` and `utils.sm100` by their files' names. */
const modules = [
  "hopper_helpers",
  "blackwell_helpers",
  "rubin_helpers",
  "blockscaled_layout",
  "mixed_input_helpers",
  "gemm/sm100",
];
const renamed: Readonly<Record<string, string>> = { sm90: "hopper_helpers", sm100: "blackwell_helpers" };

export async function helpersOf(files: Files, cutlass: string): Promise<Helpers> {
  const defined = new Map<string, ReadonlySet<string>>();
  for (const module of modules) {
    const text = await files.host.read(`${cutlass}/utils/${module}.py`);
    if (text !== undefined) defined.set(module, namesDefined(text));
  }
  const exported = namesExported((await files.host.read(`${cutlass}/utils/__init__.py`)) ?? "");
  const placeOf = (module: string, name: string): HelperPlace | undefined =>
    defined.get(module)?.has(name) ? { file: `${cutlass}/utils/${module}.py`, name } : undefined;
  return {
    find: (dotted) => {
      const [root, utils, ...rest] = dotted.split(".");
      if (root !== "cutlass" || utils !== "utils") return undefined;
      const name = rest.pop();
      if (name === undefined) return undefined;
      const module = rest.join("/");
      if (module !== "") return placeOf(renamed[module] ?? module, name);
      const from = exported.get(name);
      return from === undefined ? undefined : placeOf(from.module, from.name);
    },
    files: [...defined.keys()].map((module) => `${cutlass}/utils/${module}.py`),
  };
}

const namesDefined = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^def (\w+)\(/gm)].map((match) => match[1]!));

/** What the package's `__init__` takes from its files, by the name that it gives it. */
function namesExported(text: string): ReadonlyMap<string, { readonly module: string; readonly name: string }> {
  const found = new Map<string, { readonly module: string; readonly name: string }>();
  for (const match of text.matchAll(/^from \.(\w+) import (?:\(([^)]*)(?:\)|$)|([^\n(]+))/gm)) {
    for (const part of (match[2] ?? match[3] ?? "").split(",")) {
      const [, name, alias] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (name !== undefined) found.set(alias ?? name, { module: match[1]!, name });
    }
  }
  return found;
}
