// Objects whose state only the run knows: pipelines and their handles, tile schedulers and their work.
//
// They are builtins without state, named `kind()`: two of a kind are the same value, so loops over them settle. A pipeline carries
// the bytes that its barriers expect, its class, and what its barriers count. Counters and coordinates are fresh symbols at every reading: nothing is known about them, not
// even that two readings agree.

import { ONE } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall } from "../../../../../src-engine/interpret/dialect.ts";
import type { BuiltinValue } from "../../../../../src-engine/program/values.ts";
import { dtypes } from "./dtypes.ts";
import { pointer } from "./tensor.ts";
import { list, none, object, text } from "./values.ts";

const instance = (kind: "pipeline" | "group" | "scheduler", targs: readonly Value[] = []): BuiltinValue => ({
  kind: "builtin",
  name: `${kind}()`,
  targs,
});

/** What makes a scheduler, and the constants beside it that are none. */
const schedulers = /^utils\.(\w*TileScheduler|\w*TileSchedulerParams|\w*TileSchedulerHelper)(\.create)?$/;
const counters = new Set(["index", "count", "phase", "stages", "num_tiles_executed"]);

/** An attribute of such an object: its counters are read by a call, so that the evaluator names them. */
export function runtimeMember({ name: object, targs }: BuiltinValue, name: string): Value | undefined {
  // A project's own state on the library's class has its counters.
  if (/^pipeline\.Pipeline\w*State$/.test(object)) return counters.has(name) ? runtimeInteger(name) : undefined;
  if (object === "group()" && name === "size") return targs[1];
  if (object !== "pipeline()" && object !== "scheduler()") return undefined;
  if (counters.has(name)) return runtimeInteger(name);
  if (name === "tile_idx") return list(["tile_idx.m", "tile_idx.n", "tile_idx.l"].map(runtimeInteger));
  if (name === "is_valid_tile") return runtimeInteger(name);
  if (name === "group_search_result") return groupFound();
  return { kind: "builtin", name: `${object}.${name}`, targs };
}

/** An integer of the run without an identity: equal to nothing else, not even to itself. How many stages there are, Python knows. */
export function runtimeInteger(name: string): Int {
  const id = `free ${name}`;
  const symbol = { op: "symbol", id, name, divisor: 1, width: 32 } as const;
  const atom = name === "stages" ? symbol : { ...symbol, ofRun: true as const };
  const factors = [{ atom, power: 1 }];
  return { kind: "sym", know: "dynamic", poly: { terms: [{ coef: 1, factors, key: id }], key: id } };
}

export function runtimeCall(name: string, call: BuiltinCall): Value | undefined {
  if (name.startsWith("pipeline().")) return pipelineCall(name.slice("pipeline().".length), call.targs);
  if (name === "scheduler().delinearize_z") return groupFound();
  if (name.startsWith("scheduler().")) return name.endsWith("get_grid_shape") ? gridShape(call) : instance("scheduler");
  if (name === "utils.WorkTileInfo") return workTile(call);
  if (schedulers.test(name)) return instance("scheduler");
  if (/^utils\.\w*TileScheduler\.get_grid_shape$/.test(name)) return gridShape(call);
  if (name === "cute.experimental.mainloop_mma") return list([instance("pipeline"), instance("pipeline")]);
  if (name === "pipeline.CooperativeGroup") return instance("group", [given(call, "agent", 0), given(call, "size", 1)]);
  if (pipelines.test(name)) return instance("pipeline", madeOf(name, call));
  return undefined;
}

/** Which group of a grouped GEMM a tile belongs to, and where in it. */
const groupFound = (): Value =>
  object(
    "utils.GroupSearchResult",
    Object.fromEntries(
      [
        "group_idx",
        "cta_tile_idx_m",
        "cta_tile_idx_n",
        "problem_shape_m",
        "problem_shape_n",
        "problem_shape_k",
        "cta_tile_count_k",
      ].map((name) => [name, runtimeInteger(name)]),
    ),
  );

