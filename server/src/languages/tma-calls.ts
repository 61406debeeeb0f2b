// What tells a TMA copy by its calls alone, where nobody knows its atom.
import type { Expr, Language } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";

type Call = Extract<Expr, { kind: "call" }>;

export type TmaSide = "global" | "shared";

/** Does it cut the tensors of both sides for the copy? */
export const isTmaPartition = ({ callee }: Call): boolean => lastName(callee) === "tma_partition";

/** In which order it gives the sides. */
export const partitionedSides: Readonly<Record<Language, readonly [TmaSide, TmaSide]>> = {
  cpp: ["global", "shared"],
  python: ["shared", "global"],
};

/** Does it give the tensor of coordinates, which nothing but a TMA's atom has? The DSL gives it with the atom. */
export const givesCoordinates = ({ callee }: Call): boolean => lastName(callee) === "get_tma_tensor";

/** `SM90_TMA_STORE_3D::copy(&map, …)`, a struct around the instruction. */
export const isTmaInstruction = ({ callee }: Call): boolean =>
  callee.kind === "name" && /^SM\d+_TMA_(?:LOAD|STORE|REDUCE)_/.test(callee.path.at(-2) ?? "");

/** What a struct around an instruction is given; what it takes from shared memory is a store's `source`. */
export interface Given {
  readonly barrier?: Expr | undefined;
  readonly bytes?: Expr | undefined;
  readonly source?: Expr | undefined;
}

/** `SM90_BULK_COPY_S2G::copy(smem, gmem, bytes)`, `SM90_TMA_LOAD_2D::copy(&map, &bar, hint, smem, x, y)`. */
export function givenToStruct({ callee, args }: Call): Given {
  const [of = "", name] = callee.kind === "name" ? callee.path.slice(-2) : [];
  const [first, second, , last] = args.map(({ value }) => value);
  if (name !== "copy") return {};
  if (/^SM\d+_BULK_(?:COPY_S2G|REDUCE_\w+)$/.test(of)) return { source: first };
  if (/^SM\d+_BULK_COPY_G2S$/.test(of)) return { barrier: second, bytes: last };
  if (/^SM\d+_TMA_(?:STORE|REDUCE)_/.test(of)) return { source: second };
  return /^SM\d+_TMA_(?:2SM_)?LOAD_\w+$/.test(of) ? { barrier: second } : {};
}

/** What a struct around a matrix instruction writes to shared memory: `SM90_U32x4_STSM_N::copy(a, b, c, d, place)`. */
export function storedTo({ callee, args }: Call): Expr | undefined {
  const [of = "", name] = callee.kind === "name" ? callee.path.slice(-2) : [];
  return name === "copy" && /^SM\d+_U\d+x\d+_STSM_[NT]$/.test(of) ? args.at(-1)?.value : undefined;
}

/** The tensor map that a copy of the bare-metal layer reads, where it brings its whole box to the block that issues it. */
export const mapOfCopy = ({ callee, args }: Call): Expr | undefined =>
  lastName(callee) === "cp_async_bulk_tensor_shared_cta_global" ? args[1]?.value : undefined;

/** The handle whose address an expression is: `desc.get_ptr()`. */
export const handleOfMap = (expr: Expr): Expr | undefined =>
  expr.kind === "call" && expr.callee.kind === "member" && expr.callee.name === "get_ptr"
    ? expr.callee.object
    : undefined;
