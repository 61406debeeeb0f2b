// From a value to its picture: which views a value has, and the default one.
//
// Values without a picture get the reason instead. A position-dependent swizzled layout (`smem_ptr[16b](unset)`) is drawn
// in elements from an aligned base, as the hardware resolves it.
import type { Context } from "../algebra/context.ts";
import { isConstant, staticInt, ZERO } from "../algebra/int/int.ts";
import { cosize } from "../algebra/layout/coords.ts";
import { rankOfLayout } from "../algebra/layout/modes.ts";
import { print } from "../algebra/notation/print.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { leavesOf, modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, ArithTuple, ComposedLayout, Layout, Value } from "../algebra/value.ts";
import { mmaPicture, tiledMmaPicture } from "./atom-picture.ts";
import { banksView } from "./banks-view.ts";
import { copyPicture, tiledCopyPicture } from "./copy-picture.ts";
import { foldedView } from "./folded-view.ts";
import { type LayoutViewOptions, layoutView } from "./layout-view.ts";
import { inElements, resolveFlag } from "./resolve-flag.ts";
import { tilesView } from "./tiles-view.ts";
import { tmaPicture } from "./tma-picture.ts";
import { byLanes } from "./tmem-view.ts";
import { tvView } from "./tv-view.ts";
import type { Picture, View } from "./view.ts";
import { isPicture, type NoPicture, type ViewOptions } from "./view-options.ts";

export { isPicture, type NoPicture, type ViewOptions };

export function viewOf(ctx: Context, value: Value, options: ViewOptions): Picture | NoPicture {
  switch (value.kind) {
    case "layout":
    case "composed":
      return layoutPicture(ctx, value, options);
    case "tensor":
      return tensorPicture(ctx, value, options);
    case "swizzle":
      return layoutPicture(ctx, overSwizzle(value), options);
    case "mma-atom":
      return mmaPicture(ctx, value, options);
    case "copy-atom":
      return copyPicture(ctx, value, options);
    case "tiled-mma":
    case "thr-mma":
      return tiledMmaPicture(ctx, value.kind === "thr-mma" ? value.tiled : value, options);
    case "tiled-copy":
    case "thr-copy":
      return tiledCopyPicture(ctx, value.kind === "thr-copy" ? value.tiled : value, options);
    case "tma-atom":
      return tmaPicture(ctx, value, options);
    case "type":
      return viewOf(ctx, value.of, options);
    case "unknown":
      return { why: value.why };
    case "underscore":
      return { why: `${options.dialect === "dsl" ? "None" : "_"} has no picture` };
    default:
      return { why: `${named(value.kind)} has no picture` };
  }
}

