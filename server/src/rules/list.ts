// All rules. A new rule is one file, one line here and one in pages.ts.

import { accumulatorUnset } from "./accumulator-unset.ts";
import { assertionFails } from "./assertion-fails.ts";
import { bankConflict } from "./bank-conflict.ts";
import { barrierArrivals } from "./barrier-arrivals.ts";
import { barrierDivergent } from "./barrier-divergent.ts";
import { barrierPhase } from "./barrier-phase.ts";
import { barrierRoom } from "./barrier-room.ts";
import { barrierUninitialised } from "./barrier-uninitialised.ts";
import { barrierUnsynced } from "./barrier-unsynced.ts";
import { bulkCopy } from "./bulk-copy.ts";
import { commentName } from "./comment-name.ts";
import { commentShape } from "./comment-shape.ts";
import { commentSize } from "./comment-size.ts";
import { complementUndefined } from "./complement-undefined.ts";
import { compositionDivisibility } from "./composition-divisibility.ts";
import { compositionNotExact } from "./composition-not-exact.ts";
import { coordinateLoop } from "./coordinate-loop.ts";
import { coordinateRange } from "./coordinate-range.ts";
import { coordinateRank } from "./coordinate-rank.ts";
import { copyAtomType } from "./copy-atom-type.ts";
import { copyElementType } from "./copy-element-type.ts";
import { copyExtents } from "./copy-extents.ts";
import { copyAlignment, copyTile } from "./copy-partition.ts";
import { copyRace } from "./copy-race.ts";
import { copySpace } from "./copy-space.ts";
import { copyThreads } from "./copy-threads.ts";
import { copyVector } from "./copy-vector.ts";
import { cpAsyncWidth } from "./cp-async-width.ts";
import { divideNotExact } from "./divide-not-exact.ts";
import { dynamicUnitStride } from "./dynamic-unit-stride.ts";
import { earlyExit } from "./early-exit.ts";
import { fragmentOperand } from "./fragment-operand.ts";
import { gemmExtents } from "./gemm-extents.ts";
import { gridRange } from "./grid-range.ts";
import { inverseUndefined } from "./inverse-undefined.ts";
import { launchCluster } from "./launch-cluster.ts";
import { launchThreads } from "./launch-threads.ts";
import { layoutExtent } from "./layout-extent.ts";
import { layoutNotCongruent } from "./layout-not-congruent.ts";
import { layoutOverlap } from "./layout-overlap.ts";
import { mmaDescriptor } from "./mma-descriptor.ts";
import { mmaOperandFence } from "./mma-operand-fence.ts";
import { mmaThreads } from "./mma-threads.ts";
import { mmaTile } from "./mma-tile.ts";
import { mmaUnwaited } from "./mma-unwaited.ts";
import { modeCount } from "./mode-count.ts";
import { modeRange } from "./mode-range.ts";
import { multicastMaskRank } from "./multicast-mask-rank.ts";
import { namedBarrier } from "./named-barrier.ts";
import { narrowAccess } from "./narrow-access.ts";
import { notCompiled } from "./not-compiled.ts";
import { notTraced } from "./not-traced.ts";
import { occupancyLimit } from "./occupancy-limit.ts";
import { outerValue } from "./outer-value.ts";
import { partitionRank } from "./partition-rank.ts";
import { pipelineArrivals } from "./pipeline-arrivals.ts";
import { pipelineState } from "./pipeline-state.ts";
import { pipelineStorage } from "./pipeline-storage.ts";
import { pipelineUnpaired } from "./pipeline-unpaired.ts";
import { predicateUnused } from "./predicate-unused.ts";
import { projectionRank } from "./projection-rank.ts";
import { recastDivisibility } from "./recast-divisibility.ts";
import { registerPressure } from "./register-pressure.ts";
import { registersUnset } from "./registers-unset.ts";
import { roleSwapped } from "./role-swapped.ts";
import type { Rule } from "./rule.ts";
import { shapeDivisibility } from "./shape-divisibility.ts";
import { smemAlignment, smemStageStride, smemSwizzleAlignment } from "./smem-alignment.ts";
import { smemAllocator, smemStructAlign } from "./smem-allocator.ts";
import { smemArray } from "./smem-array.ts";
import { smemCapacity } from "./smem-capacity.ts";
import { smemFieldAlignment } from "./smem-field-alignment.ts";
import { smemFragmentSwizzle } from "./smem-fragment-swizzle.ts";
import { smemLaunch } from "./smem-launch.ts";
import { smemOneStageMoreFits } from "./smem-one-stage-more-fits.ts";
import { smemRequest } from "./smem-request.ts";
import { smemSelector } from "./smem-selector.ts";
import { smemStatic } from "./smem-static.ts";
import { smemSum } from "./smem-sum.ts";
import { smemSwizzleMismatch } from "./smem-swizzle-mismatch.ts";
import { smemSwizzleTwice } from "./smem-swizzle-twice.ts";
import { smemUnsynced } from "./smem-unsynced.ts";
import { stagedName } from "./staged-name.ts";
import { stagedValue } from "./staged-value.ts";
import { structField } from "./struct-field.ts";
import { swizzleDoesNothing } from "./swizzle-does-nothing.ts";
import { swizzleParameters } from "./swizzle-parameters.ts";
import { tileCoordinate } from "./tile-coordinate.ts";
import { tileToShapeBlock } from "./tile-to-shape.ts";
import { tiledCopySize } from "./tiled-copy-size.ts";
import { tiledMmaShape } from "./tiled-mma-shape.ts";
import { tilerIsLayout } from "./tiler-is-layout.ts";
import { tilerRank } from "./tiler-rank.ts";
import { tmaAddress } from "./tma-address.ts";
import { tmaArch } from "./tma-arch.ts";
import { tmaBoxBytes } from "./tma-box-bytes.ts";
import { tmaBoxExceeds } from "./tma-box-exceeds.ts";
import { tmaBoxExtent } from "./tma-box-extent.ts";
import { tmaBroadcast } from "./tma-broadcast.ts";
import { tmaCluster } from "./tma-cluster.ts";
import { tmaCopySpace } from "./tma-copy-space.ts";
import { tmaDataType } from "./tma-data-type.ts";
import { tmaDirectionRule } from "./tma-direction.ts";
import { tmaElected } from "./tma-elected.ts";
import { tmaExtent } from "./tma-extent.ts";
import { tmaGather } from "./tma-gather.ts";
import { tmaGridConstant } from "./tma-grid-constant.ts";
import { tmaIm2col } from "./tma-im2col.ts";
import { tmaMajorness } from "./tma-majorness.ts";
import { tmaModesSwapped } from "./tma-modes-swapped.ts";
import { tmaMulticast } from "./tma-multicast.ts";
import { tmaPartitionMulticast } from "./tma-partition-multicast.ts";
import { tmaPartitionSize } from "./tma-partition-size.ts";
import { tmaRank } from "./tma-rank.ts";
import { tmaRawDescriptor } from "./tma-raw-descriptor.ts";
import { tmaInterleave, tmaSmallTensor, tmaStrideUnits } from "./tma-raw-doubts.ts";
import { tmaSizeMismatch } from "./tma-size-mismatch.ts";
import { tmaStoreFence } from "./tma-store-fence.ts";
import { tmaStride } from "./tma-stride.ts";
import { tmaStridesOverlap } from "./tma-strides-overlap.ts";
import { tmaSwizzle } from "./tma-swizzle.ts";
import { tmaSwizzleUnits } from "./tma-swizzle-units.ts";
import { tmaTransactionBytes } from "./tma-transaction-bytes.ts";
import { tmaWithoutBarrier } from "./tma-without-barrier.ts";
import { uncoalesced } from "./uncoalesced.ts";
import { unpackCount } from "./unpack-count.ts";

