// Statements: what each does to the state, and how control leaves it.

import { underscore, unknown, type Value } from "../algebra/value.ts";
import { neverElse } from "../program/compiled.ts";
import type { Block, Expr, Span, Stmt } from "../program/ir.ts";
import type { ClassValue } from "../program/values.ts";
import { branch } from "./branch.ts";
import { deeper, spend } from "./budget.ts";
import { classInstance, classOf } from "./class.ts";
import { executeLet } from "./declaration.ts";
import { doubt, noteBranch } from "./doubts.ts";
import { forgetNames } from "./effects.ts";
import { evaluate } from "./expression.ts";
import { importedName } from "./files.ts";
import { aliasTemplate, nestedFunction } from "./function-value.ts";
import { lift } from "./join.ts";
import { changesSince } from "./journal.ts";
import { loopFor, loopTest } from "./loop.ts";
import { addedOrigins } from "./origins.ts";
import { bindPattern } from "./pattern.ts";
import { placeId } from "./place.ts";
import { recordAssert, recordVariable } from "./record.ts";
import { declare, holder, localScope, nameOuter, setName } from "./scope.ts";
import { type End, type Frame, inner } from "./session.ts";
import { silently } from "./silent.ts";
import { switchOf, tryOf } from "./switch.ts";
import { type Test, test } from "./truth.ts";
import { shownType } from "./type-value.ts";
import { noteRest } from "./untaken.ts";

export function execute(frame: Frame, block: Block): End {
  for (const [i, stmt] of block.entries()) {
    const end = executeOne(frame, stmt);
    if (stmt.kind === "if" && i + 1 < block.length) noteRest(frame, stmt, block.slice(i + 1), end);
    if (end !== "next") return end;
  }
  return "next";
}

/** A block with its own names in C++; Python has none. */
export const executeBlock = (frame: Frame, block: Block): End =>
  execute(frame.dialect.semantics.blockScopes ? inner(frame, localScope(frame.session, frame.scope)) : frame, block);

function executeOne(frame: Frame, stmt: Stmt): End {
  const { session } = frame;
  spend(frame);
  const around = session.origins;
  session.origins = [];
  const end = deeper(
    frame,
    () => executeKind(frame, stmt),
    (): End => "next",
  );
  session.origins = addedOrigins(around, session.origins);
  return end;
}

function executeKind(frame: Frame, stmt: Stmt): End {
  switch (stmt.kind) {
    case "let":
      executeLet(frame, stmt);
      return "next";
    case "alias":
      executeAlias(frame, stmt);
      return "next";
    case "expr":
      return executeExpr(frame, stmt);
    case "if":
      return branch(frame, stmt);
    case "for":
      return loopFor(frame, stmt);
    case "c-for":
    case "while":
      return loopTest(frame, stmt);
    case "switch":
      return switchOf(frame, stmt);
    case "return":
      return executeReturn(frame, stmt.value === undefined ? underscore : returnedBy(frame, stmt.value));
    case "raise":
      if (stmt.value !== undefined) evaluate(frame, stmt.value);
      return "raise";
    case "break":
      return "break";
    case "continue":
      return "continue";
    case "block":
      return stmt.open === undefined ? executeBlock(frame, stmt.body) : executeOpen(frame, stmt, stmt.open);
    case "item":
      executeItem(frame, stmt);
      return "next";
    case "assert":
      return executeAssert(frame, stmt);
    case "with":
      return executeWith(frame, stmt);
    case "try":
      return tryOf(frame, stmt);
    case "outer":
      for (const name of stmt.names) nameOuter(frame, name, stmt.of);
      return "next";
    case "opaque":
      for (const part of stmt.reads) evaluate(frame, part);
      forgetNames(frame, stmt.writes, stmt.why);
      return "next";
    default: {
      const never: never = stmt;
      return never;
    }
  }
}

/** What stands under a condition of the preprocessor stands in the scope around it. */
function executeOpen(
  frame: Frame,
  stmt: Stmt & { kind: "block" },
  { condition, names, within }: NonNullable<typeof stmt.open>,
) {
  if (within === true) return executeResting(frame, stmt.body, condition);
  const end = execute(frame, stmt.body);
  for (const name of names) {
    const held = holder(frame.scope, name);
    if (held !== undefined) doubt(held.scope, held.name, condition);
  }
  return end;
}

/** Statements that are not the same under another condition: what they say and set rests on it. */
function executeResting(frame: Frame, block: Block, condition: string): End {
  noteBranch(frame.session, condition);
  for (const stmt of block) {
    const end = executeKind(frame, stmt);
    if (end !== "next") return end;
  }
  return "next";
}

function executeExpr(frame: Frame, stmt: Stmt & { kind: "expr" }): End {
  const { value } = stmt;
  if (value.kind === "assign" && stmt.note !== undefined && value.target.kind === "bind") {
    evaluate(frame, { ...value, target: { ...value.target, note: stmt.note } });
  } else {
    const result = evaluate(frame, value);
    // `template struct M<176>;`
    if (value.kind === "template" && result.kind === "class") instantiate(frame, result, stmt.span);
  }
  return "next";
}

function instantiate(frame: Frame, cls: ClassValue, { start }: Span): void {
  const by = { instance: frame.instance, file: frame.file.file, item: frame.item, start };
  frame.session.instantiated.push({ instance: classInstance(frame, cls), by });
}

