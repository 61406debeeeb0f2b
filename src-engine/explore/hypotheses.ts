// Evaluations under an assumption, for the sides of branches that no instance takes. They come after everything else, are
// bounded by what the evaluation itself took, and add facts only where there is none.

import { unknown } from "../algebra/value.ts";
import { assumedCommandLine, commandLines, isRun } from "../interpret/command-line.ts";
import { isMostlyShown } from "../interpret/covered.ts";
import { devices, isDevice } from "../interpret/device.ts";
import { examples, examplesUsed, hasUnbound, isExample } from "../interpret/examples.ts";
import { isKnown } from "../interpret/known.ts";
import { addSeen } from "../interpret/seen.ts";
import { semanticsOfTarget } from "../interpret/semantics.ts";
import type { Session } from "../interpret/session.ts";
import type { Assumption, Side } from "../interpret/untaken.ts";
import type { Fact, Instance } from "../program/facts.ts";

/** One evaluation under assumptions, driven like the first. */
export interface World {
  readonly session: Session;
  step(): boolean;
  facts(): { readonly instances: readonly Instance[]; readonly facts: readonly Fact[] };
}

export interface Found {
  readonly instances: readonly Instance[];
  readonly facts: readonly Fact[];
}

const mostWorlds = 12;
/** Steps of all worlds together, in steps of the evaluation itself. */
const share = 6;
const leastSteps = 400_000;
/** However much the evaluation itself took: a user's test suite is not run many times over. */
const mostSteps = 700_000;
/** Steps of a run that ends with its options. */
const refusedWithin = 10_000;
/** Runs of a script in a row that showed nothing new: further ones only repeat. */
const mostFruitless = 2;

export interface Worlds {
  /** Runs one entry; false when nothing is left to assume. */
  step(): boolean;
  /** The same for examples, once all else is done and `facts` are what it gave. */
  stepExample(facts: () => readonly Fact[]): boolean;
  /** What was found beside `facts`, those of the evaluation itself. */
  found(facts: readonly Fact[]): Found;
}

export function newWorlds(
  main: Session,
  facts: readonly Fact[],
  open: (assume: readonly Assumption[]) => World,
): Worlds {
  // A place where nothing is known is as good as one without a fact.
  const covered = new Set(facts.filter(isWorthy).map(placeOf));
  const found: { readonly instances: Instance[]; readonly facts: Fact[] } = { instances: [], facts: [] };
  const ofAlone = new Set<string>();
  const known = new Map(main.sides ?? []);
  const shownRuns = isMostlyShown(main) ? [] : runs(main);
  const waiting: (readonly Assumption[])[] =
    main.sides === undefined
      ? [...shownRuns]
      : [
          ...(isWorthItsOwn(main) ? [[alone]] : []),
          ...devices(main),
          ...shownRuns,
          ...candidates(known, [], new Set()),
        ];
  let example: "waiting" | "running" | "done" = "waiting";
  const tried = new Set(waiting.map(textOf));
  let left = Math.min(mostSteps, Math.max(leastSteps, main.steps * share));
  let leftOfRuns = main.limits.runSteps;
  const leftFor = (one: readonly Assumption[]): number => (isOfRun(one) ? leftOfRuns : left);
  let count = 0;
  let world: World | undefined;
  let assume: readonly Assumption[] = [];
  const shown = new Set<string>();
  const fruitless = new Map<string, number>();
  /** Runs of a script are cheap: first those of one that has shown something, last those of one that has not. */
  const rank = (one: readonly Assumption[]): number => {
    if (!isOfRun(one)) return 2;
    const script = scriptOf(one);
    return shown.has(script) ? 0 : fruitless.has(script) ? 3 : 1;
  };
  const isGivenUp = (one: readonly Assumption[]): boolean =>
    isOfRun(one) && (fruitless.get(scriptOf(one)) ?? 0) >= mostFruitless;
  const next = (): boolean => {
    const ready = waiting.filter((each) => isOpen(known, each) && leftFor(each) > 0 && !isGivenUp(each));
    const best = Math.min(...ready.map(rank));
    const one = ready.find((each) => rank(each) === best);
    if (one === undefined || (!isOfRun(one) && count++ >= mostWorlds)) return false;
    waiting.splice(waiting.indexOf(one), 1);
    assume = one;
    world = open(one);
    return true;
  };
  const close = (done: World): void => {
    if (isOfRun(assume)) leftOfRuns -= done.session.steps;
    else left -= done.session.steps;
    // What a function is for any device is still worth a look.
    if (!isDevice(assume) && !isAlone(assume)) addSeen(main.seen, done.session.seen);
    const before = found.facts.length;
    const shownBefore = found.instances.length;
    collect(done, covered, found, assume);
    if (isAlone(assume)) {
      const shownAlone = found.instances.slice(shownBefore);
      for (const { id } of shownAlone) ofAlone.add(id);
      addCalled(main, shownAlone);
    }
    if (isRun(assume)) {
      const script = scriptOf(assume);
      if (found.facts.length > before) {
        shown.add(script);
        fruitless.delete(script);
      }
      // What refuses its options at once says nothing about others.
      else if (done.session.steps > refusedWithin) fruitless.set(script, (fruitless.get(script) ?? 0) + 1);
    }
    for (const [key, side] of done.session.sides ?? []) {
      const earlier = known.get(key);
      if (earlier === undefined) known.set(key, side);
      else if (side.taken) earlier.taken = true;
    }
    const under = isAlone(assume) ? [] : assume;
    if (assume.length < 2 && !isExample(assume)) waiting.push(...candidates(known, under, tried));
    world = undefined;
  };
  return {
    step: () => {
      if (world === undefined) return next();
      if (world.session.steps > leftFor(assume) || !world.step()) close(world);
      return true;
    },
    stepExample: (now) => {
      if (example === "waiting") {
        example = "done";
        for (const fact of now()) if (isWorthy(fact)) covered.add(placeOf(fact));
        if (!hasUnbound(main) || !isWorthAnExample(now(), covered)) return false;
        example = "running";
        left = Math.max(left, leastSteps);
        assume = [examples];
        world = open(assume);
      } else if (example === "done" || world === undefined) return false;
      else if (world.session.steps > left || !world.step()) {
        close(world);
        example = "done";
      }
      return true;
    },
    found: (facts) => (ofAlone.size === 0 ? found : withoutRepeated(found, ofAlone, facts)),
  };
}

