// The device that Python host code asks for: `torch.cuda.get_device_capability()` is what the chosen architecture says, else what
// the file's own code proves.
//
// Where neither says it the capability stays a symbol: what the code compares it with decides on each of its paths, and what no
// path shows is looked at under an assumption that says so. The names of files and folders say nothing.
import { deviceMajor, deviceMinor } from "../../../src-engine/interpret/device.ts";
import type { Unit } from "../../../src-engine/program/ir.ts";
import { dialectOf } from "../languages/dialects.ts";
import { provenDevice } from "../languages/python/library/device-proof.ts";

/** Values for the capability's symbols; empty where no architecture is chosen and none proven, or this is no Python. */
export function deviceOf(unit: Unit | undefined, arch: string | undefined): ReadonlyMap<string, number> {
  if (unit?.language !== "python") return new Map();
  const number = archNumber(arch) ?? provenDevice(unit, dialectOf("python"));
  if (number === undefined) return new Map();
  return new Map([
    [deviceMajor, Math.floor(number / 10)],
    [deviceMinor, number % 10],
  ]);
}

/** `sm_90a` → 90. */
const archNumber = (arch: string | undefined): number | undefined => {
  const digits = /^sm_?(\d{2,3})[af]?$/i.exec(arch ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
};