export const rules: readonly Rule[] = [
  tmaSizeMismatch,
  tmaRank,
  tmaRawDescriptor,
  tmaStride,
  tmaMajorness,
  tmaExtent,
  tmaBoxExtent,
  tmaBoxBytes,
  tmaSwizzle,
  tmaDataType,
  tmaMulticast,
  tmaPartitionSize,
  tmaPartitionMulticast,
  tmaGather,
  tmaModesSwapped,
  tmaWithoutBarrier,
  tmaTransactionBytes,
  tmaElected,
  tmaStoreFence,
  mmaOperandFence,
  smemUnsynced,
  barrierUninitialised,
  barrierUnsynced,
  barrierRoom,
  namedBarrier,
  barrierArrivals,
  barrierDivergent,
  barrierPhase,
  layoutNotCongruent,
  divideNotExact,
  compositionDivisibility,
  compositionNotExact,
  complementUndefined,
  inverseUndefined,
  tilerRank,
  recastDivisibility,
  swizzleParameters,
  coordinateRank,
  projectionRank,
  tiledCopySize,
  partitionRank,
  pipelineArrivals,
  pipelineStorage,
  pipelineState,
  pipelineUnpaired,
  unpackCount,
  tiledMmaShape,
  tileToShapeBlock,
  smemSelector,
  dynamicUnitStride,
  smemCapacity,
  smemSum,
  smemRequest,
  smemLaunch,
  smemSwizzleTwice,
  assertionFails,
  commentShape,
  commentSize,
  commentName,
  tmaAddress,
  tmaStridesOverlap,
  tmaInterleave,
  tmaSmallTensor,
  tmaStrideUnits,
  tmaBoxExceeds,
  tmaBroadcast,
  tmaCluster,
  multicastMaskRank,
  tmaCopySpace,
  tmaDirectionRule,
  tmaSwizzleUnits,
  smemAlignment,
  smemStageStride,
  smemSwizzleAlignment,
  smemSwizzleMismatch,
  smemArray,
  smemStatic,
  smemAllocator,
  smemStructAlign,
  smemFieldAlignment,
  smemFragmentSwizzle,
  tmaGridConstant,
  bulkCopy,
  layoutExtent,
  copyRace,
  layoutOverlap,
  copySpace,
  copyElementType,
  predicateUnused,
  registersUnset,
  copyExtents,
  copyVector,
  copyThreads,
  copyAlignment,
  copyTile,
  mmaThreads,
  mmaTile,
  mmaUnwaited,
  gemmExtents,
  accumulatorUnset,
  fragmentOperand,
  roleSwapped,
  coordinateRange,
  coordinateLoop,
  tileCoordinate,
  tilerIsLayout,
  tmaArch,
  modeRange,
  modeCount,
  shapeDivisibility,
  mmaDescriptor,
  copyAtomType,
  cpAsyncWidth,
  tmaIm2col,
  notTraced,
  outerValue,
  earlyExit,
  stagedName,
  stagedValue,
  structField,
  bankConflict,
  uncoalesced,
  narrowAccess,
  swizzleDoesNothing,
  registerPressure,
  launchThreads,
  gridRange,
  launchCluster,
  occupancyLimit,
  smemOneStageMoreFits,
  notCompiled,
];