/**
 * The target without its users and with nothing assumed: what they do not take of a function that they call is what its own
 * parameters make of it, and rests on nothing else.
 */
const alone: Assumption = { name: "<alone>", value: unknown("nothing is assumed"), text: "" };

export const isAlone = (assume: readonly Assumption[]): boolean => assume[0]?.name === alone.name;

function isWorthItsOwn(main: Session): boolean {
  const { program } = main;
  return (
    semanticsOfTarget(main)?.traced === true &&
    program.roots.length > 1 &&
    (devices(main).length > 0 || !isMostlyShown(main))
  );
}

/** What the target itself calls, and is shown so, has its values from there; the rest is still nobody's. */
function addCalled({ program, seen }: Session, instances: readonly Instance[]): void {
  for (const { item, calls, generic } of instances)
    if (calls.length > 0 && !generic) seen.items.add(`${program.target}|${item}`);
}

/** What the target alone has shown of a function nobody calls, the evaluation itself may have come to since. */
function withoutRepeated(found: Found, ofAlone: ReadonlySet<string>, facts: readonly Fact[]): Found {
  const shown = new Set(facts.filter(isWorthy).map(placeOf));
  const kept = found.facts.filter((fact) => !ofAlone.has(fact.instance) || !shown.has(placeOf(fact)));
  const used = new Set(kept.map((fact) => fact.instance));
  return { facts: kept, instances: found.instances.filter(({ id }) => !ofAlone.has(id) || used.has(id)) };
}

/** The runs that scripts show, on each device where that is open. */
function runs(main: Session): readonly (readonly Assumption[])[] {
  const lines = commandLines(main);
  const open = devices(main);
  return open.length === 0 ? lines : open.flatMap((device) => lines.map((line) => [...device, ...line]));
}

/** Is more than a tenth of the file's variables unknown in every instance? */
function isWorthAnExample(facts: readonly Fact[], covered: ReadonlySet<string>): boolean {
  const variables = new Set(facts.filter((fact) => fact.kind === "variable").map(placeOf));
  const open = [...variables].filter((place) => !covered.has(place)).length;
  return open * 10 > variables.size;
}

const isOfRun = (assume: readonly Assumption[]): boolean => assumedCommandLine(assume) !== undefined;

/** The script of a run, and the device. */
const scriptOf = (assume: readonly Assumption[]): string =>
  `${assumedCommandLine(assume)?.file} ${textOf(assume.filter((one) => isDevice([one])))}`;

