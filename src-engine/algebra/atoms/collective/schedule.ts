// Kernel schedules that the builders know, one row each (CUTLASS 4.7 include/cutlass/gemm/dispatch_policy.hpp:112-157, :705-738, :820-850).
import type { BuilderArch } from "./types.ts";

export interface Schedule {
  readonly name: string;
  readonly arch: BuilderArch;
  readonly load: "tma" | "cp.async";
  readonly warpSpecialized: boolean;
  /** Two consumer warp groups share a tile. */
  readonly cooperative: boolean;
  readonly fastAccumulation: boolean;
  readonly pointerArray: boolean;
  /** Open where the cluster decides. */
  readonly sms?: 1 | 2;
  /** Operands are scaled block by block. */
  readonly blockwise?: true;
  /** Operands come with scale factors that the MMA reads, by which instruction; open where their types decide. */
  readonly scaled?: "any" | "mxf8f6f4" | "mxf4nvf4";
}

const hopper = (name: string): Schedule => ({
  name,
  arch: "Sm90",
  load: name.includes("CpAsync") ? "cp.async" : "tma",
  warpSpecialized: name.includes("WarpSpecialized"),
  cooperative: name.includes("Cooperative"),
  fastAccumulation: name.includes("FP8FastAccum"),
  pointerArray: name.includes("PtrArray"),
});

const blackwell = (name: string, sms?: 1 | 2): Schedule => ({
  name,
  arch: "Sm100",
  load: "tma",
  warpSpecialized: true,
  cooperative: false,
  fastAccumulation: false,
  pointerArray: name.includes("PtrArray"),
  ...(sms === undefined ? {} : { sms }),
});

const blockwise = (name: string, sms?: 1 | 2): Schedule => ({ ...blackwell(name, sms), blockwise: true });

const hopperBlockwise = (name: string): Schedule => ({ ...hopper(name), blockwise: true });

const scaled = (name: string, sms?: 1 | 2): Schedule => ({
  ...blackwell(name, sms),
  scaled: name.includes("Mxf8f6f4") ? "mxf8f6f4" : /Nvf4|Mxf4|MxNvf4/.test(name) ? "mxf4nvf4" : "any",
});

const rows: readonly Schedule[] = [
  hopper("KernelTma"),
  hopper("KernelTmaWarpSpecialized"),
  hopper("KernelTmaWarpSpecializedPingpong"),
  hopper("KernelTmaWarpSpecializedCooperative"),
  hopper("KernelTmaWarpSpecializedFP8FastAccum"),
  hopper("KernelTmaWarpSpecializedPingpongFP8FastAccum"),
  hopper("KernelTmaWarpSpecializedCooperativeFP8FastAccum"),
  hopper("KernelPtrArrayTmaWarpSpecializedPingpong"),
  hopper("KernelPtrArrayTmaWarpSpecializedCooperative"),
  hopper("KernelPtrArrayTmaWarpSpecializedPingpongFP8FastAccum"),
  hopper("KernelPtrArrayTmaWarpSpecializedCooperativeFP8FastAccum"),
  hopper("KernelCpAsyncWarpSpecialized"),
  hopper("KernelCpAsyncWarpSpecializedPingpong"),
  hopper("KernelCpAsyncWarpSpecializedCooperative"),
  hopperBlockwise("KernelTmaWarpSpecializedPingpongFP8Blockwise"),
  hopperBlockwise("KernelTmaWarpSpecializedCooperativeFP8Blockwise"),
  hopperBlockwise("KernelPtrArrayTmaWarpSpecializedPingpongFP8Blockwise"),
  hopperBlockwise("KernelPtrArrayTmaWarpSpecializedCooperativeFP8Blockwise"),
  blackwell("KernelTmaWarpSpecialized1SmSm100", 1),
  blackwell("KernelTmaWarpSpecialized2SmSm100", 2),
  blackwell("KernelPtrArrayTmaWarpSpecialized1SmSm100", 1),
  blackwell("KernelPtrArrayTmaWarpSpecialized2SmSm100", 2),
  blockwise("KernelScheduleSm100Blockwise"),
  blockwise("KernelTmaWarpSpecializedBlockwise1SmSm100", 1),
  blockwise("KernelTmaWarpSpecializedBlockwise2SmSm100", 2),
  blockwise("KernelPtrArrayTmaWarpSpecializedBlockwise1SmSm100", 1),
  blockwise("KernelPtrArrayTmaWarpSpecializedBlockwise2SmSm100", 2),
  scaled("KernelScheduleBlockScaledGemmSm100"),
  scaled("KernelScheduleMxNvf4Sm100"),
  scaled("KernelScheduleMxf8f6f4Sm100"),
  scaled("KernelSchedulePtrArrayBlockScaledGemmSm100"),
  scaled("KernelSchedulePtrArrayMxNvf4Sm100"),
  scaled("KernelSchedulePtrArrayMxf8f6f4Sm100"),
  ...["", "PtrArray"].flatMap((array) =>
    ["BlockScaled", "Nvf4", "Mxf4", "Mxf8f6f4"].flatMap((kind) =>
      ([1, 2] as const).map((sms) => scaled(`Kernel${array}TmaWarpSpecialized${sms}Sm${kind}Sm100`, sms)),
    ),
  ),
];

const byName: ReadonlyMap<string, Schedule> = new Map(rows.map((row) => [row.name, row]));

export const scheduleNames: readonly string[] = ["KernelScheduleAuto", ...byName.keys()];

/** The schedule of this name; the old multistage name means the cp.async one, and block scaling had another name. */
export const scheduleOf = (name: string): Schedule | undefined =>
  byName.get(
    name === "KernelMultistage" ? "KernelCpAsyncWarpSpecialized" : name.replace(/FP8BlockScaledAccum$/, "FP8Blockwise"),
  );
