// The device that host code asks about through torch.
//
// There is one, whoever asks: its numbers are symbols of one name each, so that what the host chooses by them goes together. Where
// its capability is known (an architecture is set or proven) so is what the capability decides.
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { blockKilobytes } from "../../../../../src-engine/costs/block-shared.ts";
import {
  deviceMajor,
  deviceMinor,
  deviceMultiprocessors,
  deviceSharedMemory,
} from "../../../../../src-engine/interpret/device.ts";
import { type Bound, lenientRow, type Row } from "./row.ts";
import { list, object } from "./values.ts";

export const deviceRows: readonly Row[] = [
  lenientRow("torch.cuda.is_available", "", () => staticInt(1)),
  lenientRow("torch.cuda.get_device_capability", "device?", (b) =>
    list([known(b, deviceMajor), known(b, deviceMinor)]),
  ),
  lenientRow("torch.cuda.get_device_properties", "device?", (b) => {
    const [major, minor] = [known(b, deviceMajor), known(b, deviceMinor)];
    return object("_CudaDeviceProperties", {
      major,
      minor,
      multi_processor_count: b.call.symbol(deviceMultiprocessors),
      shared_memory_per_block: staticInt(48 * 1024),
      shared_memory_per_block_optin: sharedMemory(b, major, minor),
      regs_per_multiprocessor: staticInt(64 * 1024),
      warp_size: staticInt(32),
      name: unknown("the name of the device"),
      total_memory: unknown("the memory of the device"),
      L2_cache_size: unknown("the cache of the device"),
      max_threads_per_multi_processor: unknown("the threads of a multiprocessor"),
      shared_memory_per_multiprocessor: unknown("the shared memory of a multiprocessor"),
    });
  }),
];

/** A number of Python's own, where a device is set or assumed. */
function known(b: Bound, name: string): Value {
  const part = b.call.symbol(name);
  return part.kind === "num" ? staticInt(part.value) : part;
}

function sharedMemory(b: Bound, major: Value, minor: Value): Value {
  const kilobytes =
    major.kind === "num" && minor.kind === "num" ? blockKilobytes(`sm_${major.value}${minor.value}`) : undefined;
  return kilobytes === undefined ? b.call.symbol(deviceSharedMemory) : staticInt(kilobytes * 1024);
}
