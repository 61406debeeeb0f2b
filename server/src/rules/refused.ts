// A rule over conditions that CuTe itself checks: it speaks where a call trips one of them, in a sentence of its own.
import type { Need, Stop } from "../../../src-engine/algebra/context.ts";
import { isCertainInteger } from "../../../src-engine/algebra/int/ask.ts";
import { tilerShape } from "../../../src-engine/algebra/tiled/tiled-copy.ts";
import { tuple, type Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { Severity } from "../settings/schema.ts";
import { declarations, guilty } from "./arguments.ts";
import type { CallRule, Finding, Fix, RuleContext } from "./rule.ts";
import { isNobodys } from "./tensor-parts.ts";

/** Every field of a rule but its check. */
export interface RefusedRule extends Omit<CallRule, "on" | "check"> {
  /** The conditions, `header:line`; a text that ends in `:` stands for the whole header. */
  readonly at: readonly string[];
  /** The sentence after the op's name; undefined: this rule has nothing to say here. */
  readonly say: (facts: Readonly<Record<string, Value>>, call: CallFact, context: RuleContext) => string | undefined;
  /** The arguments at fault; the second one where it is not said, since most ops do to their first argument what the second says. */
  readonly blames?: (call: CallFact) => readonly (CallArg | undefined)[];
  /** Where the language itself lets it pass. */
  readonly milder?: (context: RuleContext, call: CallFact) => Severity;
  /** The ways to mend the text that chose what is blamed, where one is safe. */
  readonly rewrites?: (call: CallFact, context: RuleContext) => Finding["rewrites"];
  /** The ways to mend it, where one is safe. */
  readonly mend?: (call: CallFact) => readonly Fix[];
}

export function refusedRule({ at, say, mend, milder, rewrites, blames = second, ...rule }: RefusedRule): CallRule {
  return {
    ...rule,
    on: "call",
    check: (call, context) =>
      findings(call, context, at, say).map((finding) => ({
        ...finding,
        ...guilty(call, ...blames(call)),
        severity: milder?.(context, call) ?? rule.severity,
        fixes: mend?.(call) ?? [],
        ...rewritten(rewrites?.(call, context)),
      })),
  };
}

const rewritten = (rewrites: Finding["rewrites"]): Pick<Finding, "rewrites"> =>
  rewrites === undefined ? {} : { rewrites };

const second = ({ args }: CallFact): readonly CallArg[] => args.slice(1, 2);

function findings(
  call: CallFact,
  context: RuleContext,
  at: readonly string[],
  say: RefusedRule["say"],
): readonly Finding[] {
  // A Python parameter that is shown as a symbol may be a tuple all the same: its rank is not known.
  if (context.language === "python" && (holdsBareSymbol(call) || isOpen(call))) return [];
  if (call.assumed && (isOpen(call) || isNested(call))) return [];
  const tripped = conditionAt(call, at);
  const sentence = tripped === undefined ? undefined : say(tripped.facts ?? {}, call, context);
  if (sentence === undefined) return [];
  const related = declarations(context, call.args);
  return [{ item: call.item, span: call.nameSpan, message: `${call.op}: ${sentence}`, related, fixes: [] }];
}

function conditionAt(call: CallFact, at: readonly string[]): Stop | Need | undefined {
  const named = (where: string | undefined): boolean =>
    where !== undefined && at.some((each) => (each.endsWith(":") ? where.startsWith(each) : where === each));
  if (call.stop !== undefined && named(call.stop.at)) return call.stop;
  return call.needs.find((need) => need.holds === "no" && named(need.at));
}

const holdsBareSymbol = ({ args }: CallFact): boolean => args.some(({ value }) => isBareSymbol(value));

/** Is a mode that an argument goes into a symbol that may have modes of its own? */
function isOpen({ args, op }: CallFact): boolean {
  const shapes = args.map(({ value }) => shapeOf(layoutOf(value))).filter((shape) => shape !== undefined);
  // `t[a, b]` has an argument for each mode.
  const items = args.map(({ value }) => value).filter((value) => shapeOf(layoutOf(value)) === undefined);
  const coordinates = op === "tensor" ? [...items, tuple(items)] : items;
  return coordinates.some((value) => shapes.some((shape) => goesIntoSymbol(value, shape, 0)));
}

/** Of a tensor that is called the modes are not at hand: what goes into one as a tuple may fit it; `t[(a, b)]` is `t[a, b]`. */
function isNested({ args }: CallFact): boolean {
  const [first, ...more] = args.map(({ value }) => value);
  const items = more.length === 0 && first?.kind === "tuple" ? first.items : args.map(({ value }) => value);
  return items.some(({ kind }) => kind === "tuple");
}

const shapeOf = (value: Value): Value | undefined =>
  value.kind === "composed" ? shapeOf(value.inner) : value.kind === "layout" ? value.shape : undefined;

function goesIntoSymbol(coordinate: Value, shape: Value, depth: number): boolean {
  if (coordinate.kind !== "tuple" || depth > 16) return false;
  if (shape.kind === "sym") return !isCertainInteger(shape);
  if (shape.kind !== "tuple") return false;
  return coordinate.items.some((item, i) => {
    const mode = shape.items[i];
    return mode !== undefined && goesIntoSymbol(item, mode, depth + 1);
  });
}

function isBareSymbol(value: Value): boolean {
  // Of a tensor that nobody passes the rank is what one of its uses shows; another path may use it otherwise.
  if (value.kind === "tensor" && value.engine.kind === "pointer" && isNobodys(value.engine.dtype)) {
    const { layout } = value;
    if (layout.kind === "layout" && layout.shape.kind === "tuple") return layout.shape.items.some(holdsSymbol);
  }
  if (value.kind === "tensor") return isBareSymbol(value.layout);
  if (value.kind === "composed") return isBareSymbol(value.inner);
  const symbol = value.kind === "layout" ? value.shape : value;
  return symbol.kind === "sym" && !isCertainInteger(symbol);
}

/** The values of the first layouts and tensors among the arguments, for a sentence. */
export function shown(call: CallFact, context: RuleContext, count = 2): string {
  const values = call.args.slice(0, count).map(({ value }) => context.print(layoutOf(tileOf(value))));
  return values.join(" and ");
}

/** Of a tiled copy its tile is what divides. */
function tileOf(value: Value): Value {
  const copy = value.kind === "thr-copy" ? value.tiled : value;
  return copy.kind === "tiled-copy" ? tilerShape(copy.tilerMN) : value;
}

const layoutOf = (value: Value): Value => (value.kind === "tensor" ? value.layout : value);

/** Its modes may have been grouped since. */
const holdsSymbol = (mode: Value): boolean =>
  (mode.kind === "sym" && !isCertainInteger(mode)) || (mode.kind === "tuple" && mode.items.some(holdsSymbol));
