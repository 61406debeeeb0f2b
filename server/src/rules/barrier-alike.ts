// What all threads of a block have alike, read off what the function gives its variables.
//
// The number of a warp is no other warp's; what a call without arguments gives may be each thread's own.

import type { Value } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Block, Expr, FunctionItem, Language, Pattern, Span, Stmt, Unit } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { type Sameness, samenessOf } from "../costs/uniform.ts";
import { nodesOfKind, visit } from "../facts/code-nodes.ts";
import { grouped } from "../facts/grouped.ts";
import { once, remembered } from "../facts/remembered.ts";
import { type ThreadSymbols, threadSymbols } from "../languages/thread-symbols.ts";
import { functionsIn } from "./barrier-callees.ts";
import { nameOf } from "./barrier-events.ts";

type Call = Extract<Expr, { kind: "call" }>;

export interface Alike {
  /** The variable is not the same in all threads of the block. */
  tellsApart(name: string): boolean;
  /** Nothing in the condition is a thread's own. */
  isAlike(test: Expr): boolean;
}

export function alikeIn(
  fn: FunctionItem,
  { unit }: FileFacts,
  symbols: ThreadSymbols,
  foundValue: (of: Expr) => Value | undefined,
): Alike {
  const own = [...symbols.thread, symbols.lane, symbols.warp, symbols.differs];
  const builtin = (name: string): Sameness | undefined =>
    own.some((form) => form.test(name)) ? "differs" : symbols.uniform.test(name) ? "uniform" : undefined;
  const query = { items: unit.items, builtin, foundValue };
  const tellsApart = (name: string): boolean => samenessOf(name, fn.id, query) === "differs";
  const handed = once(() => (fn.isKernel ? new Set(fn.params.map(({ name }) => name)) : handedOn(fn, unit)));
  const isAlike = (test: Expr): boolean => {
    const isSame = (name: string): boolean => builtin(name) !== "differs" && !tellsApart(name);
    return namesBehind(test, fn, handed(), askingThreads(unit))?.every(isSame) === true;
  };
  return { tellsApart, isAlike };
}

/** Functions of the file that ask which thread it is, or call one that does: what they give may be each thread's own. */
const askingThreads = remembered(({ items, language }: Unit): ReadonlySet<string> => {
  const all = functionsIn(items);
  const found = new Set(all.filter(asksThread[language]).map(({ name }) => name));
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { name, body } of all) if (body && partsIn(body).calls.some((one) => found.has(one))) found.add(name);
  }
  return found;
});

const asksIn = (language: Language): ((fn: FunctionItem) => boolean) => {
  const { thread, lane, warp, differs } = threadSymbols[language];
  const own = [...thread, lane, warp, differs];
  const asks = (name: string): boolean =>
    own.some((form) => [name, `${name}()`, `${name}.x`].some((as) => form.test(as)));
  // Asked with each letter, of functions that mostly stay as they are.
  return remembered(({ body }: FunctionItem): boolean => {
    const { names, calls } = partsIn(body ?? []);
    return [...new Set([...names, ...calls])].some(asks);
  });
};

const asksThread: Readonly<Record<Language, (fn: FunctionItem) => boolean>> = {
  cpp: asksIn("cpp"),
  python: asksIn("python"),
};

/** Parameters of a function that kernels give parameters of their own, and nobody anything else. */
function handedOn(fn: FunctionItem, { items }: Unit): ReadonlySet<string> {
  const names = new Set(fn.params.map(({ name }) => name));
  for (const caller of functionsIn(items)) {
    const own = new Set(caller.isKernel ? caller.params.map(({ name }) => name) : []);
    for (const { args } of callsByName(caller).get(fn.name) ?? [])
      fn.params.forEach(({ name }, i) => {
        const given = args[i]?.value;
        if (given?.kind !== "name" || !own.has(given.path.join("::"))) names.delete(name);
      });
  }
  return names;
}

const callsByName = remembered(({ body }: FunctionItem) =>
  grouped(nodesOfKind(body, "call"), ({ callee }) => lastName(callee)),
);

/** The names that an expression is made of, what they are given with them; undefined where a thread may have its own. */
function namesBehind(
  test: Expr,
  fn: FunctionItem,
  handed: ReadonlySet<string>,
  apart: ReadonlySet<string>,
): readonly string[] | undefined {
  const { given, params, branched } = givenIn(fn);
  const askedFor = (name: string): readonly Expr[] =>
    (branched.get(name) ?? []).flatMap((one) => (isSetBefore(test, one) ? [] : [one.asked]));
  const own = new Set(fn.params.map(({ name }) => name));
  const names = new Set<string>();
  const open: Expr[] = [test];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { names: parts, calls, hasOwnCall } = partsIn(one);
    if (hasOwnCall || calls.some((name) => apart.has(name))) return undefined;
    for (const name of parts) {
      const values = given.get(name) ?? [];
      if ((own.has(name) && !handed.has(name)) || (params.has(name) && values.length === 0)) return undefined;
      if (!names.has(name)) open.push(...values, ...askedFor(name));
      names.add(name);
    }
  }
  return [...names];
}

