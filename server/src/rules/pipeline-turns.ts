// Stages that a function goes through one after the other: between two advances of a state stands what is done with one stage.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { isNamed, isStepOf, known, type Problem, type Use } from "./pipeline-uses.ts";

interface Turn {
  /** In a loop what stands behind the last advance goes on at its beginning. */
  readonly spans: readonly Span[];
  /** Where the state goes on behind it. */
  readonly end: Span;
}

/** A stage that is left open, or closed though nobody has opened it; what comes before the first advance others may have begun. */
export function openTurns(name: string, uses: readonly Use[], fn: FunctionItem): readonly Problem[] {
  const states = new Set(uses.flatMap(({ state }) => state ?? []));
  return [...states].flatMap((state) => {
    if (nodesOfKind(fn.body, "lambda").some((one) => isMentioned(one, state))) return [];
    const turns = turnsIn(fn.body ?? [], state, false);
    const ofState = uses.filter((use) => use.state === state);
    // What one round leaves open the next may close.
    const whole = turns.filter(({ spans }) => spans.length === 1);
    const told = whole.flatMap((turn): readonly Problem[] => {
      const own = ofState.filter((use) => isIn(use.span, turn));
      const problem = own.length === 0 || isHandedOn(fn, state, turn) ? undefined : problemIn(own, uses, state);
      if (problem === undefined) return [];
      const { at, by } = problem;
      const says = `this stage of ${name} is ${problem.says}`;
      return [{ span: at?.span ?? turn.end, says, ...(by === undefined ? {} : { by }) }];
    });
    return told.length > 0 ? told : oddTurn(name, state, ofState, turns, fn);
  });
}

/** The only turn of a state of the pipeline's own that lacks what all others do. */
function oddTurn(
  name: string,
  state: string,
  uses: readonly Use[],
  turns: readonly Turn[],
  fn: FunctionItem,
): readonly Problem[] {
  if (takersOf(fn, state).some((taker) => taker !== name)) return [];
  // The two roles of a kernel may call their states alike.
  const sides = new Set(uses.map((use) => use.name.split("_")[0]));
  if (sides.size > 1) return [];
  // What is waited for with a state may be released with another one.
  const releases = uses.some((use) => use.name === "consumer_wait") ? [] : ["consumer_release"];
  return ["consumer_wait", "producer_acquire", ...releases].flatMap((method): readonly Problem[] => {
    const own = uses.filter((use) => use.name === method);
    const has = (turn: Turn): boolean => own.some((use) => isIn(use.span, turn));
    const [odd, ...others] = turns.filter((turn) => !has(turn));
    if (odd === undefined || others.length > 0 || turns.length < 2 || own.length < 2 || isHandedOn(fn, state, odd))
      return [];
    // A stage that the function has nothing to do with may be left out.
    const span = method === "consumer_release" ? odd.end : firstIn(fn, state, odd);
    if (span === undefined) return [];
    return [{ span, says: `${method} of ${name} is missing for this stage: all other turns of ${state} have it` }];
  });
}

/** The pipelines that are given the state. */
const takersOf = ({ body }: FunctionItem, state: string): readonly string[] =>
  nodesOfKind(body, "call").flatMap(({ callee, args: [first] }) =>
    callee.kind === "member" && known.test(callee.name) && first !== undefined && isNamed(first.value, state)
      ? callee.object.kind === "name"
        ? callee.object.path.join("::")
        : ""
      : [],
  );

const firstIn = ({ body }: FunctionItem, state: string, turn: Turn): Span | undefined =>
  turn.spans
    .flatMap((within) =>
      nodesOfKind(body, "name")
        .filter((one) => isNamed(one, state) && isWithin(one.span, within))
        .sort((a, b) => a.span.start - b.span.start),
    )
    .map(({ span }) => span)[0];

const isIn = (span: Span, { spans }: Turn): boolean => spans.some((within) => isWithin(span, within));

