// What outlives a call and functions change: names that they declare `global`, lists of the file or of a class that they
// change in their place, attributes that they set on a class, lists that are defaults. Which of them ran last nobody knows.
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { SharedState } from "../../../../../src-engine/interpret/semantics.ts";
import type { FileScope, Frame } from "../../../../../src-engine/interpret/session.ts";
import type { Expr, FunctionCore, FunctionItem, Item } from "../../../../../src-engine/program/ir.ts";
import { isLater } from "../../../../../src-engine/program/later-body.ts";
import { eachNode } from "../../../../../src-engine/program/nodes.ts";
import { ownText } from "../../../../../src-engine/program/program.ts";

interface Changes {
  /** Lists that are not its own, by name. */
  readonly lists: readonly string[];
  /** What is set on a class: the attribute, and the name by which the class is called. */
  readonly attributes: readonly (readonly [attribute: string, of: string])[];
  /** Attributes that hold a list. */
  readonly listsOfClasses: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

const listMethods = new Set("append extend insert pop remove clear sort reverse __delitem__".split(" "));

/** What code of a file changes, and what of the file is asked for. */
interface Asked {
  readonly functions: readonly FunctionItem[];
  readonly globals: readonly string[];
  /** Lists of the file. */
  readonly lists: ReadonlySet<string>;
  readonly attributes: Map<string, boolean>;
}

const ofFiles = new WeakMap<readonly Item[], Asked>();

function changesOf(file: FileScope): Asked {
  const { items } = file.linked.unit;
  const before = ofFiles.get(items);
  if (before !== undefined) return before;
  const functions = items.flatMap(functionsIn);
  const found = {
    functions,
    globals: items.flatMap((item) => globalsIn(file, item)),
    lists: new Set(functions.flatMap((one) => (mayChangeLists(file, one) ? changesOfFunction(one).lists : []))),
    attributes: new Map<string, boolean>(),
  };
  ofFiles.set(items, found);
  return found;
}

/** The functions of the file and the methods of its classes. */
const functionsIn = (item: Item): readonly FunctionItem[] =>
  item.kind === "class" ? item.members.flatMap(functionsIn) : item.kind === "function" ? [item] : [];

/** Of a function whose body waits it is told from its text whether the body is worth reading. */
const mayBe = ({ linked }: FileScope, item: FunctionItem, isSo: (text: string) => boolean): boolean =>
  !isLater(item) || isSo(ownText(linked, item));

const variables = new WeakMap<readonly Item[], ReadonlySet<string>>();

/** Names that the module's statements bind, also below an `if`. */
function variablesOf({ linked: { unit } }: FileScope): ReadonlySet<string> {
  const before = variables.get(unit.items);
  if (before !== undefined) return before;
  const names = new Set<string>();
  for (const item of unit.items)
    if (item.kind === "statement")
      eachNode(item, (node) => {
        const { kind, name } = node as Node;
        if (kind === "bind" && typeof name === "string") names.add(name);
      });
  variables.set(unit.items, names);
  return names;
}

/** Does it change something in its place that the file gives a value? */
const mayChangeLists = (file: FileScope, item: FunctionItem): boolean =>
  mayBe(file, item, (text) =>
    [...text.matchAll(/\b([A-Za-z_]\w*)[ \t]*[.[]/g)].some(([, name]) => variablesOf(file).has(name!)),
  );

const globals = new WeakMap<Item, readonly string[]>();

function globalsIn(file: FileScope, item: Item): readonly string[] {
  if (item.kind === "class") return item.members.flatMap((one) => globalsIn(file, one));
  if (item.kind === "function" && !mayBe(file, item, (text) => text.includes("global"))) return [];
  const known = globals.get(item);
  if (known !== undefined) return known;
  const names: string[] = [];
  eachNode(item, (node) => {
    const { kind, of, names: declared } = node as Node;
    if (kind === "outer" && of === "file" && Array.isArray(declared)) names.push(...(declared as string[]));
  });
  globals.set(item, names);
  return names;
}

const known = new WeakMap<FunctionItem, Changes>();

function changesOfFunction(code: FunctionItem): Changes {
  const before = known.get(code);
  if (before !== undefined) return before;
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
  const found = { lists: lists.filter((name) => !own.has(name)), attributes, listsOfClasses };
  known.set(code, found);
  return found;
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
function isSetByFunctions(file: FileScope, attribute: string): boolean {
  const { functions, attributes } = changesOf(file);
  const before = attributes.get(attribute);
  if (before !== undefined) return before;
  const isClass = (name: string): boolean =>
    name === "cls" || (file.index.get(name)?.some((one) => one.kind === "class") ?? false);
  // `cls.x`, `self.__class__.x`, `type(self).x`, `Kernel.x`
  const mayBeSet = (text: string): boolean =>
    [...text.matchAll(/(\b[A-Za-z_]\w*|\))[ \t]*\.[ \t]*([A-Za-z_]\w*)/g)].some(
      ([, of, name]) => name === attribute && (of === ")" || of === "__class__" || isClass(of!)),
    );
  const isSet = functions.some(
    (one) =>
      mayBe(file, one, (text) => text.includes(attribute) && mayBeSet(text)) &&
      changesOfFunction(one).attributes.some(([name, of]) => name === attribute && isClass(of)),
  );
  attributes.set(attribute, isSet);
  return isSet;
}

const changesListOfClass = (file: FileScope, name: string): boolean =>
  changesOf(file).functions.some(
    (one) => mayBe(file, one, (text) => text.includes(name)) && changesOfFunction(one).listsOfClasses.includes(name),
  );

const isList = (value: Value | undefined): boolean => value?.kind === "tuple" && value.list === true;

/** After the statement of a class that gives the name its first value. */
function forgetOfClass({ file, owner, scope: { names } }: Frame, name: string): void {
  if (owner === undefined || !names.has(name)) return;
  const isChanged = isList(names.get(name)) && changesListOfClass(file, name);
  if (isChanged || isSetByFunctions(file, name)) names.set(name, unknown(`functions write ${name} of the class`));
}

/** What functions of the module declare as `global`, and its lists that they change. */
function forgetGlobals(file: FileScope): void {
  const { names } = file.scope;
  const { globals, lists } = changesOf(file);
  for (const name of globals) if (names.has(name)) names.set(name, unknown(`a function writes the global ${name}`));
  for (const name of lists)
    if (isList(names.get(name))) names.set(name, unknown(`a function changes the list ${name}`));
}

const changedDefaults = new WeakMap<FunctionCore, ReadonlySet<string>>();

/** `def f(x, acc=[])`: the list of all calls, which each of them changes. */
function defaultOf(code: FunctionCore, name: string, value: Value): Value {
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

export const sharedState: SharedState = { forgetGlobals, forgetOfClass, isSetByFunctions, defaultOf };
