// The symbols that a value rests on, by display name, in order of appearance.
import { symbolsOf } from "../../../src-engine/int/ask.ts";
import type { Value } from "../../../src-engine/value.ts";

export function symbolNames(value: Value): readonly string[] {
  const names = new Set<string>();
  const todo: Value[] = [value];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next.kind === "sym") for (const { name } of symbolsOf(next)) names.add(name);
    else todo.push(...[...parts(next)].reverse());
  }
  return [...names];
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
    case "type":
      return [value.of];
    case "alternatives":
      return value.options.map((option) => option.value);
    default:
      return [];
  }
}
