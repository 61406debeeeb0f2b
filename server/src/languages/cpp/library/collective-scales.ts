// Operands of block-scaled collectives: element types that come with scale factors, and the members that the factors bring.

import type { Factors, Mainloop, MainloopFactors } from "../../../../../src-engine/algebra/atoms/collective/types.ts";
import { namedType } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import { dynamicInt, isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { mapLeaves } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type DType,
  type Int,
  type Layout,
  layout,
  type Stride,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { type Fields, object } from "./collective-object.ts";
import { pointedAt, pointerTo } from "./pointers.ts";
import { plain, type TypeRow, typeRow } from "./row.ts";
import { leafOfType, text, typeOf } from "./values.ts";

/** Factors by the name of the pair: their type and how many values share one (gemm/collective/builders/sm1xx_common.inl:449-482). */
const pairs: Readonly<Record<string, Required<Factors>>> = {
  nv_float4_t: { type: namedType("float_ue4m3_t"), vector: 16 },
  mx_float4_t: { type: namedType("float_ue8m0_t"), vector: 32 },
  mx_float6_t: { type: namedType("float_ue8m0_t"), vector: 32 },
  mx_float8_t: { type: namedType("float_ue8m0_t"), vector: 32 },
};

export const scaledElementTypes: readonly TypeRow[] = Object.entries(pairs).flatMap(([name, { type }]) =>
  typeRow(name, ([of]) => {
    const DataType = of ?? unknown("an element type is missing");
    return typeOf(object(name, { DataType, ScaleFactorType: type }));
  }),
);

export interface ScaledElement {
  readonly element: DType;
  readonly factors: Factors;
}

/** `nv_float4_t<T>`, or `tuple<T, SF>` and `tuple<T, SF, Int<n>>`; undefined for a plain element. */
export function scaledElement(value: Value): ScaledElement | undefined {
  const given = plain(value);
  if (given.kind === "object") {
    const [factors, element] = [pairs[given.name], given.fields.get("DataType")];
    return factors !== undefined && element?.kind === "dtype" ? { element, factors } : undefined;
  }
  if (given.kind !== "tuple") return undefined;
  const [element, type, vector] = given.items.map((item) => plain(item as Value));
  if (element?.kind !== "dtype" || type?.kind !== "dtype") return undefined;
  return { element, factors: { type, ...(vector?.kind === "num" ? { vector: vector.value } : {}) } };
}

/** What `CollectiveMma` is told of an operand's scale factors besides the operand, and the members that they bring. */
export interface OperandParts {
  readonly element?: DType;
  /** One, or a pointer to one per group. */
  readonly layout?: Value;
  readonly copy?: Value;
  readonly atom?: Value;
  readonly members: Fields;
}

type Both<T> = readonly [T, T];

/** Of A and of B; `scales` are the layouts that the tags of a block-wise scaled collective give. */
export function operandParts(
  made: Mainloop,
  scales: Both<Value | undefined>,
  grouped: Both<boolean>,
): Both<OperandParts> {
  const { factors } = made;
  const part = (which: "A" | "B", i: 0 | 1): OperandParts =>
    factors === undefined
      ? blockwise(which, scales[i], made.scaleCopies?.[which === "A" ? "a" : "b"])
      : blockScaled(which, made, factors, grouped[i]);
  return [part("A", 0), part("B", 1)];
}

const blockwise = (which: "A" | "B", scale: Value | undefined, copy: Value | undefined): OperandParts =>
  scale === undefined
    ? { members: {} }
    : { layout: scale, ...(copy === undefined ? {} : { copy: typeOf(copy) }), members: layoutMembers(which, scale) };

function blockScaled(which: "A" | "B", made: Mainloop, of: MainloopFactors, isGrouped: boolean): OperandParts {
  const type = typeOf(ofTheRun(of.layout));
  const layout = isGrouped ? pointerTo(type) : type;
  const atom = typeOf(which === "A" ? of.smemLayoutAtomA : of.smemLayoutAtomB);
  const vector = made.tiledMma.atom.vectorSize;
  const copy = copyType(which === "A" ? of.gmemTiledCopyA : of.gmemTiledCopyB);
  const members = {
    ...layoutMembers(which, layout),
    [`SmemLayoutAtomSF${which}`]: atom,
    [`GmemTiledCopySF${which}`]: copy,
    ElementSF: of.type,
    SFVecSize: vector === undefined ? undefined : dynamicInt(vector),
  };
  return { element: of.type, layout, copy, atom, members };
}

const layoutMembers = (which: "A" | "B", scale: Value): Fields => ({
  [`LayoutSF${which}`]: typeOf(scale),
  [`InternalLayoutSF${which}`]: typeOf(pointedAt(plain(scale))),
});

export const copyType = (of: Mainloop["gmemTiledCopyA"]): Value => typeOf(typeof of === "string" ? text(of) : of);

/** What is told of an operand, with what is told of its scale factors where it has some. */
export const paired = (of: Value, scale: Value | undefined): Value =>
  scale === undefined ? of : typeOf(tuple([plain(of), plain(scale)]));

/** Extents and strides that only the run knows, as a type says them. */
function ofTheRun({ shape, stride }: Layout): Layout {
  const leaf = (one: Int): Int => (one.know === "dynamic" ? leafOfType(namedType("int32_t")) : one);
  const step = (one: Stride): Stride => (isInt(one) ? leaf(one) : one);
  return layout(mapLeaves<Int, Int>(shape, leaf), mapLeaves<Stride, Stride>(stride, step));
}
