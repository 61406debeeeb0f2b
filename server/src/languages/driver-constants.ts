// The enumerators of the CUDA driver's tensor maps, the same in C++ and in cuda-python, and the arguments of the calls that make one.
import { staticInt } from "../../../src-engine/algebra/int/int.ts";
import { tensorMapInterleaves, tensorMapSwizzles, tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";

const enumerators = (prefix: string, names: readonly string[]): readonly (readonly [string, number])[] =>
  names.map((name, value) => [`CU_TENSOR_MAP_${prefix}_${name}`, value] as const);

const constants: ReadonlyMap<string, number> = new Map([
  ...enumerators(
    "DATA_TYPE",
    tensorMapTypes.map((type) => type.name),
  ),
  ...enumerators("INTERLEAVE", tensorMapInterleaves),
  ...enumerators("SWIZZLE", tensorMapSwizzles),
  ...enumerators("L2_PROMOTION", ["NONE", "L2_64B", "L2_128B", "L2_256B"]),
  ...enumerators("FLOAT_OOB_FILL", ["NONE", "NAN_REQUEST_ZERO_FMA"]),
]);

/** The value of an enumerator of CUtensorMap's, or undefined. */
export function driverConstant(name: string): Value | undefined {
  const value = constants.get(name);
  return value === undefined ? undefined : staticInt(value);
}

/** What both calls begin with, behind the map that C++ passes first. */
const common = ["dataType", "rank", "address", "globalDim", "globalStrides"];
const last = ["elementStrides", "interleave", "swizzle", "l2Promotion", "oobFill"];

export const tiledRoles: readonly string[] = [...common, "boxDim", ...last];
export const im2colRoles: readonly string[] = [...common, "lowerCorner", "upperCorner", "channels", "pixels", ...last];
