// The names of files: a C++ file finds its declarations on demand and those of what it includes; a Python module runs in order.
//
// Visibility in C++ is lenient about namespaces: a name counts if its namespaces are around the use, named by a using, or written.

import { unknown, type Value } from "../algebra/value.ts";
import type { FunctionItem, ImportItem, Item } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import { classOf } from "./class.ts";
import { doubt, noteChoice, readDoubts } from "./doubts.ts";
import { modulesOf } from "./imports.ts";
import { runFileItem, runModule } from "./module.ts";
import { newScope } from "./scope.ts";
import { semanticsOf } from "./semantics.ts";
import type { FileScope, Session, Used } from "./session.ts";

export function fileScope(session: Session, path: string): FileScope | undefined {
  const known = session.files.get(path);
  if (known !== undefined) return known;
  const linked = session.program.units.get(path);
  if (linked === undefined) return undefined;
  const index = new Map<string, Item[]>();
  for (const item of usualFirst(linked.unit.items)) {
    const named = index.get(item.name);
    if (named === undefined) index.set(item.name, [item]);
    else named.push(item);
  }
  const scope = newScope(undefined, (name) => findInFile(session, path, name));
  const file: FileScope = {
    file: path,
    linked,
    scope,
    index,
    usings: usingsOf(linked.unit.items),
    used: usedIn(linked.unit.items),
    declaring: new Map(),
    missed: new Set(),
    busy: new Set(),
    imported: new Map(),
    state: 0,
  };
  session.files.set(path, file);
  return file;
}

/** Names are looked up in this order. */
export const usualFirst = (items: readonly Item[]): readonly Item[] =>
  items.some((one) => one.unusual === true)
    ? [...items.filter((one) => one.unusual !== true), ...items.filter((one) => one.unusual === true)]
    : items;

const usingsOf = (items: readonly Item[]): ReadonlySet<string> =>
  new Set(
    items.flatMap((item) => (item.kind === "import" && item.form === "using-namespace" ? item.target.split("::") : [])),
  );

function usedIn(items: readonly Item[]): ReadonlyMap<string, readonly Used[]> {
  const used = new Map<string, Used[]>();
  for (const item of items) {
    if (item.kind !== "import" || item.form !== "using") continue;
    const path = item.target.split("::");
    const name = path.at(-1);
    if (name === undefined || path.length < 2) continue;
    used.set(name, [...(used.get(name) ?? []), { path, scope: item.scope }]);
  }
  return used;
}

function findInFile(session: Session, path: string, name: string): Value | undefined {
  const file = session.files.get(path);
  if (file === undefined) return undefined;
  return semanticsOf(session, file).includes
    ? findInclusive(session, file, [name], [])
    : findInModule(session, file, name);
}

// ---- C++ ------------------------------------------------------------------------------------------------------------

/** A possibly qualified name, in the file or in what it includes. */
export function findInclusive(
  session: Session,
  file: FileScope,
  path: readonly string[],
  namespaces: readonly string[],
): Value | undefined {
  const name = path[path.length - 1]!;
  const qualifiers = path.slice(0, -1);
  const busyKey = path.join("::");
  if (file.busy.has(busyKey)) return undefined;
  file.busy.add(busyKey);
  // A function that a header only declares is what another file in sight defines.
  let declared: Value | undefined;
  try {
    for (const one of declaring(session, file, name)) {
      const items = (one.index.get(name) ?? []).filter((item) => isVisible(item, qualifiers, namespaces, one === file));
      const value = items.length > 0 ? valueOfItems(session, one, items) : undefined;
      if (value === undefined) continue;
      const isOpen = value.kind === "function" && value.code.body === undefined;
      if (!isOpen && (declared === undefined || value.kind === "function")) return value;
      declared ??= value;
    }
    return declared;
  } finally {
    file.busy.delete(busyKey);
  }
}

function isVisible(item: Item, qualifiers: readonly string[], namespaces: readonly string[], own: boolean): boolean {
  if (item.kind === "import") return false;
  if (item.kind === "function" && item.owner !== undefined) return false;
  void namespaces;
  const anchored = qualifiers.filter((one) => one !== "");
  if (anchored.length === 0) return true;
  void own;
  return anchored.every((one) => item.scope.includes(one));
}

