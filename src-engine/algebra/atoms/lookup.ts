// From the name of an operation, as C++ spells it, to its atom. The one entry for MMA and copy operations by name.
//
// A name that is no operation of CUTLASS, or lacks arguments that its layouts depend on, gives undefined:
// the caller knows how the source spells it and says so.
import type { Context } from "../context.ts";
import { product } from "../tuple/int-tuple.ts";
import type { DType } from "../value.ts";
import { makeCopyAtom } from "./copy-atom.ts";
import { tmemCopy } from "./copy-tmem.ts";
import { warpCopy } from "./copy-warp.ts";
import { dslCopyTraits, dslMmaAtom } from "./dsl-differences.ts";
import { elementType } from "./element-types.ts";
import { gmma } from "./mma-gmma.ts";
import { umma } from "./mma-umma.ts";
import { warpMma } from "./mma-warp.ts";
import { bareName, lastPart, parseTypeName, type TypeName } from "./type-name.ts";
import type { CopyAtom, CopyTraits, Major, MmaAtom } from "./types.ts";
import { ummaRefusal } from "./umma-limits.ts";

/** A template argument of an operation: its spelling, a number, or an element type. */
export type AtomArgument = string | number | DType;

/**
 * MMA_Traits<name<args>>. The name may carry its arguments itself:
 * `mmaAtom(ctx, "SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>")`. `MMA_Atom<…>` and `MMA_Traits<…>` are looked through.
 */
export function mmaAtom(ctx: Context, name: string, args: readonly AtomArgument[] = []): MmaAtom | undefined {
  ctx.step();
  const type = operationType(name, args, ["MMA_Atom", "MMA_Traits"]);
  if (type === undefined) return undefined;
  const bare = bareName(type.name);
  const atom = warpMma(type, bare) ?? gmma(type, bare) ?? checked(ctx, bare, umma(type, bare));
  return ctx.dialect === "cpp" ? atom : dslMmaAtom(atom, bare);
}

/** CUTLASS refuses sizes that the tensor core does not take; the DSL has its own, weaker conditions. */
function checked(ctx: Context, bare: string, atom: MmaAtom | undefined): MmaAtom | undefined {
  if (atom === undefined) return undefined;
  const major = (parameter: string | undefined): Major => (lastPart(parameter ?? "") === "MN" ? "MN" : "K");
  const message = ummaRefusal(bare, {
    m: Number(atom.parameters.M),
    n: Number(atom.parameters.N),
    majorA: major(atom.parameters.a_major),
    majorB: major(atom.parameters.b_major),
  });
  return message === undefined || ctx.dialect !== "cpp"
    ? atom
    : ctx.stop({ code: "mma-shape", message, at: "mma_sm100_umma.hpp" });
}

/** Copy_Traits<name>: `UniversalCopy<uint128_t>`, `SM75_U32x4_LDSM_N`; TMA operations take `Int<bits>` behind a comma. */
export function copyTraits(ctx: Context, name: string, args: readonly AtomArgument[] = []): CopyTraits | undefined {
  ctx.step();
  const { operation, bits } = traitArguments(name);
  const type = operationType(operation, args, ["Copy_Traits"]);
  if (type === undefined) return undefined;
  const bare = bareName(type.name);
  const traits = tmemCopy(bare) ?? warpCopy(type, bare, bits);
  if (bare === "UniversalCopy" && traits !== undefined && ctx.dialect === "cpp") requireBytes(ctx, traits);
  return ctx.dialect === "cpp" ? traits : (traits ?? dslCopyTraits(bare));
}

function requireBytes(ctx: Context, { layoutSrc, layoutDst }: CopyTraits): void {
  const narrow = [layoutSrc, layoutDst].some(({ shape }) => {
    const bits = product(shape);
    return bits.kind === "num" && bits.value < 8;
  });
  if (narrow) ctx.stop({ code: "static_assert", message: "UniversalCopy moves whole bytes", at: "copy.hpp:52" });
}

/** Copy_Atom<name, T>: `value` is T or its bits. Undefined for unknown names; stops where CuTe refuses the pair. */
export function copyAtom(
  ctx: Context,
  name: string,
  value: DType | number,
  args: readonly AtomArgument[] = [],
): CopyAtom | undefined {
  const traits = copyTraits(ctx, name, args);
  return traits && makeCopyAtom(ctx, traits, value);
}

function operationType(name: string, args: readonly AtomArgument[], wrappers: readonly string[]): TypeName | undefined {
  let type = parseTypeName(name);
  while (type !== undefined && wrappers.includes(bareName(type.name)) && type.args[0] !== undefined)
    type = type.args[0];
  if (type === undefined || args.length === 0) return type;
  const further = args.map((arg) => parseTypeName(spelling(arg)) ?? { name: "?", args: [], template: false });
  return { name: type.name, args: [...type.args, ...further], template: true };
}

const spelling = (arg: AtomArgument): string =>
  typeof arg === "string" ? arg : typeof arg === "number" ? String(arg) : arg.name;

/** `SM90_TMA_LOAD,Int<8192>,AuxTmaParams<…>`: the operation and the bits that it moves. */
function traitArguments(name: string): { readonly operation: string; readonly bits: number | undefined } {
  const match = /^([\w:\s]+?)\s*,\s*(?:cute::)?(?:Int<(\d+)>|_(\d+)|C<(\d+)>)\s*(?:,.*)?$/s.exec(name);
  if (match === null) return { operation: name, bits: undefined };
  return { operation: match[1]!, bits: Number(match[2] ?? match[3] ?? match[4]) };
}

/** The element type of a copy atom's value: a name, or bits alone as the goldens give them. */
export function valueType(value: string | number): DType | number | undefined {
  return typeof value === "number" ? value : elementType(value);
}
