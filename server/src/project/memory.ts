// Evaluations of open files, for when the next version of a file is nearly the same.
//
// The same program again (another file was saved, a setting was put back) has the same facts. Where only bodies of functions
// in the file differ, their instances run again in what the evaluation left, and all others stand.

import type { LinkedUnit, Session } from "../../../src-engine/interpret/session.ts";
import { layToRest } from "../../../src-engine/memo/at-rest.ts";
import { type Checkpoints, newCheckpoints, rebase } from "../../../src-engine/memo/checkpoints.ts";
import { editedFunctions } from "../../../src-engine/memo/edited.ts";
import type { Version } from "../../../src-engine/memo/moved.ts";
import { type Revision, revise } from "../../../src-engine/memo/rerun.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";

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

interface Known {
  readonly basis: Basis;
  readonly facts: FileFacts;
  /** What the evaluation left; given up for files that have not been edited for a while. */
  readonly session?: Session;
  /** Where edits of it begin. */
  readonly checkpoints?: Checkpoints;
}

/** Evaluations that can be revised, the files edited last. */
const mostSessions = 3;

export class FactMemory {
  readonly #known = new Map<string, Known>();

  /** One version a file; whoever calls keeps only files that are open. */
  keep(basis: Basis, facts: FileFacts, session: Session, checkpoints = newCheckpoints()): void {
    layToRest(session);
    this.#known.delete(basis.target);
    this.#known.set(basis.target, { basis, facts, session, checkpoints });
    const old = [...this.#known].filter(([, one]) => one.session !== undefined).slice(0, -mostSessions);
    for (const [target, one] of old) this.#known.set(target, { basis: one.basis, facts: one.facts });
  }

  /** The same of an evaluation that has been revised. */
  keepRevised(basis: Basis, facts: FileFacts, { session }: Revision): void {
    const { checkpoints } = this.#known.get(basis.target) ?? {};
    if (checkpoints !== undefined) rebase(checkpoints, session);
    this.keep(basis, facts, session, checkpoints);
  }

  /** The facts of the very same program. */
  recall(basis: Basis): FileFacts | undefined {
    const known = this.#comparable(basis);
    return known?.basis.units.get(basis.target)?.unit === basis.units.get(basis.target)?.unit
      ? known?.facts
      : undefined;
  }

  /** The evaluation with the edit; undefined where more than functions' bodies differs. */
  revise(basis: Basis): Revision | undefined {
    const known = this.#comparable(basis);
    const before = known?.session?.program.units.get(basis.target);
    const after = basis.units.get(basis.target);
    if (known?.session === undefined || before === undefined || after === undefined) return undefined;
    const edited = editedFunctions(before.unit, after.unit);
    return edited === undefined ? undefined : revise(known.session, after, edited, known.checkpoints);
  }

  /** The last evaluation of the file, whatever the edit has changed in it. */
  before(basis: Basis): Version | undefined {
    const known = this.#comparable(basis);
    const linked = known?.session?.program.units.get(basis.target);
    return known === undefined || linked === undefined ? undefined : { linked, facts: known.facts };
  }

  forget(target: string): void {
    this.#known.delete(target);
  }

  #comparable(basis: Basis): Known | undefined {
    const known = this.#known.get(basis.target);
    return known?.basis.options === basis.options && isSameAround(known.basis, basis) ? known : undefined;
  }
}

/** The same files but for the target's text, which see each other in the same way. */
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
