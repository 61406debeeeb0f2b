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
