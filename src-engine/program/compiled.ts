// What conditions say of the code below them: compiled in any case, for some device, or on one side alone.
import type { Condition } from "./condition.ts";

/**
 * What is below these is compiled, whether they hold or not. Which device it is counts where nothing else on the way here asks for one
 * (`isFree`): two choices by the device may be of different devices.
 */
export const isCompiledUnder = (conditions: readonly Condition[], isFree: boolean): boolean =>
  conditions.length > 0 &&
  conditions.every((one) =>
    one.kind === "test" ? one.ofRun === true || (isFree && one.ofDevice === true) : isCompiledUnder(one.parts, isFree),
  );

/** Do they ask for nothing but the device? */
export const isOfDevice = (conditions: readonly Condition[]): boolean =>
  conditions.length > 0 &&
  conditions.every((one) => (one.kind === "test" ? one.ofDevice === true : isOfDevice(one.parts)));

/** The compiler decides them: only one side is compiled, or each for a device of its own. */
export const decidedEarly = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.map((one) => {
    if (one.kind === "not-all") return { ...one, parts: decidedEarly(one.parts) };
    const { ofRun: _, ...rest } = one;
    return { ...rest, static: true };
  });

/** The sides of a plain `if` in C++ are both compiled, whoever decides it. */
export const decidedLate = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.map((one) => {
    if (one.kind === "not-all") return { ...one, parts: decidedLate(one.parts) };
    const { static: _, ...rest } = one;
    return { ...rest, ofRun: true };
  });

/** Both sides are compiled, for all that decides it. */
export const leftToRun = (condition: Condition, isSo: boolean): Condition =>
  isSo && condition.kind === "test" ? { ...condition, ofRun: true } : condition;

/** They hold of whatever is compiled at all: the other side ends the compilation. */
export const neverElse = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.map((one) => {
    if (one.kind === "not-all") return { ...one, parts: neverElse(one.parts) };
    const { static: _, ...rest } = one;
    return rest;
  });

/** Does one of them decide what is compiled? Not the device, where nothing else on the way here asks for one. */
export const isDecidedEarly = (conditions: readonly Condition[], isFree: boolean): boolean =>
  conditions.some((one) =>
    one.kind === "test" ? one.static === true && !(isFree && one.ofDevice === true) : isDecidedEarly(one.parts, isFree),
  );

/** Known because whatever else there is has ended. */
export const afterExit = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.map((one) => (one.byExit === true ? one : { ...one, byExit: true }));
