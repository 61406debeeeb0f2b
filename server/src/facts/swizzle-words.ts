// A swizzle in words: `Sw<3,4,3>` on byte addresses is "16-byte chunks, XORed over 8 rows of 128 bytes".
import type { Swizzle } from "../../../src-engine/algebra/value.ts";

/** `unit` is what the swizzle counts: bytes on flagged layouts and pointers, else elements. */
export function swizzleWords({ b, m, s }: Swizzle, unit: "byte" | "element"): string {
  if (b === 0) return "no swizzle";
  const chunk = 2 ** m;
  const row = 2 ** (m + Math.abs(s));
  const rows = 2 ** b;
  const period = 2 ** (m + Math.abs(s) + b);
  return `${chunk}-${unit} chunks, XORed over ${rows} rows of ${row} ${unit}s; repeats every ${size(period, unit)}`;
}

/** TMA's and the matrix units' name of a byte swizzle: `SW128`. */
export function swizzleName({ b, m, s }: Swizzle): string | undefined {
  return m === 4 && s === 3 && b >= 0 && b <= 3 ? (["no swizzle", "SW32", "SW64", "SW128"] as const)[b] : undefined;
}

function size(count: number, unit: "byte" | "element"): string {
  return unit === "byte" ? bytesText(count) : `${count} elements`;
}

/** `512 B`, `16 KiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${trimmed(kib)} KiB` : `${trimmed(kib / 1024)} MiB`;
}

function trimmed(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2).replace(/0+$/, "");
}
