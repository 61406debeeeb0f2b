// Variables of a file that may get another value: what a function makes of them hangs on when it is called.
//
//     tile = 64; small = layout_of(); tile = 128; large = layout_of()
//
// So they tell one call from another, as its arguments do.
import type { Value } from "../algebra/value.ts";
import { handedOver, namesWritten, rootsOf } from "../program/given-names.ts";
import type { Block, Expr, FunctionCore, FunctionItem, Item, StatementItem, Stmt } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";
import { eachNode } from "../program/nodes.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Call } from "./call-record.ts";
import { makesObjects } from "./captured.ts";
import { write } from "./journal.ts";
import { valueKey } from "./key.ts";
import { rewrittenFor } from "./rewritten.ts";
import { find } from "./scope.ts";
import { semanticsOf } from "./semantics.ts";
import type { Entry, FileScope, LinkedUnit, Session } from "./session.ts";

/**
 * The variables of a function's file by name, as they are when it is called, and what they hold by then, as text; none where nothing
 * that it leads to reads one that changes.
 */
export type Outer = ReadonlyMap<string, { readonly value: Value; readonly holds: string }>;

const none: Outer = new Map();

export function outerOf(session: Session, { file, code }: FunctionValue): Outer {
  const scope = session.files.get(file);
  const names = scope === undefined ? [] : namesRead(scope, code, semanticsOf(session, scope).includes);
  if (scope === undefined || names.length === 0) return none;
  return new Map(
    names.flatMap((name) => {
      const found = find(scope.scope, name);
      return found === undefined ? [] : [[name, { value: found.value, holds: textOf(session, found.value) }] as const];
    }),
  );
}

const textOf = ({ identities }: Session, value: Value): string => valueKey(identities, value, "content");

/** As they were when it was called. */
export function restoreOuter(session: Session, { fn, outer }: Pick<Call, "fn" | "outer">): void {
  const names = session.files.get(fn.file)?.scope.names;
  if (names !== undefined) for (const [name, { value }] of outer) write(session.journal, names, name, value);
}

/** Could it run again? Not where a variable that it began with has been changed in its place since, or any from outside. */
export function canReturnTo(session: Session, entry: Entry): boolean {
  const { fn, matched } = entry.kind === "call" ? entry.call : { fn: entry.fn, matched: { byParam: [] } };
  if (rewrittenFor(session, fn, matched) !== "") return false;
  const outer = entry.kind === "call" ? [...entry.call.outer.values()] : [];
  return outer.every(({ value, holds }) => !makesObjects(value) || textOf(session, value) === holds);
}

/** With other bodies: do the functions of the file read the same variables that change? */
export function readTheSame(session: Session, file: FileScope, after: LinkedUnit): boolean {
  const isOnDemand = semanticsOf(session, file).includes;
  const read = ({ linked }: Pick<FileScope, "linked">): string => {
    const { changing, functions } = ofFile({ linked }, isOnDemand);
    if (changing.size === 0) return "";
    const all = [...functions.values()].flat().filter((one) => one.kind === "function");
    return JSON.stringify(all.map((one) => [one.id, namesRead({ linked }, one, isOnDemand)]));
  };
  return read(file) === read({ linked: after });
}

interface OfFile {
  readonly changing: ReadonlySet<string>;
  readonly functions: ReadonlyMap<string, readonly Item[]>;
  readonly read: WeakMap<FunctionCore, readonly string[]>;
}

const ofFiles = new WeakMap<readonly Item[], OfFile>();

function ofFile({ linked: { unit } }: Pick<FileScope, "linked">, isOnDemand: boolean): OfFile {
  const known = ofFiles.get(unit.items);
  if (known !== undefined) return known;
  const changing = changingIn(unit.items, isOnDemand);
  const found = { changing, functions: changing.size === 0 ? new Map() : functionsIn(unit.items), read: new WeakMap() };
  ofFiles.set(unit.items, found);
  return found;
}

