// The DSL's TMA operations under the names that the engine knows from CuTe C++; `CtaGroup.TWO` makes them those for pairs of CTAs.
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";

const names: Readonly<Record<string, string>> = {
  "cpasync.CopyBulkTensorTileG2SOp": "SM90_TMA_LOAD",
  "cpasync.CopyBulkTensorTileG2SMulticastOp": "SM90_TMA_LOAD_MULTICAST",
  "cpasync.CopyBulkTensorTileS2GOp": "SM90_TMA_STORE",
  "cpasync.CopyReduceBulkTensorTileS2GOp": "SM90_TMA_REDUCE_ADD",
  "cpasync.CopyBulkTensor2DGather4G2SOp": "SM100_TMA_LOAD_2D_GATHER4",
  "cpasync.CopyBulkTensor2DGather4G2SMulticastOp": "SM100_TMA_LOAD_MULTICAST_2D_GATHER4",
  "cpasync.CopyBulkTensor2DScatter4S2GOp": "SM100_TMA_STORE_2D_SCATTER4",
  "cpasync.CopyBulkTensorIm2ColG2SOp": "SM90_TMA_LOAD_IM2COL",
  "cpasync.CopyBulkTensorIm2ColG2SMulticastOp": "SM90_TMA_LOAD_IM2COL_MULTICAST",
  "cpasync.CopyBulkTensorIm2ColS2GOp": "SM90_TMA_STORE_IM2COL",
};

/** The engine's name of a TMA operation. */
export function tmaName(op: ObjectValue): string | undefined {
  const group = op.fields.get("cta_group");
  const pair = group?.kind === "text" && group.value.endsWith("TWO");
  return pair ? names[op.name]?.replace("SM90_TMA_LOAD", "SM100_TMA_2SM_LOAD") : names[op.name];
}
