// Properties of library values and types: `Layout::rank`, `T::value`, `Tensor::value_type`, `MMA_Atom::LayoutA_TV`.
import type { CopyAtom, MmaAtom, TiledCopy, TiledMma } from "../../../../../src-engine/algebra/atoms/types.ts";
import { asDynamic, dynamicInt, isInt, ONE, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { elementOf, fragmentOf } from "../../../../../src-engine/algebra/tiled/fragment.ts";
import type { Operand } from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { coordinateOf } from "../../../../../src-engine/algebra/tuple/scalar.ts";
import { rankOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Layout, Shape, Tensor, Value } from "../../../../../src-engine/algebra/value.ts";
import { fragmentSpelling } from "./project-atoms.ts";
import { isLayout, typeOf } from "./values.ts";

/** The named property of a value, or undefined where it has none of that name. */
export function property(value: Value, name: string): Value | undefined {
  if (isInt(value) && name === "value") return value;
  if (isInt(value) && name === "type") return typeOf(value);
  if (name === "rank") {
    const layout = value.kind === "tensor" ? value.layout : value;
    const rank = layout.kind === "unknown" ? layout.rank : isLayout(layout) ? rankOf(shapeTree(layout)) : undefined;
    if (rank !== undefined) return dynamicInt(rank);
  }
  switch (value.kind) {
    case "text":
      return name === "kMinComputeCapability" && /^Sm\d+$/.test(value.value)
        ? staticInt(Number(value.value.slice(2)))
        : undefined;
    case "tensor":
      return tensorType(value, name);
    case "mma-atom":
      return mmaType(value, name);
    case "tiled-mma":
      return tiledMmaType(value, name) ?? mmaType(value.atom, name);
    case "thr-mma":
      return name === "thr_vmnk_"
        ? value.thrVmnk
        : (tiledMmaType(value.tiled, name) ?? mmaType(value.tiled.atom, name));
    case "copy-atom":
      return copyType(value, name);
    case "tiled-copy":
      return tiledCopyType(value, name);
    case "dtype":
      return name === "type" || name === "value_type" || name === "element_type" ? value : undefined;
    case "arith":
      return name === "coord_" ? coordinateOf(value) : undefined;
    case "pointer":
      return /^(?:value_type|element_type|type)$/.test(name) ? value.dtype : undefined;
    default:
      return undefined;
  }
}

function shapeTree(layout: Value): Shape {
  let at: Value = layout;
  while (at.kind === "composed") at = at.inner;
  return at.kind === "layout" ? at.shape : ONE;
}

function tensorType(value: Tensor, name: string): Value | undefined {
  switch (name) {
    case "value_type":
    case "element_type":
      return elementOf(value);
    case "layout_type":
      return typeOf(value.layout);
    case "engine_type":
    case "iterator":
      return typeOf(value.engine as Value);
    default:
      return undefined;
  }
}

function mmaType(atom: MmaAtom, name: string): Value | undefined {
  switch (name) {
    case "Shape_MNK":
    case "AtomShape_MNK":
      return typeOf(atom.shape);
    case "ThrID":
    case "AtomThrID":
      return typeOf(atom.thrId);
    case "LayoutA_TV":
      return typeOf(atom.layoutA);
    case "LayoutB_TV":
      return typeOf(atom.layoutB);
    case "LayoutC_TV":
      return typeOf(atom.layoutC);
    case "ValTypeA":
      return atom.typeA;
    case "ValTypeB":
      return atom.typeB;
    case "ValTypeC":
      return atom.typeC;
    case "ValTypeD":
      return atom.typeD;
    case "FrgTypeA":
      return fragmentType(atom, "A");
    case "FrgTypeB":
      return fragmentType(atom, "B");
    case "FrgTypeC":
      return fragmentType(atom, "C");
    case "MMA_Op":
      return typeOf({ kind: "text", value: atom.name }, atom.name);
    case "Atom":
    case "Traits":
      return typeOf(atom);
    default:
      return furtherType(atom, name);
  }
}

/** Of further operands: scale factors and metadata. */
function furtherType(atom: MmaAtom, name: string): Value | undefined {
  switch (name) {
    case "FrgTypeSFA":
    case "FrgTypeSFB":
    case "FrgTypeE":
      return extraType(atom, name.slice(7));
    case "ValTypeSFA":
    case "ValTypeSFB":
    case "ValTypeE":
      return atom.extra[name.slice(7)]?.dtype;
    case "SFVecSize":
      return atom.vectorSize === undefined ? undefined : staticInt(atom.vectorSize);
    case "K":
      return atom.vectorSize === undefined ? undefined : sizeOfK(atom);
    case "MMA_ScaleFactor":
      return factorOperation(atom);
    default:
      return undefined;
  }
}

function fragmentType(atom: MmaAtom, operand: Operand): Value {
  const fragment = fragmentOf(atom, operand);
  return fragment.kind === "register" || fragment.kind === "tmem"
    ? fragment.dtype
    : typeOf(descriptorType(fragment.unit));
}

const sizeOfK = (atom: MmaAtom): Int | undefined =>
  atom.shape.kind === "tuple" && atom.shape.items[2] !== undefined ? product(atom.shape.items[2]) : undefined;

/** `UMMA::tmem_sf_frg<…>` and its kin. */
function extraType(atom: MmaAtom, operand: string): Value | undefined {
  const fragment = atom.extra[operand]?.fragment;
  const value = fragment?.kind === "tmem" ? fragmentSpelling(fragment, atom.vectorSize) : undefined;
  return value === undefined ? undefined : typeOf({ kind: "text", value }, value);
}

/**
 * The MMA whose shape the factors of B follow: of one SM, and N in whole blocks of 128
 * (cute/atom/mma_traits_sm100.hpp:3141, :3333).
 */
function factorOperation(atom: MmaAtom): Value | undefined {
  const { M, N } = atom.parameters;
  if (atom.vectorSize === undefined || M === undefined || N === undefined) return undefined;
  const isPair = atom.name.includes("_2x1SM");
  const rows = isPair && Number(M) / 2 > 64 ? Number(M) / 2 : Number(M);
  const columns = Math.ceil(Number(N) / 128) * 128;
  const name = atom.name.replace("_2x1SM", "").replace(/,\s*\d+\s*,\s*\d+/, `,${rows},${columns}`);
  return typeOf({ kind: "text", value: name }, name);
}

/** `GMMA::smem_desc<Major::K>`, which is built on its unit's iterator. */
const descriptorType = (unit: string): Value => ({ kind: "text", value: `${unit}::smem_desc` });

function tiledMmaType(mma: TiledMma, name: string): Value | undefined {
  switch (name) {
    case "ThrLayoutVMNK":
    case "thr_layout_vmnk_":
      return name === "ThrLayoutVMNK" ? typeOf(mma.thrLayoutVMNK) : mma.thrLayoutVMNK;
    case "PermutationMNK":
      return typeOf(mma.permutationMNK as Value);
    case "AtomLayoutA_TV":
      return typeOf(mma.atom.layoutA);
    case "AtomLayoutB_TV":
      return typeOf(mma.atom.layoutB);
    case "AtomLayoutC_TV":
      return typeOf(mma.atom.layoutC);
    default:
      return undefined;
  }
}

function copyType(atom: CopyAtom, name: string): Value | undefined {
  switch (name) {
    case "ValLayoutSrc":
      return typeOf(atom.layoutSrc);
    case "ValLayoutDst":
      return typeOf(atom.layoutDst);
    case "ValLayoutRef":
      return typeOf(atom.layoutRef);
    case "ThrID":
      return typeOf(atom.thrId);
    case "ValType":
      return atom.dtype;
    case "NumValSrc":
      return asDynamic(sizeOfMode(atom.layoutSrc, 1));
    case "NumValDst":
      return asDynamic(sizeOfMode(atom.layoutDst, 1));
    default:
      return undefined;
  }
}

const sizeOfMode = (layout: Layout, mode: number): Int =>
  product(layout.shape.kind === "tuple" ? (layout.shape.items[mode] ?? ONE) : layout.shape);

function tiledCopyType(copy: TiledCopy, name: string): Value | undefined {
  const { atom, layoutTV } = copy;
  switch (name) {
    case "TiledNumThr":
    case "TiledNumVal":
      return typeOf(sizeOfMode(layoutTV, name === "TiledNumThr" ? 0 : 1));
    case "Tiler_MN":
      return typeOf(copy.tilerMN as Value);
    case "TiledLayout_TV":
      return typeOf(copy.layoutTV);
    case "ValType":
      return copy.atom.dtype;
    default:
      return atom.kind === "copy-atom" ? (tiledAtomType(atom, name) ?? copyType(atom, name)) : undefined;
  }
}

/** What TiledCopy calls the parts of its atom. */
function tiledAtomType(atom: CopyAtom, name: string): Value | undefined {
  switch (name) {
    case "AtomThrID":
      return typeOf(atom.thrId);
    case "AtomLayoutSrc":
      return typeOf(atom.layoutSrc);
    case "AtomLayoutDst":
      return typeOf(atom.layoutDst);
    case "AtomLayoutRef":
      return typeOf(atom.layoutRef);
    case "AtomNumThr":
    case "AtomNumVal":
      return typeOf(sizeOfMode(atom.layoutRef, name === "AtomNumThr" ? 0 : 1));
    default:
      return undefined;
  }
}