function executeAlias(frame: Frame, stmt: Stmt & { kind: "alias" }): void {
  if (stmt.typeParams.length > 0) {
    declare(frame.scope, stmt.name, frame.item, stmt.nameSpan);
    const template = aliasTemplate(frame, stmt.name, stmt.typeParams, stmt.type);
    setName(frame.session, frame.scope, stmt.name, isSpecialised(frame, stmt.name) ? unfollowed(stmt.name) : template);
    return;
  }
  const { session } = frame;
  const before = session.needs.length;
  const type = beforeDeclared(frame, stmt.name, () => evaluate(frame, stmt.type));
  declare(frame.scope, stmt.name, frame.item, stmt.nameSpan);
  setName(session, frame.scope, stmt.name, type);
  const value = shownType(type, placeId(frame, stmt.nameSpan.start));
  recordVariable(frame, {
    name: stmt.name,
    span: stmt.nameSpan,
    value,
    role: "alias",
    source: stmt.type.span,
    needs: session.needs.slice(before),
    note: stmt.note,
  });
}

/** A name is declared after its type is read: `using Storage = Storage<T>` names the one outside, whoever has asked before. */
function beforeDeclared<T>({ scope, owner }: Frame, name: string, run: () => T): T {
  const own = scope.names.get(name);
  const isAsked = owner?.scope !== scope || owner.busy.has(name);
  scope.names.delete(name);
  if (!isAsked) owner.busy.add(name);
  try {
    return run();
  } finally {
    if (!isAsked) owner.busy.delete(name);
    if (own !== undefined) scope.names.set(name, own);
  }
}

/** `template <> constexpr bool is_x<Foo> = true;` beside the template. */
const isSpecialised = (frame: Frame, name: string): boolean =>
  [...frame.file.index.keys()].some((other) => other.startsWith(`${name}<`));

const unfollowed = (name: string): Value => unknown(`${name} has specialisations, which are not followed`);

function executeReturn(frame: Frame, value: Value): End {
  const { flow, session } = frame;
  const { logs } = session.journal;
  const isInBranch = logs.length > flow.depth + 1;
  flow.returns.push({
    under: flow.path.slice(flow.base),
    value,
    changes: isInBranch ? changesSince(session.journal, flow.depth) : [],
    live: !isInBranch,
  });
  return "return";
}

function executeItem(frame: Frame, stmt: Stmt & { kind: "item" }): void {
  const { item } = stmt;
  const { session } = frame;
  switch (item.kind) {
    case "function":
      return setName(
        session,
        frame.scope,
        item.name,
        nestedFunction(frame, item, (init) => silently(frame, () => evaluate(frame, init))),
      );
    case "class": {
      const cls = classOf(frame.file, [item], frame.scope, frame.item);
      setName(session, frame.scope, item.name, cls);
      if (item.typeParams.length === 0) classInstance(frame, cls);
      if (item.attributes.length > 0)
        setName(session, frame.scope, item.name, frame.dialect.semantics.decorated?.(frame, cls) ?? cls);
      return;
    }
    case "statement":
      execute(frame, [item.statement]);
      return;
    case "import":
      for (const one of item.names) {
        const value = importedName(session, frame.file, [item], one.alias);
        if (value !== undefined) setName(session, frame.scope, one.alias, value);
      }
      return;
    default: {
      const never: never = item;
      return never;
    }
  }
}

/** What is asserted holds from here on; a run-time assertion that is known to fail ends the flow. */
function executeAssert(frame: Frame, stmt: Stmt & { kind: "assert" }): End {
  const { truth, whenTrue } = stmt.static ? compiledTest(frame, stmt.test) : runTest(frame, stmt.test);
  recordAssert(frame, stmt, truth);
  if (truth === "unknown") frame.flow.path.push(...neverElse(whenTrue));
  return truth === "no" && !stmt.static ? "raise" : "next";
}

/** C++'s `assert` is not compiled where `NDEBUG` is defined, as it is in most builds. */
function runTest(frame: Frame, expr: Expr): Test {
  if (frame.dialect.semantics.traced) return test(frame, expr);
  frame.flow.unsure++;
  try {
    return test(frame, expr);
  } finally {
    frame.flow.unsure--;
  }
}

/** The compiler asks it also where the flow has ended before: `if constexpr (N == 8) return …; static_assert(N == 8 || N == 16);` */
function compiledTest(frame: Frame, expr: Expr): Test {
  const { flow } = frame;
  const path = flow.path.filter((one) => one.byExit !== true);
  const asked = path.length === flow.path.length ? frame : { ...frame, flow: { ...flow, path } };
  asked.flow.asserting = true;
  try {
    return test(asked, expr);
  } finally {
    asked.flow.asserting = false;
  }
}

function executeWith(frame: Frame, stmt: Stmt & { kind: "with" }): End {
  for (const { value, target } of stmt.items) {
    const manager = evaluate(frame, value);
    const { ownProtocol } = frame.dialect.semantics;
    const entered = lift(frame, [manager], "what is entered", ([one]) =>
      one?.kind === "object" ? (ownProtocol?.(frame, one, "enter", []) ?? one) : one!,
    );
    if (target !== undefined) bindPattern(frame, target, entered, "assigns", value);
  }
  return execute(frame, stmt.body);
}

function returnedBy(frame: Frame, expr: Expr): Value {
  const value = evaluate(frame, expr);
  return frame.dialect.semantics.returned?.(frame, value, expr) ?? value;
}
