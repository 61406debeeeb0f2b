// Regions of one memory, each under a name of its own: `uint64_t* empty = full + Stages`, `auto* bars = reinterpret_cast<uint64_t*>(raw + n)`.
import type { Block, Expr, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import type { BarrierCalls } from "../languages/barrier-calls.ts";

/** Names given a pointer and a constant offset, where nothing else is added to that pointer: nobody comes to the region another way. */
export function regionsIn(
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

/**
 * Names given a part of a memory by a cast to what nothing else of that memory is cast to: what has other types does not come to it
 * (C++'s aliasing rule), unless a function is given the memory itself.
 */
export function recastIn(
  body: Block,
  given: ReadonlyMap<string, readonly (Expr | undefined)[]>,
  calls: BarrierCalls,
  text: (of: Expr) => string,
): ReadonlySet<string> {
  const handed = handedIn(body, given, calls);
  const casts: Recast[] = [];
  visit(body, (node) => {
    const cast = node.kind === "cast" ? recastOf(node as Expr, given, text) : undefined;
    if (cast !== undefined) casts.push(cast);
  });
  const named = [...given].flatMap(([name, values]) => {
    const [only] = values.length === 1 ? values : [];
    const cast = only === undefined ? undefined : recastOf(only, given, text);
    return cast === undefined || only === undefined ? [] : [{ name, ...cast, whole: text(only) }];
  });
  return new Set(
    named
      .filter((one) => {
        const ofType = casts.filter(({ type, memory }) => type === one.type && memory.at(-1) === one.memory.at(-1));
        const places = new Set(named.filter(({ type }) => type === one.type).map(({ whole }) => whole));
        return (
          one.memory.every((name) => !handed.has(name)) &&
          ofType.length === places.size &&
          named.filter(({ type }) => type === one.type).length === places.size
        );
      })
      .map(({ name }) => name),
  );
}

interface Recast {
  readonly type: string;
  /** The names that lead to the memory, its own last. */
  readonly memory: readonly string[];
}

/** `reinterpret_cast<T*>(p + n)`, `(T*)p + n` with what leads to the memory, where that was of another type. */
function recastOf(
  of: Expr,
  given: ReadonlyMap<string, readonly (Expr | undefined)[]>,
  text: (of: Expr) => string,
): Recast | undefined {
  if (of.kind === "binary" && of.op === "+") return recastOf(of.left, given, text);
  if (
    of.kind !== "cast" ||
    of.type.kind !== "pointer-type" ||
    /^(?:void|char|std::byte|u?int8_t)$/.test(text(of.type.of))
  )
    return undefined;
  const memory = leadingTo(of.value, given);
  return memory.length === 0 ? undefined : { type: text(of.type.of), memory };
}

function leadingTo(of: Expr, given: ReadonlyMap<string, readonly (Expr | undefined)[]>): readonly string[] {
  const names: string[] = [];
  let at: Expr | undefined = of;
  while (at !== undefined) {
    if (at.kind === "cast") at = at.value;
    else if (at.kind === "binary" && at.op === "+") at = at.left;
    else if (at.kind === "name" && !names.includes(at.path.join("::"))) {
      const name: string = at.path.join("::");
      names.push(name);
      const [only, ...others]: readonly (Expr | undefined)[] = given.get(name) ?? [];
      at = others.length === 0 ? only : undefined;
    } else at = undefined;
  }
  return names;
}

/** Names of memory that a function is given which may do anything with it. */
function handedIn(
  body: Block,
  given: ReadonlyMap<string, readonly (Expr | undefined)[]>,
  calls: BarrierCalls,
): ReadonlySet<string> {
  const handed = new Set<string>();
  visit(body, (node) => {
    if (node.kind !== "call") return;
    const { callee, args } = node as Call;
    if (calls.operations.has(lastName(callee)) || calls.makesData.test(lastName(callee))) return;
    for (const { value } of args) for (const name of leadingTo(value, given)) handed.add(name);
  });
  return handed;
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

interface Sum {
  readonly base: Expr;
  readonly offset: Expr;
}

/** `p + n`, `p.subview(n)`. */
export function sumIn(of: Expr, { placeBehind }: BarrierCalls): Sum | undefined {
  if (of.kind === "binary" && of.op === "+") return { base: of.left, offset: of.right };
  if (of.kind !== "call" || of.callee.kind !== "member" || !placeBehind.test(of.callee.name)) return undefined;
  const [offset, ...more] = of.args;
  return offset === undefined || more.length > 0 ? undefined : { base: of.callee.object, offset: offset.value };
}

export function bindings(node: { readonly kind: string }): readonly (readonly [string, Expr | undefined])[] {
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
