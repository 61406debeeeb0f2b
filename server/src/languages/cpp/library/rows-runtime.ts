// What a running kernel keeps (pipelines, their states, barriers, schedulers), and the launchers that start a kernel class.
//
// Their numbers are the run's: an index is a symbol of its place, not an unknown, so that a slice at it keeps its layout.

import { dynamicInt } from "../../../../../src-engine/algebra/int/int.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { nothingOf, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { pipelineBytes, pipelineCounts, tmaConsumers } from "../../barrier-calls.ts";
import { numberIn } from "./containers.ts";
import { type Call, lenientRow, type Row, row, type TypeRow, typeRow } from "./row.ts";
import { builtin, intIn, shapeIn, text, typeOf } from "./values.ts";

const classes =
  "PipelineState PipelineTmaAsync PipelineTmaAsyncNoCluster PipelineAsync PipelineTmaStore PipelineTransactionAsync PipelineUmmaAsync PipelineTmaUmmaAsync " +
  "OrderedSequenceBarrier NamedBarrier ClusterBarrier ClusterTransactionBarrier PipelineUmmaConsumerAsync PipelineCLCFetchAsync ClusterLaunchParams KernelHardwareInfo";

const numbers = ["index", "phase", "count"];

/** An object of the run: numbers that its members give are symbols, everything else it does is nothing. */
function runtimeObject(
  name: string,
  size: Extent | undefined,
  nested?: { readonly storage: Extent | undefined },
): Value {
  const fields = new Map<string, Value>(numbers.map((member) => [member, builtin("runtime.number", text(member))]));
  if (nested !== undefined) {
    fields.set("PipelineState", typeOf(runtimeObject("PipelineState", sizes.PipelineState), "PipelineState"));
    fields.set("Params", typeOf(runtimeObject("Params", undefined), "Params"));
    fields.set("SharedStorage", typeOf(runtimeObject("SharedStorage", nested.storage), "SharedStorage"));
  }
  return { kind: "object", name, fields, ...(size === undefined ? {} : { size }) };
}

type Extent = NonNullable<ObjectValue["size"]>;

const barrier: Extent = { bytes: 8, align: 8 };

/** Of objects that do not hang on template arguments (cutlass/pipeline/sm90_pipeline.hpp, cutlass/arch/barrier.h). */
const sizes: Readonly<Record<string, Extent>> = {
  PipelineState: { bytes: 12, align: 4 },
  ClusterBarrier: barrier,
  ClusterTransactionBarrier: barrier,
};

const staged = new Set(
  "PipelineTmaAsync PipelineAsync PipelineTransactionAsync PipelineUmmaAsync PipelineTmaUmmaAsync PipelineUmmaConsumerAsync PipelineCLCFetchAsync".split(
    " ",
  ),
);

/** `SharedStorage`: a full and an empty barrier for each stage; of an ordered sequence one for each stage of each group. */
function storageOf(name: string, [first, second]: readonly Value[]): Extent | undefined {
  const [stages, length] = [numberIn(first), numberIn(second)];
  if (stages !== undefined && staged.has(name)) return { ...barrier, bytes: 2 * barrier.bytes * stages };
  return name === "OrderedSequenceBarrier" && stages !== undefined && length !== undefined
    ? { ...barrier, bytes: barrier.bytes * stages * length }
    : undefined;
}

const runtimeType = (name: string, args: readonly Value[]): Value =>
  typeOf(runtimeObject(name, sizes[name], { storage: storageOf(name, args) }), name);

/** `PipelineTmaAsync<4>(storage, params, …)`: the bytes and arrivals that each phase waits for, as the parameters say them. */
export function withParameters(pipeline: ObjectValue, args: readonly Value[]): ObjectValue {
  if (!staged.has(pipeline.name ?? "") && pipeline.name !== "PipelineTmaAsyncNoCluster") return pipeline;
  const given = args[1]?.kind === "object" ? args[1].fields : new Map<string, Value>();
  const counts =
    pipeline.name === "PipelineAsync"
      ? Object.values(pipelineCounts)
      : pipeline.name === tmaConsumers.pipeline
        ? [tmaConsumers.count]
        : [];
  const kept = [pipelineBytes, ...counts].flatMap((name) => {
    const value = given.get(name);
    return value?.kind === "num" ? [[name, value] as const] : [];
  });
  return kept.length === 0 ? pipeline : { ...pipeline, fields: new Map([...pipeline.fields, ...kept]) };
}

export const runtimeTypes: readonly TypeRow[] = classes
  .split(" ")
  .flatMap((name) => [
    ...typeRow(name, (args) => runtimeType(name, args)),
    ...typeRow(`${name}::SharedStorage`, (args) =>
      typeOf(runtimeObject(name, storageOf(name, args), { storage: undefined }), name),
    ),
  ]);

const plainClasses = new Set(
  "NamedBarrier ClusterBarrier ClusterTransactionBarrier ClusterLaunchParams KernelHardwareInfo".split(" "),
);

/** A class that is no template. */
export const runtimeClass = (name: string): Value | undefined =>
  plainClasses.has(name) ? runtimeType(name, []) : undefined;

export const runtimeRows: readonly Row[] = [
  ...lenientRow("runtime.number", (call) => call.raw.symbol(call.self?.kind === "text" ? call.self.value : "number")),
  ...lenientRow("device_kernel", (call) => runKernel(call, call.targs[0], call.args)),
  ...lenientRow("kernel_launch", (call) => runKernel(call, call.targs[0], call.args.slice(4, 5))),
  ...lenientRow("ClusterLauncher::launch ClusterLauncher::launch_with_fixed_size", () =>
    unknown("the kernel that is launched is not known"),
  ),
  ...row("sm90_cluster_shape_to_tma_atom", (call) => {
    const size = product(shapeIn(call.ctx, call.args[0] ?? unknown("a size is missing")));
    if (size.kind !== "num") return unknown("whether the load multicasts depends on the cluster");
    return text(size.value === 1 ? "SM90_TMA_LOAD" : "SM90_TMA_LOAD_MULTICAST");
  }),
];

/** Launchers hand their arguments on as they are. */
export const isLauncher = (name: string): boolean =>
  /^(?:device_kernel|kernel_launch|ClusterLauncher::\w+)$/.test(name);

/** A kernel class is made and called with its parameters and the shared memory. */
function runKernel(call: Call, kernel: Value | undefined, params: readonly Value[]): Value {
  if (kernel === undefined) return unknown("the kernel's class is missing");
  const object = call.raw.invoke(kernel, []);
  if (object.kind !== "object")
    return unknown("a kernel of a class that is not known", object.kind === "unknown" ? object : undefined);
  const storage: Value = {
    kind: "pointer",
    space: "smem",
    dtype: unknown("raw shared memory"),
    offset: intIn(call.ctx, dynamicInt(0)),
  };
  // `void* kernel_params[] = {&params}`: the array's items are the arguments; of an array that is not followed the kernel's own
  // parameter types say enough.
  const [only] = params;
  const listed = only?.kind === "tuple" ? (only.items as readonly Value[]) : params;
  const given = listed.map((value) =>
    value.kind === "pointer" ? unknown("parameters handed over in an array") : value,
  );
  call.raw.invoke(object, [...given, storage]);
  return nothingOf("a launch");
}