/** Which of them the function reads, or one of the file that it leads to. */
function namesRead(file: Pick<FileScope, "linked">, code: FunctionCore, isOnDemand: boolean): readonly string[] {
  const { changing, functions, read: found } = ofFile(file, isOnDemand);
  if (changing.size === 0) return [];
  const known = found.get(code);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const seen = new Set<object>([code]);
  const waiting: (Item | FunctionCore)[] = [code];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const name of mentionsOf(next)) {
      if (changing.has(name)) names.add(name);
      const further = (functions.get(name) ?? []).filter((one) => !seen.has(one));
      for (const one of further) seen.add(one);
      waiting.push(...further);
    }
  const all = [...names].sort();
  found.set(code, all);
  return all;
}

/** By name: the functions and classes of a file, and the methods of these. */
function functionsIn(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  const add = (item: Item): void => {
    if (item.kind !== "function" && item.kind !== "class") return;
    found.set(item.name, [...(found.get(item.name) ?? []), item]);
    if (item.kind === "class") item.members.forEach(add);
  };
  items.forEach(add);
  return found;
}

/** What a module gives more than one value, or hands over; of a file whose declarations are found on demand what functions write. */
function changingIn(items: readonly Item[], isOnDemand: boolean): ReadonlySet<string> {
  const statements = items.filter((one) => one.kind === "statement");
  if (!isOnDemand) {
    const times = timesIn(statements.map(({ statement }) => statement));
    const own = new Set(statements.flatMap(({ statement }) => [...boundIn(statement)]));
    return new Set([...times].flatMap(([name, count]) => (count > 1 && own.has(name) ? [name] : [])));
  }
  const variables = new Set(statements.filter(isVariable).map(({ name }) => name));
  if (variables.size === 0) return variables;
  return new Set(items.flatMap(writtenIn).filter((name) => variables.has(name)));
}

/** How often statements give each name a value, or may change what it holds, at most. */
type Times = ReadonlyMap<string, number>;

function timesIn(statements: Block): Times {
  const times = new Map<string, number>();
  for (const one of statements)
    for (const [name, count] of timesOf(one)) times.set(name, (times.get(name) ?? 0) + count);
  return times;
}

function timesOf(statement: Stmt): Times {
  switch (statement.kind) {
    case "if":
      return most([statement.then, statement.else]);
    case "try":
      return most([statement.body, ...statement.handlers]);
    case "for":
    case "c-for":
    case "while":
      return new Map([...namesWritten(statement)].map((name) => [name, 2]));
    default:
      return new Map([...namesWritten(statement)].map((name) => [name, 1]));
  }
}

/** Of sides of which one is taken. */
function most(sides: readonly Block[]): Times {
  const times = new Map<string, number>();
  for (const side of sides)
    for (const [name, count] of timesIn(side)) times.set(name, Math.max(times.get(name) ?? 0, count));
  return times;
}

/** Names that a statement gives a value itself. */
function boundIn(statement: Stmt): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(statement, (node) => {
    if ("kind" in node && node.kind === "bind" && "name" in node && typeof node.name === "string") names.add(node.name);
  });
  return names;
}

const isVariable = ({ statement }: StatementItem): boolean =>
  statement.kind === "let" && !statement.attributes.some((one) => /^const/.test(one));

/** An edit leaves most functions as they were. */
const written = new WeakMap<Item, readonly string[]>();

/** Names that functions write or hand over, and do not declare themselves. */
function writtenIn(item: Item): readonly string[] {
  if (item.kind === "class") return item.members.flatMap(writtenIn);
  if (item.kind !== "function") return [];
  const names = written.get(item) ?? writtenBy(item);
  written.set(item, names);
  return names;
}

function writtenBy(item: FunctionItem): readonly string[] {
  const own = new Set(item.params.map(({ name }) => name));
  const names: string[] = [];
  eachNode(item, (node) => {
    const one = node as Expr | Stmt;
    if (one.kind === "let" || one.kind === "for") for (const name of rootsOf(one.target)) own.add(name);
    names.push(...(one.kind === "assign" ? rootsOf(one.target) : handedOver(one)));
  });
  return names.filter((name) => !own.has(name));
}
