// C++: a number that is returned is one of the type that the function declares: `uint8_t f() { return 300; }` gives 44.
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { castElement } from "../../../../../src-engine/interpret/cast.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import { silently } from "../../../../../src-engine/interpret/silent.ts";

export function returnedAs(frame: Frame, value: Value): Value {
  if (!isRunNumber(value)) return value;
  const fn = frame.functionScope.names.get("<function>");
  const declared = fn?.kind === "function" ? fn.code.returns : undefined;
  if (declared?.kind !== "name") return value;
  const type = silently(frame, () => evaluate(frame, declared));
  if (type.kind !== "dtype" || type.family === "other") return value;
  return lift(frame, [value], "the result", ([one]) => castElement(frame, type, one!));
}

const isRunNumber = (value: Value): boolean =>
  value.kind === "float" ||
  (value.kind === "num" && value.know === "dynamic") ||
  (value.kind === "alternatives" && value.options.every((one) => isRunNumber(one.value)));
