// Entering traced code (CuTe DSL): from ordinary Python into a function that the DSL traces, arguments become run-time values.
//
// A Python integer is a number of that one call only; the traced function is compiled for all: it is a symbol under the
// parameter's name, unless the parameter is a `Constexpr`. Calls inside traced code pass values as they are.
import { isInt } from "../algebra/int/int.ts";
import { tupleLike, type Value } from "../algebra/value.ts";
import type { Expr, FunctionCore, Param } from "../program/ir.ts";
import { eachNode } from "../program/nodes.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Matched } from "./bind.ts";
import { calleeFrame } from "./callee.ts";
import { examplePython, isExample } from "./examples.ts";
import { lift } from "./join.ts";
import { sameValue } from "./key.ts";
import { genericParameter } from "./parameter.ts";
import { placeInCode } from "./place.ts";
import { type Frame, type InstanceRecord, isFunctionItem } from "./session.ts";
import { mint } from "./symbol.ts";

export const isTraced = ({ code }: FunctionValue): boolean => isFunctionItem(code) && code.traced === true;

/** Does plain Python have it traced, not what is being traced itself? */
export const isEntering = ({ dialect, instance }: Frame, fn: FunctionValue): boolean =>
  dialect.semantics.traced && isTraced(fn) && !insideTraced(instance);

/** Plain Python, which runs before anything is traced. */
export const isHost = (code: FunctionCore): boolean => isFunctionItem(code) && code.traced !== true;

/** The arguments as the traced function gets them. */
export function entered(frame: Frame, fn: FunctionValue, matched: Matched): Matched {
  if (!frame.dialect.semantics.traced || insideTraced(frame.instance)) return matched;
  if (!isTraced(fn)) return makesTraced(fn.code) ? closedOver(matched) : matched;
  const keeps = (type: Expr | undefined): boolean =>
    type !== undefined && frame.dialect.semantics.keptByTrace?.(type) === true;
  const byParam = fn.code.params.map((param, i) => {
    const bound = matched.byParam[i];
    if (bound === undefined || keeps(param.type) || isSelf(frame, fn, bound.value)) return bound;
    return { ...bound, value: atRunTime(frame, fn, param, exampleOption(frame, param, bound.value), param.name) };
  });
  return { ...matched, byParam };
}

/** Python that runs and makes a traced function, which is closed over its numbers: all of them are known while that is traced. */
export function makesTraced(code: FunctionCore): boolean {
  if ("traced" in code) return false;
  const known = makers.get(code);
  if (known !== undefined) return known;
  let isThere = false;
  eachNode(code.body ?? [], (node) => {
    isThere ||= "traced" in node;
  });
  makers.set(code, isThere);
  return isThere;
}

const makers = new WeakMap<FunctionCore, boolean>();

function closedOver({ byParam, ...more }: Matched): Matched {
  return { ...more, byParam: byParam.map((bound) => bound && { ...bound, value: whileTraced(bound.value) }) };
}

function whileTraced(value: Value): Value {
  if (value.kind === "sym") return { ...value, know: "static" };
  return value.kind === "tuple" ? tupleLike(value, value.items.map(whileTraced)) : value;
}

const isSelf = (frame: Frame, fn: FunctionValue, value: Value): boolean =>
  fn.self !== undefined && sameValue(frame.session.identities, value, fn.self);

/** What is made here is a number of the run, which the trace cannot know: a thread's index, the index of a loop. */
export const ofRun = ({ instance }: Frame): true | undefined => (insideTraced(instance) ? true : undefined);

/** Is this traced code, or called by it? */
export function insideTraced(record: InstanceRecord): boolean {
  let at: InstanceRecord | undefined = record;
  while (at !== undefined) {
    if (at.traced === true) return true;
    at = at.caller?.instance;
  }
  return false;
}

function atRunTime(frame: Frame, fn: FunctionValue, param: Param, value: Value, name: string): Value {
  return lift(frame, [value], name, ([plain]) => {
    const one = plain ?? value;
    const id = `${name}@entry ${placeInCode(frame.session, fn, param.span.start)}`;
    if (name === param.name && isOpen(one)) return exampleArgument(frame, fn, param, one);
    if (isInt(one)) return one.kind === "num" ? mint(frame.session, { id, name, ofRun: true, onlyRun: true }) : one;
    if (one.kind === "tuple") {
      return tupleLike(
        one,
        one.items.map((item, i) => atRunTime(frame, fn, param, item, `${name}[${i}]`)),
      );
    }
    const traced = one.kind === "object" ? frame.dialect.semantics.ownProtocol?.(frame, one, "trace", []) : undefined;
    if (traced !== undefined) return traced;
    const query = (symbolName: string, width?: 32 | 64): Value =>
      mint(frame.session, {
        id: `${symbolName} of ${id}`,
        name: symbolName,
        ofRun: true,
        onlyRun: true,
        ...(width === undefined ? {} : { width }),
      });
    return frame.dialect.enter?.(one, name, query) ?? one;
  });
}

/** With examples one of several tensors stands for all; one that may be missing is where the parameter has no default. */
function exampleOption({ session }: Frame, param: Param, value: Value): Value {
  if (value.kind !== "alternatives" || !isExample(session.assume)) return value;
  const values = value.options.map((one) => one.value);
  const isMissing = ({ kind }: Value): boolean => kind === "underscore";
  if (values.some(isMissing) && param.fallback !== undefined) return values.find(isMissing) ?? value;
  const given = values.filter((one) => !isMissing(one));
  if (!given.every((one) => one.kind === "unknown" || one.kind === "tensor")) return value;
  return given.find((one) => !isOpen(one)) ?? given.find((one) => one.kind === "tensor") ?? given[0] ?? value;
}

/** Not known, or a tensor without a layout or an element type. */
const isOpen = (value: Value): boolean =>
  value.kind === "unknown" ||
  (value.kind === "tensor" &&
    (value.layout.kind === "unknown" || (value.engine.kind === "pointer" && value.engine.dtype.kind === "unknown")));

/** With examples such an argument is what the parameter's annotation says, `mQ: cute.Tensor`; what is known of it stays. */
function exampleArgument(frame: Frame, fn: FunctionValue, param: Param, value: Value): Value {
  if (!isExample(frame.session.assume) || param.type === undefined) return value;
  const inside = calleeFrame(frame.session, fn, frame.instance, []);
  inside.scope.names.set("<function>", fn);
  const generic = genericParameter(inside, param);
  if (value.kind !== "tensor") return generic.kind === "unknown" ? value : generic;
  if (generic.kind !== "tensor" || value.layout.kind !== "unknown")
    return examplePython(frame.session, param.name, value, fn.code);
  const engine =
    value.engine.kind === "pointer" && value.engine.dtype.kind === "unknown" ? generic.engine : value.engine;
  return { ...value, engine, layout: generic.layout };
}
