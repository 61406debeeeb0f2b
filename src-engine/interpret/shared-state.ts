// Python: what outlives a call and functions change: names that they declare `global`, lists of the file or of a class that they
// change in their place, attributes that they set on a class, lists that are defaults. Which of them ran last nobody knows.
import { unknown, type Value } from "../algebra/value.ts";
import type { Expr, FunctionCore, FunctionItem, Item } from "../program/ir.ts";
import { eachNode } from "../program/nodes.ts";
import type { FileScope, Frame } from "./session.ts";

interface Changes {
  /** Declared `global`. */
  readonly globals: readonly string[];
  /** Lists of the file, by name. */
  readonly lists: readonly string[];
  /** What is set on a class: the attribute, and the name by which the class is called. */
  readonly attributes: readonly (readonly [attribute: string, of: string])[];
  /** Attributes that hold a list. */
  readonly listsOfClasses: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

const listMethods = new Set("append extend insert pop remove clear sort reverse __delitem__".split(" "));

const known = new WeakMap<Item, Changes>();
const ofFiles = new WeakMap<readonly Item[], ReturnType<typeof together>>();

/** What the functions of a file change. */
export function changesOf({ linked: { unit } }: FileScope): ReturnType<typeof together> {
  const before = ofFiles.get(unit.items);
  if (before !== undefined) return before;
  const all = together(unit.items);
  ofFiles.set(unit.items, all);
  return all;
}

function together(items: readonly Item[]) {
  const all = items.map(changesIn);
  return {
    globals: all.flatMap((one) => one.globals),
    lists: new Set(all.flatMap((one) => one.lists)),
    attributes: all.flatMap((one) => one.attributes),
    listsOfClasses: new Set(all.flatMap((one) => one.listsOfClasses)),
  };
}

function changesIn(item: Item): Changes {
  const before = known.get(item);
  if (before !== undefined) return before;
  const found: Changes = { globals: globalsIn(item), ...joined(functionsIn(item).map(changesOfFunction)) };
  known.set(item, found);
  return found;
}

const joined = (all: readonly Omit<Changes, "globals">[]): Omit<Changes, "globals"> => ({
  lists: all.flatMap((one) => one.lists),
  attributes: all.flatMap((one) => one.attributes),
  listsOfClasses: all.flatMap((one) => one.listsOfClasses),
});

/** The functions of the file and the methods of its classes. */
const functionsIn = (item: Item): readonly FunctionItem[] =>
  item.kind === "class" ? item.members.flatMap(functionsIn) : item.kind === "function" ? [item] : [];

function globalsIn(item: Item): readonly string[] {
  const names: string[] = [];
  eachNode(item, (node) => {
    const { kind, of, names: declared } = node as Node;
    if (kind === "outer" && of === "file" && Array.isArray(declared)) names.push(...(declared as string[]));
  });
  return names;
}

function changesOfFunction(code: FunctionItem): Omit<Changes, "globals"> {
  const own = new Set<unknown>();
  const lists: string[] = [];
  const attributes: (readonly [string, string])[] = [];
  const listsOfClasses: string[] = [];
  eachNode(code, (node) => {
    const { kind, name, passing } = node as Node;
    if (kind === "bind" || passing !== undefined) own.add(name);
    const place = changedIn(node as Node);
    if (place?.kind === "name" && place.path.length === 1) lists.push(place.path[0]!);
    if (place?.kind === "member") listsOfClasses.push(place.name);
    const set = setIn(node as Node);
    const of = set === undefined ? undefined : className(set.object);
    // What runs while a class is made runs once for it.
    if (set !== undefined && of !== undefined && code.name !== "__init_subclass__") attributes.push([set.name, of]);
  });
  return { lists: lists.filter((name) => !own.has(name)), attributes, listsOfClasses };
}

/** `xs` of `xs.append(y)` and `xs[i] = y`. */
function changedIn(node: Node): Expr | undefined {
  const called = node.kind === "call" ? (node.callee as Expr) : undefined;
  if (called?.kind === "member" && listMethods.has(called.name)) return called.object;
  const place = assignedIn(node);
  return place?.kind === "index" ? place.object : undefined;
}

/** `C.x` of `C.x = y`. */
function setIn(node: Node): (Expr & { kind: "member" }) | undefined {
  const place = assignedIn(node);
  return place?.kind === "member" ? place : undefined;
}

function assignedIn(node: Node): Expr | undefined {
  return node.kind === "place" ? (node.expr as Expr) : undefined;
}

/** `cls`, `type(self)`, `self.__class__` are all written `cls` here. */
function className(object: Expr): string | undefined {
  if (object.kind === "name") return object.path[0];
  if (object.kind === "member") return object.name === "__class__" ? "cls" : undefined;
  const isType = object.kind === "call" && object.callee.kind === "name" && object.callee.path[0] === "type";
  return isType ? "cls" : undefined;
}

/** Is the attribute of a class of the file set by functions? */
export function isSetByFunctions(file: FileScope, attribute: string): boolean {
  const isClass = (name: string): boolean =>
    name === "cls" || (file.index.get(name)?.some((one) => one.kind === "class") ?? false);
  return changesOf(file).attributes.some(([name, of]) => name === attribute && isClass(of));
}

const isList = (value: Value | undefined): boolean => value?.kind === "tuple" && value.list === true;

/** After the statement of a class that gives the name its first value. */
export function forgetShared({ file, owner, dialect, scope: { names } }: Frame, name: string): void {
  if (dialect.semantics.typed || owner === undefined || !names.has(name)) return;
  const isChanged = isList(names.get(name)) && changesOf(file).listsOfClasses.has(name);
  if (isChanged || isSetByFunctions(file, name)) names.set(name, unknown(`functions write ${name} of the class`));
}

/** What functions of the module declare as `global`, and its lists that they change. */
export function forgetGlobals(file: FileScope): void {
  const { names } = file.scope;
  const { globals, lists } = changesOf(file);
  for (const name of globals) if (names.has(name)) names.set(name, unknown(`a function writes the global ${name}`));
  for (const name of lists)
    if (isList(names.get(name))) names.set(name, unknown(`a function changes the list ${name}`));
}

const changedDefaults = new WeakMap<FunctionCore, ReadonlySet<string>>();

/** `def f(x, acc=[])`: the list of all calls, which each of them changes. */
export function sharedDefault(code: FunctionCore, name: string, value: Value): Value {
  if (!isList(value)) return value;
  let changed = changedDefaults.get(code);
  if (changed === undefined) {
    const names = new Set<string>();
    eachNode(code, (node) => {
      const place = changedIn(node as Node);
      if (place?.kind === "name") names.add(place.path[0]!);
    });
    changedDefaults.set(code, names);
    changed = names;
  }
  return changed.has(name) ? unknown(`calls change ${name}, which is one list for all of them`) : value;
}
