// A value mode by mode: the name that a comment gives it, its shape and its stride.

import type { Layout, Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { plainLayout } from "../facts/describe.ts";
import { printValue } from "../facts/notation.ts";
import { readable } from "../facts/readable.ts";
import { sizeOf } from "../facts/sizes.ts";
import { withoutInternalNames } from "../facts/unnamed.ts";
import { modeNames } from "./mode-names.ts";

export interface ModeRow {
  readonly name: string;
  readonly shape: string;
  readonly stride: string;
  /** Its number of elements when the shape is nested. */
  readonly size?: string;
}

/** Rows for a layout or tensor with at least two modes. */
export function modeRows(value: Value, language: Language, comment: string | undefined): readonly ModeRow[] {
  const layout = layoutOf(readable(value).value);
  if (layout === undefined || layout.shape.kind !== "tuple" || layout.stride.kind !== "tuple") return [];
  const { shape, stride } = { shape: layout.shape, stride: layout.stride };
  const names = modeNames(comment, shape.items.length);
  return shape.items.flatMap((mode, i) => {
    const step = stride.items[i];
    if (step === undefined) return [];
    const row = {
      name: nameOr(names?.[i], i),
      shape: withoutInternalNames(printValue(mode as Value, language)),
      stride: withoutInternalNames(printValue(step as Value, language)),
    };
    const size = mode.kind === "tuple" ? sizeOf(mode) : undefined;
    return [size === undefined ? row : { ...row, size: withoutInternalNames(printValue(size, language)) }];
  });
}

/** What a comment calls a mode; an extent, as in `// (MMA, 1, 4)`, is no name. */
const nameOr = (name: string | undefined, mode: number): string =>
  name !== undefined && /[A-Za-z_]/.test(name) ? name : String(mode);

function layoutOf(value: Value): Layout | undefined {
  switch (value.kind) {
    case "layout":
    case "composed":
      return plainLayout(value);
    case "tensor":
      return value.layout.kind === "unknown" ? undefined : plainLayout(value.layout);
    case "alternatives":
      return value.options[0] === undefined ? undefined : layoutOf(value.options[0].value);
    case "type":
      return value.of.kind === "layout" || value.of.kind === "composed" ? plainLayout(value.of) : undefined;
    default:
      return undefined;
  }
}
