// Atoms and tiled objects as CuTe prints them, newlines and padding kept (copy_atom.hpp:633-676, mma_atom.hpp:640-690),
// and as the DSL's str() writes them.
import type { Value } from "../value.ts";
import type { AtomValue, CopyAtom, MmaAtom, TiledCopy, TiledMma } from "./types.ts";

/** How a layout, shape or integer is written: `_8` in C++, `8` in the DSL. */
export type Format = (value: Value) => string;

export function printAtom(value: AtomValue, format: Format, dialect: "cpp" | "dsl"): string {
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
  return cpp(value, format);
}
