// Host code that chooses a configuration: `tile, stages = (128, 4) if k % 128 == 0 else (64, 6)`, handed to what makes the kernel.
//
// What one choice has set together belongs together: the function is called once for each of its outcomes, and whatever it makes has
// numbers of its own, not alternatives of each.
import { type Condition, contradicts } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import type { CallArgument } from "./dialect.ts";

/** The outcomes of the choice that decides most arguments; undefined where they are no outcomes of one choice. */
export function outcomesOf(args: readonly CallArgument[]): readonly Option[] | undefined {
  const open = args
    .flatMap(({ value }) => (value.kind === "alternatives" ? [value.options] : []))
    .filter((options) => options.every(({ under }) => under.every(asksForNumber)));
  const decided = open.map((one) => open.filter((other) => other !== one && decides(one, other)).length);
  const most = Math.max(0, ...decided);
  return most === 0 ? undefined : open[decided.indexOf(most)];
}

/** What the device decides, or whether a thing is there, is asked again further on in other words. */
const asksForNumber = (one: Condition): boolean =>
  one.kind === "test"
    ? one.ofDevice !== true && (one.bound !== undefined || /^n-?\d/.test(one.equality?.constant ?? ""))
    : one.parts.every(asksForNumber);

const decides = (outcomes: readonly Option[], options: readonly Option[]): boolean =>
  outcomes.every(({ under }) => options.filter((one) => !contradicts(under, one.under)).length === 1);