/** What is wrong with a stage, told of a use or of where it is left. */
interface Left {
  readonly at?: Use;
  readonly says: string;
  readonly by?: Problem["by"] & object;
}

function problemIn(own: readonly Use[], uses: readonly Use[], state: string): Left | undefined {
  const of = (method: string): Use | undefined => own.find(({ name }) => name === method);
  const has = (method: string): boolean => uses.some(({ name }) => name === method);
  const [wait, release] = [of("consumer_wait"), of("consumer_release")];
  // With a state of its own the release comes later.
  const isOneState = uses.every((use) => !/^consumer_(?:wait|release)$/.test(use.name) || use.state === state);
  if (release !== undefined && wait === undefined && isOneState && has("consumer_wait"))
    return { at: release, says: "released and was not waited for: consumer_wait before it is read" };
  if (wait !== undefined && release === undefined && isOneState && has("consumer_release"))
    return {
      says: "left without being released: the producer waits for it for ever; consumer_release first",
      by: { span: wait.span, says: "it is waited for here" },
    };
  const [acquire, filled] = [of("producer_acquire"), of("producer_get_barrier")];
  if (filled !== undefined && acquire === undefined)
    return {
      at: filled,
      says: "filled and was not acquired: its bytes are not announced, and it may still be read; producer_acquire first",
    };
  if (acquire === undefined || filled !== undefined || !has("producer_commit") || of("producer_commit"))
    return undefined;
  return {
    says: "left without being committed: the consumer waits for it for ever; producer_commit first",
    by: { span: acquire.span, says: "it is acquired here" },
  };
}

/** Between two statements of one block that advance the state. */
function turnsIn(block: Block, state: string, isRound: boolean): readonly Turn[] {
  const steps = block.flatMap((stmt) => (isStep(stmt, state) ? [stmt.span] : []));
  const own = steps.slice(1).map((end, i) => ({ spans: [{ start: steps[i]?.end ?? end.start, end: end.start }], end }));
  const [first, last] = [block[0]?.span, block.at(-1)?.span];
  const [begin, end] = [steps[0], steps.at(-1)];
  const around =
    isRound && first !== undefined && last !== undefined && begin !== undefined && end !== undefined
      ? [
          {
            spans: [
              { start: end.end, end: last.end },
              { start: first.start, end: begin.start },
            ],
            end: begin,
          },
        ]
      : [];
  const inner = block.flatMap((stmt) => blocksOf(stmt).flatMap((one) => turnsIn(one, state, loops.has(stmt.kind))));
  return [...own, ...around, ...inner];
}

const loops: ReadonlySet<string> = new Set(["for", "c-for", "while"]);

const isStep = (stmt: Stmt, state: string): boolean => stmt.kind === "expr" && isStepOf(stmt.value, state);

/** Something else is given the state: it may open the stage, or go on by itself. */
function isHandedOn({ body }: FunctionItem, state: string, turn: Turn): boolean {
  const asked = nodesOfKind(body, "member").flatMap(({ object, name }) =>
    isNamed(object, state) && /^(?:index|phase|count)$/.test(name) ? object.span.start : [],
  );
  const given = nodesOfKind(body, "call").flatMap(({ callee, args: [first] }) =>
    callee.kind === "member" && known.test(callee.name) && first !== undefined ? first.value.span.start : [],
  );
  const plain = new Set([...asked, ...given]);
  const isHere = (one: { readonly span: Span }): boolean => isIn(one.span, turn);
  return (
    nodesOfKind(body, "bind").some((one) => one.name === state && isHere(one)) ||
    nodesOfKind(body, "name").some((one) => isNamed(one, state) && isHere(one) && !plain.has(one.span.start))
  );
}

const isMentioned = (code: Expr, state: string): boolean =>
  nodesOfKind(code, "name").some((one) => isNamed(one, state)) ||
  nodesOfKind(code, "bind").some((one) => one.name === state);

const isWithin = ({ start }: Span, within: Span): boolean => within.start <= start && start < within.end;
