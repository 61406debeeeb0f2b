// The hover of a name that no call reaches, while what it would be is worked out: why nothing is known yet, and that it will be.
import { unknown } from "../../../src-engine/algebra/value.ts";
import type { Line } from "../facts/describe.ts";
import { covers, type FactIndex, type Where } from "../facts/fact-index.ts";
import { declaredNameAt } from "./declared-name.ts";
import type { HoverAnswer } from "./hover.ts";
import { untakenSides } from "./untaken-sides.ts";
import { whyHere } from "./why.ts";

/** `then`: how one comes to see it. */
export function waitingHover(
  index: FactIndex,
  where: Where,
  found: HoverAnswer | undefined,
  then: string,
): HoverAnswer | undefined {
  const waiting = waitingLine(then);
  if (found !== undefined) return { ...found, lines: [waiting, ...found.lines] };
  const { language } = index.facts.unit;
  const text = index.texts[where.fragment] ?? "";
  const name = declaredNameAt(text, where.offset, language);
  if (name === undefined) return undefined;
  const before = /\w{0,200}$/.exec(text.slice(Math.max(0, where.offset - name.length), where.offset))?.[0].length ?? 0;
  const start = where.offset - before;
  return {
    place: { fragment: where.fragment, start, end: start + name.length },
    language,
    name,
    title: "…",
    lines: [waiting],
    modes: [],
    notes: isDimmed(index, where) ? [] : whyHere(index, where),
    origin: [],
    instances: [],
    value: unknown("it is being worked out"),
  };
}

/** There the editor says why. */
const isDimmed = (index: FactIndex, where: Where): boolean =>
  untakenSides(index).some(({ place }) => covers(place, where));

function waitingLine(then: string): Line {
  const text = `what it would be is being worked out: ${then}`;
  return { label: "state", text, brief: text, rank: "first" };
}
