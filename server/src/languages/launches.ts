// How a launch says the shape of its blocks: `kernel<<<grid, dim3(16, 8)>>>(…)`, `kernel(…).launch(block=(128, 1, 1))`.
import type { Arg, Expr, Language, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** What follows a local name's single assignment. */
export type Named = (name: string) => Expr | undefined;

/** The extents of a block along x, y and z as far as they are written; undefined where the call launches nothing. */
export const blockExtents: Readonly<Record<Language, (call: Call, named: Named) => readonly Expr[] | undefined>> = {
  cpp: (call, named) => {
    const block = call.launch?.[1] ?? clusterParams(call, named)?.[1]?.value;
    return block === undefined ? undefined : dim3Of(followed(block, named));
  },
  python: ({ callee, args }, named) => {
    if (callee.kind !== "member" || callee.name !== "launch") return undefined;
    const block = args.find(({ name }) => name === "block")?.value;
    if (block === undefined) return undefined;
    const shape = followed(block, named);
    return shape.kind === "tuple" ? plain(shape.items) : [shape];
  },
};

/** The grid's extents along x, y and z, the same way. */
export const gridExtents: Readonly<Record<Language, (call: Call, named: Named) => readonly Expr[] | undefined>> = {
  cpp: (call, named) => {
    const grid = call.launch?.[0] ?? clusterParams(call, named)?.[0]?.value;
    return grid && dim3Of(followed(grid, named));
  },
  python: ({ callee, args }, named) => {
    if (callee.kind !== "member" || callee.name !== "launch") return undefined;
    const grid = args.find(({ name }) => name === "grid")?.value;
    const shape = grid && followed(grid, named);
    return shape?.kind === "tuple" ? plain(shape.items) : shape && [shape];
  },
};

/** CUTLASS's function that launches a kernel with what its first argument says. */
const clusterLauncher = "launch_kernel_on_cluster";

/** Does the call start a kernel of C++? */
export const isLaunch = ({ callee, launch }: Call): boolean =>
  launch !== undefined || lastName(callee) === clusterLauncher || runtimeLaunchers.has(lastName(callee));

/** The runtime's: `cudaLaunchKernelEx(&config, kernel, …)`, `cudaLaunchKernel(kernel, grid, block, args, bytes)`. */
const runtimeLaunchers: ReadonlyMap<string, { readonly kernel: number; readonly bytes: number | "configured" }> =
  new Map([
    ["cudaLaunchKernelEx", { kernel: 1, bytes: "configured" }],
    ["cudaLaunchKernel", { kernel: 0, bytes: 4 }],
  ]);

/** The field of a launch's configuration that says the bytes. */
const configuredBytes = "dynamicSmemBytes";

/** What a field of a local name is given, once and nowhere else. */
export type FieldGiven = (name: string, field: string) => Expr | undefined;

function launchedByRuntime({ callee, args }: Call, given: FieldGiven): Launched | undefined {
  const launcher = runtimeLaunchers.get(lastName(callee));
  const kernel = launcher && args[launcher.kernel]?.value;
  if (launcher === undefined || kernel === undefined) return undefined;
  const [config] = args.map(({ value }) => (value.kind === "unary" && value.op === "&" ? value.value : value));
  const bytes =
    launcher.bytes !== "configured"
      ? args[launcher.bytes]?.value
      : config?.kind === "name"
        ? given(config.path.join("::"), configuredBytes)
        : undefined;
  return bytes && { kernel: kernel.kind === "cast" ? kernel.value : kernel, bytes };
}

/** Grid, block, cluster and bytes of `launch_kernel_on_cluster(params, kernel, …)` (cutlass/cluster_launch.hpp). */
function clusterParams({ callee, args }: Call, named: Named): readonly Arg[] | undefined {
  if (callee.kind !== "name" || lastName(callee) !== clusterLauncher) return undefined;
  const [first] = args;
  const params = first === undefined ? undefined : followed(first.value, named);
  return params?.kind === "construct" && params.args.length > 2 ? params.args : undefined;
}

/** What a launch starts, and the dynamic shared memory that it gives: none where nothing is said. */
export interface Launched {
  readonly kernel: Expr;
  readonly bytes: Expr | undefined;
}

export function launched(call: Call, named: Named, given: FieldGiven): Launched | undefined {
  if (runtimeLaunchers.has(lastName(call.callee))) return launchedByRuntime(call, given);
  if (call.launch !== undefined) return { kernel: call.callee, bytes: call.launch[2] };
  const params = clusterParams(call, named);
  const kernel = call.args[1]?.value;
  if (params === undefined || kernel === undefined) return undefined;
  return { kernel: kernel.kind === "cast" ? kernel.value : kernel, bytes: params[3]?.value };
}

/** What bounds the blocks of a class of kernels: `__launch_bounds__(Operator::MaxThreadsPerBlock)` (cutlass/device_kernel.h:116). */
export const threadsOfClass: Readonly<Record<Language, string | undefined>> = {
  cpp: "MaxThreadsPerBlock",
  python: undefined,
};

/** The extents of a cluster, where a launch or its parameters say them. */
export const clusterExtents: Readonly<
  Record<Language, (node: Expr | Stmt, named: Named) => readonly Expr[] | undefined>
> = {
  cpp: (node, named) => {
    const made = node.kind === "let" ? node.init : node;
    const type = node.kind === "let" ? node.type : node.kind === "construct" ? node.type : undefined;
    if (made?.kind !== "construct" || type?.kind !== "name" || type.path.at(-1) !== "ClusterLaunchParams")
      return undefined;
    const cluster = made.args[2]?.value;
    return cluster === undefined ? undefined : dim3Of(followed(cluster, named));
  },
  python: (node, named) => {
    if (node.kind !== "call" || node.callee.kind !== "member" || node.callee.name !== "launch") return undefined;
    const cluster = node.args.find(({ name }) => name === "cluster")?.value;
    if (cluster === undefined) return undefined;
    const shape = followed(cluster, named);
    return shape.kind === "tuple" ? plain(shape.items) : [shape];
  },
};

/** The extents of the grid and of the clusters that it falls into, along x, y and z, where a launch says both. */
export interface ClusterLaunch {
  readonly grid: readonly Expr[];
  readonly cluster: readonly Expr[];
}

export const clusterLaunch: Readonly<Record<Language, (call: Call, named: Named) => ClusterLaunch | undefined>> = {
  cpp: (call, named) => {
    const third = clusterParams(call, named)?.[2]?.value;
    const cluster = third && dim3Of(followed(third, named));
    const grid = cluster && gridExtents.cpp(call, named);
    return grid && { grid, cluster };
  },
  python: (call, named) => {
    // Of two cluster sizes the device takes one.
    if (call.args.some(({ name }) => name === "fallback_cluster")) return undefined;
    const cluster = clusterExtents.python(call, named);
    const grid = gridExtents.python(call, named);
    return grid && cluster && { grid, cluster };
  },
};

/** The registers that a call sets for its warps: `warpgroup_reg_dealloc<24>()`, `setmaxregister_increase(240)`. */
export function registersIn({ callee, args }: Call): Expr | undefined {
  const isSetting = (one: Expr): boolean =>
    /^(?:warpgroup_reg_(?:de)?alloc|setmaxregister(?:_increase|_decrease)?)$/.test(lastName(one));
  if (callee.kind === "template") return isSetting(callee.callee) ? callee.args[0]?.value : undefined;
  return isSetting(callee) ? args[0]?.value : undefined;
}

/** The call that names the kernel: in Python the one that `.launch` is called on. */
export const kernelCall = (call: Call): Call =>
  call.callee.kind === "member" && call.callee.name === "launch" && call.callee.object.kind === "call"
    ? call.callee.object
    : call;

const followed = (value: Expr, named: Named): Expr =>
  value.kind === "name" && value.path.length === 1 ? (named(value.path[0] ?? "") ?? value) : value;

function dim3Of(value: Expr): readonly Expr[] | undefined {
  if (value.kind === "construct" && (value.type === undefined || isDim3(value.type))) return plain(value.args);
  return value.kind === "call" && isDim3(value.callee) ? plain(value.args) : [value];
}

const isDim3 = (type: Expr): boolean => type.kind === "name" && type.path.at(-1) === "dim3";

const plain = (args: readonly Arg[]): readonly Expr[] | undefined =>
  args.some(({ star }) => star !== undefined) ? undefined : args.map(({ value }) => value);

/** A number, or the name that holds it, of the registers that a warpgroup sets itself: `warpgroup_reg_alloc<240>()`. */
export const registersSet: Readonly<Record<Language, (call: string) => string | undefined>> = {
  cpp: (call) => /\bwarpgroup_reg_alloc<\s*(\w+)\s*>/.exec(call)?.[1],
  python: (call) => /\.(?:warpgroup_reg_alloc|setmaxregister_increase)\(\s*([\w.]+)\s*\)/.exec(call)?.[1],
};

/** Does a text give warps another share of the registers than the launch does? */
export const setsRegisters: Readonly<Record<Language, RegExp>> = {
  cpp: /warpgroup_reg_(?:de)?alloc|setmaxnreg/,
  python: /warpgroup_reg_(?:de)?alloc|setmaxregister/,
};

const askedBounds = /^[^{;]*?__launch_bounds__\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?[,)]/;

/** The threads of a block and the blocks of an SM that a kernel's head asks for in numbers: `__launch_bounds__(128, 2)`. */
export const launchBounds: Readonly<
  Record<Language, (head: string) => readonly [threads: number, blocks: number] | undefined>
> = {
  cpp: (head) => {
    const found = askedBounds.exec(head);
    return found === null ? undefined : [Number(found[1]), Number(found[2] ?? 1)];
  },
  python: () => undefined,
};

/** The same with its place in the head, where it asks for blocks. */
export const boundsSpan: Readonly<
  Record<
    Language,
    (head: string) => { readonly span: Span; readonly threads: number; readonly blocks: number } | undefined
  >
> = {
  cpp: (head) => {
    const found = askedBounds.exec(head);
    if (found?.[2] === undefined) return undefined;
    const [{ length: end }, threads, blocks] = found;
    const start = found[0].lastIndexOf("__launch_bounds__");
    return { span: { start, end }, threads: Number(threads), blocks: Number(blocks) };
  },
  python: () => undefined,
};

/** So much of a kernel's text holds its head. */
export const headLength = 600;

const boundName = /^[^{;]*?__launch_bounds__\(\s*(\w+(?:::\w+)*(?:\s*[*+/-]\s*\w+(?:::\w+)*)*)\s*[,)]/;

/** The most threads of a block, as the head says it: of numbers and the names of constants. */
export const threadBound: Readonly<
  Record<Language, (head: string) => { readonly span: Span; readonly text: string } | undefined>
> = {
  cpp: (head) => {
    const found = boundName.exec(head);
    if (found?.[1] === undefined) return undefined;
    const start = found[0].lastIndexOf(found[1]);
    return { span: { start, end: start + found[1].length }, text: found[1] };
  },
  python: () => undefined,
};

/** How many blocks of an SM a launch asks for: `.launch(…, min_blocks_per_mp=2)`. */
export const blocksAsked: Readonly<Record<Language, (call: Call) => Expr | undefined>> = {
  cpp: () => undefined,
  python: ({ args }) => args.find(({ name }) => name === "min_blocks_per_mp")?.value,
};
