// A layout as an MMA takes its operand, `((128,16),1,4)`: the instruction's rows and columns in one mode, and where there is one of
// them along the rows, more columns of the same tile in mode 2. It is drawn as the tile that it is, 128 × (16,4).
import { product } from "../algebra/tuple/int-tuple.ts";
import { isTuple, modesOf, tupleOf } from "../algebra/tuple/tree.ts";
import type { Layout, Shape } from "../algebra/value.ts";

export interface OperandTile {
  readonly rows: Shape;
  readonly columns: Shape;
  readonly rowCount: number;
  /** Of one instruction. */
  readonly columnCount: number;
}

export function operandTile(shape: Shape): OperandTile | undefined {
  const [first, own, across] = modesOf(shape);
  if (first === undefined || own === undefined || across === undefined || !isTuple(first)) return undefined;
  const [rows, columns, ...more] = first.items;
  if (rows === undefined || columns === undefined || more.length > 0) return undefined;
  const [rowCount, columnCount, alone] = [product(rows), product(columns), product(own)];
  if (rowCount.kind !== "num" || columnCount.kind !== "num" || alone.kind !== "num" || alone.value !== 1)
    return undefined;
  return { rows, columns: tupleOf(columns, across), rowCount: rowCount.value, columnCount: columnCount.value };
}

/** The same layout with rows and columns for its first two modes. */
export function asTile(a: Layout): Layout {
  const tile = operandTile(a.shape);
  const [first, , across, ...rest] = modesOf(a.stride);
  if (tile === undefined || first === undefined || across === undefined || !isTuple(first)) return a;
  const [rows, columns] = first.items;
  if (rows === undefined || columns === undefined) return a;
  return {
    ...a,
    shape: tupleOf(tile.rows, tile.columns, ...modesOf(a.shape).slice(3)),
    stride: tupleOf(rows, tupleOf(columns, across), ...rest),
  };
}
