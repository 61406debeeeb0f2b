// The integers inside a value: the symbols that it rests on, and whether the compiler knows them all.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";

/** By display name, in order of appearance. An integer that is known by its type alone (`int`) is nothing to ask for. */
export function symbolNames(value: Value): readonly string[] {
  const names = new Set<string>();
  for (const int of intsIn(value)) if (int.kind === "sym") for (const { name } of symbolsOf(int)) names.add(name);
  return [...names].filter((name) => !/^(?:(?:u?int\d*(?:_t)?|long|size_t|unsigned)(?: |$))+$/.test(name));
}

export function isAllStatic(value: Value): boolean {
  return intsIn(value).every((int) => int.know === "static");
}

/** With a stack of its own: values may be nested as deeply as they like. */
function intsIn(value: Value): readonly Int[] {
  const ints: Int[] = [];
  const todo: Value[] = [value];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next.kind === "num" || next.kind === "sym") ints.push(next);
    else todo.push(...[...parts(next)].reverse());
  }
  return ints;
}

function parts(value: Value): readonly Value[] {
  switch (value.kind) {
    case "tuple":
      return value.items;
    case "arith":
      return value.items;
    case "basis":
      return [value.value];
    case "layout":
      return [value.shape, value.stride];
    case "composed":
      return [value.inner, value.offset];
    case "tensor":
      return [value.engine, value.layout];
    case "pointer":
      return [value.offset];
    case "lazy-iterator":
      return [value.of];
    case "type":
      return [value.of];
    case "alternatives":
      return value.options.map((option) => option.value);
    default:
      return [];
  }
}
