// The CUDA driver's tensor maps: its enumerators, and the raw calls that build one (recorded, so that rules see them).

import { staticInt } from "../../../../src-engine/int/int.ts";
import { tensorMapInterleaves, tensorMapSwizzles, tensorMapTypes } from "../../../../src-engine/tma/data-types.ts";
import { unknown, type Value } from "../../../../src-engine/value.ts";
import { lenientRow, type Row, record } from "./row.ts";

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

const roles = [
  "map",
  "dataType",
  "rank",
  "address",
  "globalDim",
  "globalStrides",
  "boxDim",
  "elementStrides",
  "interleave",
  "swizzle",
  "l2Promotion",
  "oobFill",
];

const im2colRoles = [
  ...["map", "dataType", "rank", "address", "globalDim", "globalStrides", "lowerCorner", "upperCorner"],
  ...["channels", "pixels", "elementStrides", "interleave", "swizzle", "l2Promotion", "oobFill"],
];

export const driverRows: readonly Row[] = [
  ...lenientRow("cuTensorMapEncodeIm2col", (call) => {
    record(call, "cuTensorMapEncodeIm2col", im2colRoles);
    return unknown("the driver's answer is known when the program runs");
  }),
  ...lenientRow("cuTensorMapEncodeTiled", (call) => {
    record(call, "cuTensorMapEncodeTiled", roles);
    return unknown("the driver's answer is known when the program runs");
  }),
  // CUTLASS's way to call the driver through a table of functions: the function itself.
  ...lenientRow("CUTLASS_CUDA_DRIVER_WRAPPER_CALL", (call) => call.args[0] ?? unknown("no driver function is named")),
];
