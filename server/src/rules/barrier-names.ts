// Which barrier an expression means: the variable or field that holds it, and the stage, both as text.
//
// `&smem.full[pipe]`, `*bar`, `bars + i`, `storage.mbar.data_ptr()`, `pipeline.producer_get_barrier(state)`, `handle.barrier`; a local
// name that stands for such a place all the way through is followed.
import type { Block, Expr, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import type { BarrierCalls } from "../languages/barrier-calls.ts";
import { bindings, recastIn, regionsIn, sumIn } from "./barrier-regions.ts";

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
  /** Functions of the project that give the address of their argument. */
  readonly addresses: ReadonlySet<string>;
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
      return behind(of, naming);
    case "member":
      return calls.sameField.test(of.name) ? inside(of.object) : fieldOf(of.name, inside(of.object), calls);
    case "call": {
      const { callee } = of;
      const [given, ...more] = of.args;
      if (sumIn(of, calls) !== undefined) return behind(of, naming);
      if (naming.addresses.has(lastName(callee)) && more.length === 0 && given !== undefined)
        return inside(given.value);
      if (callee.kind !== "member") return undefined;
      if (naming.addresses.has(callee.name) && given === undefined) return inside(callee.object);
      if (calls.samePlace.test(callee.name)) return inside(callee.object);
      if (calls.barrierOf.test(callee.name))
        return staged(inside(callee.object), of.args.map(({ value }) => naming.text(value)).join(","));
      return calls.handleOf.test(callee.name) ? handleOf(inside(callee.object)) : undefined;
    }
    default:
      return undefined;
  }
}

/** `bars + i`, handed to a function: `&bars[i]`. */
export function behind(of: Expr, naming: Naming): BarrierName | undefined {
  const sum = sumIn(of, naming.calls);
  return sum === undefined ? undefined : staged(barrierName(sum.base, naming), naming.text(sum.offset));
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

/** `smem.bar` of a chain of members on a name, through its aliases. */
export const dotted = (expr: Expr, naming: Naming): string | undefined =>
  expr.kind === "name" || expr.kind === "member" ? barrierName(expr, naming)?.root : undefined;

/** All such chains in a piece of code. */
export function pathsIn(code: unknown, naming: Naming): readonly string[] {
  const found: string[] = [];
  const stack: unknown[] = [code];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== "object" || node === null) continue;
    const path = "kind" in node && "span" in node ? dotted(node as Expr, naming) : undefined;
    if (path !== undefined) found.push(path);
    else for (const [key, part] of Object.entries(node)) if (key !== "span") stack.push(part);
  }
  return found;
}

/** What local names stand for. */
export interface Aliases {
  /** Names that are given one place, and nothing else. */
  readonly always: ReadonlyMap<string, BarrierName>;
  /** Names that are given several places, one after the other, and nothing else: `handle = full.wait()`, `handle = empty.acquire()`. */
  readonly inTurn: ReadonlySet<string>;
  /** Names of regions that are cut from one memory by constant offsets, each a place of its own: `uint64_t* empty = full + Stages`. */
  readonly cut: ReadonlySet<string>;
}

export function aliasesIn(body: Block, naming: Omit<Naming, "aliases">): Aliases {
  const given = new Map<string, (Expr | undefined)[]>();
  for (const [name, value] of bindingsIn(body)) given.set(name, [...(given.get(name) ?? []), value]);
  const always = new Map<string, BarrierName>();
  const inTurn = new Set<string>();
  const cut = new Set([...regionsIn(body, given, naming.calls), ...recastIn(body, given, naming.calls, naming.text)]);
  for (const [name, values] of given) {
    if (cut.has(name)) continue;
    const places = values.flatMap((value) =>
      value?.kind === "none" ? [] : [value && barrierName(value, { ...naming, aliases: always })],
    );
    const [first] = places;
    if (first === undefined || places.includes(undefined)) continue;
    if (places.every((place) => place?.root === first.root && place.stage === first.stage)) always.set(name, first);
    else inTurn.add(name);
  }
  return { always, inTurn, cut };
}

/** Names that are given something anywhere in a block. */
export const namesGiven = (block: Block): readonly string[] => bindingsIn(block).map(([name]) => name);

const bindingsIn = remembered((block: Block) =>
  [...nodesOfKind(block, "let"), ...nodesOfKind(block, "assign")].flatMap(bindings),
);

/** The name that a statement gives its only value, with the value. */
export function givenIn(stmt: Stmt): readonly [name: string, value: Expr | undefined] | undefined {
  const [one, ...others] = bindings(stmt.kind === "expr" ? stmt.value : stmt);
  return others.length === 0 ? one : undefined;
}

/** One place is the other, or a part of it. */
export const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
