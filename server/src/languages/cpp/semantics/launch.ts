// Launchers: functions that take a kernel and its arguments, `cutlass::launch_kernel_on_cluster(params, kernel, args…)`,
// `cudaLaunchKernelEx(&config, kernel, args…)`. What follows the kernel are the kernel's arguments.
import { underscore, type Value } from "../../../../../src-engine/algebra/value.ts";
import { pointee } from "../../../../../src-engine/interpret/address.ts";
import { apply, type Site } from "../../../../../src-engine/interpret/call.ts";
import type { CallArgument } from "../../../../../src-engine/interpret/dialect.ts";
import { type Frame, isFunctionItem } from "../../../../../src-engine/interpret/session.ts";

export function launchedBy(frame: Frame, name: string, args: readonly CallArgument[], site: Site): Value | undefined {
  if (!/launch/i.test(name)) return undefined;
  const at = args.findIndex((one) => isKernel(frame, one.value));
  if (at < 0) return undefined;
  apply(frame, args[at]!.value, kernelArguments(name, args, at), { ...site, launches: true });
  return underscore;
}

/** `cudaLaunchKernel(kernel, grid, block, args, …)` takes the addresses of the arguments in a list; others take them as they are. */
function kernelArguments(name: string, args: readonly CallArgument[], at: number): readonly CallArgument[] {
  const rest = args.slice(at + 1);
  if (!/LaunchKernel(ExC)?$|LaunchCooperativeKernel$|LaunchKernelExC/i.test(name)) return rest;
  const list = rest.find((one) => one.value.kind === "tuple" && one.expr.kind === "name");
  if (list?.value.kind !== "tuple") return rest;
  return list.value.items.map((value) => ({ value: pointee(value), expr: list.expr }));
}

/** A `__global__` function, or what the library makes one of: `device_kernel<Kernel>`. */
function isKernel(frame: Frame, value: Value): boolean {
  if (value.kind === "alternatives") return value.options.some((one) => isKernel(frame, one.value));
  if (value.kind === "builtin") return frame.dialect.isKernel?.(value.name) === true;
  return value.kind === "function" && isFunctionItem(value.code) && value.code.isKernel;
}
