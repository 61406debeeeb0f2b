// What a loop's body does with names that are there before it, told from its code alone.
import type { Block, Expr, Pattern, Stmt } from "./ir.ts";
import { eachNode } from "./nodes.ts";

export interface LoopNames {
  /** Each round sets them before anything reads them: what they were before it is nobody's matter. */
  readonly setFirst: ReadonlySet<string>;
  readonly changes: readonly NameChange[];
  /** Calls that are handed variables, which they may change. */
  readonly handed: readonly Handed[];
}

/** On which sides of tests that the compiler decides something stands. */
interface Sided {
  readonly sides: readonly Side[];
}

interface Side {
  readonly test: Expr;
  readonly taken: boolean;
}

export interface NameChange extends Sided {
  readonly name: string;
  /** By a number that is not 0 from what it was, or set to something that does not rest on what it was. */
  readonly how: "up" | "by" | "set";
  /** The statement that does it, where it does nothing else. */
  readonly within?: Stmt;
}

export interface Handed extends Sided {
  readonly call: Expr & { readonly kind: "call" };
  /** The variable that each argument is; undefined for what is none. */
  readonly names: readonly (string | undefined)[];
}

const known = new WeakMap<Block, LoopNames>();

/** Of a body, with what each round reads before it (its test) and binds (its target). */
export function loopNames(body: Block, test?: Expr, target?: Pattern): LoopNames {
  const before = known.get(body);
  if (before !== undefined) return before;
  const reads = new Set<string>();
  const sets = new Set<string>();
  if (test !== undefined) addReads(test, reads, sets);
  if (target !== undefined) bindTo(target, reads, sets);
  inOrder(body, reads, sets);
  const found: Found = { changes: [], handed: [], declared: declaredIn(body) };
  const assigned = targetsIn(body, ["assign"]);
  // What only inner loops bind is read in them alone.
  const inner = [...targetsIn(body, ["for"])].filter((name) => !assigned.has(name));
  const setFirst = new Set([...sets, ...inner].filter((name) => !reads.has(name) && !found.declared.has(name)));
  noteBlock(body, found, []);
  const names: LoopNames = { setFirst, changes: found.changes, handed: found.handed };
  known.set(body, names);
  return names;
}

// ---- what is set before it is read ---------------------------------------------------------------------------------

/** Statements in their order: `reads` gets what is read before it is certainly set, `sets` what is certainly set behind them. */
function inOrder(block: Block, reads: Set<string>, sets: Set<string>): void {
  const declared = new Set<string>();
  for (const stmt of block) {
    const more = setBy(stmt, reads, new Set([...sets, ...declared]), declared);
    for (const name of more) if (!declared.has(name)) sets.add(name);
  }
}

type Names = ReadonlySet<string>;

const none: Names = new Set();

/** What a statement sets besides what is `done` by now; what it declares for its block goes to `declared`. */
function setBy(stmt: Stmt, reads: Set<string>, done: Names, declared: Set<string>): Names {
  switch (stmt.kind) {
    case "let":
      for (const one of [stmt.type, stmt.init, stmt.dims]) if (one !== undefined) addReads(one, reads, done);
      bindTo(stmt.target, reads, declared, done);
      return none;
    case "expr":
      return setByExpression(stmt.value, reads, done);
    case "if": {
      addReads(stmt.test, reads, done);
      const then = setsOf(stmt.then, reads, done);
      const other = setsOf(stmt.else, reads, done);
      return new Set([...then].filter((name) => other.has(name)));
    }
    case "for": {
      addReads(stmt.iter, reads, done);
      const inside = new Set(done);
      bindTo(stmt.target, reads, inside);
      setsOf(stmt.body, reads, inside);
      setsOf(stmt.else, reads, done);
      return none;
    }
    case "while":
      addReads(stmt.test, reads, done);
      setsOf(stmt.body, reads, done);
      setsOf(stmt.else, reads, done);
      return none;
    case "block": {
      const inside = setsOf(stmt.body, reads, done);
      return stmt.open === undefined ? inside : none;
    }
    default:
      addReads(stmt, reads, done);
      return none;
  }
}

function setByExpression(value: Expr, reads: Set<string>, done: Names): Names {
  if (value.kind !== "assign") {
    addReads(value, reads, done);
    return none;
  }
  addReads(value.value, reads, done);
  const sets = new Set<string>();
  if (value.op === "") bindTo(value.target, reads, sets, done);
  else addReads(value.target, reads, done);
  return sets;
}

function setsOf(block: Block, reads: Set<string>, done: Names): Names {
  const sets = new Set(done);
  inOrder(block, reads, sets);
  return sets;
}

/** Every name below a node that is not set by now; what it assigns on the way counts as read. */
function addReads(node: object, reads: Set<string>, done: Names): void {
  eachNode(node, (one) => {
    for (const name of namesAt(one)) if (!done.has(name)) reads.add(name);
  });
}

