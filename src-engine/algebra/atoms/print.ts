// Atoms and tiled objects as CuTe prints them, newlines and padding kept (copy_atom.hpp:633-676, mma_atom.hpp:640-690),
// and as the DSL's str() writes them.
import type { Value } from "../value.ts";
import { irTypeName } from "./ir-type-name.ts";
import type { AtomValue, CopyAtom, MmaAtom, TiledCopy, TiledMma } from "./types.ts";

/** How a layout, shape or integer is written: `_8` in C++, `8` in the DSL. */
export type Format = (value: Value) => string;

export function printAtom(value: AtomValue, format: Format, dialect: "cpp" | "dsl" | "ir"): string {
  const lines = dialect === "cpp" ? cpp(value, format) : dsl(value, format);
  return dialect === "cpp" ? lines.map((line) => `${line}\n`).join("") : lines.join("\n");
}

function cpp(value: AtomValue, format: Format): readonly string[] {
  switch (value.kind) {
    case "mma-atom":
      return mmaLines(value, format);
    case "copy-atom":
      return copyLines(value, format);
    case "tiled-mma":
      return tiledMmaLines(value, format);
    case "tiled-copy":
      return tiledCopyLines(value, format);
    case "thr-mma":
      return ["ThrMMA", `  Thr VMNK: ${format(value.thrVmnk)}`, ...tiledMmaLines(value.tiled, format)];
    case "thr-copy":
      return ["ThrCopy", `  ThrIdx: ${format(value.thr)}`, ...tiledCopyLines(value.tiled, format)];
    case "tma-atom":
      return value.copyAtom ? copyLines(value.copyAtom, format) : ["Copy_Atom"];
    default: {
      const never: never = value;
      return never;
    }
  }
}

const mmaLines = (atom: MmaAtom, format: Format): readonly string[] => [
  "MMA_Atom",
  `  ThrID:      ${format(atom.thrId)}`,
  `  Shape_MNK:  ${format(atom.shape)}`,
  `  LayoutA_TV: ${format(atom.layoutA)}`,
  `  LayoutB_TV: ${format(atom.layoutB)}`,
  `  LayoutC_TV: ${format(atom.layoutC)}`,
];

const copyLines = (atom: CopyAtom, format: Format): readonly string[] => [
  "Copy_Atom",
  `  ThrID:        ${format(atom.thrId)}`,
  `  ValLayoutSrc: ${format(atom.layoutSrc)}`,
  `  ValLayoutDst: ${format(atom.layoutDst)}`,
  `  ValLayoutRef: ${format(atom.layoutRef)}`,
  `  ValueType:    ${atom.valueBits}b`,
];

const tiledMmaLines = (mma: TiledMma, format: Format): readonly string[] => [
  "TiledMMA",
  `  ThrLayoutVMNK:  ${format(mma.thrLayoutVMNK)}`,
  `  PermutationMNK: ${format(mma.permutationMNK)}`,
  ...mmaLines(mma.atom, format),
];

const tiledCopyLines = (copy: TiledCopy, format: Format): readonly string[] => [
  "TiledCopy",
  `  Tiler_MN:       ${format(copy.tilerMN)}`,
  `  TiledLayout_TV: ${format(copy.layoutTV)}`,
  ...cpp(copy.atom, format),
];

function dsl(value: AtomValue, format: Format): readonly string[] {
  switch (value.kind) {
    case "mma-atom":
      return dslMma(value, format, 13);
    case "copy-atom":
      return dslCopy(value, format, 15);
    case "tiled-mma":
      return dslTiledMma(value, format);
    case "thr-mma":
      return dslTiledMma(value.tiled, format);
    case "tiled-copy":
      return dslTiledCopy(value, format);
    case "thr-copy":
      return dslTiledCopy(value.tiled, format);
    case "tma-atom":
      return value.copyAtom ? dslCopy(value.copyAtom, format, 15) : ["Copy Atom"];
    default: {
      const never: never = value;
      return never;
    }
  }
}

/** Inside a tiled object the labels are padded by four more. */
const labelled = (rows: readonly (readonly [string, string])[], width: number): readonly string[] =>
  rows.map(([label, text]) => `  ${`${label}:`.padEnd(width)}${text}`);

const dslMma = (atom: MmaAtom, format: Format, width: number): readonly string[] => [
  "MMA Atom",
  ...labelled(
    [
      ["ThrID", format(atom.thrId)],
      ["Shape MNK", format(atom.shape)],
      ["TV Layout A", format(atom.layoutA)],
      ["TV Layout B", format(atom.layoutB)],
      ["TV Layout C", format(atom.layoutC)],
    ],
    width,
  ),
];

const dslCopy = (atom: CopyAtom, format: Format, width: number): readonly string[] => [
  "Copy Atom",
  ...labelled(
    [
      ["ThrID", format(atom.thrId)],
      ["TV Layout Src", format(atom.layoutSrc)],
      ["TV Layout Dst", format(atom.layoutDst)],
      ["Value type", atom.dtype === undefined ? `b${atom.valueBits}` : irTypeName(atom.dtype)],
    ],
    width,
  ),
];

const dslTiledMma = (mma: TiledMma, format: Format): readonly string[] => [
  "Tiled MMA",
  `  Thr Layout VMNK: ${format(mma.thrLayoutVMNK)}`,
  `  Permutation MNK: ${format(mma.permutationMNK).replaceAll("None", "_")}`,
  ...dslMma(mma.atom, format, 17),
];

const dslTiledCopy = (copy: TiledCopy, format: Format): readonly string[] => [
  "Tiled Copy",
  `  Tiler MN:        ${format(copy.tilerMN)}`,
  `  TV Layout tiled: ${format(copy.layoutTV)}`,
  ...(copy.atom.kind === "copy-atom" ? dslCopy(copy.atom, format, 17) : dsl(copy.atom, format)),
];
