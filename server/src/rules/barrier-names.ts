// Which barrier an expression means: the variable or field that holds it, and the stage, both as text.
//
// `&smem.full[pipe]`, `*bar`, `bars + i`, `storage.mbar.data_ptr()`, `pipeline.producer_get_barrier(state)`, `handle.barrier`; a local
// name that stands for such a place all the way through is followed.
import type { Block, Expr, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
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

interface Sum {
  readonly base: Expr;
  readonly offset: Expr;
}

/** `p + n`, `p.subview(n)`. */
function sumIn(of: Expr, { placeBehind }: BarrierCalls): Sum | undefined {
  if (of.kind === "binary" && of.op === "+") return { base: of.left, offset: of.right };
  if (of.kind !== "call" || of.callee.kind !== "member" || !placeBehind.test(of.callee.name)) return undefined;
  const [offset, ...more] = of.args;
  return offset === undefined || more.length > 0 ? undefined : { base: of.callee.object, offset: offset.value };
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
  visit(body, (node) => {
    for (const [name, value] of bindings(node)) given.set(name, [...(given.get(name) ?? []), value]);
  });
  const always = new Map<string, BarrierName>();
  const inTurn = new Set<string>();
  const cut = regionsIn(body, given, naming.calls);
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

/** Names given a pointer and a constant offset, where nothing else is added to that pointer: nobody comes to the region another way. */
function regionsIn(
  body: Block,
  given: ReadonlyMap<string, readonly (Expr | undefined)[]>,
  calls: BarrierCalls,
): ReadonlySet<string> {
  const counted = countersIn(body);
  const isOnce = (name: string): boolean => (given.get(name)?.length ?? 0) < 2 && !counted.has(name);
  const isConstant = (expr: Expr): boolean =>
    expr.kind === "int" ||
    (expr.kind === "name" && isOnce(expr.path.join("::"))) ||
    (expr.kind === "binary" && isConstant(expr.left) && isConstant(expr.right)) ||
    (expr.kind === "cast" && isConstant(expr.value));
  const added = new Map<string, number>();
  visit(body, (node) => {
    const base = baseIn(node as Expr, calls);
    if (base !== undefined) added.set(base, (added.get(base) ?? 0) + 1);
    // A function that is given the pointer may add anything to it.
    if (node.kind !== "call" || calls.operations.has(lastName((node as Call).callee))) return;
    for (const { value } of (node as Call).args) {
      const handed = uncast(value);
      if (handed.kind === "name") added.set(handed.path.join("::"), Number.POSITIVE_INFINITY);
    }
  });
  const regions = [...given].flatMap(([name, values]) => {
    const [only] = values.length === 1 ? values : [];
    const sum = only === undefined ? undefined : sumIn(uncast(only), calls);
    const base = only === undefined ? undefined : baseIn(uncast(only), calls);
    return base !== undefined && sum !== undefined && isConstant(sum.offset) ? [{ name, base }] : [];
  });
  const bases = regions.map(({ base }) => base);
  const isWhole = ({ base }: { readonly base: string }): boolean =>
    bases.filter((one) => one === base).length === added.get(base);
  return new Set(regions.filter(isWhole).map(({ name }) => name));
}

type Call = Extract<Expr, { kind: "call" }>;

const uncast = (expr: Expr): Expr => (expr.kind === "cast" ? uncast(expr.value) : expr);

/** `p` of `p + n`. */
function baseIn(expr: Expr, calls: BarrierCalls): string | undefined {
  const sum = sumIn(expr, calls);
  const left = sum && uncast(sum.base);
  return left?.kind === "name" ? left.path.join("::") : undefined;
}

function countersIn(body: Block): ReadonlySet<string> {
  const names = new Set<string>();
  visit(body, (node) => {
    const { init, target } = node as { readonly init?: readonly Stmt[]; readonly target?: Pattern };
    if (node.kind === "for" && target?.kind === "bind") names.add(target.name);
    if (node.kind === "c-for") for (const one of init ?? []) for (const [name] of bindings(one)) names.add(name);
  });
  return names;
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
  const given = node.kind === "let" ? init : value;
  if (target?.kind === "unpack") {
    // `full, empty = bars, bars + 2`: one after the other.
    const each = given?.kind === "tuple" && given.items.length === target.items.length ? given.items : [];
    return target.items.flatMap((item, i) => (item.kind === "bind" ? [[item.name, each[i]?.value] as const] : []));
  }
  return target?.kind === "bind" ? [[target.name, given]] : [];
}

/** One place is the other, or a part of it. */
export const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
