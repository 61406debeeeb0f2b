// The table that print_layout writes: offsets of a rank-2 layout, row by row (cute/util/print_tensor.hpp).
import { cosize, layoutAt } from "../../../../src-engine/algebra/layout/coords.ts";
import { product } from "../../../../src-engine/algebra/tuple/int-tuple.ts";
import type { AnyLayout, Value } from "../../../../src-engine/algebra/value.ts";
import { ops } from "../../../../src-engine/calculator/ops/table.ts";
import { attempt } from "../../facts/attempt.ts";
import { printValue } from "../../facts/notation.ts";

/** Larger tables help nobody in a hover. */
const mostCells = 4096;
const mostColumns = 64;

/** Undefined where extents or offsets are not numbers, or the layout is not of rank 2. */
export function layoutTable(value: Value): string | undefined {
  const given = value.kind === "type" ? value.of : value;
  if (given.kind !== "layout" && given.kind !== "composed") return undefined;
  const layout = elementWise(given);
  const [rows, columns] = extents(layout) ?? [];
  const reach = attempt("cpp", (ctx) => cosize(ctx, layout));
  if (rows === undefined || columns === undefined || reach?.kind !== "num") return undefined;
  if (rows * columns > mostCells || columns > mostColumns) return undefined;
  const offsets = offsetsOf(layout, rows * columns);
  if (offsets === undefined) return undefined;
  return written(printValue(layout, "cpp"), { rows, columns, width: String(Math.max(reach.value, 0)).length }, offsets);
}

/** print_layout prints a flagged layout with its swizzle on element offsets (print_tensor.hpp:93). */
function elementWise(layout: AnyLayout): AnyLayout {
  if (layout.kind === "layout" || layout.offset.kind !== "flag") return layout;
  const op = ops.get("as_position_independent_swizzle_layout");
  const found = attempt("cpp", (ctx) => op?.run(ctx, [layout]));
  return found?.kind === "composed" ? found : layout;
}

function extents(layout: AnyLayout): readonly [number, number] | undefined {
  const inner = layout.kind === "layout" ? layout : layout.inner.kind === "layout" ? layout.inner : undefined;
  if (inner?.shape.kind !== "tuple" || inner.shape.items.length !== 2) return undefined;
  const sizes = inner.shape.items.map((mode) => product(mode));
  const [rows, columns] = sizes.map((one) => (one.kind === "num" ? one.value : undefined));
  return rows === undefined || columns === undefined ? undefined : [rows, columns];
}

/** Column by column, as an index counts. */
function offsetsOf(layout: AnyLayout, count: number): readonly number[] | undefined {
  return attempt("cpp", (ctx) =>
    Array.from({ length: count }, (_, i) => {
      const offset = layoutAt(ctx, layout, i);
      return offset.kind === "num"
        ? offset.value
        : ctx.stop({ code: "unsupported", message: "an offset that is no number" });
    }),
  );
}

interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
}

function written(title: string, { rows, columns, width }: Grid, offsets: readonly number[]): string {
  const across = Array.from({ length: columns }, (_, n) => n);
  const rule = `    ${across.map(() => `+${"-".repeat(width + 2)}`).join("")}+`;
  const head = `    ${across.map((n) => `  ${String(n).padStart(width)} `).join("")}`;
  const lines = Array.from({ length: rows }, (_, m) => {
    const cells = across.map((n) => `| ${String(offsets[m + n * rows]).padStart(width)} `).join("");
    return `${rule}\n${String(m).padStart(2)}  ${cells}|`;
  });
  return [title, head, ...lines, rule].join("\n");
}
