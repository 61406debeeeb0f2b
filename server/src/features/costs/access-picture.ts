// The very instruction of a copy that costs most, drawn as memory sees it; of a conflict also as it would be with what frees it.
import type { SideCost } from "../../../../src-engine/costs/copy-cost.ts";
import { paddedStream, type Remedy, swizzledStream } from "../../../../src-engine/costs/remedy.ts";
import { accessOf, type Stream, sharedCost } from "../../../../src-engine/costs/warp-cost.ts";
import type { WarpAccess } from "../../../../src-engine/costs/wavefronts.ts";
import { accessView } from "../../../../src-engine/views/access-view.ts";
import type { Panel, Picture, View } from "../../../../src-engine/views/view.ts";
import type { CallCost } from "../../costs/of-call.ts";

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
  // A title has the room of its cells: what an instruction could do at best stands with the costs.
  const now = `${side.access.replace(/\.b\d+$/, "")}: ${figure(side)}`;
  const freed = isConflict(side) ? freedStream(stream, remedy) : undefined;
  if (freed === undefined) return [view(where.access, now)];
  const access = accessOf(freed, where.warp, where.instruction, where.of);
  const passes = sharedCost(freed)?.worst.dearest.wavefronts;
  const [before, then] = [shared?.worst.dearest.wavefronts, passes].map((n) => count(n ?? Number.NaN, "wavefront"));
  return [view(where.access, `before: ${before}`), view(access, `after: ${then}`)];
}

const isConflict = ({ shared }: SideCost): boolean =>
  shared !== undefined && shared.best.total.wavefronts > shared.best.total.ideal;

function freedStream(stream: Stream, remedy: Remedy | undefined): Stream | undefined {
  const { swizzle, padding } = remedy ?? {};
  if (swizzle !== undefined) return swizzledStream(stream, swizzle);
  return padding === undefined ? undefined : paddedStream(stream, padding);
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

function figure({ shared, global }: SideCost): string {
  if (shared !== undefined) return count(shared.worst.dearest.wavefronts, "wavefront");
  return global === undefined ? "" : count(global.worst.dearest.sectors, "sector");
}
