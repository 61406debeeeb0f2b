// The picture of a value as SVG for a hover: within the hover box's size and Markdown's length, or none.

import { ZERO } from "../../../src-engine/algebra/int/int.ts";
import { coalesce } from "../../../src-engine/algebra/layout/coalesce.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { leavesOf, modesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import { type AnyLayout, type Int, type Layout, tuple, type Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { boxesPicture } from "../../../src-engine/views/boxes-view.ts";
import { operandTile } from "../../../src-engine/views/operand-tile.ts";
import type { Theme } from "../../../src-engine/views/palette.ts";
import { inElements } from "../../../src-engine/views/resolve-flag.ts";
import { thumbnail } from "../../../src-engine/views/thumbnail.ts";
import { landedPicture } from "../../../src-engine/views/tma-picture.ts";
import type { Picture } from "../../../src-engine/views/view.ts";
import { isPicture, type NoPicture, type ViewOptions, viewOf } from "../../../src-engine/views/view-of.ts";
import { attempt } from "../facts/attempt.ts";
import { plainLayout } from "../facts/describe.ts";
import { dialectOf } from "../facts/notation.ts";
import { withoutInternalNames } from "../facts/unnamed.ts";

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
  const picture = attempt(
    language,
    () => boxesOf(value, language) ?? landedOf(value, language) ?? pictureForHover(value, language),
  );
  if (picture === undefined || picture.panels.length === 0) return undefined;
  const svg = attempt(language, () =>
    thumbnail(picture, { theme, label: look.label, color: look.color, maxWidth, maxHeight: look.height }),
  );
  return svg === undefined ? undefined : withoutInternalNames(svg);
}

export interface PictureLook {
  readonly label: string;
  readonly color: string;
  /** Pixels that there are for it. */
  readonly height: number;
}

/** Where the boxes of a TMA stand in their tensor. */
function boxesOf(value: Value, language: Language): Picture | undefined {
  if (value.kind !== "tensor" || value.engine.kind !== "arith" || value.layout.kind !== "layout") return undefined;
  return boxesPicture(value.layout, dialectOf(language));
}

/** What a copy of many elements brings into swizzled shared memory, `((8192,1),(1,3)):((1,0),(0,8192))`: its first mode. */
function landedOf(value: Value, language: Language): Picture | undefined {
  if (value.kind !== "tensor" || value.engine.kind !== "pointer" || value.layout.kind !== "layout") return undefined;
  const { space, swizzle, dtype } = value.engine;
  const [first, ...others] = layoutModes(value.layout);
  if (space !== "smem" || swizzle === undefined || dtype.kind !== "dtype" || first === undefined) return undefined;
  const [own, ...rest] = [first, ...others].map(({ shape }) => product(shape));
  const isLong = own?.kind === "num" && own.value >= LONG;
  if (!isLong || !rest.every((extent) => extent.kind === "num" && extent.value <= FEW)) return undefined;
  const [extents, strides] = [leavesOf(first.shape), leavesOf(first.stride)];
  const kept = extents.flatMap((extent, i) => (isOne(extent) ? [] : [[extent, strides[i] ?? ZERO] as const]));
  const inner = { shape: tuple<Int>(kept.map(([extent]) => extent)), stride: tuple(kept.map(([, step]) => step)) };
  return attempt(language, (ctx) => {
    const outer = inElements(ctx, swizzle, dtype.bits);
    const smem = { kind: "composed", outer, offset: ZERO, inner: { kind: "layout", ...inner } } as const;
    return landedPicture(ctx, smem, dtype.bits, dialectOf(language));
  });
}

/** Elements that a TMA moves at once, and no thread does; and how many copies the further modes have at most. */
const [LONG, FEW] = [512, 16];

function pictureForHover(value: Value, language: Language): Picture | undefined {
  if (saysNothing(value, language)) return undefined;
  // In tensor memory rows are lanes, whatever follows what.
  const levels = isInTensorMemory(value) || isOperandOf(value) ? undefined : byLevels(value, language);
  const picture = pictureOf(levels ?? value, language, isOneColumn(value) ? { flatten: true } : {});
  if (!isPicture(picture)) return undefined;
  return levels === undefined ? picture : byOffset(picture);
}

const isInTensorMemory = (value: Value): boolean =>
  value.kind === "tensor" && value.engine.kind === "pointer" && value.engine.space === "tmem";

