// What a running thread knows of itself, and the helpers around a launch. Thread and block indices are symbols.

import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { numberOfRun, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { blockKilobytes } from "../../../../../src-engine/costs/block-shared.ts";
import { dtypes } from "./dtypes.ts";
import { refuse } from "./refusals.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { rangeOf } from "./rows-python.ts";
import { runtimeInteger } from "./runtime-objects.ts";
import { intIn, list, none, object, truth } from "./values.ts";

const axes = ["x", "y", "z"] as const;

/** `cute.arch.thread_idx()` → (thread_idx.x, thread_idx.y, thread_idx.z). */
const threeRow = (name: string): Row =>
  lenientRow(`cute.arch.${name}`, "", (b) =>
    list(axes.map((axis) => b.call.symbol(`${name}.${axis}`, { ofThread: true, isInteger: true, onlyRun: true }))),
  );

const oneRow = (name: string): Row =>
  lenientRow(`cute.arch.${name}`, "", (b) =>
    b.call.symbol(name, { ofCall: true, ofThread: true, isInteger: true, onlyRun: true }),
  );

/** Calls that only do something: copies, barriers, prints. */
const effects = (
  "cute.prefetch cpasync.prefetch_descriptor " +
  "cute.arch.sync_threads cute.arch.barrier cute.arch.barrier_arrive cute.arch.cp_async_commit_group cute.arch.cp_async_wait_group cute.arch.mbarrier_wait " +
  "cute.arch.mbarrier_init cute.arch.mbarrier_init_fence cute.arch.mbarrier_arrive cute.arch.mbarrier_expect_tx cute.arch.mbarrier_arrive_and_expect_tx " +
  "cute.arch.fence_proxy cute.arch.fence_view_async_tmem_store cute.arch.fence_view_async_tmem_load cute.arch.fence_view_async_shared cute.arch.cluster_arrive " +
  "cute.arch.cluster_wait cute.arch.cluster_arrive_relaxed cute.arch.setmaxregister_decrease cute.arch.setmaxregister_increase cute.arch.sync_warp " +
  "cute.arch.griddepcontrol_wait cute.arch.griddepcontrol_launch_dependents warpgroup.fence warpgroup.commit_group warpgroup.wait_group tcgen05.commit " +
  "cute.arch.cp_async_bulk_commit_group cute.arch.cp_async_bulk_wait_group cute.copy_atom_call cute.mma_atom_call cute.testing.assert_ pipeline.sync " +
  "cute.arch.alloc_tmem cute.arch.dealloc_tmem cute.arch.relinquish_tmem_alloc_permit"
).split(" ");

/** Recorded, so that a hover can say what it prints; `end=` and `verbose=` are no values. */
const printRow = (name: string): Row =>
  lenientRow(name, "*values", (b) => {
    const shown = b.call.args.filter((each) => each.name === undefined);
    b.call.record(
      "print",
      shown.map((argument) => ({ role: "value", argument })),
    );
    return none;
  });

export const archRows: readonly Row[] = [
  ...[
    "thread_idx",
    "block_idx",
    "block_dim",
    "grid_dim",
    "cluster_idx",
    "cluster_dim",
    "block_in_cluster_idx",
    "block_in_cluster_dim",
  ].map(threeRow),
  ...["warp_idx", "lane_idx", "block_idx_in_cluster", "cluster_size", "dynamic_smem_size"].map(oneRow),
  ...["popc", "vote_ballot_sync", "log2_of_pow2_int"].map((name) =>
    lenientRow(`cute.arch.${name}`, "*values", (b) => b.call.symbol(name, { fresh: true })),
  ),
  lenientRow("cute.copy", "atom, src, dst, pred?, tma_bar_ptr?, mcast_mask?", () => none),
  lenientRow("cute.autovec_copy", "src, dst", () => none),
  lenientRow("cute.basic_copy", "src, dst", () => none),
  lenientRow("cute.basic_copy_if", "pred, src, dst", () => none),
  lenientRow("cute.gemm", "mma, d, a, b, c", () => none),
  ...effects.map((name) => lenientRow(name, "*anything", () => none)),
  printRow("cute.printf"),
  printRow("cute.print_tensor"),
  row("cute.arch.make_warp_uniform", "value", (b) => b.value("value")),
  lenientRow("cute.arch.elect_one", "", () => object("elect_one")),
  row("cutlass.const_expr", "expression", (b) => b.value("expression")),
  lenientRow("cutlass.range_constexpr", "start, stop?, step?", (b) => rangeOf(b, true)),
  lenientRow("cutlass.range", "start, stop?, step?", (b) =>
    rangeOf(b, truth(b.extra.get("unroll_full") ?? none) === true),
  ),
  lenientRow("cutlass.range_dynamic", "start, stop?, step?", (b) => rangeOf(b, false)),
  compileRow("cute.compile"),
  lenientRow("launch", "", () => none),
  lenientRow("cute.arch.clc_response", "result_addr", () =>
    list(["bidx", "bidy", "bidz", "valid"].map(runtimeInteger)),
  ),
  row("cutlass.min", "a, *rest", (b) => smallest(b, "min")),
  row("cutlass.max", "a, *rest", (b) => smallest(b, "max")),
  lenientRow("utils.HardwareInfo", "", () => ({ kind: "builtin", name: "hardware()", targs: [] })),
  lenientRow("hardware().get_max_active_clusters", "size?", (b) => b.call.symbol("get_max_active_clusters")),
  lenientRow("hardware().get_device_multiprocessor_count", "", (b) => b.call.symbol("get_device_multiprocessor_count")),
  lenientRow("cute.make_layout_image_mask", "lay, coord, mode", (b) => b.call.symbol("make_layout_image_mask")),
  lenientRow("cute.elem_less", "lhs, rhs", () => {
    const why = "a comparison that only the run knows";
    const type = dtypes.get("Boolean");
    return type === undefined ? unknown(why) : numberOfRun(type, why);
  }),
  ...(["max", "min"] as const).map((which) =>
    lenientRow(`cute.arch.get_${which}_tmem_alloc_cols`, "compute_capability", (b) => tmemColumns(b, which)),
  ),
  lenientRow("utils.get_smem_capacity_in_bytes", "compute_capability?", smemCapacity),
];

/** Tracing a function with these arguments: the same as calling it once. */
export function compileRow(name: string): Row {
  return lenientRow(name, "function, *args", (b) => {
    const named = new Map([...b.extra].filter(([option]) => option !== "options"));
    const fn = b.value("function");
    b.call.invoke(fn, b.rest, named);
    if (fn.kind === "function" && "isKernel" in fn.code && fn.code.isKernel)
      refuse(b.ctx, name, `${fn.code.name} is a kernel: compile the @cute.jit function that launches it`);
    return unknown("a compiled function");
  });
}

/** Columns of tensor memory that one allocation may take; the same on all that have it but sm_107. */
function tmemColumns(b: Bound, which: "max" | "min"): Value {
  const given = b.value("compute_capability");
  if (which === "min") return staticInt(32);
  const columns =
    given.kind === "text" ? { sm_100: 512, sm_103: 512, sm_107: 576, sm_120: 512 }[given.value] : undefined;
  return columns === undefined ? unknown("the tensor memory of an architecture that is not known") : staticInt(columns);
}

function smallest(b: Bound, which: "min" | "max"): Value {
  return b.call.invoke({ kind: "builtin", name: which, targs: [] }, [intIn(b.ctx, b.value("a")), ...b.rest]);
}

/** The library's own table begins with sm_80. */
const libraryKilobytes = (arch: string): number | undefined =>
  arch.startsWith("sm_7") ? undefined : blockKilobytes(arch);

function smemCapacity(b: Bound): Value {
  const name = b.optional("compute_capability");
  const given = name?.kind === "text" ? name.value.replace(/[af]$/, "") : undefined;
  const kilobytes = name === undefined ? capacityByUse(b) : libraryKilobytes(given ?? "");
  return kilobytes === undefined
    ? unknown("the shared memory of an architecture that is not visible")
    : staticInt(kilobytes * 1024);
}

/** A file that imports the operations of Hopper or of datacenter Blackwell runs on these only, and they have the same. */
function capacityByUse(b: Bound): number | undefined {
  const uses = (b.call.unit?.items ?? []).some(
    (item) =>
      item.kind === "import" &&
      /tcgen05|warpgroup|(blackwell|hopper)_helpers/.test(
        `${item.target} ${item.names.map((each) => each.name).join(" ")}`,
      ),
  );
  return uses ? blockKilobytes("sm_100") : undefined;
}
