// A value in few words, shape first: for hints, the outline and code lenses.

import { listOptions } from "../../../src-engine/algebra/notation/print.ts";
import type { AnyLayout, Tensor, Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { plainLayout } from "./describe.ts";
import { tmaSummary } from "./describe-atom.ts";
import { printValue } from "./notation.ts";
import { readable } from "./readable.ts";
import { swizzleName } from "./swizzle-words.ts";

export function shortText(whole: Value, language: Language): string {
  const { value } = readable(whole);
  const print = (v: Value) => printValue(v, language);
  switch (value.kind) {
    case "layout":
    case "composed":
      return layoutText(value, language);
    case "tensor":
      return tensorText(value, language);
    case "type":
      return shortText(value.of, language);
    case "alternatives":
      return listOptions(value, (option) => shortText(option, language));
    case "mma-atom":
    case "copy-atom":
      return value.name;
    case "tiled-mma":
      return `${value.atom.name} · VMNK ${print(value.thrLayoutVMNK.shape)}`;
    case "tiled-copy":
      return value.atom.kind === "tma-atom"
        ? tmaSummary(value.atom, language)
        : `${print(value.layoutTV.shape)} · ${value.atom.name}`;
    case "tma-atom":
      return tmaSummary(value, language);
    case "thr-mma":
      return `slice ${print(value.thrVmnk)}`;
    case "thr-copy":
      return `thread ${print(value.thr)}`;
    default:
      return print(value);
  }
}

/** `(_128,_64):(_64,_1) · SW128`: the swizzle behind the shape. */
function layoutText(layout: AnyLayout, language: Language): string {
  const plain = plainLayout(layout);
  if (layout.kind === "layout" || plain === undefined || layout.outer.kind !== "swizzle")
    return printValue(layout, language);
  const { b, m, s } = layout.outer;
  const name = layout.offset.kind === "flag" ? swizzleName(layout.outer) : undefined;
  return `${printValue(plain, language)} · ${name ?? `Sw<${b},${m},${s}>`}`;
}

function tensorText({ engine, layout }: Tensor, language: Language): string {
  const shape = layout.kind === "unknown" ? "?" : layoutText(layout, language);
  if (engine.kind !== "pointer") return shape;
  const type = engine.dtype.kind === "dtype" ? ` ${engine.dtype.name}` : "";
  const space = ["generic", "counting", "unknown"].includes(engine.space) ? "" : ` ${engine.space}`;
  const swizzle = engine.swizzle === undefined || engine.swizzle.b === 0 ? "" : ` ${swizzleName(engine.swizzle) ?? ""}`;
  const where = `${space}${type}${swizzle}`.trim();
  return where === "" ? shape : `${shape} · ${where}`;
}
