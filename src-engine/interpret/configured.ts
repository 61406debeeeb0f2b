// Host code that chooses a configuration: `tile, stages = (128, 4) if k % 128 == 0 else (64, 6)`, handed to what makes the kernel.
//
// What one choice has set together belongs together: the function is called once for each of its outcomes, and whatever it makes has
// numbers of its own, not alternatives of each.
import type { Value } from "../algebra/value.ts";
import { type Condition, contradicts } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import type { CallArgument } from "./dialect.ts";
import { insideTraced } from "./entry.ts";
import { join, refine } from "./join.ts";
import type { Frame } from "./session.ts";
import { along } from "./truth.ts";

/** Calls of one evaluation that are taken apart so. */
const mostChosen = 64;

/** Undefined where the arguments are no outcomes of one choice. */
export function eachConfiguration(
  frame: Frame,
  args: readonly CallArgument[],
  run: (args: readonly CallArgument[]) => Value,
): Value | undefined {
  const { session, dialect, instance } = frame;
  if (!dialect.semantics.traced || insideTraced(instance) || session.silent > 0) return undefined;
  const outcomes = outcomesOf(args);
  if (outcomes === undefined || session.chosen >= mostChosen) return undefined;
  session.chosen++;
  const branches = outcomes.map(({ under }) => ({
    under,
    // Each of them is what some run makes.
    value: along(frame, under, () => run(args.map((one) => ({ ...one, value: refine(frame, one.value) })))),
  }));
  return join(frame, branches, "the call");
}

/** The outcomes of the choice that decides most arguments. */
function outcomesOf(args: readonly CallArgument[]): readonly Option[] | undefined {
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
