// A layout over powers of two, swizzled or not, is linear over single bits: which bits of the index make a bit of the offset.

/** Rows are bits of the offset, columns bits of the index, lowest first; undefined where the layout is not linear. */
export function bitMatrix(offsets: readonly number[]): readonly (readonly boolean[])[] | undefined {
  const bits = Math.log2(offsets.length);
  if (!Number.isInteger(bits) || offsets[0] !== 0) return undefined;
  const columns = Array.from({ length: bits }, (_, i) => offsets[2 ** i] ?? 0);
  if (offsets.some((offset, index) => offset < 0 || offset !== combined(columns, index))) return undefined;
  const rows = Math.max(1, ...columns.map((column) => Math.floor(Math.log2(Math.max(1, column))) + 1));
  return Array.from({ length: rows }, (_, row) => columns.map((column) => Math.floor(column / 2 ** row) % 2 === 1));
}

function combined(columns: readonly number[], index: number): number {
  return columns.reduce((sum, column, bit) => (Math.floor(index / 2 ** bit) % 2 === 1 ? sum ^ column : sum), 0);
}

/** A row a line: `bit 3  . . 1 1`. */
export function bitMatrixText(matrix: readonly (readonly boolean[])[]): string {
  return matrix
    .map((row, i) => `bit ${String(i).padEnd(2)} ${row.map((one) => (one ? "1" : "·")).join(" ")}`)
    .join("\n");
}
