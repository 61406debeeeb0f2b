// Integers as text. C++ prints static numbers `_8` and dynamic ones `8`; CuTe DSL prints static numbers `8` and unknown ones
// `?`, `?{div=8}`, `?{i64}`. Symbols print by name in both: `64*ldA`, `⌈K/64⌉`, `M*N+1`; one without a name is a `?`. Where two symbols
// of one value have one name, the second reads as `n'`: `n-n'` is not 0.
import type { Int } from "../value.ts";
import type { Factor, OpAtom, Poly, SymbolAtom, Term } from "./poly.ts";
import { divisorOf } from "./poly-math.ts";

/** What a symbol is called. */
export type NameOf = (symbol: SymbolAtom) => string;

const plainName: NameOf = ({ name }) => name;

/** Names for one value: a further symbol of a name gets a mark. All numbers of a type are called as the type is. */
export function newNames(): NameOf {
  const known = new Map<string, string[]>();
  return ({ id, name, ofType }) => {
    if (ofType === true) return name;
    const ids = known.get(name) ?? [];
    const at = ids.indexOf(id);
    if (at < 0) known.set(name, [...ids, id]);
    return name + "'".repeat(at < 0 ? ids.length : at);
  };
}

export function printInt(a: Int, dialect: "cpp" | "dsl" | "ir", names = newNames()): string {
  if (a.kind === "num" && a.truth && dialect === "dsl") return a.value === 1 ? "True" : "False";
  if (a.kind === "num") return a.know === "static" && dialect === "cpp" ? `_${a.value}` : String(a.value);
  return polyText(a.poly, names);
}

/** A polynomial in the notation the parser reads. With an unnamed symbol in it there is nothing to say but what divides it. */
function polyText(p: Poly, names: NameOf): string {
  const symbols = symbolAtoms(p);
  return symbols.some((s) => s.name === "" || s.name === "?") ? unnamedText(p, symbols) : namedText(p, names);
}

/** Every symbol in it has a name, those inside its operations too. */
function namedText(p: Poly, names: NameOf): string {
  const terms = p.terms.map((t) => ({ t, text: termText(t, plainName), degree: degreeOf(t), negative: t.coef < 0 }));
  terms.sort((a, b) => Number(a.negative) - Number(b.negative) || b.degree - a.degree || (a.text < b.text ? -1 : 1));
  const text = terms
    .map((one, i) => (i === 0 || one.negative ? "" : "+") + (names === plainName ? one.text : termText(one.t, names)))
    .join("");
  return text === "" ? "0" : text;
}

function unnamedText(p: Poly, symbols: readonly SymbolAtom[]): string {
  const divisor = divisorOf(p);
  const marks = [...(symbols.some((s) => s.width === 64) ? ["i64"] : []), ...(divisor > 1 ? [`div=${divisor}`] : [])];
  return marks.length === 0 ? "?" : `?{${marks.join(" ")}}`;
}

const degreeOf = (t: Term): number => t.factors.reduce((n, f) => n + f.power, 0);

function termText(t: Term, names: NameOf): string {
  const factors = t.factors.flatMap((f) => Array<string>(f.power).fill(factorText(f, t, names))).sort(byName);
  if (factors.length === 0) return String(t.coef);
  if (t.coef === 1) return factors.join("*");
  return t.coef === -1 ? `-${factors.join("*")}` : `${t.coef}*${factors.join("*")}`;
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function factorText(f: Factor, t: Term, names: NameOf): string {
  if (f.atom.op === "symbol") return names(f.atom);
  const alone = t.factors.length === 1 && t.coef === 1 && f.power === 1;
  return atomText(f.atom, alone, names);
}

function atomText(atom: OpAtom, alone: boolean, names: NameOf): string {
  const [a, b] = atom.args;
  const left = a === undefined ? "" : namedText(a, names);
  const right = b === undefined ? "" : namedText(b, names);
  switch (atom.op) {
    case "ceil_div":
      return `⌈${operand(a, left)}/${operand(b, right)}⌉`;
    case "floor_div":
      return `⌊${operand(a, left)}/${operand(b, right)}⌋`;
    case "min":
    case "max":
    case "gcd":
      return `${atom.op}(${left},${right})`;
    default: {
      const text = `${operand(a, left)}${infix(atom)}${operand(b, right)}`;
      return alone ? text : `[${text}]`;
    }
  }
}

const infix = (atom: OpAtom): string =>
  ({ mod: "%", and: "&", or: "|", xor: "^", shl: "<<", shr: ">>" })[atom.op as string] ?? atom.sign ?? "?";

/** Brackets around what has an operator in it. */
function operand(p: Poly | undefined, text: string): string {
  const t = p?.terms[0];
  const simple = p === undefined || p.terms.length === 0 || (p.terms.length === 1 && t !== undefined && isSimple(t));
  return simple ? text : `[${text}]`;
}

const isSimple = (t: Term): boolean =>
  t.factors.length === 0 ||
  (t.factors.length === 1 && t.coef === 1 && t.factors[0]!.power === 1 && isClosed(t.factors[0]!)) ||
  t.factors.every((f) => f.atom.op === "symbol");

const isClosed = (f: Factor): boolean => ["symbol", "ceil_div", "floor_div", "min", "max", "gcd"].includes(f.atom.op);

function symbolAtoms(p: Poly): SymbolAtom[] {
  return p.terms.flatMap((t) =>
    t.factors.flatMap((f) => (f.atom.op === "symbol" ? [f.atom] : f.atom.args.flatMap(symbolAtoms))),
  );
}
