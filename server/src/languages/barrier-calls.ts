// What each language calls the operations of barriers in shared memory, of the pipelines built on them, and of the fences before a TMA store.
import type { Language } from "../../../src-engine/program/ir.ts";

/**
 * `init` sets how many arrivals a phase takes, `expect` adds bytes to it, `arrive` counts; `acquire` is a pipeline's expecting
 * arrival of a stage; `end` takes the barrier out of use; `use` is anything else of a barrier that neither counts nor hands it on.
 */
export type BarrierOperation = "init" | "expect" | "arrive-expect" | "arrive" | "wait" | "acquire" | "end" | "use";

export interface BarrierCalls {
  /** By the name of the function or method. */
  readonly operations: ReadonlyMap<string, BarrierOperation>;
  /** Functions that nothing but a barrier in shared memory is given. */
  readonly ofBarriers: RegExp;
  /** A method is called of its barrier: `bar.arrive()`. Else the barrier comes first: `arrive(bar)`, `module.arrive(bar)`. */
  readonly methods: RegExp;
  /** Of a pipeline: its stage comes before the bytes. */
  readonly ofStage: RegExp;
  /** Gives the barrier of a stage that a pipeline holds. */
  readonly barrierOf: RegExp;
  /** Gives the handle of a stage, whose `.barrier` it is. */
  readonly handleOf: RegExp;
  /** Numbers of a stage or a handle: `handle.index`. */
  readonly stageOf: RegExp;
  /** Gives the same place: `bars.data_ptr()`. */
  readonly samePlace: RegExp;
  /** Gives the place so many elements behind it: `bars.subview(2)`. */
  readonly placeBehind: RegExp;
  /** A field that is the place as a number: `bars.value`. */
  readonly sameField: RegExp;
  /** Makes data of a place: of a struct that lies there no field is meant. */
  readonly makesData: RegExp;
  /** Makes what threads wrote to shared memory visible to TMA. */
  readonly fence: RegExp;
  /** True for one thread of the warp, or runs for one: `elect_one_sync()`, `with elect_one():`. */
  readonly elects: RegExp;
  /** Whole warps come to it, or none of their threads. */
  readonly ofWarps: RegExp;
  /** Whole groups of four warps come to it. */
  readonly ofWarpgroups: RegExp;
  /** The argument of a copy that names its barrier. */
  readonly copyBarrier: RegExp;
  /** Of these the one that a store to another CTA has too, which each thread makes for itself. */
  readonly storeBarrier: RegExp;
  /** Bulk copies of their own name, each with which argument is its barrier. */
  readonly copies: ReadonlyMap<string, number>;
  /** Fields of a pipeline that have nothing to do with what fills its stages. */
  readonly besideFull: RegExp;
  /** Arrives once for all threads of the warp that call it. */
  readonly arrivesOnce: RegExp;
  /** Arguments by name that change neither what arrives nor where. */
  readonly besideCount: RegExp;
}

const table = (text: Partial<Record<BarrierOperation, string>>): ReadonlyMap<string, BarrierOperation> =>
  new Map(
    Object.entries(text).flatMap(([operation, names]) =>
      names.split(" ").map((name): [string, BarrierOperation] => [name, operation as BarrierOperation]),
    ),
  );

/** The member of a pipeline's parameters in C++ that says the bytes of a phase; a pipeline that is made of them has it too. */
export const pipelineBytes = "transaction_bytes";

/** Those that count the arrivals of a phase, of a pipeline each of whose threads arrives. */
export const pipelineCounts = { producer: "producer_arv_count", consumer: "consumer_arv_count" } as const;

/** The same of one that TMA fills: its consumers in threads, who in a cluster arrive by groups of four warps. */
export const tmaConsumers = { pipeline: "PipelineTmaAsync", count: "num_consumers", group: 128 } as const;

