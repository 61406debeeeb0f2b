// `switch` and `try`: more than two ways through.

import type { Condition } from "../program/condition.ts";
import type { Block, Expr, Stmt } from "../program/ir.ts";
import { fork, type Side } from "./branch.ts";
import { importedName } from "./files.ts";
import { join } from "./join.ts";
import { type Change, observe, write } from "./journal.ts";
import type { End, Frame } from "./session.ts";
import { execute, executeBlock } from "./statement.ts";
import { test, whereTaken } from "./truth.ts";

export function switchOf(frame: Frame, stmt: Stmt & { kind: "switch" }): End {
  const sides: Side[] = [];
  const others: Condition[] = [];
  let fallback: Side["run"] | undefined;
  for (const one of stmt.cases) {
    const run = (): End => stopped(executeBlock(frame, one.body));
    if (one.isDefault) fallback = run;
    for (const value of one.tests) {
      const equal: Expr = { kind: "binary", op: "==", left: stmt.subject, right: value, span: value.span };
      const { truth, whenTrue, whenFalse } = test(frame, equal);
      if (truth === "yes") return run();
      if (truth === "no") continue;
      sides.push({ conditions: [...whereTaken(frame, whenTrue), ...(isPlain(whenTrue) ? [] : others)], run });
      others.push(...whereTaken(frame, whenFalse));
    }
  }
  const rest: Side = { conditions: others, run: fallback ?? ((): End => "next") };
  return sides.length === 0 ? rest.run() : fork(frame, [...sides.slice(0, 16), rest]);
}

/** Of constants that are known it is clear that no two are equal; of others no two cases are, or it would not compile. */
const isPlain = (conditions: readonly Condition[]): boolean =>
  conditions.some((one) => one.kind === "test" && one.equality !== undefined);

/** A break ends the switch, not the loop around it. */
const stopped = (end: End): End => (end === "break" ? "next" : end);

/** The body is taken to succeed; a handler is another way through, which begins where the body stopped. */
export function tryOf(frame: Frame, stmt: Stmt & { kind: "try" }): End {
  let tried: Tried | undefined;
  const body: Side = {
    conditions: [],
    run: () => {
      const { result: end, changes } = observe(frame.session.journal, () => executeBlock(frame, stmt.body));
      tried = { end, changes };
      return end;
    },
  };
  const handlers = stmt.handlers.map(
    (one): Side => ({
      conditions: [],
      run: () => {
        if (tried !== undefined) leaveTried(frame, tried);
        return executeBlock(frame, one);
      },
    }),
  );
  const end =
    handlers.length === 0 || importsSucceed(frame, stmt.body)
      ? body.run()
      : fork(frame, [body, ...handlers.slice(0, 4)]);
  const last = execute(frame, stmt.finally);
  return last === "next" ? end : last;
}

interface Tried {
  readonly end: End;
  readonly changes: readonly Change[];
}

/** What the body has done when a handler begins: all of it where it ends by raising, else any part. */
function leaveTried(frame: Frame, { end, changes }: Tried): void {
  for (const { map, name, before, after } of changes) {
    if (after === undefined || (before === undefined && end !== "raise")) continue;
    const values = end === "raise" || before === undefined ? [after] : [after, before];
    const options = values.map((value) => ({ under: [], value }));
    write(frame.session.journal, map, name, join(frame, options, name));
  }
}

/** `try: from .fast import kernel` of a module that is there: no handler runs. */
function importsSucceed(frame: Frame, body: Block): boolean {
  let imports = 0;
  for (const stmt of body) {
    if (stmt.kind === "let" && stmt.init !== undefined && isConstant(stmt.init)) continue;
    if (stmt.kind !== "item" || stmt.item.kind !== "import") return false;
    const { item } = stmt;
    imports++;
    if (!item.names.every((one) => importedName(frame.session, frame.file, [item], one.alias) !== undefined))
      return false;
  }
  return imports > 0;
}

const isConstant = ({ kind }: Expr): boolean => kind === "int" || kind === "text" || kind === "bool";
