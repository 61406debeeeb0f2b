// More possibilities than are kept apart: what they have in common, part by part.
//
// Integers become a symbol, the run's or in C++ the compiler's; tuples, types, layouts, tensors and objects are blended part by part.
// Integers of which the compiler knows some have nothing in common: their types decide what is computed from them.
import { isInt } from "../algebra/int/int.ts";
import {
  type ArithTuple,
  type Int,
  isSameKind,
  type Know,
  type Layout,
  type Pointer,
  type Shape,
  type Strides,
  tupleLike,
  unknown,
  type Value,
} from "../algebra/value.ts";
import type { ObjectValue } from "../program/values.ts";
import { sameValue } from "./key.ts";
import type { Frame } from "./session.ts";
import { mint } from "./symbol.ts";

const deepest = 8;

/** One value that stands for all of them; undefined where they differ in what the compiler knows. */
export function blend(frame: Frame, values: readonly Value[], name: string, depth = 0): Value | undefined {
  const [first, ...rest] = values;
  if (first === undefined || depth > deepest) return undefined;
  if (rest.every((one) => sameValue(frame.session.identities, first, one))) return first;
  if (values.every((one) => isInt(one) && one.know === "dynamic")) return oneOf(frame, name, "dynamic");
  const isCompiled = frame.dialect.semantics.typed && values.every((one) => isInt(one) && one.know === "static");
  if (isCompiled) return oneOf(frame, name, "static");
  const parts = <K extends Value["kind"]>(kind: K): readonly (Value & { kind: K })[] | undefined =>
    values.every((one): one is Value & { kind: K } => one.kind === kind) ? values : undefined;
  switch (first.kind) {
    case "tuple":
      return blendItems(frame, parts("tuple"), name, depth);
    case "type":
      return blendTypes(frame, parts("type"), name, depth);
    case "arith":
      return blendCoordinates(frame, parts("arith"), name, depth);
    case "layout":
      return blendLayouts(frame, parts("layout"), name, depth);
    case "pointer":
      return blendPointers(frame, parts("pointer"));
    case "tensor":
      return blendTensors(frame, parts("tensor"), name, depth);
    case "object":
      return blendObjects(frame, parts("object"), name, depth);
    default:
      return undefined;
  }
}

/** The symbol for one of several integers: the compiler's where all of them are, as `Int<N>{}` is for an N that nobody gives. */
export function oneOf(frame: Frame, name: string, know: Know): Int {
  const id = `join ${name}@${frame.instance.id}#${frame.instance.minted++}`;
  const minted = mint(frame.session, { id, name });
  return know === "static" ? { ...minted, know } : minted;
}

function blendItems(
  frame: Frame,
  tuples: readonly (Value & { kind: "tuple" })[] | undefined,
  name: string,
  depth: number,
): Value | undefined {
  const first = tuples?.[0];
  const count = first?.items.length;
  if (tuples === undefined || first === undefined) return undefined;
  if (tuples.some((one) => one.items.length !== count || !isSameKind(one, first))) return undefined;
  const items: Value[] = [];
  for (let i = 0; i < (count ?? 0); i++) {
    const column = tuples.map((one) => one.items[i]!);
    const item = blend(frame, column, `${name}.${i}`, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return tupleLike(first, items);
}

/** `Shape<_1, _64>` or `Shape<_2, _64>`: the type of what their values have in common. */
function blendTypes(
  frame: Frame,
  types: readonly (Value & { kind: "type" })[] | undefined,
  name: string,
  depth: number,
): Value | undefined {
  const of =
    types &&
    blend(
      frame,
      types.map((one) => one.of),
      name,
      depth + 1,
    );
  return of === undefined ? undefined : { kind: "type", of };
}

function blendCoordinates(
  frame: Frame,
  coordinates: readonly ArithTuple[] | undefined,
  name: string,
  depth: number,
): ArithTuple | undefined {
  const [first] = coordinates ?? [];
  const tuples = coordinates?.map((one): Value & { kind: "tuple" } => ({ kind: "tuple", items: one.items }));
  const items = blendItems(frame, tuples, name, depth);
  // A blend of coordinates holds integers where they hold integers.
  return first === undefined || items?.kind !== "tuple"
    ? undefined
    : { ...first, items: items.items as ArithTuple["items"] };
}

function blendLayouts(
  frame: Frame,
  layouts: readonly Layout[] | undefined,
  name: string,
  depth: number,
): Value | undefined {
  if (layouts === undefined) return undefined;
  const shapes = layouts.map((one) => one.shape);
  const strides = layouts.map((one) => one.stride);
  const shape = blend(frame, shapes, `${name}.shape`, depth + 1);
  const stride = blend(frame, strides, `${name}.stride`, depth + 1);
  // A blend of shapes is a shape: integers stay integers, tuples tuples.
  return shape === undefined || stride === undefined
    ? undefined
    : { kind: "layout", shape: shape as Shape, stride: stride as Strides };
}

/** Somewhere in the same kind of memory. */
function blendPointers(frame: Frame, pointers: readonly Pointer[] | undefined): Pointer | undefined {
  const [first, ...rest] = pointers ?? [];
  if (first === undefined) return undefined;
  const same = (a: Value | undefined, b: Value | undefined): boolean => sameValue(frame.session.identities, a, b);
  const alike = rest.every(
    (one) =>
      one.space === first.space &&
      one.iterator === first.iterator &&
      same(one.dtype, first.dtype) &&
      same(one.swizzle, first.swizzle),
  );
  if (!alike) return undefined;
  const { space, dtype, swizzle, iterator } = first;
  return {
    kind: "pointer",
    space,
    dtype,
    offset: unknown("one of several addresses"),
    ...(swizzle === undefined ? {} : { swizzle }),
    ...(iterator === undefined ? {} : { iterator }),
  };
}

function blendTensors(
  frame: Frame,
  tensors: readonly (Value & { kind: "tensor" })[] | undefined,
  name: string,
  depth: number,
): Value | undefined {
  const [first] = tensors ?? [];
  if (tensors === undefined || first === undefined) return undefined;
  const layouts = tensors.map((one) => one.layout);
  const layout = blend(frame, layouts, name, depth + 1);
  if (layout?.kind !== "layout" && layout?.kind !== "composed") return undefined;
  const engines = tensors.map((one) => one.engine);
  const engine = blend(frame, engines, name, depth + 1);
  const isEngine = engine !== undefined && (isInt(engine) || engine.kind === "pointer" || engine.kind === "arith");
  return { ...first, engine: isEngine ? engine : unknown("one of several addresses"), layout };
}

function blendObjects(
  frame: Frame,
  objects: readonly ObjectValue[] | undefined,
  name: string,
  depth: number,
): Value | undefined {
  const [first, ...rest] = objects ?? [];
  if (objects === undefined || first?.type === undefined) return undefined;
  if (rest.some((one) => one.type?.item !== first.type?.item || one.fields.size !== first.fields.size))
    return undefined;
  const fields = new Map<string, Value>();
  for (const field of first.fields.keys()) {
    const column = objects.flatMap((one) => one.fields.get(field) ?? []);
    const path = `${name}.${field}`;
    const value = column.length === objects.length ? blend(frame, column, path, depth + 1) : undefined;
    fields.set(field, value ?? unknown(`more than a few possibilities for ${path}`));
  }
  return { ...first, fields };
}
