// Methods of the languages' own containers, where the call changes or reads the container itself: `xs.append(y)`, `d.get(k)`.
import type { Expr } from "../ir.ts";
import { tuple, underscore, unknown, type Value } from "../value.ts";
import { evaluate } from "./expression.ts";
import { sameValue } from "./key.ts";
import { assignTo } from "./pattern.ts";
import { listMethod } from "./sequence.ts";
import type { Frame } from "./session.ts";

const listMethods = new Set(["append", "extend", "insert", "pop", "reverse"]);
const dictMethods = new Set(["items", "keys", "values", "get", "update", "setdefault"]);

/** The call's value when it is such a method, else undefined (nothing has been evaluated then but the object). */
export function nativeMethod(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined {
  const { callee } = expr;
  if (frame.language !== "python" || callee.kind !== "member") return undefined;
  if (!listMethods.has(callee.name) && !dictMethods.has(callee.name)) return undefined;
  const object = evaluate(frame, callee.object);
  if (object.kind === "tuple" && listMethods.has(callee.name)) {
    const args = expr.args.map((one) => evaluate(frame, one.value));
    const done = listMethod(object.items, callee.name, args);
    write(frame, callee.object, done?.after ?? unknown(`${callee.name} with something unknown`));
    return done?.result ?? unknown(`${callee.name} with something unknown`);
  }
  return object.kind === "dict" && dictMethods.has(callee.name) ? dictMethod(frame, object, callee, expr) : undefined;
}

function dictMethod(
  frame: Frame,
  dict: Value & { kind: "dict" },
  callee: Expr & { kind: "member" },
  expr: Expr & { kind: "call" },
): Value {
  const args = expr.args.map((one) => evaluate(frame, one.value));
  const [first, second] = args;
  switch (callee.name) {
    case "items":
      return tuple(dict.entries.map(([key, value]) => tuple([key, value])));
    case "keys":
      return tuple(dict.entries.map(([key]) => key));
    case "values":
      return tuple(dict.entries.map(([, value]) => value));
    case "get": {
      const entry = dict.entries.find(
        ([key]) => first !== undefined && sameValue(frame.session.identities, key, first),
      );
      if (first?.kind === "unknown") return unknown("a key that is not known", first);
      return entry?.[1] ?? second ?? underscore;
    }
    default:
      write(frame, callee.object, unknown(`${callee.name} changes the dictionary`));
      return unknown(`what ${callee.name} gives is not known`);
  }
}

function write(frame: Frame, place: Expr, value: Value): void {
  assignTo(frame, { kind: "place", expr: place, span: place.span }, value, undefined);
}
