// Calls with nothing bound: what a method gives on an object when its parameters are what their types and uses say.
//
// A parameter may be worth what another method of the object gives (`load(…, load_inputs)` takes what `load_init(…)` made): that
// method's generic instance is then evaluated first, once, with its facts.
import { unknown, type Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import { apply } from "./call.ts";
import { functionName } from "./call-record.ts";
import { bindAll, calleeFrame, finish } from "./callee.ts";
import { classMember } from "./class.ts";
import { bindSelf } from "./function-value.ts";
import { newRecord } from "./instance.ts";
import { attempt, observe } from "./journal.ts";
import { valueKey } from "./key.ts";
import { type Frame, isFunctionItem } from "./session.ts";
import { execute } from "./statement.ts";

/** What the method of that name gives on the object around; undefined where there is none with a body. */
export function callUnbound(frame: Frame, name: string): Value | undefined {
  const { owner, self, session } = frame;
  const found = owner === undefined ? undefined : classMember(session, owner, name);
  if (found?.kind !== "function" || self === undefined || session.callDepth >= session.limits.callDepth)
    return undefined;
  const fn = bindSelf(found, self);
  const { code } = fn;
  if (!isFunctionItem(code) || code.body === undefined) return undefined;
  const key = `generic ${fn.file}|${owner?.key ?? ""}|${code.id}|${valueKey(session.identities, self, "content")}`;
  const known = session.instances.get(key);
  if (known !== undefined) return known.state === "done" ? known.result : undefined;
  session.seen.generic.add(`${fn.file}|${code.id}`);
  return evaluateUnbound(frame, fn, key, code.id);
}

function evaluateUnbound(frame: Frame, fn: FunctionValue, key: string, item: string): Value {
  const { session } = frame;
  const { code } = fn;
  const record = newRecord(session, {
    key,
    file: fn.file,
    item,
    function: functionName(fn),
    name: fn.name,
    generic: true,
    certain: true,
    speculative: code.typeParams.length > 0 || fn.owner?.record.generic === true,
  });
  record.state = "running";
  session.callDepth++;
  // Its facts are recorded also where the caller is looked at silently.
  const { silent } = session;
  session.silent = 0;
  try {
    const inside = calleeFrame(session, fn, record, []);
    const { result } = observe(session.journal, () => {
      bindAll(inside, fn, { byParam: code.params.map(() => undefined) }, []);
      return finish(inside, execute(inside, code.body ?? []));
    });
    record.result = result;
    return result;
  } finally {
    session.silent = silent;
    session.callDepth--;
    record.state = "done";
  }
}

/**
 * `table[i] = &gemm<64, 8>`: a template whose address is taken is compiled with these arguments, whoever calls it through the
 * pointer. The call writes nothing; of a kernel its launch says more.
 */
export function showAddressed(frame: Frame, value: Value, expr: Expr): void {
  if (value.kind !== "function" || value.targs === undefined || value.targs.length === 0) return;
  const { code } = value;
  if (!isFunctionItem(code) || code.isKernel || code.body === undefined || frame.session.silent > 0) return;
  const { span } = expr;
  const args = code.params.map(() => ({ value: unknown("an argument of a call through a pointer"), expr }));
  attempt(frame.session.journal, () => apply(frame, value, args, { span, nameSpan: span, expr }));
}
