// The pages of all rules: what docs/rules and reports of `check` say of them, nothing that a server needs.

import { accumulatorUnsetPage } from "./accumulator-unset.ts";
import { assertionFailsPage } from "./assertion-fails.ts";
import { bankConflictPage } from "./bank-conflict.ts";
import { barrierArrivalsPage } from "./barrier-arrivals.ts";
import { barrierDivergentPage } from "./barrier-divergent.ts";
import { barrierPhasePage } from "./barrier-phase.ts";
import { barrierRoomPage } from "./barrier-room.ts";
import { barrierUninitialisedPage } from "./barrier-uninitialised.ts";
import { barrierUnsyncedPage } from "./barrier-unsynced.ts";
import { bulkCopyPage } from "./bulk-copy.ts";
import { commentNamePage } from "./comment-name.ts";
import { commentShapePage } from "./comment-shape.ts";
import { commentSizePage } from "./comment-size.ts";
import { complementUndefinedPage } from "./complement-undefined.ts";
import { compositionDivisibilityPage } from "./composition-divisibility.ts";
import { compositionNotExactPage } from "./composition-not-exact.ts";
import { coordinateLoopPage } from "./coordinate-loop.ts";
import { coordinateRangePage } from "./coordinate-range.ts";
import { coordinateRankPage } from "./coordinate-rank.ts";
import { copyAtomTypePage } from "./copy-atom-type.ts";
import { copyElementTypePage } from "./copy-element-type.ts";
import { copyExtentsPage } from "./copy-extents.ts";
import { copyAlignmentPage, copyTilePage } from "./copy-partition.ts";
import { copyRacePage } from "./copy-race.ts";
import { copySpacePage } from "./copy-space.ts";
import { copyThreadsPage } from "./copy-threads.ts";
import { copyVectorPage } from "./copy-vector.ts";
import { cpAsyncWidthPage } from "./cp-async-width.ts";
import { divideNotExactPage } from "./divide-not-exact.ts";
import { dynamicUnitStridePage } from "./dynamic-unit-stride.ts";
import { earlyExitPage } from "./early-exit.ts";
import { fragmentOperandPage } from "./fragment-operand.ts";
import { gemmExtentsPage } from "./gemm-extents.ts";
import { gridRangePage } from "./grid-range.ts";
import { inverseUndefinedPage } from "./inverse-undefined.ts";
import { launchClusterPage } from "./launch-cluster.ts";
import { launchThreadsPage } from "./launch-threads.ts";
import { layoutExtentPage } from "./layout-extent.ts";
import { layoutNotCongruentPage } from "./layout-not-congruent.ts";
import { layoutOverlapPage } from "./layout-overlap.ts";
import { mmaDescriptorPage } from "./mma-descriptor.ts";
import { mmaOperandFencePage } from "./mma-operand-fence.ts";
import { mmaThreadsPage } from "./mma-threads.ts";
import { mmaTilePage } from "./mma-tile.ts";
import { mmaUnwaitedPage } from "./mma-unwaited.ts";
import { modeCountPage } from "./mode-count.ts";
import { modeRangePage } from "./mode-range.ts";
import { multicastMaskRankPage } from "./multicast-mask-rank.ts";
import { namedBarrierPage } from "./named-barrier.ts";
import { narrowAccessPage } from "./narrow-access.ts";
import { notCompiledPage } from "./not-compiled.ts";
import { notTracedPage } from "./not-traced.ts";
import { occupancyLimitPage } from "./occupancy-limit.ts";
import { outerValuePage } from "./outer-value.ts";
import { partitionRankPage } from "./partition-rank.ts";
import { pipelineArrivalsPage } from "./pipeline-arrivals.ts";
import { pipelineStatePage } from "./pipeline-state.ts";
import { pipelineStoragePage } from "./pipeline-storage.ts";
import { pipelineUnpairedPage } from "./pipeline-unpaired.ts";
import { predicateUnusedPage } from "./predicate-unused.ts";
import { projectionRankPage } from "./projection-rank.ts";
import { recastDivisibilityPage } from "./recast-divisibility.ts";
import { registerPressurePage } from "./register-pressure.ts";
import { registersUnsetPage } from "./registers-unset.ts";
import { roleSwappedPage } from "./role-swapped.ts";
import type { Rule, RulePage } from "./rule.ts";
import { shapeDivisibilityPage } from "./shape-divisibility.ts";
import { smemAlignmentPage, smemStageStridePage, smemSwizzleAlignmentPage } from "./smem-alignment.ts";
import { smemAllocatorPage, smemStructAlignPage } from "./smem-allocator.ts";
import { smemArrayPage } from "./smem-array.ts";
import { smemCapacityPage } from "./smem-capacity.ts";
import { smemFieldAlignmentPage } from "./smem-field-alignment.ts";
import { smemFragmentSwizzlePage } from "./smem-fragment-swizzle.ts";
import { smemLaunchPage } from "./smem-launch.ts";
import { smemOneStageMoreFitsPage } from "./smem-one-stage-more-fits.ts";
import { smemRequestPage } from "./smem-request.ts";
import { smemSelectorPage } from "./smem-selector.ts";
import { smemStaticPage } from "./smem-static.ts";
import { smemSumPage } from "./smem-sum.ts";
import { smemSwizzleMismatchPage } from "./smem-swizzle-mismatch.ts";
import { smemSwizzleTwicePage } from "./smem-swizzle-twice.ts";
import { smemUnsyncedPage } from "./smem-unsynced.ts";
import { stagedNamePage } from "./staged-name.ts";
import { stagedValuePage } from "./staged-value.ts";
import { structFieldPage } from "./struct-field.ts";
import { swizzleDoesNothingPage } from "./swizzle-does-nothing.ts";
import { swizzleParametersPage } from "./swizzle-parameters.ts";
import { tileCoordinatePage } from "./tile-coordinate.ts";
import { tileToShapeBlockPage } from "./tile-to-shape.ts";
import { tiledCopySizePage } from "./tiled-copy-size.ts";
import { tiledMmaShapePage } from "./tiled-mma-shape.ts";
import { tilerIsLayoutPage } from "./tiler-is-layout.ts";
import { tilerRankPage } from "./tiler-rank.ts";
import { tmaAddressPage } from "./tma-address.ts";
import { tmaArchPage } from "./tma-arch.ts";
import { tmaBoxBytesPage } from "./tma-box-bytes.ts";
import { tmaBoxExceedsPage } from "./tma-box-exceeds.ts";
import { tmaBoxExtentPage } from "./tma-box-extent.ts";
import { tmaBroadcastPage } from "./tma-broadcast.ts";
import { tmaClusterPage } from "./tma-cluster.ts";
import { tmaCopySpacePage } from "./tma-copy-space.ts";
import { tmaDataTypePage } from "./tma-data-type.ts";
import { tmaDirectionRulePage } from "./tma-direction.ts";
import { tmaElectedPage } from "./tma-elected.ts";
import { tmaExtentPage } from "./tma-extent.ts";
import { tmaGatherPage } from "./tma-gather.ts";
import { tmaGridConstantPage } from "./tma-grid-constant.ts";
import { tmaIm2colPage } from "./tma-im2col.ts";
import { tmaMajornessPage } from "./tma-majorness.ts";
import { tmaModesSwappedPage } from "./tma-modes-swapped.ts";
import { tmaMulticastPage } from "./tma-multicast.ts";
import { tmaPartitionMulticastPage } from "./tma-partition-multicast.ts";
import { tmaPartitionSizePage } from "./tma-partition-size.ts";
import { tmaRankPage } from "./tma-rank.ts";
import { tmaRawDescriptorPage } from "./tma-raw-descriptor.ts";
import { tmaInterleavePage, tmaSmallTensorPage, tmaStrideUnitsPage } from "./tma-raw-doubts.ts";
import { tmaSizeMismatchPage } from "./tma-size-mismatch.ts";
import { tmaStoreFencePage } from "./tma-store-fence.ts";
import { tmaStridePage } from "./tma-stride.ts";
import { tmaStridesOverlapPage } from "./tma-strides-overlap.ts";
import { tmaSwizzlePage } from "./tma-swizzle.ts";
import { tmaSwizzleUnitsPage } from "./tma-swizzle-units.ts";
import { tmaTransactionBytesPage } from "./tma-transaction-bytes.ts";
import { tmaWithoutBarrierPage } from "./tma-without-barrier.ts";
import { uncoalescedPage } from "./uncoalesced.ts";
import { unpackCountPage } from "./unpack-count.ts";

