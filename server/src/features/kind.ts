// What kind of thing a value is, in the words of `inspect --json`.
import type { Value } from "../../../src-engine/algebra/value.ts";

export function kindOf(value: Value): string {
  switch (value.kind) {
    case "num":
    case "sym":
      return "int";
    case "composed":
      return "layout";
    case "arith":
    case "lazy-iterator":
    case "basis":
    case "mixed":
      return "coordinate";
    case "alternatives":
      return value.options[0] === undefined ? "unknown" : kindOf(value.options[0].value);
    case "type":
      return kindOf(value.of);
    case "unknown":
      return value.type === undefined ? "unknown" : value.type.family === "float" ? "float" : "int";
    default:
      return value.kind;
  }
}

/** Is this something that CuTe Lens is there to show: a layout, a tensor, an atom? */
export function isShown(value: Value): boolean {
  return shownKinds.has(kindOf(value));
}

const shownKinds: ReadonlySet<string> = new Set([
  "layout",
  "tensor",
  "tuple",
  "swizzle",
  "coordinate",
  "mma-atom",
  "copy-atom",
  "tiled-mma",
  "tiled-copy",
  "thr-mma",
  "thr-copy",
  "tma-atom",
]);