const textOf = (assume: readonly Assumption[]): string => assume.map((one) => one.text).join(", ");

/** Heaviest first: the side that binds most names. */
function candidates(
  sides: ReadonlyMap<string, Side>,
  under: readonly Assumption[],
  tried: Set<string>,
): (readonly Assumption[])[] {
  const weights = new Map<string, { readonly assume: readonly Assumption[]; weight: number }>();
  for (const { taken, assumption, weight } of sides.values()) {
    if (taken || assumption === undefined || under.some((one) => one.name === assumption.name)) continue;
    const assume = [...under, assumption];
    const text = textOf(assume);
    if (tried.has(text) || tried.has(assumption.text)) continue;
    const before = weights.get(text);
    if (before === undefined) weights.set(text, { assume, weight });
    else before.weight += weight;
  }
  for (const text of weights.keys()) tried.add(text);
  return [...weights.values()].sort((a, b) => b.weight - a.weight).map((one) => one.assume);
}

/** Is there still a side that the last of the assumptions would open? */
const isOpen = (sides: ReadonlyMap<string, Side>, assume: readonly Assumption[]): boolean =>
  isRun(assume) ||
  isDevice(assume) ||
  isAlone(assume) ||
  [...sides.values()].some((side) => !side.taken && side.assumption?.text === assume.at(-1)?.text);

function placeOf(fact: Fact): string {
  const name = fact.kind === "variable" ? fact.name : fact.kind === "call" ? fact.op : "";
  return `${fact.item} ${fact.kind} ${fact.span.start}-${fact.kind === "variable" ? "" : fact.span.end} ${name}`;
}

/**
 * Facts of places that have none, with their instances. They are uncertain, and rules leave them alone, but for calls in a run that the
 * script itself shows: somebody runs it so. An instance is certain there where all of it is new: rules see the whole of it.
 */
function collect(
  world: World,
  covered: Set<string>,
  found: { readonly instances: Instance[]; readonly facts: Fact[] },
  assume: readonly Assumption[],
): void {
  const { instances, facts } = world.facts();
  const text = isExample(assume) ? examplesUsed(world.session) : textOf(assume);
  if (text === "" && !isAlone(assume)) return;
  const isShown = assume.some((one) => isRun([one])) && assume.every((one) => isRun([one]) || isDevice([one]));
  const itemOf = new Map(instances.map((one) => [one.id, one.item]));
  const isOwn = (fact: Fact): boolean => fact.item === itemOf.get(fact.instance);
  const partial = new Set(facts.filter((fact) => isOwn(fact) && covered.has(placeOf(fact))).map((one) => one.instance));
  const fresh = facts.filter((fact) => fact.kind !== "assert" && !covered.has(placeOf(fact)) && isWorthy(fact));
  for (const fact of fresh) covered.add(placeOf(fact));
  const used = new Set(fresh.map((fact) => fact.instance));
  const idOf = (id: string): string => `${id} if ${text}`;
  for (const one of instances.filter((each) => used.has(each.id))) {
    const certain = isShown && one.certain && !partial.has(one.id);
    found.instances.push({ ...one, id: idOf(one.id), certain, ...(text === "" ? {} : resting(one, text)) });
  }
  for (const fact of fresh) {
    const one = uncertain(fact, idOf(fact.instance), text);
    found.facts.push(isShown && fact.kind === "call" && one.kind === "call" ? { ...one, certain: fact.certain } : one);
  }
}

const resting = ({ label, assumes }: Instance, text: string): Pick<Instance, "label" | "assumes"> => ({
  label: label === "" ? `if ${text}` : `${label}, if ${text}`,
  assumes: [...assumes, `${text}, which no caller says`],
});

/** What is unknown under an assumption says nothing. */
const isWorthy = (fact: Fact): boolean => fact.kind !== "variable" || isKnown(fact.value);

function uncertain(fact: Fact, instance: string, text: string): Fact {
  if (fact.kind === "call") {
    const { cases: _, assumed: __, undecided: ___, ...plain } = fact;
    return { ...plain, instance, certain: false };
  }
  if (fact.kind === "assert") return { ...fact, instance, certain: false };
  if (fact.kind === "expression" || fact.kind === "storage") return { ...fact, instance };
  if (text === "") return { ...fact, instance };
  const why = `if ${text}${fact.why === undefined ? "" : `; ${fact.why}`}`;
  return { ...fact, instance, why };
}