interface Parts {
  readonly names: readonly string[];
  readonly calls: readonly string[];
  readonly hasOwnCall: boolean;
}

/** What CuTe DSL asks for by a call without arguments, and all threads of a block have alike. */
const ofBlock = /^(?:block|cluster)_(?:idx|dim)$|^grid_dim$|^block_(?:idx_in_cluster|in_cluster_(?:idx|dim))$/;

const perThread = /atomic|elect|shfl|ballot|match_|clock|rand|lane/i;

const partsIn = remembered((of: Expr | Block): Parts => {
  const names: string[] = [];
  const calls: string[] = [];
  let hasOwnCall = false;
  visit(of, (node) => {
    const { path, args } = node as { readonly path?: readonly string[]; readonly args?: readonly unknown[] };
    if (node.kind === "name" && path !== undefined) names.push(path.join("::"));
    const { object, name } = node as { readonly object?: Expr; readonly name?: string };
    if (node.kind === "member" && object?.kind === "name") names.push(`${object.path.join("::")}.${name}`);
    if (node.kind === "lambda" || node.kind === "opaque") hasOwnCall = true;
    if (node.kind === "call") calls.push(nameOf(node as Call));
    if (node.kind === "call" && !ofBlock.test(nameOf(node as Call)))
      hasOwnCall ||= args?.length === 0 || perThread.test(nameOf(node as Call));
  });
  return { names, calls, hasOwnCall };
});

interface Given {
  readonly given: ReadonlyMap<string, readonly Expr[]>;
  /** Parameters of the function's own closures: any of them may be given what any closure is. */
  readonly params: ReadonlySet<string>;
  /** Conditions of the branches and loops that give a name something: what each thread has hangs on the way that it went. */
  readonly branched: ReadonlyMap<string, readonly Branched[]>;
}

interface Branched {
  readonly asked: Expr;
  readonly within: Span;
  /** Where the branch gives the name something first. */
  readonly at: number;
}

/** Who is in the branch was asked already, and has what it gave. */
const isSetBefore = ({ span: { start } }: Expr, { within, at }: Branched): boolean =>
  within.start <= start && start < within.end && at < start;

const givenIn = remembered((fn: FunctionItem): Given => {
  const given = new Map<string, Expr[]>();
  const params = new Set<string>();
  const branched = new Map<string, readonly Branched[]>();
  const give = (name: string, values: readonly Expr[]): void =>
    void given.set(name, [...(given.get(name) ?? []), ...values]);
  visit(fn.body, (node) => {
    const { target, init, value } = node as { readonly target?: Pattern; readonly init?: Expr; readonly value?: Expr };
    for (const { name } of paramsOf(node)) params.add(name);
    const asked = askedBy(node as Stmt);
    if (asked !== undefined)
      for (const [name, at] of namesSetIn(node as Stmt))
        branched.set(name, [...(branched.get(name) ?? []), { asked, within: (node as Stmt).span, at }]);
    const one = init ?? value;
    if (target === undefined || one === undefined) return;
    const names = target.kind === "unpack" ? target.items : [target];
    for (const bound of names) if (bound.kind === "bind") give(bound.name, [one]);
  });
  const isClosure = (name: string): boolean =>
    params.has(name) || (given.get(name) ?? []).some(({ kind }) => kind === "lambda");
  const handed = nodesOfKind(fn.body, "call").flatMap(({ callee, args }) =>
    callee.kind === "name" && isClosure(callee.path.join("::")) ? args.map(({ value }) => value) : [],
  );
  for (const name of params)
    give(
      name,
      handed.filter(({ kind }) => kind !== "lambda"),
    );
  return { given, params, branched };
});

/** What decides whether, or how often, the blocks of a statement are gone through. */
function askedBy(stmt: Stmt): Expr | undefined {
  if (stmt.kind === "if" || stmt.kind === "while" || stmt.kind === "c-for") return stmt.test;
  return stmt.kind === "for" ? stmt.iter : undefined;
}

/** Names that a branch gives something which were there before. */
function namesSetIn(branch: Stmt): readonly (readonly [name: string, at: number])[] {
  const found = { let: new Map<string, number>(), assign: new Map<string, number>() };
  visit({ blocks: blocksOf(branch) }, (node) => {
    const { target } = node as { readonly target?: Pattern };
    if (target === undefined || (node.kind !== "assign" && node.kind !== "let")) return;
    for (const one of target.kind === "unpack" ? target.items : [target])
      if (one.kind === "bind")
        found[node.kind].set(one.name, Math.min(one.span.start, found[node.kind].get(one.name) ?? one.span.start));
  });
  return [...found.assign].filter(([name]) => !found.let.has(name));
}

function paramsOf(node: { readonly kind: string }): FunctionItem["params"] {
  const { function: code, item } = node as { readonly function?: FunctionItem; readonly item?: FunctionItem };
  if (node.kind === "lambda") return code?.params ?? [];
  return node.kind === "item" && item?.kind === "function" ? item.params : [];
}
