// Pipelines of CuTe DSL in a kernel: what their two sides are called there, where they are made, and what their barriers count.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Pattern } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { functionsIn } from "./barrier-callees.ts";
import { closureOf, closuresIn, givenTo } from "./barrier-closures.ts";
import { nameOf } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";

export type Side = "producer" | "consumer";

type Call = Extract<Expr, { kind: "call" }>;

/** `pipeline.PipelineTmaAsync.create(…)`, and the function that it stands in. */
export interface Creation {
  readonly fn: FunctionItem;
  readonly call: Call;
  /** What the parameters of the closure are given that it stands in. */
  readonly given?: ReadonlyMap<string, Expr | undefined> | undefined;
}

export interface Pipeline {
  /** The library's class. */
  readonly kind: string;
  /** The arrivals of a phase that each side's barriers are made with, where that is known. */
  readonly arrivals: Readonly<Record<Side, number | undefined>>;
  /** The most of them that a configuration in sight counts. */
  readonly most: Readonly<Record<Side, number | undefined>>;
  /** Blocks of a cluster at the most: 1 without one. */
  readonly cluster: number | undefined;
  /** What the kernel calls each side: the pipeline's own name, or those of its participants. */
  readonly names: Readonly<Record<Side, string>>;
  readonly made: Creation | undefined;
}

export const pipelinesOf = (
  { fn }: Pick<BarrierFunction, "fn">,
  { values }: Run,
  facts: FileFacts,
): readonly Pipeline[] =>
  givenIn(fn).flatMap(([target, expr]) => {
    const names = namesOf(target);
    const one = pipelineIn(values.value(expr));
    if (names === undefined || one === undefined) return [];
    return [{ ...one, names, made: creationOf(expr, one.kind, fn, facts) }];
  });

/** The pipeline itself, or the first of its participants; of several configurations what they have in common. */
function pipelineIn(value: Value | undefined): Made | undefined {
  if (value?.kind === "alternatives") {
    const each = value.options.map((option) => pipelineIn(option.value));
    return each.reduce((one, other) => (one && other?.kind === one.kind ? common(one, other) : undefined));
  }
  const one = value?.kind === "tuple" ? value.items[0] : value;
  if (one?.kind === "alternatives") return pipelineIn(one);
  if (one?.kind !== "builtin" || one.name !== "pipeline()") return undefined;
  const [, kind, producers, consumers, cluster] = one.targs;
  if (kind?.kind !== "text" || cluster === undefined) return undefined;
  const arrivals = { producer: numberOf(producers), consumer: numberOf(consumers) };
  const most = { producer: mostOf(producers), consumer: mostOf(consumers) };
  return { kind: kind.value, arrivals, most, cluster: mostBlocks(cluster) };
}

function mostOf(count: Value | undefined): number | undefined {
  if (count?.kind !== "alternatives") return numberOf(count);
  return greatest(count.options.map(({ value }) => mostOf(value)));
}

const greatest = (all: readonly (number | undefined)[]): number | undefined =>
  all.reduce((one, other) => (one === undefined || other === undefined ? undefined : Math.max(one, other)));

type Made = Omit<Pipeline, "names" | "made">;

const common = (one: Made, other: Made): Made => ({
  kind: one.kind,
  arrivals: {
    producer: same(one.arrivals.producer, other.arrivals.producer),
    consumer: same(one.arrivals.consumer, other.arrivals.consumer),
  },
  most: {
    producer: greatest([one.most.producer, other.most.producer]),
    consumer: greatest([one.most.consumer, other.most.consumer]),
  },
  cluster: one.cluster && other.cluster && Math.max(one.cluster, other.cluster),
});

const same = (one: number | undefined, other: number | undefined): number | undefined =>
  one === other ? one : undefined;

/** Of several configurations that of the largest cluster. */
function mostBlocks(cluster: Value): number | undefined {
  if (cluster.kind !== "alternatives") return isNone(cluster) ? 1 : numberOf(sizeOf(cluster));
  const each = cluster.options.map(({ value }) => mostBlocks(value));
  return each.some((one) => one === undefined) ? undefined : Math.max(...each.flatMap((one) => one ?? []));
}

