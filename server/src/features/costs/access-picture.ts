// The very instruction of a copy that costs most, drawn as memory sees it; of a conflict also as it would be with what frees it.
import type { SideCost } from "../../../../src-engine/costs/copy-cost.ts";
import { paddedStream, type Remedy, swizzledStream } from "../../../../src-engine/costs/remedy.ts";
import { accessOf, type Stream, sharedCost } from "../../../../src-engine/costs/warp-cost.ts";
import type { WarpAccess } from "../../../../src-engine/costs/wavefronts.ts";
import { accessView } from "../../../../src-engine/views/access-view.ts";
import type { Panel, Picture, View } from "../../../../src-engine/views/view.ts";
import type { CallCost } from "../../costs/of-call.ts";
import { swizzleText } from "../../costs/words.ts";

const lanes = 32;
/** Rows above which views do not stand below each other. */
const tall = 12;

/** Undefined where neither side was counted. */
export function accessPicture({ cost }: CallCost, remedy: Remedy | undefined, title: string): Picture | undefined {
  if (cost.kind !== "copy") return undefined;
  const sides = cost.sides.filter((side): side is SideCost => !("why" in side));
  const all = sides.map((side) => viewsOf(side, remedy));
  const views = all.flat();
  if (views.length === 0) return undefined;
  const isTall = views.some(({ rows }) => rows.extent > tall);
  const panels = all.flatMap((ofSide, i) =>
    ofSide.map((view, j): Panel => (isTall ? { view, row: i, column: j } : { view, row: 2 * i + j, column: 0 })),
  );
  return { title, summary: views.map(({ summary }) => summary).join("; "), panels };
}

/** As it is, and what it would be: below each other, tall ones beside each other. */
function viewsOf(side: SideCost, remedy: Remedy | undefined): readonly View[] {
  const { shared, global, space, stream } = side;
  const where = (shared ?? global)?.worst.where;
  if (where === undefined) return [];
  const view = (access: WarpAccess, title: string): View =>
    accessView({ space, title, access, first: where.warp * lanes });
  const now = `${side.access}, ${figure(side)}`;
  const after = isConflict(side) ? afterOf(stream, remedy) : undefined;
  if (after === undefined) return [view(where.access, now)];
  const access = accessOf(after.stream, where.warp, where.instruction, where.of);
  const passes = sharedCost(after.stream)?.worst.dearest.wavefronts;
  const [before, then] = [shared?.worst.dearest.wavefronts, passes].map((n) => count(n ?? Number.NaN, "wavefront"));
  return [view(where.access, `before: ${before}`), view(access, `${after.text}: ${then}`)];
}

const isConflict = ({ shared }: SideCost): boolean =>
  shared !== undefined && shared.best.total.wavefronts > shared.best.total.ideal;

interface After {
  readonly text: string;
  readonly stream: Stream;
}

function afterOf(stream: Stream, remedy: Remedy | undefined): After | undefined {
  const { swizzle, padding } = remedy ?? {};
  if (swizzle !== undefined) return { text: swizzleText(swizzle), stream: swizzledStream(stream, swizzle) };
  if (padding === undefined) return undefined;
  return { text: `rows of ${padding.row} + ${padding.by} elements`, stream: paddedStream(stream, padding) };
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

function figure({ shared, global }: SideCost): string {
  if (shared !== undefined)
    return `${count(shared.worst.dearest.wavefronts, "wavefront")} of ${shared.worst.dearest.ideal}`;
  return global === undefined
    ? ""
    : `${count(global.worst.dearest.sectors, "sector")} of ${global.worst.dearest.ideal}`;
}
