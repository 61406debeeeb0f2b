// The facts of files as they were analysed last, for when the next version means the same.
//
// The same program again (another file was saved, a setting was put back) has the same facts; a program whose target differs in
// places only has them moved. Else it is evaluated, and calls that rest on nothing that the edit affects are taken over.

import { affectedBy, type Mentions } from "../../../src-engine/evaluate/affected.ts";
import type { Keeps } from "../../../src-engine/evaluate/evaluate.ts";
import { unaffected } from "../../../src-engine/evaluate/kept.ts";
import { wordsIn } from "../../../src-engine/evaluate/local-names.ts";
import type { LinkedUnit } from "../../../src-engine/evaluate/session.ts";
import type { FileFacts } from "../../../src-engine/facts.ts";
import type { Unit } from "../../../src-engine/ir.ts";
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
  readonly #calls = new Map<string, { readonly basis: Basis; readonly keeps: Keeps; readonly edits: number }>();
  readonly #mentions: Mentions = new WeakMap();

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

  keepCalls(basis: Basis, keeps: Keeps): void {
    const edits = (this.#calls.get(basis.target)?.edits ?? 0) + 1;
    // What is kept leads back to the evaluations that made it: now and then all is made anew.
    if (edits > mostEdits) this.#calls.delete(basis.target);
    else this.#calls.set(basis.target, { basis, keeps, edits });
  }

  /** The calls that mean the same in this program. */
  recallCalls(basis: Basis): Keeps {
    const known = this.#calls.get(basis.target);
    const nothing: Keeps = { kept: new Map(), words: new Set() };
    if (known?.basis.options !== basis.options || !isComparable(known.basis, basis)) return nothing;
    const affected = affectedBy(unitsOf(known.basis), unitsOf(basis), this.#mentions);
    const { kept, words } = known.keeps;
    if (affected === undefined || isSearched(words, known.basis, basis)) return nothing;
    return { kept: unaffected(kept, affected), words };
  }

  forget(target: string): void {
    this.#known.delete(target);
    this.#calls.delete(target);
  }
}

const mostEdits = 40;

const unitsOf = ({ units }: Basis): ReadonlyMap<string, Unit> =>
  new Map([...units].map(([path, { unit }]) => [path, unit]));

/** The same files that see each other in the same way. */
function isComparable(before: Basis, after: Basis): boolean {
  if (before.installed !== after.installed || before.users.join("\n") !== after.users.join("\n")) return false;
  if ([...before.units.keys()].join("\n") !== [...after.units.keys()].join("\n")) return false;
  return [...after.units].every(([path, { links }]) => sameLinks(before.units.get(path)?.links ?? new Map(), links));
}

/** Has the target's text come by a word, or lost one, that decides under which name an integer is shown? */
function isSearched(words: ReadonlySet<string>, before: Basis, after: Basis): boolean {
  if (words.size === 0) return false;
  const [old, now] = [wordsOf(before), wordsOf(after)];
  return [...words].some((one) => old.has(one) !== now.has(one));
}

const wordsOf = ({ target, units }: Basis): ReadonlySet<string> =>
  wordsIn(units.get(target)?.text("", { start: 0, end: Number.MAX_SAFE_INTEGER }) ?? "");

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
