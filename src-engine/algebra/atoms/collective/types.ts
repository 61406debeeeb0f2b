// What CUTLASS's CollectiveBuilder is asked for and what it makes.
import type { AnyLayout, ComposedLayout, DType, Int, Layout, Shape } from "../../value.ts";
import type { Major, TiledCopy, TiledMma } from "../types.ts";

export type BuilderArch = "Sm90" | "Sm100";

/** An operand of the mainloop as the template arguments give it. */
export interface Operand {
  readonly type: DType;
  /** Which mode is contiguous in global memory. */
  readonly major: Major;
  /** The layout is a pointer to one per group: `LayoutA*`. */
  readonly grouped: boolean;
  /** In elements. */
  readonly alignment: number;
  /** The factors that come with its values: `nv_float4_t<float_e2m1_t>`. */
  readonly factors?: Factors;
}

/** Scale factors of an operand: their type, and how many values share one; open where the schedule says it. */
export interface Factors {
  readonly type: DType;
  readonly vector?: number;
}

/** `StageCount<n>`, or as many as fit beside `carveout` bytes; an unknown carveout leaves the count open. */
export type StageCount =
  | { readonly kind: "count"; readonly count: Int }
  | { readonly kind: "auto"; readonly carveout: number | undefined };

export interface MainloopSpec {
  readonly arch: BuilderArch;
  readonly a: Operand;
  readonly b: Operand;
  readonly accumulator: DType;
  readonly tile: Shape;
  readonly cluster: Shape;
  readonly stages: StageCount;
  /** `KernelScheduleAuto`, `KernelTmaWarpSpecializedPingpong`, …, without namespaces. */
  readonly schedule: string;
  /** CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED: every multiple of 8 as wgmma's N. */
  readonly extendedShapes?: boolean;
  /** The layout tags are pairs: operands are scaled block by block. */
  readonly scales?: ScaleLayouts;
  /** `OpClassBlockScaledTensorOp`: operands come with factors that the MMA reads. */
  readonly blockScaled?: boolean;
}

/** How the scale factors of the operands lie in global memory: `((values per factor, rest),(values per factor, rest),L)`. */
export interface ScaleLayouts {
  readonly a: Layout;
  readonly b: Layout;
}

/** `CollectiveBuilder<…>::CollectiveOp`: the members that a CollectiveMma has. */
export interface Mainloop {
  readonly policy: DispatchPolicy;
  readonly tileShape: Shape;
  readonly ctaTileShape: Shape;
  readonly elementA: DType;
  readonly elementB: DType;
  readonly accumulator: DType;
  readonly tiledMma: TiledMma;
  /** A TMA operation by name, or the tiled copy of a cp.async mainloop. */
  readonly gmemTiledCopyA: string | TiledCopy;
  readonly gmemTiledCopyB: string | TiledCopy;
  readonly smemLayoutAtomA: ComposedLayout;
  readonly smemLayoutAtomB: ComposedLayout;
  /** (M,K,PIPE) for wgmma, ((MMA_M,MMA_K),M,K,PIPE) for tcgen05.mma. */
  readonly smemLayoutA: AnyLayout;
  readonly smemLayoutB: AnyLayout;
  /** Bytes that the stages of A and B take, without barriers. */
  readonly tensorBytes: Int;
  /** How the scale factors come from global memory. */
  readonly scaleCopies?: { readonly a: TiledCopy; readonly b: TiledCopy };
  /** The scale factors of a block-scaled mainloop. */
  readonly factors?: MainloopFactors;
  /** `SharedStorage`, where its size is modelled. */
  readonly shared: Storage | undefined;
}

/** Scale factors that go to tensor memory, as `CollectiveMma` has them. */
export interface MainloopFactors {
  readonly type: DType;
  /** TMA operations by name. */
  readonly gmemTiledCopyA: string;
  readonly gmemTiledCopyB: string;
  /** Of one stage. */
  readonly smemLayoutAtomA: Layout;
  readonly smemLayoutAtomB: Layout;
  /** In global memory, of one group. */
  readonly layout: Layout;
}

/** Bytes of a struct, and what its address is a multiple of. */
export interface Storage {
  readonly bytes: number;
  readonly align: number;
}

/** `MainloopSm90TmaGmmaWarpSpecialized<Stages, ClusterShape, KernelSchedule>` and its kin. */
export interface DispatchPolicy {
  readonly name: string;
  readonly stages: Int;
  /** Blackwell: stages of the tile scheduler's and of the accumulator's pipeline. */
  readonly schedulerStages?: number;
  readonly accumulatorStages?: number;
  readonly clusterShape: Shape;
  readonly schedule: string;
  /** `Sm100`, where the policy names it. */
  readonly archTag?: string;
}
