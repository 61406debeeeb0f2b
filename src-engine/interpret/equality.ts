// Equality, identity and membership of things that are no integers: texts, types, tuples, None.
//
// Each answer is yes, no or unknown (undefined here): two objects of different making may still be equal.
import { equal } from "../algebra/int/ask.ts";
import * as int from "../algebra/int/int.ts";
import { areAlike, type DType, isSameObject, type Pointer, type Tuple, unknown, type Value } from "../algebra/value.ts";
import type { DictValue } from "../program/values.ts";
import { isEnum } from "./class.ts";
import { sameValue } from "./key.ts";
import { causeOf, numberOf } from "./operator.ts";
import type { Frame } from "./session.ts";

/** Equality and identity of things that are no integers, and membership. */
export function identity(frame: Frame, op: string, left: Value, right: Value): Value | undefined {
  const yes = (truth: boolean): Value => frame.dialect.semantics.truth(truth);
  if (op === "in" || op === "not in") return membership(frame, op, left, right);
  if (op !== "==" && op !== "!=" && op !== "is" && op !== "is not") return undefined;
  const isIdentity = op === "is" || op === "is not";
  const answer =
    isIdentity && isContainer(left) && isContainer(right) ? one(frame, left, right) : sameThing(frame, left, right);
  return answer === undefined ? undefined : yes(answer === (op === "==" || op === "is"));
}

const isContainer = ({ kind }: Value): boolean => kind === "tuple" || kind === "dict";

/** Equal lists may be two; what differs is not one. */
const one = (frame: Frame, left: Value, right: Value): boolean | undefined =>
  isSameObject(left, right) || (sameThing(frame, left, right) === false ? false : undefined);

/** Of integers too: `undefined` where only the run knows. */
export const sameAs = (frame: Frame, left: Value, right: Value): boolean | undefined => sameItem(frame, left, right);

/** May the key, a number of the run say, be one of the dictionary's, or not? */
export function mayBeKey(frame: Frame, key: Value, { entries }: DictValue): boolean {
  const isOpen = ([one]: DictValue["entries"][number]): boolean =>
    one.kind === "alternatives" ||
    key.kind === "alternatives" ||
    (((int.isInt(one) && int.isInt(key)) || (one.kind === "tuple" && key.kind === "tuple")) &&
      sameItem(frame, one, key) === undefined);
  return entries.some(isOpen);
}

/** The dictionary with a value under a key, which keeps its place; undefined where it may be the key of another entry, or not. */
export function withKey(frame: Frame, { entries }: DictValue, key: Value, value: Value): DictValue | undefined {
  const at = entries.findIndex(([one]) => isSameKey(frame, one, key));
  if (at >= 0) return { kind: "dict", entries: entries.map((entry, i) => (i === at ? [entry[0], value] : entry)) };
  return mayBeKey(frame, key, { kind: "dict", entries })
    ? undefined
    : { kind: "dict", entries: [...entries, [key, value]] };
}

/** Numbers are the same key whoever knows them. */
export const isSameKey = (frame: Frame, key: Value, at: Value): boolean =>
  int.isInt(key) && int.isInt(at) ? equal(key, at) === "yes" : sameValue(frame.session.identities, key, at);

const sameElement = (left: DType, right: DType): boolean | undefined =>
  left.assumed === true || right.assumed === true ? undefined : left.name === right.name;

function sameThing(frame: Frame, left: Value, right: Value): boolean | undefined {
  if (left.kind === "unknown" || right.kind === "unknown") return undefined;
  if (left.kind === "underscore" || right.kind === "underscore") {
    return frame.dialect.semantics.none ? left.kind === right.kind : undefined;
  }
  if (left.kind === "text" && right.kind === "text") return left.value === right.value;
  if (left.kind === "dtype" && right.kind === "dtype") return sameElement(left, right);
  if (left.kind === "text" || right.kind === "text") return mayBeText(frame, left, right) ? undefined : false;
  if (left.kind === "float" || right.kind === "float")
    return numberOf(left) === undefined || numberOf(right) === undefined
      ? undefined
      : numberOf(left) === numberOf(right);
  if (left.kind === "pointer" && right.kind === "pointer" && frame.dialect.semantics.pointers)
    return samePointer(frame, left, right);
  const members = sameMember(frame, left, right);
  if (members !== undefined) return members;
  if (left.kind === "tuple" && right.kind === "tuple") return sameTuple(frame, left, right);
  if (sameValue(frame.session.identities, left, right)) return true;
  const [isLeft, isRight] = [isDefinition(left), isDefinition(right)];
  return (isLeft && isRight) || (isLeft && isPlain(frame, right)) || (isRight && isPlain(frame, left))
    ? false
    : undefined;
}

const isDefinition = ({ kind }: Value): boolean => kind === "class" || kind === "builtin" || kind === "function";

/** Python: a number or a tuple is no `Ellipsis` and no class. */
const isPlain = ({ dialect }: Frame, { kind }: Value): boolean =>
  !dialect.semantics.typed && (kind === "num" || kind === "tuple" || kind === "layout");

/** In C++ members of the library's enumerations are texts: what nobody binds, a number elsewhere, may be one of them. */
const mayBeText = ({ dialect }: Frame, left: Value, right: Value): boolean =>
  left.kind === right.kind || (dialect.semantics.typed && (left.kind === "sym" || right.kind === "sym"));

/** Two addresses are the same where both are null, or lead as far into one thing that has a name. */
function samePointer(frame: Frame, left: Pointer, right: Pointer): boolean | undefined {
  if (left.isNull && right.isNull) return true;
  return left.base !== undefined && sameValue(frame.session.identities, left, right) ? true : undefined;
}

/** Members of one enumeration: two names may stand for one value, and are then one member. */
function sameMember(frame: Frame, left: Value, right: Value): boolean | undefined {
  if (left.kind !== "object" || right.kind !== "object" || left.type === undefined || right.type === undefined)
    return undefined;
  if (!isEnum(left.type.item) || left.type.item !== right.type.item) return undefined;
  if (left.name === right.name) return true;
  const [a, b] = [left.fields.get("value"), right.fields.get("value")];
  return a !== undefined && b !== undefined && sameItem(frame, a, b) === true;
}

/** A list equals no tuple. */
function sameTuple(frame: Frame, left: Tuple, right: Tuple): boolean | undefined {
  if (left.view || right.view) return undefined;
  if (left.items.length !== right.items.length || !areAlike(left, right)) return false;
  const answers = left.items.map((one, i) => sameItem(frame, one, right.items[i]!));
  if (answers.includes(false)) return false;
  return answers.every((one) => one === true) ? true : undefined;
}

function sameItem(frame: Frame, a: Value, b: Value): boolean | undefined {
  if (!int.isInt(a) || !int.isInt(b)) return sameThing(frame, a, b);
  const answer = equal(a, b);
  return answer === "unknown" ? undefined : answer === "yes";
}

function membership(frame: Frame, op: string, item: Value, container: Value): Value | undefined {
  const items =
    container.kind === "tuple"
      ? container.items
      : container.kind === "dict"
        ? container.entries.map(([key]) => key)
        : undefined;
  if (items === undefined) {
    if (container.kind !== "text" || item.kind !== "text") return undefined;
    return int.pythonTruth(container.value.includes(item.value) === (op === "in"));
  }
  const answers = items.map((one) => sameItem(frame, item, one));
  if (answers.includes(true)) return int.pythonTruth(op === "in");
  if (answers.every((one) => one === false)) return int.pythonTruth(op !== "in");
  return unknown("it is not known whether it is in the list", causeOf(item));
}
