// Where an edited function's run begins: behind the statements before the edit, which a run for an earlier edit has left as they are
// now, or which are run once for this edit and the next ones.
import { type Checkpoint, Reached } from "../interpret/checkpoint.ts";
import { wordsOf } from "../interpret/local-names.ts";
import { type InstanceRecord, isFunctionItem, type Session } from "../interpret/session.ts";
import type { Block, FunctionItem, ItemId, Stmt } from "../program/ir.ts";
import { eachNode } from "../program/nodes.ts";
import { isSameData } from "../program/same-data.ts";
import { type Change, revised } from "./revised.ts";
import { runAlone, runEntry } from "./run.ts";

/** Of one file: of the function that was edited last, in the instance that is shown first. */
export interface Checkpoints {
  last?: Last | undefined;
}

interface Last {
  /** The evaluation that edits are compared with. */
  readonly base: Session;
  readonly instance: string;
  readonly code: FunctionItem;
  readonly at: number;
  /** None where the statements leave what no other run can go on from. */
  readonly checkpoint: Checkpoint | undefined;
}

export const newCheckpoints = (): Checkpoints => ({});

/** The evaluation that follows differs in nothing but the function. */
export function rebase(kept: Checkpoints, base: Session): void {
  if (kept.last !== undefined) kept.last = { ...kept.last, base };
}

export interface Begun {
  readonly copy: Session;
  /** The edited functions. A statement that a checkpoint has run is the one that was run. */
  readonly functions: ReadonlyMap<ItemId, FunctionItem>;
  readonly from?: Checkpoint;
}

/** The session with the edit. `first`, where one function is edited, runs on from a checkpoint. */
export function begin(change: Change, first: InstanceRecord | undefined, kept: Checkpoints): Begun {
  const { functions } = change.edited;
  const code = first === undefined ? undefined : functions.get(first.item);
  if (first === undefined || code === undefined) return { copy: revised(change), functions };
  const known = usable(change, first, code, kept.last);
  const at = sameStatements(codeBefore(change, first), code);
  if (known === undefined || known.at < at) kept.last = taken(change, first, code, at, known);
  const { last } = kept;
  if (last?.checkpoint === undefined) return { copy: revised(change), functions };
  const again = withCode(change, spliced(code, last));
  return { copy: revised(again, last.checkpoint), functions: again.edited.functions, from: last.checkpoint };
}

function usable(
  { session, linked }: Change,
  first: InstanceRecord,
  code: FunctionItem,
  last: Last | undefined,
): Last | undefined {
  if (last === undefined || last.base !== session || last.instance !== first.key) return undefined;
  const [before, now] = [last.code.body ?? [], code.body ?? []];
  const isSame =
    now.length > last.at &&
    isSameData(before.slice(0, last.at), now.slice(0, last.at)) &&
    isSameData(toldOfParameters(before.slice(last.at)), toldOfParameters(now.slice(last.at)));
  if (!isSame || last.checkpoint === undefined) return isSame ? last : undefined;
  const { session: then } = last.checkpoint;
  const units = new Map(session.program.units).set(session.program.target, linked);
  const [old, words] = [wordsOf(then), wordsOf({ ...then, program: { ...session.program, units } })];
  return [...then.searched].every((one) => old.has(one) === words.has(one)) ? last : undefined;
}

/** What a function says of its parameters anywhere in its body: it is begun with what its assertions let pass. */
function toldOfParameters(block: Block): readonly unknown[] {
  const told: unknown[] = [];
  const isTelling = (stmt: Stmt): boolean =>
    stmt.kind === "assert" || stmt.kind === "block" || (stmt.kind === "expr" && isOfElement(stmt));
  for (const stmt of block) if (isTelling(stmt)) told.push(stmt);
  eachNode(block, (node) => {
    if ((node as { readonly kind?: unknown }).kind === "pointer-type") told.push(node);
  });
  return told;
}

/** `self.dtype = mQ.element_type` */
const isOfElement = ({ value }: Stmt & { kind: "expr" }): boolean =>
  value.kind === "assign" && value.value.kind === "member" && value.value.name === "element_type";

const codeBefore = ({ session }: Change, { entry, item }: InstanceRecord): FunctionItem | undefined => {
  const code = session.edited.get(item) ?? (entry?.kind === "call" ? entry.call.fn.code : entry?.fn.code);
  return code !== undefined && isFunctionItem(code) ? code : undefined;
};

/** How many of the statements at the begin are as they were. At least one runs again. */
function sameStatements(before: FunctionItem | undefined, { body = [] }: FunctionItem): number {
  const old = before?.body ?? [];
  let same = 0;
  while (same < body.length - 1 && same < old.length && isSameData(old[same], body[same])) same++;
  return same;
}

/** The statements up to `at` run in a session that serves for nothing else. */
function taken(
  change: Change,
  first: InstanceRecord,
  code: FunctionItem,
  at: number,
  known: Last | undefined,
): Last | undefined {
  const last = { base: change.session, instance: first.key, code, at, checkpoint: undefined };
  const { entry } = first;
  if (at === 0 || entry === undefined) return undefined;
  const from = known?.checkpoint;
  const own = known === undefined ? code : spliced(code, known);
  const { session } = change;
  const [classes, instantiated] = [session.classes.size, session.instantiated.length];
  const probe = revised(withCode(change, own), from);
  const record = probe.instances.get(first.key);
  if (record === undefined) return last;
  let checkpoint: Checkpoint | undefined;
  const take = (one: Checkpoint): void => {
    const isPlain =
      probe.queue.length === 0 &&
      session.classes.size === classes &&
      session.instantiated.length === instantiated &&
      probe.incomplete === session.incomplete &&
      [...probe.instances.keys()].every((key) => session.instances.has(key));
    if (isPlain) checkpoint = one;
  };
  record.facts.clear();
  record.elsewhere.clear();
  record.stages = { ...(from === undefined ? {} : { from }), until: { at, take } };
  try {
    runAlone(session, probe, record.name, () => runEntry(probe, entry, own, record));
  } catch (error) {
    if (!(error instanceof Reached)) throw error;
  }
  return { ...last, code: own, checkpoint };
}

const spliced = (code: FunctionItem, { code: then, at }: Last): FunctionItem => ({
  ...code,
  body: [...(then.body ?? []).slice(0, at), ...(code.body ?? []).slice(at)],
});

const withCode = (change: Change, code: FunctionItem): Change => ({
  ...change,
  edited: { ...change.edited, functions: new Map(change.edited.functions).set(code.id, code) },
});