export const barrierCalls: Readonly<Record<Language, BarrierCalls>> = {
  cpp: {
    operations: table({
      init: "init initialize_barrier initialize_barrier_array initialize_barrier_array_aligned",
      expect: "expect_transaction producer_expect_transaction",
      "arrive-expect": "arrive_and_expect_tx set_barrier_transaction_bytes",
      // The `_noinc` of cp.async is an arrival like others; the other counts itself first.
      arrive: "arrive arrive_barrier umma_arrive cpasync_barrier_arrive_noinc",
      wait: "wait wait_barrier try_wait test_wait consumer_wait",
      acquire: "producer_acquire",
      use: "producer_try_acquire producer_commit producer_tail consumer_try_wait consumer_release init_masks init_barriers cast_smem_ptr_to_uint cpasync_barrier_arrive",
      end: "invalidate_barrier invalidate ~barrier",
    }),
    ofBarriers: /^(?:(?:arrive|wait)_barrier|umma_arrive)$/,
    methods:
      /^(?:init|init_masks|init_barriers|~barrier|arrive|arrive_and_expect_tx|wait|try_wait|test_wait|expect_transaction|producer_\w+|consumer_\w+)$/,
    ofStage: /^producer_expect_transaction$/,
    barrierOf: /^producer_get_barrier$/,
    handleOf: /^$/,
    stageOf: /^(?:index|phase|count)$/,
    samePlace: /^(?:begin|data|get)$/,
    placeBehind: /^(?!)/,
    sameField: /^(?!)/,
    makesData: /^make_(?:smem_ptr|tensor)$/,
    fence: /^(?:tma_store_fence|fence_view_async_shared|fence_proxy_async\w*|async_proxy_fence)$/,
    elects: /^elect_one_(?:leader_)?sync$/,
    ofWarps:
      /^(?:elect_one_(?:leader_)?sync|canonical_warp_idx_sync|canonical_warp_group_idx|__syncwarp|__syncthreads)$/,
    ofWarpgroups: /^warpgroup_(?:arrive|wait|commit_batch|reg_alloc|reg_dealloc)$/,
    copyBarrier: /^(?!)/,
    storeBarrier: /^(?!)/,
    copies: new Map(),
    besideFull: /^(?!)/,
    arrivesOnce: /^umma_arrive$/,
    besideCount: /^(?!)/,
  },
  python: {
    operations: table({
      init: "mbarrier_init",
      expect: "mbarrier_expect_tx",
      "arrive-expect": "mbarrier_arrive_and_expect_tx mbarrier_arrive_expect_tx",
      arrive: "mbarrier_arrive tcgen05_commit",
      wait: "mbarrier_wait mbarrier_try_wait mbarrier_conditional_try_wait mbarrier_test_wait mbarrier_try_wait_parity mbarrier_wait_parity mbarrier_try_wait_timelimit consumer_wait wait_and_advance",
      acquire: "producer_acquire acquire acquire_and_advance",
      end: "mbarrier_inval",
      use: "producer_try_acquire producer_commit producer_tail consumer_try_wait consumer_release commit release tail try_acquire try_wait advance reset",
    }),
    ofBarriers: /^(?!)/,
    methods:
      /^(?:producer_\w+|consumer_\w+|acquire|acquire_and_advance|wait_and_advance|commit|release|tail|try_acquire|try_wait|advance|reset)$/,
    ofStage: /^(?!)/,
    barrierOf: /^producer_get_barrier$/,
    handleOf: /^(?:acquire|wait)(?:_and_advance)?$/,
    stageOf: /^(?:index|phase|count)$/,
    samePlace: /^(?:data_ptr|iterator)$/,
    placeBehind: /^subview$/,
    sameField: /^value$/,
    makesData: /^(?!)/,
    fence: /^(?:fence_proxy|fence_view_async_shared)$/,
    elects: /^elect_(?:one|sync)$/,
    ofWarps: /^sync_(?:warp|threads)$/,
    ofWarpgroups: /^(?!)/,
    copyBarrier: /^(?:tma_bar|mbar)_ptr$/,
    storeBarrier: /^mbar_ptr$/,
    copies: new Map([
      ["cp_async_bulk_tensor_shared_cta_global", 3],
      ["cp_async_bulk_tensor_shared_cluster_global", 3],
      ["cp_async_bulk_shared_cluster_global", 2],
    ]),
    besideFull: /^(?:sync_object_empty|consumer_mask|num_stages)$/,
    arrivesOnce: /^tcgen05_commit$/,
    besideCount: /^(?:group|smem_a_read|scope|relaxed|loc|ip)$/,
  },
};
