// What a variable is in each thread that branches on the thread's place give it: `if (warp < 4) role = mma; else role = load;`.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";

type If = Extract<Stmt, { kind: "if" }>;

/** Where a variable begins, and the branches that give it something, in their order. */
interface Role {
  readonly first: Expr | undefined;
  readonly branches: readonly If[];
}

/** A number in one thread; undefined where nobody knows. */
type Number = number | undefined;

export interface Asked {
  number(of: Expr): Number;
  /** Whether the condition holds in the thread. */
  holds(test: Expr): Number;
}

/** At a place; undefined too where the variable is given something in another way than by such branches. */
export function roleIn(name: string, at: Span, fn: FunctionItem, asked: Asked): Number {
  const role = rolesOf(fn).get(name);
  if (role === undefined || !role.branches.some(({ span }) => span.end <= at.start)) return undefined;
  // Between its branches nobody is asked about it.
  if (role.branches.some(({ span }) => span.end > at.start)) return undefined;
  let now = role.first === undefined ? undefined : asked.number(role.first);
  for (const branch of role.branches) {
    const then = inBranch(name, branch, asked, now);
    if (then === "unknown") return undefined;
    now = then;
  }
  return now;
}

export const hasRole = (name: string, fn: FunctionItem): boolean => rolesOf(fn).has(name);

function inBranch(name: string, branch: If, asked: Asked, before: Number): Number | "unknown" {
  const holds = asked.holds(branch.test);
  if (holds === undefined) return "unknown";
  let now = before;
  for (const stmt of holds !== 0 ? branch.then : branch.else) {
    const given = givenBy(stmt, name);
    if (given !== undefined) now = asked.number(given);
    if (stmt.kind !== "if" || !sets(stmt, name)) continue;
    const inner = inBranch(name, stmt, asked, now);
    if (inner === "unknown") return inner;
    now = inner;
  }
  return now;
}

const rolesOf = remembered((fn: FunctionItem): ReadonlyMap<string, Role> => {
  const found = new Map<string, Role>();
  const counts = new Map<string, number>();
  visit(fn.body, (node) => {
    const { target } = node as { readonly target?: Pattern };
    if (node.kind !== "let" && node.kind !== "assign" && node.kind !== "for") return;
    for (const one of target?.kind === "unpack" ? target.items : target === undefined ? [] : [target])
      if (one.kind === "bind") counts.set(one.name, (counts.get(one.name) ?? 0) + 1);
  });
  const note = (block: Block): void => {
    for (const stmt of block) {
      if (stmt.kind === "let" && stmt.target.kind === "bind")
        found.set(stmt.target.name, { first: stmt.init, branches: [] });
      const given = plainly(stmt);
      if (given?.target.kind === "bind" && !found.has(given.target.name))
        found.set(given.target.name, { first: given.value, branches: [] });
      if (stmt.kind === "if")
        for (const [name, role] of found)
          if (sets(stmt, name)) found.set(name, { ...role, branches: [...role.branches, stmt] });
      if (stmt.kind === "block") note(stmt.body);
    }
  };
  note(fn.body ?? []);
  // Whatever else gives it something is out of sight here.
  return new Map([...found].filter(([name, { branches }]) => counts.get(name) === 1 + countIn(branches, name)));
});

/** How often the branches give the name something by themselves, in no loop. */
const countIn = (stmts: readonly Stmt[], name: string): number =>
  stmts.reduce((all, stmt) => {
    const own = givenBy(stmt, name) === undefined ? 0 : 1;
    return all + own + (stmt.kind === "if" ? countIn([...stmt.then, ...stmt.else], name) : 0);
  }, 0);

const sets = (stmt: If, name: string): boolean => namesSetBy(stmt).has(name);

/** By themselves, in no loop. */
const namesSetBy = remembered((stmt: If): ReadonlySet<string> => {
  const own = blocksOf(stmt).flat();
  const given = own.flatMap((one) => plainly(one)?.target ?? []);
  const inner = own.flatMap((one) => (one.kind === "if" ? [...namesSetBy(one)] : []));
  return new Set([...given.flatMap((target) => (target.kind === "bind" ? target.name : [])), ...inner]);
});

function givenBy(stmt: Stmt, name: string): Expr | undefined {
  const given = plainly(stmt);
  return given?.target.kind === "bind" && given.target.name === name ? given.value : undefined;
}

/** `x = value`, with no operator. */
const plainly = (stmt: Stmt): Extract<Expr, { kind: "assign" }> | undefined =>
  stmt.kind === "expr" && stmt.value.kind === "assign" && stmt.value.op === "" ? stmt.value : undefined;