/** A picture of coordinates, of descriptors, or of elements that follow each other says no more than the text. */
function saysNothing(value: Value, language: Language): boolean {
  if (value.kind === "type") return saysNothing(value.of, language);
  if (value.kind === "tensor") {
    const { engine, layout } = value;
    if (engine.kind !== "pointer" || engine.iterator !== undefined || layout.kind === "unknown") return true;
    return (engine.space === "rmem" && isPacked(layout, language)) || saysNothing(layout, language);
  }
  if (value.kind !== "layout" && value.kind !== "composed") return false;
  const plain = plainLayout(value);
  if (plain === undefined) return false;
  if (leavesOf(plain.stride).some((stride) => stride.kind === "basis")) return true;
  const long = layoutModes(plain).filter(({ shape }) => !isOne(product(shape)));
  return long.length <= 1 && long.every((mode) => leavesOf(coalesced(mode, language).shape).length <= 1);
}

/** Registers that are numbered as the elements are: accumulators and fragments. */
function isPacked(layout: AnyLayout, language: Language): boolean {
  if (layout.kind !== "layout") return false;
  const { shape, stride } = coalesced(layout, language);
  return leavesOf(shape).length === 1 && leavesOf(stride).every((step) => step.kind === "num" && step.value === 1);
}

/** What a thread holds of a tile, `((2,4),1,2,(1,4))`: all of it, not the column of which its first two modes are. */
function isOneColumn(value: Value): boolean {
  if (value.kind === "type") return isOneColumn(value.of);
  const layout = value.kind === "tensor" ? value.layout : value;
  const plain = layout.kind === "layout" || layout.kind === "composed" ? plainLayout(layout) : undefined;
  if (plain !== undefined && isOperand(plain)) return false;
  const [first, second, ...further] = plain === undefined ? [] : layoutModes(plain).map(({ shape }) => product(shape));
  return first !== undefined && second !== undefined && isOne(second) && further.some((extent) => !isOne(extent));
}

/** `((_128,_256),_1,_1)`: its rows and columns are those of the tile, also where it is one mode. */
function isOperandOf(value: Value): boolean {
  if (value.kind !== "tensor" || value.layout.kind === "unknown") return false;
  const plain = plainLayout(value.layout);
  const tile = plain === undefined ? undefined : operandTile(plain.shape);
  return tile !== undefined && tile.rowCount * tile.columnCount >= LONG;
}

/** The tile that an MMA takes, of one stage: what a thread holds is smaller, and all of it is shown. */
function isOperand({ shape }: Layout): boolean {
  const tile = operandTile(shape);
  if (tile === undefined) return false;
  const stages = modesOf(shape).slice(3);
  return tile.rowCount * tile.columnCount >= LONG || stages.every((one) => isOne(product(one)));
}

/** A single mode of several levels, `((8,9),1)`, as rows and columns: what follows each other stands beside each other. */
function byLevels(value: Value, language: Language): Value | undefined {
  if (value.kind === "type") return byLevels(value.of, language);
  if (value.kind !== "tensor")
    return value.kind === "layout" || value.kind === "composed" ? levelsOf(value, language) : undefined;
  const layout = value.layout.kind === "unknown" ? undefined : levelsOf(value.layout, language);
  return layout === undefined ? undefined : { ...value, layout };
}

function levelsOf(whole: AnyLayout, language: Language): AnyLayout | undefined {
  if (whole.kind === "composed") {
    const inner = whole.inner.kind === "swizzle" ? undefined : levelsOf(whole.inner, language);
    return inner === undefined ? undefined : { ...whole, inner };
  }
  const [only, ...others] = layoutModes(whole).filter(({ shape }) => !isOne(product(shape)));
  if (only === undefined || others.length > 0) return undefined;
  const { shape, stride } = coalesced(only, language);
  const [[extent, ...extents], [step, ...steps]] = [leavesOf(shape), leavesOf(stride)];
  if (extent === undefined || step === undefined || extents.length === 0) return undefined;
  return { kind: "layout", shape: tuple<Int>([tuple(extents), extent]), stride: tuple([tuple(steps), step]) };
}

/** A swizzle of a few elements has too few chunks to be told apart by them. */
const byOffset = (picture: Picture): Picture => ({
  ...picture,
  panels: picture.panels.map(({ view, ...panel }) => ({ ...panel, view: { ...view, colorModes: ["offset"] } })),
});

const isOne = (n: Int): boolean => n.kind === "num" && n.value === 1;

const coalesced = (mode: Layout, language: Language): Layout => attempt(language, (ctx) => coalesce(ctx, mode)) ?? mode;
