// Calls with nothing bound: what a method gives on an object when its parameters are what their types and uses say.
//
// A parameter may be worth what another method of the object gives (`load(…, load_inputs)` takes what `load_init(…)` made): that
// method's generic instance is then evaluated first, once, with its facts.
import type { Value } from "../algebra/value.ts";
import type { FunctionValue } from "../program/values.ts";
import { functionName } from "./call-record.ts";
import { bindAll, calleeFrame, finish } from "./callee.ts";
import { classMember } from "./class.ts";
import { bindSelf } from "./function-value.ts";
import { newRecord } from "./instance.ts";
import { observe } from "./journal.ts";
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
