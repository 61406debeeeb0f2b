// The device that Python host code asks for: `torch.cuda.get_device_capability()` is what the chosen architecture says, else what
// the file's name or folder says (`gemm_sm90.py`, `hopper/dense_gemm.py`), because code that dispatches on it leads there.
//
// A file that names none, or several, is for any device: the capability stays a symbol.
import { deviceMajor, deviceMinor } from "../../../src-engine/interpret/device.ts";
import { baseName } from "./paths.ts";

const families: Readonly<Record<string, number>> = { ampere: 80, ada: 89, hopper: 90, blackwell: 100, geforce: 120 };

/** Values for the capability's symbols; empty where nothing says which device it is. */
export function deviceOf(path: string, arch: string | undefined): ReadonlyMap<string, number> {
  const number = archNumber(arch) ?? namedIn(baseName(path)) ?? namedIn(path.split("/").at(-2) ?? "");
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

/** The one architecture that a name's words name: `gemm_sm100.py`. */
function namedIn(name: string): number | undefined {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const found = new Set(words.flatMap((word) => archNumber(word) ?? families[word] ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}
