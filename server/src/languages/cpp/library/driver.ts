// The CUDA driver's tensor maps: its enumerators, and the raw calls that build one (recorded, so that rules see them).

import { unknown } from "../../../../../src-engine/algebra/value.ts";
import { im2colRoles, tiledRoles } from "../../driver-constants.ts";
import { lenientRow, type Row, record } from "./row.ts";

export const driverRows: readonly Row[] = [
  ...lenientRow("cuTensorMapEncodeIm2col", (call) => {
    record(call, "cuTensorMapEncodeIm2col", ["map", ...im2colRoles]);
    return unknown("the driver's answer is known when the program runs");
  }),
  ...lenientRow("cuTensorMapEncodeTiled", (call) => {
    record(call, "cuTensorMapEncodeTiled", ["map", ...tiledRoles]);
    return unknown("the driver's answer is known when the program runs");
  }),
  // CUTLASS's way to call the driver through a table of functions: the function itself.
  ...lenientRow("CUTLASS_CUDA_DRIVER_WRAPPER_CALL", (call) => call.args[0] ?? unknown("no driver function is named")),
];
