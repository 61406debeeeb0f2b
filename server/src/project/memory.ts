// The facts of files as they were analysed last, for when the next version means the same.
//
// The same program again (another file was saved, a setting was put back) has the same facts; a program whose target differs in
// places only has them moved. Everything else is evaluated anew: which value an edit may reach is not guessed.
import type { LinkedUnit } from "../../../src-engine/evaluate/session.ts";
import type { FileFacts } from "../../../src-engine/facts.ts";
import { movedFacts } from "./moved-facts.ts";
import { samePlaces } from "./same-meaning.ts";

/** What an evaluation rests on. */
export interface Basis {
  readonly target: string;
  readonly units: ReadonlyMap<string, LinkedUnit>;
  readonly users: readonly string[];
  /** Options and presets, as text. */
  readonly options: string;
  /** What the Python environment offers: compared by identity. */
  readonly installed: unknown;
}

export class FactMemory {
  readonly #known = new Map<string, { readonly basis: Basis; readonly facts: FileFacts }>();

  /** One version a file; whoever calls keeps only files that are open. */
  keep(basis: Basis, facts: FileFacts): void {
    this.#known.set(basis.target, { basis, facts });
  }

  /** The facts of the program, where they follow from those of its last version. */
  recall(basis: Basis): FileFacts | undefined {
    const known = this.#known.get(basis.target);
    if (known === undefined || known.basis.options !== basis.options || !isSameAround(known.basis, basis))
      return undefined;
    const before = known.basis.units.get(basis.target);
    const after = basis.units.get(basis.target);
    if (before === undefined || after === undefined) return undefined;
    if (before.unit === after.unit) return known.facts;
    const moves = samePlaces(before.unit, after.unit);
    const facts = moves === undefined ? undefined : movedFacts(known.facts, moves, after);
    if (facts !== undefined) this.keep(basis, facts);
    return facts;
  }

  forget(target: string): void {
    this.#known.delete(target);
  }
}

function isSameAround(before: Basis, after: Basis): boolean {
  if (before.installed !== after.installed || before.units.size !== after.units.size) return false;
  if (before.users.join("\n") !== after.users.join("\n")) return false;
  for (const [path, linked] of after.units) {
    const old = before.units.get(path);
    if (old === undefined || !sameLinks(old.links, linked.links)) return false;
    if (path !== after.target && old.unit !== linked.unit) return false;
  }
  return true;
}

const sameLinks = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a === b || (a.size === b.size && [...b].every(([name, path]) => a.get(name) === path));
