// Symbols under names that the reader of the file can see: `thread_idx`, not the `threadIdx.x-128` of a caller in another file.
//
// A run-time integer that enters the target file, as an argument or as what a call gives, and rests on symbols whose names the
// file does not have becomes a symbol under the name of the parameter or variable that holds it. Equal integers stay equal.
import { bounds, knownDivisor, substitute, symbol, symbolsOf } from "../algebra/int/ask.ts";
import { dynamicInt, isInt } from "../algebra/int/int.ts";
import type { SymbolAtom } from "../algebra/int/poly.ts";
import { mapInts } from "../algebra/tuple/map-ints.ts";
import {
  type Int,
  type Layout,
  type Shape,
  type Strides,
  type Tensor,
  tupleLike,
  type Value,
} from "../algebra/value.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Matched } from "./bind.ts";
import { semanticsOfTarget } from "./semantics.ts";
import type { Frame, LinkedUnit, Session } from "./session.ts";

const deepest = 6;

/** An integer and where it stands in its value: `params.shape.0`, "" where that has no name. */
type Rename = (a: Int, path: string) => Int;

/** A call's arguments as the target file's function gets them. */
export function localArguments(session: Session, fn: FunctionValue, matched: Matched): Matched {
  if (fn.file !== session.program.target || semanticsOfTarget(session)?.typed !== true) return matched;
  const { params } = fn.code;
  const given = matched.byParam.map((one, i) => (params[i]?.passing === "mutable" ? undefined : one?.value));
  if (!given.some((one) => one !== undefined && isForeign(session, one))) return matched;
  const own = new Map<string, Int>();
  given.forEach((one, i) => {
    if (one !== undefined && params[i]!.name !== "") relabel(one, params[i]!.name, nameBare(session, own));
  });
  const byParam = matched.byParam.map((one, i) =>
    one === undefined || given[i] === undefined
      ? one
      : { ...one, value: relabel(one.value, params[i]!.name || "argument", renamed(session, own)) },
  );
  return { ...matched, byParam };
}

/** A value as a variable of the target file holds it; objects keep their identity and are left alone. */
export function localValue(frame: Frame, value: Value, name: string): Value {
  const { session } = frame;
  if (!frame.instance.recording || semanticsOfTarget(session)?.typed !== true || !isForeign(session, value))
    return value;
  const own = new Map<string, Int>();
  relabel(value, name, nameBare(session, own));
  return relabel(value, name, renamed(session, own), "objects stay");
}

/** What the user has bound of a variable: `problem_size.3` is a number wherever a value of that name holds a symbol there. */
export function boundParts(session: Session, value: Value, name: string): Value {
  if (session.bindings.size === 0) return value;
  return relabel(
    value,
    name,
    (a, path) => {
      const number = a.kind === "sym" && a.know === "dynamic" ? session.bindings.get(path) : undefined;
      return number === undefined ? a : dynamicInt(number);
    },
    "objects stay",
  );
}

/** An integer that is one foreign symbol gives it its local name, wherever else it stands. */
function nameBare(session: Session, own: Map<string, Int>): Rename {
  return (a, path) => {
    const [only, ...more] = symbolsOf(a);
    if (path === "" || only === undefined || more.length > 0 || own.has(only.id) || hasName(session, only)) return a;
    if (a.kind === "sym" && a.poly.key === polyKeyOf(only)) own.set(only.id, withName(only, path));
    return a;
  };
}

const polyKeyOf = (atom: SymbolAtom): string => {
  const bare = symbol(atom.id, atom.name);
  return bare.kind === "sym" ? bare.poly.key : "";
};

/** The same symbol under another name. */
function withName(atom: SymbolAtom, name: string): Int {
  const { id, divisor, width, min, max, isInteger } = atom;
  return symbol(id, name, {
    divisor,
    width,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(isInteger === undefined ? {} : { isInteger }),
  });
}

