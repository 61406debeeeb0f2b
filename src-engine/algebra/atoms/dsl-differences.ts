// Where CuTe DSL's MMA atoms differ from CuTe C++'s: observed on what the DSL prints (nvidia-cutlass-dsl 4.8).
//
// The layouts are the same functions; a thread mode of size 1 has the stride of the tile's first mode, a value mode of size 1
// is left out, and mma.sync of 8-bit floats has a K of 16 as well.
import type { Layout } from "../value.ts";
import { fixed, lit } from "./literal.ts";
import { registerAtom, typeOfLetter } from "./register-atom.ts";
import type { CopyTraits, MmaAtom } from "./types.ts";

export function dslMmaAtom(atom: MmaAtom | undefined, bare: string): MmaAtom | undefined {
  if (atom === undefined) return shortFloat8(bare);
  if (atom.ptx.startsWith("tcgen05")) return singleSm(atom);
  return atom.ptx.startsWith("wgmma") ? narrow(atom) : atom;
}

/** `(1,(128,16)):(128,(1,128))` where C++ has a thread stride of 0. */
function singleSm(atom: MmaAtom): MmaAtom {
  const { layoutA, layoutB, layoutC } = atom;
  return {
    ...atom,
    layoutA: withThreadStride(layoutA),
    layoutB: withThreadStride(layoutB),
    layoutC: withThreadStride(layoutC),
  };
}

function withThreadStride(a: Layout): Layout {
  if (a.shape.kind !== "tuple" || a.stride.kind !== "tuple") return a;
  const values = a.shape.items[1];
  const first = values?.kind === "tuple" ? values.items[0] : undefined;
  const [thread, ...rest] = a.stride.items;
  const isZero = thread?.kind === "num" && thread.value === 0;
  if (first === undefined || first.kind === "tuple" || !isZero) return a;
  return { ...a, stride: { kind: "tuple", items: [first, ...rest] } };
}

/** The accumulator of a 64x8 tile: `((4,8,4),(2,2))`, without the third mode of size 1. */
function narrow(atom: MmaAtom): MmaAtom {
  const isNarrow =
    atom.shape.kind === "tuple" && atom.shape.items[1]?.kind === "num" && atom.shape.items[1].value === 8;
  return isNarrow ? { ...atom, layoutC: fixed("((4,8,4),(2,2)):((128,1,16),(64,8))") } : atom;
}

/** `warp.MmaFP8Op(…, (16,8,16))`. */
function shortFloat8(bare: string): MmaAtom | undefined {
  const match = /^SM89_16x8x16_(F16|F32)(E4M3|E5M2)(E4M3|E5M2)\1_TN$/.exec(bare);
  if (match === null) return undefined;
  const types = [match[1]!, match[2]!, match[3]!, match[1]!].map(typeOfLetter);
  const layouts = {
    mnk: [16, 8, 16] as const,
    thrId: lit(32),
    a: fixed("((4,8),(4,2)):((64,1),(16,8))"),
    b: fixed("((4,8),4):((32,1),8)"),
    c: fixed("((4,8),(2,2)):((32,1),(16,8))"),
  };
  const letters = match.slice(1, 4).map((each) => each.toLowerCase());
  const ptx = `mma.sync.aligned.m16n8k16.row.col.${letters.join(".")}.${letters[0]}`;
  return registerAtom(bare, layouts, "SM89", ptx, types);
}

/** `warp.LdMatrix16x16x8bOp`, ldmatrix of 16x16 bytes as the instruction has it; C++ knows it with permuted addresses only. */
export function dslCopyTraits(bare: string): CopyTraits | undefined {
  const match = /^LDSM_16x16x8b_x([12])_T$/.exec(bare);
  if (match === null) return undefined;
  const one = match[1] === "1";
  const layoutDst = one
    ? fixed("((4,8),(8,4,2)):((512,8),(1,128,64))")
    : fixed("((4,8),(8,4,2,2)):((512,8),(1,128,64,2048))");
  return {
    name: bare,
    thrId: lit(32),
    layoutSrc: one ? fixed("((16,2),128):((128,0),1)") : fixed("(32,128):(128,1)"),
    layoutDst,
    layoutRef: layoutDst,
    arch: "SM100a",
    ptx: `ldmatrix.sync.aligned.m16n16.x${match[1]}.trans.shared.b8`,
    parameters: {},
  };
}
