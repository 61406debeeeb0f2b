// Which modules an import may mean, and whether it does something to others.
import type { Imported, ImportItem } from "../program/ir.ts";
import { filesSeeing } from "../program/seen-files.ts";
import type { FileScope, Program, Session } from "./session.ts";

/** Names by which `links` knows what an import of a name may mean: its dots and path, `..utils.layout`; the module's own last. */
export function modulesOf({ form, target, level }: Omit<Imported, "names">, name: string): readonly string[] {
  if (form === "import") return [name];
  const module = ".".repeat(level) + target;
  return [module.endsWith(".") ? module + name : `${module}.${name}`, module];
}

const meddling = new WeakMap<Program["units"], ReadonlySet<string>>();

/** Does an import run code that changes other modules, directly or by what it imports? */
export function meddles({ program }: Session, { linked }: FileScope, item: ImportItem, name: string): boolean {
  const known = meddling.get(program.units) ?? meddlersIn(program.units);
  meddling.set(program.units, known);
  return modulesOf(item, name).some((one) => known.has(linked.links.get(one) ?? ""));
}

function meddlersIn(units: Program["units"]): ReadonlySet<string> {
  const found = [...units].flatMap(([path, { meddles }]) => (meddles ? [path] : []));
  return new Set([...found, ...filesSeeing(units, found)]);
}