/** Names that a statement mentions or sets. */
export function namesIn(stmt: Stmt): readonly string[] {
  const names = new Set<string>();
  addReads(stmt, names, none);
  return [...names];
}

function namesAt(node: object): readonly string[] {
  const { kind, path, name, names, writes } = node as Readonly<Record<string, unknown>>;
  if (kind === "name") return texts(path).slice(0, 1);
  if (kind === "bind") return texts([name]);
  return kind === "outer" ? texts(names) : kind === "opaque" ? texts(writes) : [];
}

const texts = (all: unknown): readonly string[] =>
  Array.isArray(all) ? all.filter((one): one is string => typeof one === "string") : [];

function bindTo(target: Pattern, reads: Set<string>, sets: Set<string>, done: Names = sets): void {
  if (target.kind === "bind") sets.add(target.name);
  else if (target.kind === "place") addReads(target.expr, reads, done);
  else for (const one of target.items) bindTo(one, reads, sets, done);
}

// ---- what is changed -----------------------------------------------------------------------------------------------

interface Found {
  readonly changes: NameChange[];
  readonly handed: Handed[];
  /** Names that the body declares itself. */
  readonly declared: Names;
}

const declaredIn = (body: Block): Names => targetsIn(body, ["let"]);

/** Names that the body sets wherever in it; what a function inside it sets is that function's. */
function targetsIn(body: Block, kinds: readonly string[]): Names {
  const names = new Set<string>();
  eachNode(body, (node) => {
    const { kind, target } = node as { readonly kind?: string; readonly target?: Pattern };
    if (kind !== undefined && target !== undefined && kinds.includes(kind)) bindTo(target, new Set(), names);
  });
  return names;
}

type Where = Sided & Pick<NameChange, "within">;

function noteBlock(block: Block, found: Found, sides: readonly Side[]): void {
  for (const stmt of block) noteChanges(stmt, found, { sides, ...(stmt.kind === "expr" ? { within: stmt } : {}) });
}

function noteChanges(node: unknown, found: Found, where: Where): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) noteChanges(one, found, where);
    return;
  }
  const one = node as Expr | Stmt;
  if (one.kind === "lambda" || one.kind === "item") return;
  if (one.kind === "if") {
    const { test } = one;
    const side = (taken: boolean): readonly Side[] => (one.constexpr ? [{ test, taken }] : []);
    if (!one.constexpr) noteChanges(test, found, where);
    noteBlock(one.then, found, [...where.sides, ...side(true)]);
    noteBlock(one.else, found, [...where.sides, ...side(false)]);
    return;
  }
  if (one.kind === "assign") noteAssigned(one, found, where);
  if (one.kind === "call") {
    const names = one.args.map(({ value }) =>
      value.kind === "name" && value.path.length === 1 ? value.path[0] : undefined,
    );
    if (names.some((name) => name !== undefined)) found.handed.push({ call: one, names, sides: where.sides });
  }
  for (const [key, part] of Object.entries(one))
    if (key !== "span" && key !== "nameSpan") noteChanges(part, found, where);
}

function noteAssigned({ target, op, value }: Expr & { kind: "assign" }, found: Found, where: Where): void {
  for (const one of target.kind === "unpack" ? target.items : [target]) {
    const how = one.kind === "bind" ? howChanged(one.name, op, value) : undefined;
    if (one.kind === "bind" && how !== undefined && !found.declared.has(one.name))
      found.changes.push({ name: one.name, how, ...where });
  }
}

/** Undefined where what it was may come out again: `x = 3 - 2 * x`, `x *= 2`. */
function howChanged(name: string, op: string, value: Expr): NameChange["how"] | undefined {
  const isSame = (one: Expr): boolean => one.kind === "name" && one.path.length === 1 && one.path[0] === name;
  if (op === "" && value.kind === "binary" && isSame(value.left)) return howChanged(name, value.op, value.right);
  if (op === "") return mentionsOutsideCalls(value, isSame) ? undefined : "set";
  if (value.kind !== "int" || value.value <= 0) return undefined;
  return op === "+" ? "up" : op === "-" || op === "^" ? "by" : undefined;
}

function mentionsOutsideCalls(value: Expr, isSame: (one: Expr) => boolean): boolean {
  if (isSame(value)) return true;
  switch (value.kind) {
    case "unary":
    case "cast":
      return mentionsOutsideCalls(value.value, isSame);
    case "binary":
      return mentionsOutsideCalls(value.left, isSame) || mentionsOutsideCalls(value.right, isSame);
    case "cond":
      return [value.test, value.then, value.else].some((one) => mentionsOutsideCalls(one, isSame));
    case "tuple":
      return value.items.some((one) => mentionsOutsideCalls(one.value, isSame));
    default:
      return false;
  }
}
