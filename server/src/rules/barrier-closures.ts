// Functions that a function declares for itself and calls: what they do is taken to happen where they are called.
//
// `auto load = [&](int k) { … }; load(0);`, a nested `def`. One that is handed on, or given a name a second time, may run anywhere.
import type { Block, Expr, FunctionCore, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { isFenceless } from "../languages/assembly.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** By name, those that are called and nothing else, of names that are given one function. */
export const closuresIn = remembered(
  (body: Block): ReadonlyMap<string, FunctionCore> =>
    new Map(
      [...closuresByName(body)].flatMap(([name, [only, ...others]]) =>
        only && others.length === 0 ? [[name, only]] : [],
      ),
    ),
);

/** The same, also of names that several blocks give a function each. */
export const closuresByName = remembered((body: Block): ReadonlyMap<string, readonly FunctionCore[]> => {
  const declared = new Map<string, (FunctionCore | undefined)[]>();
  const mentions = new Map<string, number>();
  const calls = new Map<string, number>();
  visit(body, (node) => {
    const [name, code] = declaredBy(node as Stmt) ?? [];
    if (name !== undefined) declared.set(name, [...(declared.get(name) ?? []), code]);
    const own = nameOf(node as Expr);
    if (own !== undefined) mentions.set(own, (mentions.get(own) ?? 0) + 1);
    const callee = node.kind === "call" ? nameOf((node as Call).callee) : undefined;
    if (callee !== undefined) calls.set(callee, (calls.get(callee) ?? 0) + 1);
  });
  return new Map(
    [...declared].flatMap(([name, given]) => {
      const codes = given.flatMap((code) => (code?.body !== undefined && !isOpaque(code) ? [code] : []));
      const isCalled = calls.has(name) && mentions.get(name) === calls.get(name);
      return codes.length === given.length && isCalled ? [[name, codes]] : [];
    }),
  );
});

/** The name that a statement gives, with the function where it is one. */
export function declaredBy(stmt: Stmt): readonly [name: string, code: FunctionCore | undefined] | undefined {
  if (stmt.kind === "item") return stmt.item.kind === "function" ? [stmt.item.name, stmt.item] : undefined;
  const { target, init, value } = stmt as { readonly target?: Pattern; readonly init?: Expr; readonly value?: Expr };
  if (target?.kind !== "bind") return undefined;
  const given = init ?? value;
  return [target.name, given?.kind === "lambda" ? given.function : undefined];
}

const nameOf = (expr: Expr): string | undefined =>
  expr.kind === "name" && expr.path.length === 1 ? expr.path[0] : undefined;

/** The function that a call runs: one of these, or the lambda that stands there. */
export function closureOf({ callee }: Call, closures: ReadonlyMap<string, FunctionCore>): FunctionCore | undefined {
  const name = nameOf(callee);
  if (callee.kind === "lambda") return isOpaque(callee.function) ? undefined : callee.function;
  return name === undefined ? undefined : closures.get(name);
}

/** What is not understood may do anything; of inline assembly the operands are known. */
const isOpaque = remembered((code: FunctionCore): boolean => {
  let isThere = false;
  visit(code.body, (node) => {
    isThere ||= node.kind === "opaque" && !isAssembly(node as Stmt);
  });
  return isThere;
});

/** Assembly among whose instructions there may be a fence of proxies. */
export const mayFenceInAssembly = (stmt: Stmt): boolean =>
  stmt.kind === "opaque" && isAssembly(stmt) && !isFenceless(stmt.assembly?.text);

const isAssembly = (stmt: Stmt): boolean => stmt.kind === "opaque" && stmt.why === "inline assembly";

/** What each parameter is given; undefined where the call does not give them one by one. */
export function givenTo({ args }: Call, { params }: FunctionCore): ReadonlyMap<string, Expr | undefined> | undefined {
  if (params.some(({ form }) => form !== "plain") || args.length > params.length) return undefined;
  return new Map(
    params.map(({ name }, i) => {
      const argument = args.find((one) => one.name === name) ?? (args[i]?.name === undefined ? args[i] : undefined);
      return [name, argument?.value];
    }),
  );
}

/** The lambdas that a call gives the closure, which does nothing with them but call them, by parameter. */
export function lambdasGiven(call: Call, code: FunctionCore): ReadonlyMap<string, FunctionCore> {
  const given = [...(givenTo(call, code) ?? [])];
  return new Map(
    given.flatMap(([name, value]) =>
      value?.kind === "lambda" && !isOpaque(value.function) && isOnlyCalled(name, code) ? [[name, value.function]] : [],
    ),
  );
}

function isOnlyCalled(name: string, { body }: FunctionCore): boolean {
  let [mentions, calls] = [0, 0];
  visit(body, (node) => {
    if (nameOf(node as Expr) === name) mentions++;
    if (node.kind === "call" && nameOf((node as Call).callee) === name) calls++;
  });
  return calls > 0 && mentions === calls;
}

/** What names stood for before a closure was walked. */
export function restore<K, V>(map: Map<K, V>, before: ReadonlyMap<K, V>): void {
  map.clear();
  for (const [key, value] of before) map.set(key, value);
}
