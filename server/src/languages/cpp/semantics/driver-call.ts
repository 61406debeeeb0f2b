// The driver's encoder of tensor maps called through a pointer that the program asked the driver for: `encode(&map, CU_TENSOR_MAP_…, …)`.
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { callBuiltin } from "../../../../../src-engine/interpret/builtin-call.ts";
import type { Site } from "../../../../../src-engine/interpret/call.ts";
import type { CallArgument } from "../../../../../src-engine/interpret/dialect.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import { tiledRoles } from "../../driver-constants.ts";

/** No other function takes the map, its enumerators and so many arguments. */
export function encodedBy(frame: Frame, args: readonly CallArgument[], site: Site): Value | undefined {
  const isEncoder = args.length === tiledRoles.length + 1 && args.some(({ expr }) => isEnumerator(expr));
  if (!isEncoder) return undefined;
  return callBuiltin(frame, { kind: "builtin", name: "cuTensorMapEncodeTiled", targs: [] }, args, site);
}

const isEnumerator = (expr: CallArgument["expr"]): boolean =>
  expr.kind === "name" && expr.path.at(-1)?.startsWith("CU_TENSOR_MAP_") === true;
