// Why an assertion fails, in words: each side with its expression and its value, `size<0>(tile) is 16, asserted 8`.
//
// Of `a && b` only what fails is said; of `a || b` all of it. Undefined where a side is not known.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { numberOf } from "./sizes.ts";

/** How an assertion's operands are asked and written. */
export interface Operands {
  readonly value: (expr: Expr) => Value | undefined;
  readonly source: (expr: Expr) => string;
  /** The value in the language's notation; undefined for what says nothing. */
  readonly known: (expr: Expr) => string | undefined;
}

export function failureText(test: Expr, read: Operands): string | undefined {
  const claims = failing(test, read);
  if (claims === undefined || claims.length === 0) return undefined;
  return isOneSubject(claims)
    ? `${claims[0]?.subject}, asserted ${claims.map(({ asked }) => asked).join(" or ")}`
    : claims.map(claimText).join("; ");
}

interface Claim {
  readonly subject: string;
  /** What it is asserted to be; absent where the subject says it all. */
  readonly asked?: string;
}

const claimText = ({ subject, asked }: Claim): string =>
  asked === undefined ? subject : `${subject}, asserted ${asked}`;

const isOneSubject = (claims: readonly Claim[]): boolean =>
  claims.length > 1 && claims.every(({ subject, asked }) => asked !== undefined && subject === claims[0]?.subject);

function failing(test: Expr, read: Operands): readonly Claim[] | undefined {
  if (test.kind === "binary" && /^(?:&&|and)$/.test(test.op)) return ofBoth(test.left, test.right, read);
  if (test.kind === "binary" && /^(?:\|\||or)$/.test(test.op)) {
    const [left, right] = [failing(test.left, read), failing(test.right, read)];
    return left === undefined || right === undefined ? undefined : [...left, ...right];
  }
  if (test.kind !== "binary") return ofQuestion(test, read);
  const claim = compared(test.op, side(test.left, read), side(test.right, read));
  return claim === undefined ? undefined : [claim];
}

/** `is_smem<P> is false`, and of a call what it was asked about. */
function ofQuestion(test: Expr, read: Operands): readonly Claim[] | undefined {
  const isDenied = test.kind === "unary" && (test.op === "!" || test.op === "not");
  const question = isDenied ? test.value : test;
  const text = short(read.source(question));
  if (text === "" || isWritten(question) || question.kind === "binary") return undefined;
  const asked = question.kind === "call" ? question.args.map(({ value }) => side(value, read)) : [];
  const parts = asked.flatMap((one) => (one === undefined || one.isPlain ? [] : [`${one.text} is ${one.value}`]));
  return [
    { subject: `${text} is ${isDenied ? "true" : "false"}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}` },
  ];
}

/** One that holds is not said; neither is one that is not asked any more. */
function ofBoth(left: Expr, right: Expr, read: Operands): readonly Claim[] | undefined {
  const said = [left, right].filter((one) => holds(one, read) !== true).map((one) => failing(one, read));
  if (holds(left, read) === false && said[1] === undefined) return said[0];
  return said.includes(undefined) ? undefined : said.flatMap((one) => one ?? []);
}

function holds(test: Expr, read: Operands): boolean | undefined {
  const value = numberOf(read.value(test));
  if (value !== undefined) return value !== 0;
  if (test.kind !== "binary") return undefined;
  const [a, b] = [numberIn(test.left, read), numberIn(test.right, read)];
  return a === undefined || b === undefined ? undefined : comparisons[test.op]?.(a, b);
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
};

interface Side {
  readonly text: string;
  readonly value: string;
  /** The text is the value. */
  readonly isPlain: boolean;
  /** ` (kBlockM is 120)`: of a sum or remainder, what it was made of. */
  readonly parts: string;
}

function compared(op: string, left: Side | undefined, right: Side | undefined): Claim | undefined {
  if (left === undefined || right === undefined || asks[op] === undefined) return undefined;
  if (left.isPlain) return right.isPlain ? undefined : compared(mirrored[op] ?? op, right, left);
  const subject = `${left.text} is ${left.value}${left.parts}`;
  if (right.isPlain) return { subject, asked: `${asks[op]}${right.value}` };
  const other = `${right.text} is ${right.value}${right.parts}`;
  if (op === "==") return { subject: `${subject}, ${other}: asserted equal` };
  return { subject, asked: `${asks[op]}${right.text}, which is ${right.value}${right.parts}` };
}

/** What stands before the value that is asserted. */
const asks: Readonly<Record<string, string>> = {
  "==": "",
  is: "",
  "!=": "not ",
  "is not": "not ",
  "<": "< ",
  ">": "> ",
  "<=": "<= ",
  ">=": ">= ",
  in: "one of ",
  "not in": "none of ",
};

const mirrored: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

function side(expr: Expr, read: Operands): Side | undefined {
  const text = short(read.source(expr));
  const found = read.value(expr);
  const number = found?.kind === "num" && found.truth === true ? undefined : numberIn(expr, read);
  const value = number === undefined ? read.known(expr) : String(number);
  if (value === undefined || text === "") return undefined;
  return { text, value, isPlain: isWritten(expr) || text === value, parts: partsOf(expr, text, read) };
}

const longest = 60;
const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

/** A number, or a list of them, that stands in the source. */
const isWritten = (expr: Expr): boolean =>
  expr.kind === "tuple"
    ? expr.items.every(({ value }) => isWritten(value))
    : /^(?:int|float|bool|text|none)$/.test(expr.kind) || (expr.kind === "construct" && expr.args.length === 0);

function partsOf(expr: Expr, whole: string, read: Operands): string {
  if (expr.kind !== "binary") return "";
  const parts = [expr.left, expr.right]
    .filter((one) => !isWritten(one))
    .flatMap((one) => {
      const [text, value] = [short(read.source(one)), numberIn(one, read)];
      return value === undefined || text === "" || text === String(value) || text === whole
        ? []
        : [`${text} is ${value}`];
    });
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

const sums: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "%": (a, b) => a % b,
};

function numberIn(expr: Expr, read: Operands): number | undefined {
  const value = numberOf(read.value(expr));
  if (value !== undefined) return value;
  if (expr.kind === "int") return expr.value;
  if (expr.kind !== "binary" || sums[expr.op] === undefined) return undefined;
  const [a, b] = [numberIn(expr.left, read), numberIn(expr.right, read)];
  return a === undefined || b === undefined || (expr.op === "%" && b === 0) ? undefined : sums[expr.op]?.(a, b);
}
