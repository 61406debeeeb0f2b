// Tiled copies and MMAs as the recorder writes them: their layouts between bars.

import { memberOf } from "../../server/src/languages/python/library/members.ts";
import type { Context } from "../../src-engine/algebra/context.ts";
import { OpStop } from "../../src-engine/algebra/context.ts";
import { copyLayoutTV } from "../../src-engine/algebra/tiled/tiled-copy.ts";
import { layoutTV } from "../../src-engine/algebra/tiled/tiled-mma.ts";
import type { Value } from "../../src-engine/algebra/value.ts";
import { show } from "./trace.ts";

const ctx: Context = {
  dialect: "dsl",
  step: () => {},
  need: () => {},
  stop: (stop) => {
    throw new OpStop(stop);
  },
};

export function copyParts(value: Value | undefined): string | undefined {
  if (value?.kind === "thr-copy" || value?.kind === "thr-mma") return copyParts(value.tiled);
  if (value?.kind === "tiled-copy") {
    const parts = ["tiler_mn", "layout_tv_tiled"].map((name) => show(memberOf(value, name)));
    return [...parts, ...(["S", "D"] as const).map((side) => show(copyLayoutTV(ctx, value, side)))].join("|");
  }
  if (value?.kind === "tiled-mma") {
    const operands = (["A", "B", "C"] as const).map((operand) => show(layoutTV(ctx, value, operand)));
    return [show(value.thrLayoutVMNK), ...operands].join("|");
  }
  return undefined;
}
