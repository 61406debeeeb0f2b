// The device that Python host code asks for: `torch.cuda.get_device_capability()` is what the chosen architecture says.
//
// Where none is chosen the capability stays a symbol: what the code compares it with decides on each of its paths, and what no
// path shows is looked at under an assumption that says so. The names of files and folders say nothing.
import { deviceMajor, deviceMinor } from "../../../src-engine/interpret/device.ts";

/** Values for the capability's symbols; empty where no architecture is chosen. */
export function deviceOf(arch: string | undefined): ReadonlyMap<string, number> {
  const number = archNumber(arch);
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
