// Names of instructions as values: an operation `SM80_CP_ASYNC_CACHEALWAYS<uint128_t>` is its spelling, which the atom tables read.
import type { Text, Value } from "../../../../../src-engine/algebra/value.ts";

const names =
  /^(?:(?:SM90::)?GMMA::MMA_\w+|SM\d+_\w+|SM\d+(?:::\w+)+|UniversalCopy|UniversalFMA|DefaultCopy|AutoVectorizingCopy\w*|AutoCopyAsync|AutoFilter)$/;

export const isOperation = (name: string): boolean => names.test(name);

export function operationText(name: string, args: readonly Value[] = []): Text {
  return { kind: "text", value: args.length === 0 ? name : `${name}<${args.map(spell).join(",")}>` };
}

/** How a template argument is written: an element type by its name, an integer as its number, an enumerator as it stands; `?` for what is not known. */
export function spell(value: Value): string {
  const given = value.kind === "type" ? value.of : value;
  switch (given.kind) {
    case "dtype":
      return given.name;
    case "num":
      return given.know === "static" && value.kind === "type" ? `Int<${given.value}>` : String(given.value);
    case "text":
      return given.value;
    case "builtin":
      return operationText(given.name, given.targs).value;
    case "unknown":
      return "?";
    default:
      return value.kind === "type" && value.name !== undefined ? value.name : "?";
  }
}
