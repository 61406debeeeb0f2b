// Lambdas and nested functions that their function never calls: shown once, with parameters as their types say.
//
// They may be called by something unknown, so nothing in them is certain and nothing they write stays.
import type { Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import { bindAll, calleeFrame } from "./callee.ts";
import { attempt } from "./journal.ts";
import { type Frame, newFlow } from "./session.ts";
import { execute } from "./statement.ts";

/** What is given away without a name (`build(lambda: compile(kernel, a))`) is shown as well, where it takes nothing. */
export function kept(frame: Frame, { span }: Expr & { kind: "lambda" }, made: FunctionValue): FunctionValue {
  const { functionScope, file } = frame;
  if (functionScope !== file.scope && made.code.params.length === 0) {
    functionScope.names.set(`<lambda ${span.start}>`, made);
  }
  return made;
}

export function showUncalled(frame: Frame): void {
  const { session } = frame;
  if (session.silent > 0 || !frame.instance.recording) return;
  const running = frame.scope.names.get("<function>");
  for (const value of [...frame.scope.names.values()]) {
    if (running?.kind === "function" && value.kind === "function" && value.code === running.code) continue;
    if (!isNested(frame, value) || session.called.has(value.code) || !isFirst(frame, value)) continue;
    attempt(session.journal, () => show(frame, value));
  }
}

/** Each instance shows it once. */
function isFirst({ session, instance }: Frame, { code }: FunctionValue): boolean {
  const shown = session.uncalled.get(code) ?? new Set<string>();
  if (shown.has(instance.id)) return false;
  session.uncalled.set(code, shown.add(instance.id));
  session.made.push({ kind: "uncalled", shown, instance: instance.id });
  return true;
}

const isNested = (frame: Frame, value: Value): value is FunctionValue =>
  value.kind === "function" &&
  value.isAlias !== true &&
  value.file === frame.file.file &&
  value.item === frame.item &&
  value.scope !== frame.file.scope &&
  value.code.body !== undefined;

function show(frame: Frame, fn: FunctionValue): void {
  const { session, flow } = frame;
  const inside = {
    ...calleeFrame(session, fn, frame.instance, flow.path, frame),
    flow: newFlow(flow.path, flow.unsure + 1, session.journal.logs.length),
  };
  bindAll(inside, fn, { byParam: fn.code.params.map(() => undefined) }, []);
  execute(inside, fn.code.body ?? []);
}
