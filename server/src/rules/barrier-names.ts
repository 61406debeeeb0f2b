// Which barrier an expression means: the variable or field that holds it, and the stage, both as text.
//
// `&smem.full[pipe]`, `*bar`, `bars + i`, `storage.mbar.data_ptr()`, `pipeline.producer_get_barrier(state)`, `handle.barrier`; a local
// name that stands for such a place all the way through is followed.
import type { Block, Expr, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../costs/uniform.ts";
import type { BarrierCalls } from "../languages/barrier-calls.ts";

export interface BarrierName {
  /** `smem.full`: the dotted name of what holds it. */
  readonly root: string;
  /** `pipe`: the stage, "" for the whole. */
  readonly stage: string;
  /** It stands for what a pipeline handed out, with the barrier in a field of its own. */
  readonly isHandle?: true;
}

export interface Naming {
  readonly calls: BarrierCalls;
  readonly aliases: ReadonlyMap<string, BarrierName>;
  text(of: Expr): string;
}

/** What holds the barrier that the expression names; undefined where it is no place. */
export function barrierName(of: Expr, naming: Naming): BarrierName | undefined {
  const { calls } = naming;
  const inside = (object: Expr): BarrierName | undefined => barrierName(object, naming);
  switch (of.kind) {
    case "name": {
      const name = of.path.join("::");
      return naming.aliases.get(name) ?? { root: name, stage: "" };
    }
    case "unary":
      return of.op === "&" || of.op === "*" ? inside(of.value) : undefined;
    case "cast":
      return inside(of.value);
    case "index":
      return staged(inside(of.object), of.args.map(({ value }) => naming.text(value)).join(","));
    case "binary":
      return of.op === "+" ? staged(inside(of.left), naming.text(of.right)) : undefined;
    case "member":
      return calls.sameField.test(of.name) ? inside(of.object) : fieldOf(of.name, inside(of.object), calls);
    case "call": {
      const { callee } = of;
      if (callee.kind !== "member") return undefined;
      if (calls.samePlace.test(callee.name)) return inside(callee.object);
      if (calls.barrierOf.test(callee.name))
        return staged(inside(callee.object), of.args.map(({ value }) => naming.text(value)).join(","));
      return calls.handleOf.test(callee.name) ? handleOf(inside(callee.object)) : undefined;
    }
    default:
      return undefined;
  }
}

const staged = (name: BarrierName | undefined, stage: string): BarrierName | undefined =>
  name === undefined ? undefined : { root: name.root, stage: name.stage === "" ? stage : `${name.stage},${stage}` };

const handleOf = (pipeline: BarrierName | undefined): BarrierName | undefined =>
  pipeline === undefined ? undefined : { ...pipeline, isHandle: true };

/** `handle.barrier` is its pipeline's, `handle.index` a number. */
function fieldOf(name: string, object: BarrierName | undefined, calls: BarrierCalls): BarrierName | undefined {
  if (object === undefined || object.stage !== "" || (object.isHandle && calls.stageOf.test(name))) return undefined;
  return name === "barrier" && object.isHandle
    ? { root: object.root, stage: "" }
    : { root: `${object.root}.${name}`, stage: "" };
}

/** What local names stand for. */
export interface Aliases {
  /** Names that are given one place, and nothing else. */
  readonly always: ReadonlyMap<string, BarrierName>;
  /** Names that are given several places, one after the other, and nothing else: `handle = full.wait()`, `handle = empty.acquire()`. */
  readonly inTurn: ReadonlySet<string>;
}

export function aliasesIn(body: Block, naming: Omit<Naming, "aliases">): Aliases {
  const given = new Map<string, (Expr | undefined)[]>();
  visit(body, (node) => {
    for (const [name, value] of bindings(node)) given.set(name, [...(given.get(name) ?? []), value]);
  });
  const always = new Map<string, BarrierName>();
  const inTurn = new Set<string>();
  for (const [name, values] of given) {
    const places = values.map((value) =>
      value === undefined ? undefined : barrierName(value, { ...naming, aliases: always }),
    );
    const [first] = places;
    if (first === undefined || places.includes(undefined)) continue;
    if (places.every((place) => place?.root === first.root && place.stage === first.stage)) always.set(name, first);
    else inTurn.add(name);
  }
  return { always, inTurn };
}

/** Names that are given something anywhere in a block. */
export function namesGiven(block: Block): readonly string[] {
  const names: string[] = [];
  visit(block, (node) => names.push(...bindings(node).map(([name]) => name)));
  return names;
}

/** The name that a statement gives its only value, with the value. */
export function givenIn(stmt: Stmt): readonly [name: string, value: Expr | undefined] | undefined {
  const [one, ...others] = bindings(stmt.kind === "expr" ? stmt.value : stmt);
  return others.length === 0 ? one : undefined;
}

function bindings(node: { readonly kind: string }): readonly (readonly [string, Expr | undefined])[] {
  const { target, init, value } = node as { readonly target?: Pattern; readonly init?: Expr; readonly value?: Expr };
  if (node.kind !== "let" && node.kind !== "assign") return [];
  if (target?.kind === "unpack")
    return target.items.flatMap((item) => (item.kind === "bind" ? [[item.name, undefined] as const] : []));
  if (target?.kind !== "bind") return [];
  return [[target.name, node.kind === "let" ? init : value]];
}

/** One place is the other, or a part of it. */
export const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
