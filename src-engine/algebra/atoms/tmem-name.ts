// Tensor-memory fragment types by name: `UMMA::tmem_frg_1sm<half_t,half_t,UMMA::TmemAllocMode::NonInterleaved>` and its kin
// (CUTLASS 4.7 include/cute/atom/mma_traits_sm100_frag.hpp).
import { elementType } from "./element-types.ts";
import { lastPart, parseTypeName, spell } from "./type-name.ts";
import type { TmemAllocation, TmemFragment } from "./types.ts";

const allocations: readonly TmemAllocation[] = [
  "Interleaved",
  "NonInterleaved",
  "Duplicated",
  "ScaleFactorDuplicated4by1",
  "ScaleFactorDuplicated2by2",
];

/** Undefined for names that are none, or whose arguments are not known. */
export function tmemFragmentOfName(text: string): TmemFragment | undefined {
  const type = parseTypeName(text);
  const args = type?.args.map(spell) ?? [];
  const dtype = elementType(args[0] ?? "");
  if (type === undefined || dtype === undefined) return undefined;
  const base = { kind: "tmem", dtype } as const;
  const allocation = (i: number, fallback: TmemAllocation): TmemAllocation =>
    allocations.find((mode) => mode === lastPart(args[i] ?? "")) ?? fallback;
  const storageBits = elementType(args[1] ?? "uint32_t")?.bits ?? 32;
  const compact = { storageBits: dtype.bits, sms: 1, allocation: "Interleaved" } as const;
  switch (lastPart(type.name)) {
    case "tmem_frg":
      return { ...base, form: "operand", storageBits, sms: smsOf(args[2]), allocation: allocation(3, "Interleaved") };
    case "tmem_frg_1sm":
      return { ...base, form: "operand", storageBits, sms: 1, allocation: allocation(2, "Interleaved") };
    case "tmem_frg_2sm":
      return { ...base, form: "operand", storageBits, sms: 2, allocation: allocation(2, "Interleaved") };
    case "tmem_frg_ws":
    case "tmem_frg_ws_1sm":
      return { ...base, form: "weight-stationary", storageBits, sms: 1, allocation: "Interleaved" };
    case "tmem_e_frg":
      return { ...base, ...compact, form: "metadata" };
    case "tmem_e_frg_ws":
      return { ...base, ...compact, form: "metadata-weight-stationary" };
    case "tmem_sf_frg": {
      const form = args[3] === "true" ? "SFA" : "SFB";
      return { ...base, ...compact, form, sms: smsOf(args[2]), allocation: allocation(4, "ScaleFactorDuplicated4by1") };
    }
    default:
      return undefined;
  }
}

const smsOf = (text: string | undefined): 1 | 2 => (text === "2" ? 2 : 1);
