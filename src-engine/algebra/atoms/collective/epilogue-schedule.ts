// Epilogue schedules that the builders know (CUTLASS 4.7 include/cutlass/epilogue/dispatch_policy.hpp).
import type { Context } from "../../context.ts";
import { product } from "../../tuple/int-tuple.ts";
import { get } from "../../tuple/tree.ts";
import type { EpilogueSpec } from "./epilogue.ts";
import { extentsOf } from "./stages.ts";

export interface EpilogueSchedule {
  readonly tma: boolean;
  /** Two warp groups share a tile. */
  readonly cooperative: boolean;
  readonly pointerArray: boolean;
  readonly sms: 1 | 2;
}

const names = {
  Sm90: /^(?:TmaWarpSpecialized(?:Cooperative)?|PtrArrayTmaWarpSpecialized(?:Cooperative|Pingpong)|NoSmemWarpSpecialized)$/,
  Sm100: /^(?:(?:PtrArray)?TmaWarpSpecialized[12]Sm|NoSmemWarpSpecialized[12]Sm)$/,
};

export function epilogueSchedule(ctx: Context, spec: EpilogueSpec): EpilogueSchedule {
  const name = spec.schedule === "EpilogueScheduleAuto" ? automatic(ctx, spec) : spec.schedule;
  if (!names[spec.arch].test(name)) {
    return ctx.stop({ code: "unsupported", message: `the epilogue schedule ${name} is not modelled for ${spec.arch}` });
  }
  return {
    tma: name.includes("Tma"),
    cooperative: name.endsWith("Cooperative"),
    pointerArray: name.startsWith("PtrArray"),
    sms: name.endsWith("2Sm") ? 2 : 1,
  };
}

/** Hopper takes the epilogue without shared memory; Blackwell TMA, with pairs of SMs where the cluster allows. */
function automatic(ctx: Context, { arch, tile, cluster, blockScaled }: EpilogueSpec): string {
  if (arch === "Sm90") return "NoSmemWarpSpecialized";
  const along = product(get(ctx, cluster, 0));
  const even = along.kind === "num" && along.know === "static" && along.value % 2 === 0;
  const [m] = extentsOf(ctx, tile, "the tile");
  return even && (m === 256 || (m === 128 && blockScaled !== true)) ? "TmaWarpSpecialized2Sm" : "TmaWarpSpecialized1Sm";
}