/** The cell of a variable that the file or one in sight of it declares; none of a constant, nor of one without a value yet. */
export function variableCell(session: Session, file: FileScope, path: readonly string[]) {
  const name = path[path.length - 1]!;
  const isVariable = (item: Item): boolean =>
    item.kind === "statement" &&
    item.statement.kind === "let" &&
    !item.statement.attributes.some((one) => /^const/.test(one)) &&
    isVisible(item, path.slice(0, -1), [], true);
  const of = declaring(session, file, name).find((one) => one.index.get(name)?.some(isVariable));
  return of?.scope.names.has(name) === true ? { of, cells: of.scope.names, name } : undefined;
}

/** The visible files that declare a simple name. */
function declaring(session: Session, file: FileScope, name: string): readonly FileScope[] {
  const known = file.declaring.get(name);
  if (known !== undefined) return known;
  file.visible ??= visibleFiles(session, file);
  const found = file.visible.filter((one) => one.index.has(name));
  file.declaring.set(name, found);
  return found;
}

/** The file itself, then what it includes, nearest first; bounded. */
export function visibleFiles(session: Session, file: FileScope): readonly FileScope[] {
  const seen = new Set([file.file]);
  const files = [file];
  for (let i = 0; i < files.length && files.length < 300; i++) {
    for (const path of files[i]!.linked.links.values()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const next = fileScope(session, path);
      if (next !== undefined) files.push(next);
    }
  }
  return files;
}

/**
 * A name that the includes of a header do not lead to: a header is read where it is included, behind what stands there. Found where
 * all that the including files see is one file that declares it.
 */
export function findAround(session: Session, file: FileScope, path: readonly string[]): Value | undefined {
  const name = path[path.length - 1]!;
  const found = new Set(includersOf(session, file).flatMap((one) => declaring(session, one, name)));
  const [only] = found;
  return only === undefined || found.size > 1 ? undefined : findInclusive(session, only, path, []);
}

/** The files that include a file, directly or through others. */
export function includersOf(session: Session, file: FileScope): readonly FileScope[] {
  if (file.around !== undefined) return file.around;
  const files = [...session.program.units.keys()].flatMap((path) => fileScope(session, path) ?? []);
  file.around = files.filter((one) => {
    one.visible ??= visibleFiles(session, one);
    return one !== file && one.visible.includes(file);
  });
  return file.around;
}

/** `namespace k = kernels;`: what the name stands for, as written. */
export function aliasedNamespace(session: Session, file: FileScope, name: string): readonly string[] | undefined {
  for (const one of declaring(session, file, name))
    for (const item of one.index.get(name) ?? []) {
      const stmt = item.kind === "statement" ? item.statement : undefined;
      if (stmt?.kind === "alias" && stmt.typeParams.length === 0 && stmt.type.kind === "name") return stmt.type.path;
    }
  return undefined;
}

function valueOfItems(session: Session, file: FileScope, items: readonly Item[]): Value | undefined {
  const doubted = noteChoice(session, items);
  const functions = items.filter((item): item is FunctionItem => item.kind === "function");
  if (functions.length > 0) return functionOf(file, functions);
  const classes = items.filter((item) => item.kind === "class");
  if (classes.length > 0) return classOf(file, classes, file.scope);
  const statement = items.find((item) => item.kind === "statement");
  if (statement?.kind !== "statement") return undefined;
  const known = file.scope.names.get(statement.name);
  readDoubts(session, file.scope, statement.name);
  if (known !== undefined) return known;
  runFileItem(session, file, statement);
  if (doubted !== undefined) doubt(file.scope, statement.name, doubted);
  readDoubts(session, file.scope, statement.name);
  return file.scope.names.get(statement.name);
}

/** A function with its overloads; one with a body comes before a declaration. */
export function functionOf(file: FileScope, items: readonly FunctionItem[]): FunctionValue {
  const sorted = [...items].sort((a, b) => Number(a.body === undefined) - Number(b.body === undefined));
  const values = sorted.map(
    (item): FunctionValue => ({
      kind: "function",
      name: item.name,
      code: item,
      scope: file.scope,
      targs: [],
      file: file.file,
      item: item.id,
    }),
  );
  const first = values[0]!;
  return values.length === 1 ? first : { ...first, overloads: values };
}

