// File and class scope: statements outside functions. Python modules run in order, C++ declarations when something asks for them.

import type { Value } from "../algebra/value.ts";
import type { ImportItem, Item, StatementItem, Stmt } from "../program/ir.ts";
import { classOf } from "./class.ts";
import { letValue } from "./declaration.ts";
import { chosenUnder, doubt } from "./doubts.ts";
import { functionOf, importedName } from "./files.ts";
import { meddles } from "./imports.ts";
import { newRecord } from "./instance.ts";
import { unlogged } from "./journal.ts";
import { newScope } from "./scope.ts";
import { semanticsOf } from "./semantics.ts";
import { type FileScope, type Frame, type InstanceRecord, inner, newFlow, type Session } from "./session.ts";
import { execute } from "./statement.ts";

/**
 * What it binds is looked for when somebody asks for the name: most of what a module imports is never asked for. A name that has a value
 * gets another now, and what changes other modules as it is imported does so now.
 */
function runImport(session: Session, file: FileScope, item: ImportItem): void {
  const { names } = file.scope;
  for (const { name, alias } of item.names) {
    if (name === "*") continue;
    if (!names.has(alias) && !meddles(session, file, item, name)) {
      file.imported.set(alias, item);
      continue;
    }
    const value = importedName(session, file, [item], alias);
    if (value !== undefined) names.set(alias, value);
  }
}

/** A frame at file scope. */
export function fileFrame(session: Session, file: FileScope): Frame {
  const { language } = file.linked.unit;
  return {
    session,
    file,
    dialect: session.program.dialect(language),
    language,
    item: "",
    instance: fileRecord(session, file),
    scope: file.scope,
    functionScope: file.scope,
    namespaces: [],
    flow: newFlow(),
  };
}

function fileRecord(session: Session, file: FileScope): InstanceRecord {
  const key = `file ${file.file}`;
  return (
    session.instances.get(key) ??
    newRecord(session, {
      key,
      file: file.file,
      item: "",
      function: "",
      name: "",
      isScope: true,
      generic: false,
      certain: true,
    })
  );
}

/**
 * A statement item, its spans counted from its own start. What it needs is its own: whoever asks for it later is not told either, so
 * that what a value rests on does not hang on who came first.
 */
export function runStatementItem(frame: Frame, item: StatementItem): void {
  const { needs } = frame.session;
  const own = frame.owner?.value.within ?? item.id;
  frame.session.needs = [];
  try {
    unlogged(frame.session.journal, () =>
      execute({ ...frame, item: own, namespaces: item.scope }, [statementOf(item)]),
    );
    frame.dialect.semantics.sharedState?.forgetOfClass(frame, item.name);
  } finally {
    frame.session.needs = needs;
  }
}

function statementOf({ statement, spelledUnder: condition }: StatementItem): Stmt {
  if (condition === undefined) return statement;
  return { kind: "block", body: [statement], open: { condition, names: [], within: true }, span: statement.span };
}

/**
 * The same for its facts, when all of a scope's statements have theirs: of a branch that is not the usual one nothing stays. What an
 * undecided `#if` holds may not be compiled at all.
 */
export function showStatementItem(frame: Frame, item: StatementItem, around: readonly Item[]): void {
  const own = item.unusual === true ? inner(frame, newScope(frame.scope)) : frame;
  const unsure = item.alternative === undefined ? 0 : 1;
  frame.flow.unsure += unsure;
  try {
    runStatementItem(own, item);
  } finally {
    frame.flow.unsure -= unsure;
  }
  if (item.unusual === true) return;
  if (item.alternative === undefined) return;
  const condition = chosenUnder([item, ...around.filter((one) => one.name === item.name)]);
  if (condition !== undefined) doubt(frame.scope, item.name, condition);
}

/** One C++ declaration at file scope, because a name asks for it. */
export function runFileItem(session: Session, file: FileScope, item: StatementItem): void {
  runStatementItem(fileFrame(session, file), item);
}

/** What a class field without an initialiser is at class scope. */
export function fieldValue(frame: Frame, item: StatementItem, name: string): Value | undefined {
  if (item.statement.kind !== "let") return undefined;
  const { fieldWithoutValue } = frame.dialect.semantics;
  if (fieldWithoutValue !== undefined) return fieldWithoutValue(frame, item.statement);
  return letValue({ ...frame, item: frame.owner?.value.within ?? item.id }, item.statement, name);
}

/** Of all modules, so many items have been run, or begun. */
const itemsRun = new WeakMap<Session, number>();
const noteRun = (session: Session): void => void itemsRun.set(session, (itemsRun.get(session) ?? 0) + 1);

/** Runs a Python module from top to bottom, once; where a budget has ended it halfway, it goes on behind that when it is next asked for. */
export function runModule(session: Session, file: FileScope): void {
  if (typeof file.state !== "number") return;
  let ran = file.state;
  file.state = "running";
  const { items } = file.linked.unit;
  try {
    for (let item = items[ran]; item !== undefined; item = items[ran]) {
      const before = itemsRun.get(session);
      let isOver = true;
      try {
        runModuleItem(session, file, item);
      } catch (error) {
        // What a budget has ended in a module that it imports is run again: that module goes on where it was.
        isOver = itemsRun.get(session) === before;
        throw error;
      } finally {
        if (isOver) {
          ran++;
          noteRun(session);
        }
      }
    }
  } finally {
    file.state = ran < items.length ? ran : "done";
  }
}

function runModuleItem(session: Session, file: FileScope, item: Item): void {
  switch (item.kind) {
    case "statement":
      runStatementItem(fileFrame(session, file), item);
      return semanticsOf(session, file).sharedState?.forgetGlobals(file);
    case "function":
      return void file.scope.names.set(item.name, functionOf(file, [item]));
    case "class":
      return void file.scope.names.set(item.name, classOf(file, [item], file.scope));
    case "import":
      return runImport(session, file, item);
    default: {
      const never: never = item;
      return never;
    }
  }
}