const pages: Readonly<Record<string, () => RulePage>> = {
  "accumulator-unset": accumulatorUnsetPage,
  "assertion-fails": assertionFailsPage,
  "bank-conflict": bankConflictPage,
  "barrier-arrivals": barrierArrivalsPage,
  "barrier-divergent": barrierDivergentPage,
  "barrier-phase": barrierPhasePage,
  "barrier-room": barrierRoomPage,
  "barrier-uninitialised": barrierUninitialisedPage,
  "barrier-unsynced": barrierUnsyncedPage,
  "bulk-copy": bulkCopyPage,
  "comment-name": commentNamePage,
  "comment-shape": commentShapePage,
  "comment-size": commentSizePage,
  "complement-undefined": complementUndefinedPage,
  "composition-divisibility": compositionDivisibilityPage,
  "composition-not-exact": compositionNotExactPage,
  "coordinate-loop": coordinateLoopPage,
  "coordinate-range": coordinateRangePage,
  "coordinate-rank": coordinateRankPage,
  "copy-atom-type": copyAtomTypePage,
  "copy-element-type": copyElementTypePage,
  "copy-extents": copyExtentsPage,
  "copy-alignment": copyAlignmentPage,
  "copy-tile": copyTilePage,
  "copy-race": copyRacePage,
  "copy-space": copySpacePage,
  "copy-threads": copyThreadsPage,
  "copy-vector": copyVectorPage,
  "cp-async-width": cpAsyncWidthPage,
  "divide-not-exact": divideNotExactPage,
  "dynamic-unit-stride": dynamicUnitStridePage,
  "early-exit": earlyExitPage,
  "fragment-operand": fragmentOperandPage,
  "gemm-extents": gemmExtentsPage,
  "inverse-undefined": inverseUndefinedPage,
  "grid-range": gridRangePage,
  "launch-cluster": launchClusterPage,
  "launch-threads": launchThreadsPage,
  "layout-extent": layoutExtentPage,
  "layout-not-congruent": layoutNotCongruentPage,
  "layout-overlap": layoutOverlapPage,
  "mma-descriptor": mmaDescriptorPage,
  "mma-operand-fence": mmaOperandFencePage,
  "mma-threads": mmaThreadsPage,
  "mma-tile": mmaTilePage,
  "mma-unwaited": mmaUnwaitedPage,
  "mode-count": modeCountPage,
  "mode-range": modeRangePage,
  "multicast-mask": multicastMaskRankPage,
  "named-barrier": namedBarrierPage,
  "narrow-access": narrowAccessPage,
  "not-compiled": notCompiledPage,
  "not-traced": notTracedPage,
  "occupancy-limit": occupancyLimitPage,
  "outer-value": outerValuePage,
  "partition-rank": partitionRankPage,
  "pipeline-arrivals": pipelineArrivalsPage,
  "pipeline-state": pipelineStatePage,
  "pipeline-storage": pipelineStoragePage,
  "pipeline-unpaired": pipelineUnpairedPage,
  "predicate-unused": predicateUnusedPage,
  "registers-unset": registersUnsetPage,
  "projection-rank": projectionRankPage,
  "recast-divisibility": recastDivisibilityPage,
  "register-pressure": registerPressurePage,
  "role-swapped": roleSwappedPage,
  "shape-divisibility": shapeDivisibilityPage,
  "smem-alignment": smemAlignmentPage,
  "smem-swizzle-alignment": smemSwizzleAlignmentPage,
  "smem-stage-stride": smemStageStridePage,
  "smem-allocator": smemAllocatorPage,
  "smem-struct-align": smemStructAlignPage,
  "smem-array-size": smemArrayPage,
  "smem-capacity": smemCapacityPage,
  "smem-field-alignment": smemFieldAlignmentPage,
  "smem-fragment-swizzle": smemFragmentSwizzlePage,
  "smem-launch": smemLaunchPage,
  "smem-one-stage-more-fits": smemOneStageMoreFitsPage,
  "smem-request": smemRequestPage,
  "smem-selector": smemSelectorPage,
  "smem-static": smemStaticPage,
  "smem-sum": smemSumPage,
  "smem-swizzle-mismatch": smemSwizzleMismatchPage,
  "smem-swizzle-twice": smemSwizzleTwicePage,
  "smem-unsynced": smemUnsyncedPage,
  "staged-name": stagedNamePage,
  "staged-value": stagedValuePage,
  "struct-field": structFieldPage,
  "swizzle-does-nothing": swizzleDoesNothingPage,
  "swizzle-parameters": swizzleParametersPage,
  "tile-coordinate": tileCoordinatePage,
  "tile-to-shape-block": tileToShapeBlockPage,
  "tiled-copy-size": tiledCopySizePage,
  "tiled-mma-shape": tiledMmaShapePage,
  "tiler-is-layout": tilerIsLayoutPage,
  "tiler-rank": tilerRankPage,
  "tma-address": tmaAddressPage,
  "tma-arch": tmaArchPage,
  "tma-box-bytes": tmaBoxBytesPage,
  "tma-box-exceeds": tmaBoxExceedsPage,
  "tma-box-extent": tmaBoxExtentPage,
  "tma-broadcast": tmaBroadcastPage,
  "tma-cluster": tmaClusterPage,
  "tma-copy-space": tmaCopySpacePage,
  "tma-data-type": tmaDataTypePage,
  "tma-direction": tmaDirectionRulePage,
  "tma-elected": tmaElectedPage,
  "tma-extent": tmaExtentPage,
  "tma-gather": tmaGatherPage,
  "tma-grid-constant": tmaGridConstantPage,
  "tma-im2col": tmaIm2colPage,
  "tma-majorness": tmaMajornessPage,
  "tma-modes-swapped": tmaModesSwappedPage,
  "tma-multicast": tmaMulticastPage,
  "tma-partition-multicast": tmaPartitionMulticastPage,
  "tma-partition-size": tmaPartitionSizePage,
  "tma-rank": tmaRankPage,
  "tma-raw-descriptor": tmaRawDescriptorPage,
  "tma-interleave": tmaInterleavePage,
  "tma-stride-units": tmaStrideUnitsPage,
  "tma-small-tensor": tmaSmallTensorPage,
  "tma-size-mismatch": tmaSizeMismatchPage,
  "tma-store-fence": tmaStoreFencePage,
  "tma-stride": tmaStridePage,
  "tma-strides-overlap": tmaStridesOverlapPage,
  "tma-swizzle-units": tmaSwizzleUnitsPage,
  "tma-swizzle": tmaSwizzlePage,
  "tma-transaction-bytes": tmaTransactionBytesPage,
  "tma-without-barrier": tmaWithoutBarrierPage,
  uncoalesced: uncoalescedPage,
  "unpack-count": unpackCountPage,
};

export function pageOf({ code }: Rule): RulePage {
  const page = pages[code];
  if (page === undefined) throw new Error(`${code} has no page in rules/pages.ts`);
  return page();
}
