// Literals: numbers with suffixes and separators, characters, strings.
import type { Node } from "web-tree-sitter";
import type { Machine } from "../../../../../src-engine/algebra/value.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { textApart } from "../../../apart.ts";
import { type Cursor, codeChildren, opaque, spanOf, textOf } from "./cursor.ts";

export function lowerNumber(c: Cursor, node: Node): Expr {
  const span = spanOf(c, node);
  const text = textOf(c, node).replace(/'/g, "");
  // The grammar takes a sign into the number: `-1` in a list of arguments is one token.
  const [, sign, whole, suffix] = /^([-+]?)\s*(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*|_c)$/.exec(text) ?? [];
  if (whole !== undefined) {
    const value = /^0[0-7]+$/.test(whole) ? Number.parseInt(whole, 8) : Number(whole);
    return {
      kind: "int",
      value: sign === "-" ? 0 - value : value,
      machine: machineOf(value, whole, suffix ?? ""),
      span,
    };
  }
  const value = /^0[xX]/.test(text) ? Number.NaN : Number.parseFloat(text);
  if (Number.isNaN(value)) return opaque(c, node, `the number ${text.slice(0, 40)}`);
  return { kind: "float", value, ...(/f$/i.test(text) ? { single: true } : {}), span };
}

/** The first type that holds the number; only octal, binary and hexadecimal ones are unsigned without saying so. */
function machineOf(value: number, whole: string, suffix: string): Machine {
  const long = /l|z/i.test(suffix);
  if (/u/i.test(suffix)) return long || value >= 2 ** 32 ? "u64" : "u32";
  if (!long && value < 2 ** 31) return "i32";
  if (!long && whole.startsWith("0") && value < 2 ** 32) return "u32";
  return "i64";
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

const unescaped = (text: string): string =>
  text.replace(/\\x([\da-fA-F]{1,4})|\\(.)/g, (_, hex: string | undefined, char: string | undefined) =>
    hex !== undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : (escapes[char ?? ""] ?? char ?? ""),
  );

/** A character is its code, as C++ compares it. */
export function lowerCharacter(c: Cursor, node: Node): Expr {
  const text = unescaped(textOf(c, node).replace(/^[uUL8]*'|'$/g, ""));
  return { kind: "int", value: text.codePointAt(0) ?? 0, span: spanOf(c, node) };
}

export function lowerString(c: Cursor, node: Node): Expr {
  const parts = node.type === "concatenated_string" ? codeChildren(node) : [node];
  const value = textApart(parts.map((part) => stringText(textOf(c, part))).join(""));
  return { kind: "text", value, span: spanOf(c, node) };
}

function stringText(text: string): string {
  const raw = /^(?:u8|[uUL])?R"([^(]*)\(([\s\S]*)\)\1"$/.exec(text);
  return raw !== null ? (raw[2] ?? "") : unescaped(text.replace(/^(?:u8|[uUL])?"|"$/g, ""));
}
