// The picture of a value as SVG for a hover: within the hover box's size and Markdown's length, or none.

import { coalesce } from "../../../src-engine/algebra/layout/coalesce.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Layout, Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import type { Theme } from "../../../src-engine/views/palette.ts";
import { thumbnail } from "../../../src-engine/views/thumbnail.ts";
import type { Picture } from "../../../src-engine/views/view.ts";
import { isPicture, type NoPicture, type ViewOptions, viewOf } from "../../../src-engine/views/view-of.ts";
import { attempt } from "../facts/attempt.ts";
import { plainLayout } from "../facts/describe.ts";
import { dialectOf } from "../facts/notation.ts";

const maxWidth = 700;

export function pictureOf(
  value: Value,
  language: Language,
  options: Omit<ViewOptions, "dialect"> = {},
): Picture | NoPicture {
  const dialect = dialectOf(language);
  const drawn = attempt(language, (ctx) => viewOf(ctx, value, { dialect, ...options }));
  return drawn ?? { why: "the picture takes more steps than a hover may" };
}

export function hoverPicture(value: Value, language: Language, theme: Theme, look: PictureLook): string | undefined {
  if (value.kind === "alternatives") {
    // One picture of all where they do not differ in it: in what is known at run time only.
    const [first, ...rest] = value.options.map((option) => hoverPicture(option.value, language, theme, look));
    return rest.every((other) => other === first) ? first : undefined;
  }
  if (saysNothing(value, language)) return undefined;
  const picture = pictureOf(value, language, isOneColumn(value) ? { flatten: true } : {});
  if (!isPicture(picture) || picture.panels.length === 0) return undefined;
  return attempt(language, () =>
    thumbnail(picture, { theme, label: look.label, color: look.color, maxWidth, maxHeight: look.height }),
  );
}

export interface PictureLook {
  readonly label: string;
  readonly color: string;
  /** Pixels that there are for it. */
  readonly height: number;
}

/** A picture of coordinates, of descriptors, or of elements that follow each other says no more than the text. */
function saysNothing(value: Value, language: Language): boolean {
  if (value.kind === "type") return saysNothing(value.of, language);
  if (value.kind === "tensor") {
    const { engine, layout } = value;
    if (engine.kind !== "pointer" || engine.iterator !== undefined || layout.kind === "unknown") return true;
    return saysNothing(layout, language);
  }
  if (value.kind !== "layout" && value.kind !== "composed") return false;
  const plain = plainLayout(value);
  if (plain === undefined) return false;
  if (leavesOf(plain.stride).some((stride) => stride.kind === "basis")) return true;
  const long = layoutModes(plain).filter(({ shape }) => !isOne(product(shape)));
  return long.length <= 1 && long.every((mode) => leavesOf(coalesced(mode, language).shape).length <= 1);
}

/** What a thread holds of a tile, `((2,4),1,2,(1,4))`: all of it, not the column of which its first two modes are. */
function isOneColumn(value: Value): boolean {
  if (value.kind === "type") return isOneColumn(value.of);
  const layout = value.kind === "tensor" ? value.layout : value;
  const plain = layout.kind === "layout" || layout.kind === "composed" ? plainLayout(layout) : undefined;
  const [first, second, ...further] = plain === undefined ? [] : layoutModes(plain).map(({ shape }) => product(shape));
  return first !== undefined && second !== undefined && isOne(second) && further.some((extent) => !isOne(extent));
}

const isOne = (n: Int): boolean => n.kind === "num" && n.value === 1;

const coalesced = (mode: Layout, language: Language): Layout => attempt(language, (ctx) => coalesce(ctx, mode)) ?? mode;