/** A kind of value in words. */
function named(kind: Value["kind"]): string {
  if (kind === "num" || kind === "sym" || kind === "float") return "a number";
  if (kind === "arith" || kind === "basis" || kind === "lazy-iterator" || kind === "mixed") return "a coordinate";
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

/** Columns up to which a swizzle's before and after stand beside each other. */
const NARROW = 16;

const single = (view: View): Picture => ({
  title: view.title,
  summary: view.summary,
  panels: [{ view, row: 0, column: 0 }],
});

/** A bare swizzle is shown over the smallest block it permutes: 2^B rows of 2^S columns, in units of 2^M elements. */
function overSwizzle(value: { kind: "swizzle"; b: number; m: number; s: number }): ComposedLayout {
  const columns = staticInt(2 ** (value.m + Math.abs(value.s)));
  const rows = staticInt(2 ** value.b);
  const inner: Layout = {
    kind: "layout",
    shape: { kind: "tuple", items: [rows, columns] },
    stride: { kind: "tuple", items: [columns, staticInt(1)] },
  };
  return { kind: "composed", outer: value, offset: ZERO, inner };
}

function tensorPicture(
  ctx: Context,
  value: Extract<Value, { kind: "tensor" }>,
  options: ViewOptions,
): Picture | NoPicture {
  if (value.layout.kind === "unknown") return { why: value.layout.why };
  const engine = value.engine;
  if (engine.kind === "arith") return coordinatesPicture(ctx, value.layout, engine, options);
  const bits =
    options.elementBits ?? (engine.kind === "pointer" && engine.dtype.kind === "dtype" ? engine.dtype.bits : undefined);
  const swizzle = engine.kind === "pointer" ? engine.swizzle : undefined;
  const shown: AnyLayout =
    swizzle !== undefined && bits !== undefined && value.layout.kind === "layout"
      ? { kind: "composed", outer: inElements(ctx, swizzle, bits), offset: ZERO, inner: value.layout }
      : value.layout;
  const picture = layoutPicture(ctx, shown, bits === undefined ? options : { ...options, elementBits: bits });
  const isInLanes = engine.kind === "pointer" && engine.space === "tmem" && (options.view ?? "layout") === "layout";
  if (!isInLanes || bits === undefined || !isPicture(picture)) return picture;
  return { ...picture, panels: picture.panels.map((panel) => ({ ...panel, view: byLanes(panel.view, bits) })) };
}

/** Coordinates from where the tensor starts; where that has no name, from there on, which the title says. */
function coordinatesPicture(ctx: Context, layout: AnyLayout, start: ArithTuple, options: ViewOptions) {
  const leaves = start.items.flatMap((item) => [...leavesOf(item)]);
  if (leaves.every((leaf) => isConstant(leaf, 0))) return layoutPicture(ctx, layout, options);
  const title = options.title ?? print({ kind: "tensor", engine: start, layout }, options.dialect);
  // A sum with `?` says nothing.
  const from = leaves.some((leaf) => print(leaf, options.dialect).startsWith("?")) ? {} : { start };
  return layoutPicture(ctx, layout, { ...options, title, ...from });
}

function layoutPicture(ctx: Context, given: AnyLayout, options: ViewOptions): Picture | NoPicture {
  const { layout, bits } = resolveFlag(ctx, given);
  const elementBits = options.elementBits ?? bits;
  const title = options.title ?? print(given, options.dialect);
  const layoutOptions: LayoutViewOptions = {
    title,
    asOperand: true,
    dialect: options.dialect,
    ...(elementBits === undefined ? {} : { elementBits }),
    ...(options.memory === undefined ? {} : { memory: options.memory }),
    ...(options.fixed === undefined ? {} : { fixed: options.fixed }),
    ...(options.flatten === undefined ? {} : { flatten: options.flatten }),
    ...(options.start === undefined ? {} : { start: options.start }),
  };
  switch (options.view) {
    case "banks": {
      const view = banksView(ctx, layout, title, elementBits ?? 8, options.memory);
      return view === undefined
        ? { why: "banks need a layout with numbers, of at most 65,536 elements" }
        : single(view);
    }
    case "tiles":
      return tilesPicture(ctx, layout, layoutOptions);
    case "tv":
      return tvPicture(ctx, layout, title, options);
    case "swizzle":
      return beforeAndAfter(ctx, layout, layoutOptions, options);
    default: {
      return single(inLines(layoutView(ctx, layout, layoutOptions), options));
    }
  }
}

function tilesPicture(ctx: Context, a: AnyLayout, options: LayoutViewOptions): Picture | NoPicture {
  const view = tilesView(ctx, a, options);
  return view === undefined
    ? { why: "tiles need a layout of ((tile),(rest)), as a zipped_divide gives" }
    : single(view);
}

const inLines = (view: View, { strip }: ViewOptions): View => (strip === true ? view : foldedView(view));

function beforeAndAfter(
  ctx: Context,
  a: AnyLayout,
  options: LayoutViewOptions,
  asked: ViewOptions,
): Picture | NoPicture {
  if (a.kind !== "composed" || a.outer.kind !== "swizzle" || a.inner.kind === "swizzle")
    return { why: "the swizzle view needs a swizzled layout" };
  const chunk = 2 ** a.outer.m;
  const untouched = { ...options, chunk, title: `before: ${print(a.inner, options.dialect)}` };
  const before = inLines(layoutView(ctx, a.inner, untouched), asked);
  const after = inLines(layoutView(ctx, a, { ...options, title: `after: ${options.title}` }), asked);
  const [beside, below] = [
    { row: 0, column: 1 },
    { row: 1, column: 0 },
  ];
  // Wide ones below each other, small and tall ones beside each other; where the room has another form, the other way.
  const { rows, columns } = before;
  const stands = rows.extent > columns.extent || columns.extent <= NARROW ? beside : below;
  return {
    title: options.title,
    summary: `${options.title}: before and after the swizzle`,
    panels: [
      { view: before, row: 0, column: 0 },
      { view: after, ...stands, otherwise: stands === beside ? below : beside },
    ],
  };
}

/** Most elements that a TV layout without a tile has in one line. */
const WIDE = 16;

/** Sixteen up to 64 lines; beyond, four times as many lines as elements in one. */
function columnsFor(elements: number): number {
  let columns = WIDE;
  while (columns * columns * 4 < elements) columns *= 2;
  return columns;
}

function tvPicture(ctx: Context, a: AnyLayout, title: string, options: ViewOptions): Picture | NoPicture {
  if (a.kind !== "layout" || rankOfLayout(ctx, a) !== 2) return { why: "a TV layout has two modes, (thread,value)" };
  const extents = options.tile === undefined ? undefined : modesOf(options.tile).map((mode) => product(mode));
  const [rows, columns] = [extents?.[0], extents?.[1]].map((n) => (n?.kind === "num" ? n.value : undefined));
  const all = cosize(ctx, a);
  if (all.kind !== "num") return { why: "a TV layout with symbols cannot be turned round" };
  const wrapped = extents === undefined && all.value > WIDE;
  const wide = wrapped ? columnsFor(all.value) : all.value;
  const view = tvView(ctx, a, {
    title,
    kind: "tv",
    rows: rows ?? Math.ceil(all.value / wide),
    columns: columns ?? (rows === undefined ? wide : 1),
    rowName: "m",
    columnName: "n",
    transposed: wrapped,
    ...(wrapped ? { wrapped } : {}),
    ...(options.thread === undefined ? {} : { thread: options.thread }),
  });
  return view === undefined ? { why: "the TV layout is too large or has symbols" } : single(view);
}
