// Calls that only do something (copies, barriers, prints), and what a running thread knows of itself.
import { asDynamic } from "../../../../../src-engine/algebra/int/int.ts";
import { nothingOf, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { arg, type Call, lenientRow, plain, type Row, record } from "./row.ts";
import { intIn } from "./values.ts";

const effects =
  "cooperative_gemm axpy clear fill prefetch naive_cooperative_copy fma mma_unpack copy_unpack " +
  "cp_async_fence cp_async_wait cp_async_wait_all cp_async_bulk_wait tma_store_arrive tma_store_wait tma_store_fence tma_desc_commit_group tma_desc_wait_group " +
  "warpgroup_arrive warpgroup_wait warpgroup_commit_batch warpgroup_fence_operand warpgroup_fence_accumulator warpgroup_reg_alloc warpgroup_reg_dealloc " +
  "cluster_sync cluster_arrive cluster_arrive_relaxed cluster_wait cluster_barrier_init initialize_barrier set_barrier_transaction_bytes wait_barrier arrive_barrier " +
  "prefetch_tma_descriptor tma_prefetch_descriptor fence_barrier_init fence_view_async_shared fence_view_async_tmem_load fence_view_async_tmem_store " +
  "umma_arrive umma_arrive_multicast umma_arrive_multicast_2x1SM umma_wait launch_dependent_grids wait_on_dependent_grids synclog_setup " +
  "__syncthreads __syncwarp __threadfence __threadfence_block __nanosleep sync_warpgroup cudaDeviceSynchronize cudaGetLastError " +
  "fprintf puts print_type device_init CUTE_CHECK_LAST CUTE_CHECK_ERROR CUTE_RUNTIME_ASSERT CUTE_CHECK_LAST_ERROR " +
  "CUTE_LOG CUTE_INVALID_CONTROL_PATH CUDA_CHECK CHECK_CUDA CHECK_CUDA_KERNEL_LAUNCH C10_CUDA_CHECK C10_CUDA_KERNEL_LAUNCH_CHECK srand synclog_emit_barrier";

const numbers =
  "canonical_warp_idx canonical_warp_idx_sync canonical_warp_group_idx canonical_lane_idx lane_id thread_idx_in_warp elect_one_sync elect_one_leader_sync elect_one_shfl " +
  "block_rank_in_cluster cluster_grid_dims cluster_id_in_grid warp_uniform get_sm_count rand thread0 block0 thread";

/** A name per axis: `block_id_in_cluster().x`. */
const triples = ["block_id_in_cluster", "cluster_shape", "cluster_grid_dims", "cluster_id_in_grid"];

export const effectRows: readonly Row[] = [
  ...lenientRow(effects, (call) => nothing(call)),
  ...lenientRow("copy", (call) => {
    record(call, "copy", call.args.length === 3 ? ["atom", "source", "destination"] : ["source", "destination"]);
    return nothing(call);
  }),
  ...lenientRow("cudaFuncSetAttribute", (call) => {
    record(call, "cudaFuncSetAttribute", ["function", "attribute", "value"]);
    return nothing(call);
  }),
  ...lenientRow("copy_aligned", (call) => {
    record(call, "copy_aligned", ["source", "destination"]);
    return nothing(call);
  }),
  ...lenientRow("axpby", (call) => {
    record(call, "axpby", ["", "source", "", "destination"]);
    return nothing(call);
  }),
  ...lenientRow("cooperative_copy", (call) => {
    recordCooperative(call);
    return nothing(call);
  }),
  ...lenientRow("copy_if", (call) => {
    const roles = ["predicate", "source", "destination"];
    record(call, "copy_if", call.args.length === 4 ? ["atom", ...roles] : roles);
    return nothing(call);
  }),
  ...lenientRow("gemm", (call) => {
    record(call, "gemm", gemmRoles(call));
    return nothing(call);
  }),
  // Recorded, so that a hover can say what they print.
  ...lenientRow("print printf print_layout print_latex print_tensor", (call) => {
    record(
      call,
      "print",
      call.args.map(() => "value"),
    );
    return nothing(call);
  }),
  ...lenientRow(numbers, (call) => {
    const [given] = call.args;
    return given !== undefined && (given.kind === "num" || given.kind === "sym") && call.name === "warp_uniform"
      ? given
      : call.raw.symbol(`${call.name}()`);
  }),
  ...lenientRow(triples.join(" "), (call) => {
    const axis = (name: string): [string, Value] => [name, call.raw.symbol(`${call.name}().${name}`)];
    return { kind: "object", name: call.name, fields: new Map([axis("x"), axis("y"), axis("z")]) };
  }),
  ...lenientRow("__ldg __ldcs __ldca __ldcg ld_global atomicAdd atomicMax", (call) => {
    const at = call.args[0];
    const isNumber = at?.kind === "pointer" && at.dtype.kind === "dtype" && /int$/.test(at.dtype.family);
    return isNumber ? call.raw.symbol(at.base ?? "loaded") : unknown("the contents of memory");
  }),
  ...lenientRow("__shfl_sync __shfl_down_sync __shfl_xor_sync __shfl_up_sync", (call) => {
    const value = call.args[1];
    return value !== undefined && (value.kind === "num" || value.kind === "sym")
      ? asDynamic(intIn(call.ctx, arg(call, 1)))
      : unknown("a value from another thread");
  }),
];

/** `cooperative_copy<threads, bits>(index, src, dst)`. */
function recordCooperative({ raw, targs }: Call): void {
  const roles = ["index", "source", "destination"];
  const named = raw.args.flatMap((argument, i) => (roles[i] === undefined ? [] : [{ role: roles[i], argument }]));
  const [first] = raw.args;
  const given = ["threads", "bits"].flatMap((role, i) => {
    const value = targs[i];
    return value === undefined || first === undefined ? [] : [{ role, argument: { ...first, value: plain(value) } }];
  });
  raw.record("cooperative_copy", [...named, ...given]);
}

/** `gemm([mma,] [D,] A, B, C)`: C is its own D where there is none. */
function gemmRoles({ args }: Call): readonly string[] {
  const hasMma = args[0]?.kind === "tiled-mma" || args[0]?.kind === "mma-atom" || args.length === 5;
  const tensors = args.length - (hasMma ? 1 : 0) === 4 ? ["d", "a", "b", "c"] : ["a", "b", "c"];
  return hasMma ? ["mma", ...tensors] : tensors;
}

const nothing = (call: Call): Value => nothingOf(call.name);
