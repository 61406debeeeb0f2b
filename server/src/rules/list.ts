// All rules. A new rule is one file and one line here.

import { commentName } from "./comment-name.ts";
import { commentShape } from "./comment-shape.ts";
import { commentSize } from "./comment-size.ts";
import { complementUndefined } from "./complement-undefined.ts";
import { compositionDivisibility } from "./composition-divisibility.ts";
import { compositionNotExact } from "./composition-not-exact.ts";
import { coordinateRank } from "./coordinate-rank.ts";
import { divideNotExact } from "./divide-not-exact.ts";
import { dynamicUnitStride } from "./dynamic-unit-stride.ts";
import { inverseUndefined } from "./inverse-undefined.ts";
import { layoutNotCongruent } from "./layout-not-congruent.ts";
import { partitionRank } from "./partition-rank.ts";
import { projectionRank } from "./projection-rank.ts";
import { recastDivisibility } from "./recast-divisibility.ts";
import type { Rule } from "./rule.ts";
import { smemCapacity } from "./smem-capacity.ts";
import { smemSwizzleTwice } from "./smem-swizzle-twice.ts";
import { swizzleParameters } from "./swizzle-parameters.ts";
import { tileToShapeBlock } from "./tile-to-shape.ts";
import { tiledCopySize } from "./tiled-copy-size.ts";
import { tiledMmaShape } from "./tiled-mma-shape.ts";
import { tilerRank } from "./tiler-rank.ts";
import { tmaBoxBytes } from "./tma-box-bytes.ts";
import { tmaBoxExtent } from "./tma-box-extent.ts";
import { tmaDataType } from "./tma-data-type.ts";
import { tmaExtent } from "./tma-extent.ts";
import { tmaGather } from "./tma-gather.ts";
import { tmaMajorness } from "./tma-majorness.ts";
import { tmaModesSwapped } from "./tma-modes-swapped.ts";
import { tmaMulticast } from "./tma-multicast.ts";
import { tmaPartitionMulticast } from "./tma-partition-multicast.ts";
import { tmaPartitionSize } from "./tma-partition-size.ts";
import { tmaRank } from "./tma-rank.ts";
import { tmaRawDescriptor } from "./tma-raw-descriptor.ts";
import { tmaSizeMismatch } from "./tma-size-mismatch.ts";
import { tmaStride } from "./tma-stride.ts";
import { tmaSwizzle } from "./tma-swizzle.ts";
import { tmaWithoutBarrier } from "./tma-without-barrier.ts";

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
  tiledMmaShape,
  tileToShapeBlock,
  dynamicUnitStride,
  smemCapacity,
  smemSwizzleTwice,
  commentShape,
  commentSize,
  commentName,
];