/** A project's own scheduler says where its tile is. */
function workTile(call: BuiltinCall): Value {
  const [tile, valid] = [given(call, "tile_idx", 0), given(call, "is_valid_tile", 1)];
  const fields = { tile_idx: tile, is_valid_tile: valid, _tile_idx: tile, _is_valid_tile: valid };
  return object("utils.WorkTileInfo", fields);
}

/** An argument by its name or its place; None where it is not given. */
const given = ({ args }: BuiltinCall, name: string, at?: number): Value =>
  args.find((each) => each.name === name)?.value ??
  (at === undefined ? undefined : args.filter((each) => each.name === undefined)[at]?.value) ??
  none;

/** What makes a pipeline, or is the next state of one. */
const pipelines =
  /^(pipeline\.|cute\.experimental\.(\w*Pipeline(\.create\w*)?$|(pipeline_advance_iterator|epilogue_tma_store)$))/;

const gridShape = (call: BuiltinCall): Value =>
  list(["x", "y", "z"].map((axis) => call.symbol(`get_grid_shape.${axis}`)));

const handles = /^(acquire|\w+_and_advance|clone|make_producer|make_consumer)$/;
/** (what the stage's barrier is had from, its index). */
const stages = /^(producer_acquire|consumer_wait)_and_get_stage$|^get_(producer|consumer)_stage$/;
const truths = /^((producer_|consumer_)?try_(wait|acquire)|test_wait)$/;
const nothings =
  /^((producer_|consumer_)?(commit|tail|release)|producer_acquire|consumer_wait|advance|arrive\w*|sync|reset|reset_count|reverse|mbarrier_init|wait_unaligned)$/;

/**
 * `PipelineTmaAsync.create(…, tx_count=bytes)`: the bytes, the class, the arrivals of producers and of consumers that its barriers
 * count, and the cluster's layout; of a named barrier its number and its threads.
 */
function madeOf(name: string, call: BuiltinCall): readonly Value[] {
  if (name === "pipeline.NamedBarrier")
    return [none, text("NamedBarrier"), given(call, "barrier_id", 0), given(call, "num_threads", 1)];
  const bytes = given(call, "tx_count");
  const made = /^pipeline\.(Pipeline\w+)\.create$/.exec(name)?.[1];
  if (made === undefined) return isNone(bytes) ? [] : [bytes];
  const isRecounted = !isNone(given(call, "enable_multicast_signaling"));
  const [producers, consumers] = ["producer_group", "consumer_group"].map((one) => arrivals(given(call, one)));
  const counted = [producers ?? none, isRecounted ? none : (consumers ?? none)];
  return [bytes, text(made), ...counted, given(call, "cta_layout_vmnk")];
}

const isNone = (value: Value): boolean => value.kind === none.kind;

/** The threads of a group; None where nobody knows. */
function arrivals(group: Value): Value {
  if (group.kind !== "builtin" || group.name !== "group()") return none;
  const [agent, size] = group.targs;
  const isThreads = agent?.kind === "text" && agent.value === "Agent.Thread";
  return isThreads && size !== undefined ? (isNone(size) ? ONE : size) : none;
}

function pipelineCall(method: string, expected: readonly Value[]): Value {
  if (method === "make_participants") return list([instance("pipeline", expected), instance("pipeline", expected)]);
  if (handles.test(method)) return instance("pipeline", expected);
  if (stages.test(method)) return list([object("stage"), runtimeInteger("stage")]);
  if (truths.test(method)) return runtimeInteger(method);
  if (method === "get_index") return runtimeInteger("index");
  if (method.endsWith("get_barrier")) return pointer("smem", dtypes.get("Int64") ?? none);
  return nothings.test(method) ? none : unknown(`what ${method} of a pipeline gives is not known`);
}