function renamed(session: Session, own: ReadonlyMap<string, Int>): Rename {
  return (a, path) => {
    const foreign = symbolsOf(a).filter((one) => !hasName(session, one));
    if (foreign.length === 0) return a;
    if (foreign.every((one) => own.has(one.id))) return substitute(a, own);
    return path !== "" && a.kind === "sym" && a.know === "dynamic" ? standIn(a, path) : substitute(a, own);
  };
}

/** A symbol that stands for an integer; equal integers have the same one. */
function standIn(a: Int & { kind: "sym" }, name: string): Int {
  const { min, max } = bounds(a);
  return symbol(`local ${a.poly.key}`, name, {
    divisor: Math.max(1, knownDivisor(a)),
    ...(Number.isFinite(min) ? { min } : {}),
    ...(Number.isFinite(max) ? { max } : {}),
  });
}

/** Does the target file have the words of a symbol's name? */
function hasName(session: Session, atom: SymbolAtom): boolean {
  session.words ??= wordsOf(session);
  const { words } = session;
  const asked = atom.name.match(/[A-Za-z_]\w*/g) ?? [];
  for (const one of asked) session.searched.add(one);
  return asked.every((one) => words.has(one) || /^[xyz]$|^\d/.test(one));
}

const wordsOfFiles = new WeakMap<LinkedUnit, ReadonlySet<string>>();

/** The words of the target file. */
export function wordsOf({ program }: Session): ReadonlySet<string> {
  const linked = program.units.get(program.target);
  if (linked === undefined) return new Set();
  const known = wordsOfFiles.get(linked);
  if (known !== undefined) return known;
  const words = new Set(linked.text("", { start: 0, end: Number.MAX_SAFE_INTEGER }).match(/[A-Za-z_]\w*/g) ?? []);
  wordsOfFiles.set(linked, words);
  return words;
}

function isForeign(session: Session, value: Value): boolean {
  let found = false;
  relabel(value, "", (a) => {
    found ||= symbolsOf(a).some((one) => !hasName(session, one));
    return a;
  });
  return found;
}

/** The value with its integers renamed by where they stand in it: `params.shape.0`. */
function relabel(value: Value, path: string, rename: Rename, objects?: "objects stay", depth = 0): Value {
  if (depth > deepest) return value;
  const part = (one: Value, name: string): Value => relabel(one, name, rename, objects, depth + 1);
  switch (value.kind) {
    case "num":
      return value;
    case "sym":
      return rename(value, path);
    case "tuple":
      return tupleLike(
        value,
        value.items.map((one, i) => part(one, `${path}.${i}`)),
      );
    case "layout":
      return layoutOf(value, part, path);
    case "tensor":
      return value.layout.kind !== "layout" || isInt(value.engine)
        ? mapInts(value, (a) => rename(a, ""))
        : { ...value, ...partsOf(value, (one) => part(one, path)) };
    case "pointer":
      return isInt(value.offset) ? { ...value, offset: rename(value.offset, `${path}.offset`) } : value;
    case "arith":
    case "lazy-iterator":
    case "basis":
    case "composed":
      return mapInts(value, (a) => rename(a, ""));
    case "alternatives":
      return { ...value, options: value.options.map((one) => ({ ...one, value: part(one.value, path) })) };
    case "object": {
      if (objects === "objects stay") return value;
      const fields = [...value.fields].map(([name, one]): [string, Value] => [name, part(one, `${path}.${name}`)]);
      return { ...value, fields: new Map(fields) };
    }
    default:
      return value;
  }
}

const partsOf = ({ engine, layout }: Tensor, part: (one: Value) => Value): Pick<Tensor, "engine" | "layout"> => ({
  engine: part(engine) as Tensor["engine"],
  layout: part(layout) as Tensor["layout"],
});

/** Integers stay integers. */
const layoutOf = (of: Layout, part: (one: Value, name: string) => Value, path: string): Layout => ({
  kind: "layout",
  shape: part(of.shape, `${path}.shape`) as Shape,
  stride: part(of.stride, `${path}.stride`) as Strides,
});