// ---- Python ---------------------------------------------------------------------------------------------------------

function findInModule(session: Session, file: FileScope, name: string): Value | undefined {
  if (typeof file.state === "number") {
    runModule(session, file);
    const value = file.scope.names.get(name);
    if (value !== undefined) return value;
  }
  // A function may be asked for while the module still runs: declarations below are seen all the same.
  const items = (file.index.get(name) ?? []).filter((item) => item.kind === "function" || item.kind === "class");
  if (items.length > 0) return valueOfItems(session, file, items.slice(-1));
  const imported = file.imported.get(name);
  const value =
    (imported === undefined ? undefined : importOf(session, file, imported, name)) ??
    importedName(session, file, file.linked.unit.items, name);
  // A module that is still being imported may have more to say of the name.
  if (value !== undefined && value.kind !== "unknown") file.scope.names.set(name, value);
  return value;
}

/** What an import of the project binds to a name. */
export function importedName(
  session: Session,
  file: FileScope,
  items: readonly Item[],
  name: string,
): Value | undefined {
  const { binding, ofAll } = importsIn(items);
  for (const item of [...(binding.get(name) ?? []), ...ofAll]) {
    const value = importOf(session, file, item, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

interface Imports {
  readonly binding: ReadonlyMap<string, readonly ImportItem[]>;
  /** Of all names of a module. */
  readonly ofAll: readonly ImportItem[];
}

/** Library names are asked for with each use, and a module may hold a hundred thousand statements. */
function importsIn(items: readonly Item[]): Imports {
  const known = imports.get(items);
  if (known !== undefined) return known;
  const binding = new Map<string, ImportItem[]>();
  for (const item of items) {
    if (item.kind !== "import") continue;
    for (const { alias } of item.names) {
      const by = binding.get(alias);
      if (by === undefined) binding.set(alias, [item]);
      else by.push(item);
    }
  }
  const found = { binding, ofAll: binding.get("*") ?? [] };
  imports.set(items, found);
  return found;
}

const imports = new WeakMap<readonly Item[], Imports>();

/** `links` names a module as its dots and path: `..utils.layout`. */
function importOf(session: Session, file: FileScope, item: ImportItem, name: string): Value | undefined {
  for (const one of item.names) {
    const [submodule, from] = modulesOf(item, one.name).map((path) => file.linked.links.get(path));
    if (one.name === "*") {
      const value = exportOf(session, from, name);
      if (value !== undefined) return value;
    }
    if (one.alias !== name) continue;
    if (item.form === "import") return moduleValue(submodule, one.name);
    // A package that is being imported has not got the name yet: its module of that name is meant.
    const isUnderWay = submodule !== undefined && fileScope(session, from ?? "")?.busy.has(one.name) === true;
    const value = (isUnderWay ? undefined : exportOf(session, from, one.name)) ?? moduleValue(submodule, one.name);
    if (value !== undefined) return value;
  }
  return undefined;
}

const moduleValue = (file: string | undefined, name: string): Value | undefined =>
  file === undefined ? undefined : { kind: "module", name, file };

/** A name of another module of the project. */
export function exportOf(session: Session, path: string | undefined, name: string): Value | undefined {
  const file = path === undefined ? undefined : fileScope(session, path);
  if (file === undefined) return undefined;
  if (file.busy.has(name)) return unknown(`${name} is imported in a circle`);
  file.busy.add(name);
  try {
    if (typeof file.state === "number") runModule(session, file);
    return file.scope.names.get(name) ?? findInModule(session, file, name) ?? libraryName(session, file, name);
  } finally {
    file.busy.delete(name);
  }
}

/** What the other module itself has from the library. */
const libraryName = (session: Session, file: FileScope, name: string): Value | undefined =>
  session.program.dialect("python").lookup(file.linked.unit, [name]);

/** A package has its modules as attributes once anybody has imported them: `import pkg`, then `pkg.norm.rmsnorm`. */
export function submodule({ program }: Session, path: string, name: string): Value | undefined {
  const language = program.units.get(path)?.unit.language;
  const files = language === undefined ? [] : (program.dialect(language).semantics.modulesOf?.(path, name) ?? []);
  return moduleValue(
    files.find((one) => program.units.has(one)),
    name,
  );
}
