// Formats with their values put in: C's `%d` and the `{}` of cute.printf.
import type { Value } from "../../../../src-engine/algebra/value.ts";
import { printValue } from "../../facts/notation.ts";

export interface Shown {
  readonly value: Value;
  /** The expression, for what is not known. */
  readonly text: string;
}

const directive = /%(?:%|([-+ 0#]*)(\d+|\*)?(?:\.(\d+|\*))?(?:hh|h|ll|l|z|j|t|L)?([diuxXocsfFeEgGp]))/g;

/** printf of C. */
export function formatC(format: string, args: readonly Shown[]): string {
  let next = 0;
  return format.replace(directive, (all, flags: string | undefined, width, precision, letter: string | undefined) => {
    if (letter === undefined) return "%";
    const wide = width === "*" ? args[next++] : undefined;
    const exact = precision === "*" ? args[next++] : undefined;
    const arg = args[next++];
    if (arg === undefined) return all;
    const places = exact === undefined ? numberOr(precision, undefined) : numberIn(exact.value);
    const columns = wide === undefined ? (numberOr(width, 0) ?? 0) : (numberIn(wide.value) ?? 0);
    return padded(converted(arg, letter, places), columns, flags ?? "");
  });
}

const numberOr = (text: unknown, otherwise: number | undefined): number | undefined =>
  typeof text === "string" && text !== "" ? Number(text) : otherwise;

const numberIn = (value: Value): number | undefined => (value.kind === "num" ? value.value : undefined);

function converted({ value, text }: Shown, letter: string, places: number | undefined): string {
  switch (value.kind) {
    case "num":
      return /[fFeEgG]/.test(letter) ? value.value.toFixed(places ?? 6) : integer(value.value, letter);
    case "float":
      return /[eE]/.test(letter) ? value.value.toExponential(places ?? 6) : value.value.toFixed(places ?? 6);
    case "text":
      return value.value;
    case "sym":
      return printValue(value, "cpp");
    default:
      return `‹${text}›`;
  }
}

function integer(value: number, letter: string): string {
  if (letter === "x") return (value >>> 0).toString(16);
  if (letter === "X") return (value >>> 0).toString(16).toUpperCase();
  return letter === "o"
    ? (value >>> 0).toString(8)
    : letter === "c"
      ? String.fromCodePoint(value & 0x7f)
      : String(value);
}

/** Flags, columns. */
export function padded(text: string, columns: number, flags: string): string {
  const width = Math.min(columns, 400);
  if (flags.includes("-")) return text.padEnd(width);
  const sign = flags.includes("0") && text.startsWith("-") ? "-" : "";
  return flags.includes("0") ? sign + text.slice(sign.length).padStart(width - sign.length, "0") : text.padStart(width);
}