const isNone = (value: Value): boolean => value.kind === "underscore";

/** What the body gives names, with what it gives them. */
function givenIn(fn: FunctionItem): readonly (readonly [Pattern, Expr])[] {
  return [
    ...nodesOfKind(fn.body, "let").flatMap(({ target, init }) => (init === undefined ? [] : [[target, init] as const])),
    ...nodesOfKind(fn.body, "assign").map(({ target, value }) => [target, value] as const),
  ];
}

/** `pipe = …` is both sides, `producer, consumer = ….make_participants()` one each. */
function namesOf(target: Pattern): Pipeline["names"] | undefined {
  if (target.kind === "bind") return { producer: target.name, consumer: target.name };
  const [producer, consumer, ...more] = target.kind === "unpack" ? target.items : [];
  return producer?.kind === "bind" && consumer?.kind === "bind" && more.length === 0
    ? { producer: producer.name, consumer: consumer.name }
    : undefined;
}

/** In the expression itself, or in the one function of the file that it calls for it. */
function creationOf(expr: Expr, kind: string, fn: FunctionItem, facts: FileFacts): Creation | undefined {
  const [here, ...others] = creationsIn(expr);
  if (here !== undefined) return others.length === 0 ? { fn, call: here } : undefined;
  const whole = participantsOf(expr, fn);
  if (whole !== undefined) return creationOf(whole, kind, fn, facts);
  const closure = expr.kind === "call" ? closureOf(expr, closuresIn(fn.body ?? [])) : undefined;
  if (expr.kind === "call" && closure !== undefined) {
    const [inside, ...more] = creationsIn(closure.body);
    return inside === undefined || more.length > 0 ? undefined : { fn, call: inside, given: givenTo(expr, closure) };
  }
  const name = expr.kind === "call" ? nameOf(expr) : undefined;
  const [callee, ...more] = functionsIn(facts.unit.items).filter((one) => one.name === name && one !== fn);
  if (callee === undefined || more.length > 0) return undefined;
  const all = creationsIn(callee.body);
  const [call, ...further] = all.length === 1 ? all : all.filter((one) => classOf(one) === kind);
  return call === undefined || further.length > 0 ? undefined : { fn: callee, call };
}

/** `pipe.make_participants()`: what `pipe` was given, where that is one other thing. */
export function participantsOf(expr: Expr, fn: FunctionItem): Expr | undefined {
  if (expr.kind !== "call" || expr.callee.kind !== "member" || expr.callee.name !== "make_participants")
    return undefined;
  const { object } = expr.callee;
  const given = followed(object, { fn });
  return given.span.start === object.span.start ? undefined : given;
}

const ofCreation = /^(?:num_stages|barrier_storage|\w+_group)$/;

export function creationsIn(node: object | undefined): readonly Call[] {
  return nodesOfKind(node, "call").filter(
    ({ args, callee }) =>
      callee.kind === "member" && callee.name === "create" && args.some(({ name = "" }) => ofCreation.test(name)),
  );
}

const classOf = ({ callee }: Call): string => lastName(callee.kind === "member" ? callee.object : callee);

/** The argument of that name. */
export const argumentOf = ({ call }: Creation, name: string): Expr | undefined =>
  call.args.find((one) => one.name === name)?.value;

/** What a name is given, where that is one thing; the expression itself where it is no name. */
export function followed(expr: Expr, { fn, given: parameters }: Pick<Creation, "fn" | "given">): Expr {
  if (expr.kind !== "name") return expr;
  const argument = parameters?.get(expr.path.join("::"));
  if (argument !== undefined) return followed(argument, { fn });
  const given = givenIn(fn).filter(([target]) => target.kind === "bind" && target.name === expr.path.join("::"));
  const [only, ...others] = given;
  return only === undefined || others.length > 0 ? expr : only[1];
}
