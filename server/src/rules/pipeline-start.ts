// Which side of a pipeline a state is made for: the producer's starts in the phase that lets it pass through the empty stages.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Language, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import type { Run } from "./barrier-functions.ts";
import type { Finding } from "./rule.ts";

type Side = "producer" | "consumer";
type Call = Extract<Expr, { kind: "call" }>;

export interface WrongStart {
  readonly name: string;
  /** The side that it was made for. */
  readonly made: Side;
  readonly span: Span;
  /** The pipeline that the other side takes it to. */
  readonly pipeline: Expr;
}

const opening: Readonly<Record<Side, string>> = { producer: "producer_acquire", consumer: "consumer_wait" };
const other: Readonly<Record<Side, Side>> = { producer: "consumer", consumer: "producer" };

/** States that the one side begins with as the other one would, as the code alone says. */
export const wrongStartsIn = remembered((fn: FunctionItem): readonly WrongStart[] =>
  statesIn(fn).flatMap(({ name, side, span, scope }) => {
    const calls = callsWith(name, scope);
    const wrong = calls.find(({ callee }) => lastName(callee) === opening[other[side]]);
    const object = wrong?.callee.kind === "member" ? wrong.callee.object : undefined;
    if (wrong === undefined || object?.kind !== "name" || !isOwnPipeline(object.path.join("::"), fn)) return [];
    if (
      calls.some(({ callee }) => lastName(callee).startsWith(side)) ||
      !isUntouchedUntil(name, span, wrong.span, scope)
    )
      return [];
    return [{ name, made: side, span, pipeline: object }];
  }),
);

/** Where the pipeline is one whose stages have barriers; one of TMA stores only counts what it has issued. */
export function startFinding(
  { name, made, span, pipeline }: WrongStart,
  fn: FunctionItem,
  { values }: Run,
  language: Language,
): Finding | undefined {
  const value = values.value(pipeline);
  const type = value?.kind === "object" ? value.name : undefined;
  if (
    language === "cpp" &&
    !/^<?Pipeline(?:Tma|Umma|TmaUmma|UmmaConsumer|Transaction)?(?:\w*Async)>?$/.test(type ?? "")
  )
    return undefined;
  const message =
    made === "consumer"
      ? `${name} starts in the phase of a consumer: the first producer_acquire waits for a stage that nobody has filled yet; start with ${ways[language].producer}`
      : `${name} starts in the phase of a producer: the first consumer_wait comes back before the stage is filled; start with ${ways[language].consumer}`;
  return { item: fn.id, span, message, related: [], fixes: [] };
}

const ways: Readonly<Record<Language, Readonly<Record<Side, string>>>> = {
  cpp: { producer: "make_producer_start_state<Pipeline>()", consumer: "a PipelineState of its own" },
  python: {
    producer: "make_pipeline_state(PipelineUserType.Producer, …)",
    consumer: "make_pipeline_state(PipelineUserType.Consumer, …)",
  },
};

export interface State {
  readonly name: string;
  readonly side: Side;
  /** How many stages it goes round, where that is written. */
  readonly stages: Expr | undefined;
  readonly span: Span;
  /** The block that it is declared in. */
  readonly scope: Block;
}

/** Names that are given one state, and nothing else, in the block that declares them. */
export const statesIn = remembered((fn: FunctionItem): readonly State[] =>
  blocksIn(fn.body ?? [])
    .flatMap((scope) => scope.flatMap((stmt) => stateOf(stmt, scope)))
    .filter(({ name, scope }) => timesGiven(name, scope) === 1 && !fn.params.some((param) => param.name === name)),
);

const blocksIn = (block: Block): readonly Block[] => [
  block,
  ...block.flatMap((stmt) => blocksOf(stmt).flatMap(blocksIn)),
];

function stateOf(stmt: Stmt, scope: Block): readonly State[] {
  const given = stmt.kind === "expr" && stmt.value.kind === "assign" && stmt.value.op === "" ? stmt.value : undefined;
  const target = stmt.kind === "let" ? stmt.target : given?.target;
  if (target?.kind !== "bind") return [];
  const made = stmt.kind === "let" ? stmt.init : given?.value;
  const side = sideOf(made, stmt.kind === "let" ? stmt.type : undefined);
  return side === undefined
    ? []
    : [{ name: target.name, side, stages: stagesOf(made), span: (made ?? target).span, scope }];
}

/** `make_pipeline_state(type, stages)` */
function stagesOf(made: Expr | undefined): Expr | undefined {
  if (made?.kind !== "call" || lastName(made.callee) !== "make_pipeline_state") return undefined;
  return (made.args.find(({ name }) => name === "stages") ?? made.args[1])?.value;
}

function timesGiven(name: string, scope: Block): number {
  let times = 0;
  visit(scope, (node) => {
    const { target, op = "" } = node as { readonly target?: Pattern; readonly op?: string };
    if ((node.kind === "let" || node.kind === "assign") && target?.kind === "bind" && target.name === name && op === "")
      times++;
  });
  return times;
}

/** `PipelineState<4> state;`, `make_producer_start_state<P>()`, `make_pipeline_state(PipelineUserType.Consumer, 4)`. */
function sideOf(made: Expr | undefined, type: Expr | undefined): Side | undefined {
  const isState = (of: Expr): boolean => lastName(of) === "PipelineState";
  if (made === undefined) return type !== undefined && isState(type) ? "consumer" : undefined;
  if (made.kind === "construct") {
    const of = made.type ?? type;
    return of !== undefined && isState(of) && made.args.length === 0 ? "consumer" : undefined;
  }
  if (made.kind !== "call") return undefined;
  const [first] = made.args;
  switch (lastName(made.callee)) {
    case "make_producer_start_state":
      return "producer";
    case "PipelineState":
      return made.args.length === 0 ? "consumer" : undefined;
    case "make_pipeline_state": {
      const of = first?.value.kind === "member" ? first.value.name : undefined;
      return of === "Producer" ? "producer" : of === "Consumer" ? "consumer" : undefined;
    }
    default:
      return undefined;
  }
}

const isNamed = (of: Expr, name: string): boolean => of.kind === "name" && of.path.length === 1 && of.path[0] === name;

export function callsWith(name: string, scope: Block): readonly Call[] {
  const found: Call[] = [];
  visit(scope, (node) => {
    const call = node as Call;
    if (node.kind === "call" && call.args[0] !== undefined && isNamed(call.args[0].value, name)) found.push(call);
  });
  return found;
}

/** Made here and given to nobody; and no consumer gives back a stage that it has not waited for. */
function isOwnPipeline(name: string, fn: FunctionItem): boolean {
  let [made, handed] = [0, 0];
  const [waits, releases]: [number[], number[]] = [[], []];
  visit(fn.body, (node) => {
    const { target } = node as { readonly target?: Pattern };
    if ((node.kind === "let" || node.kind === "assign") && target?.kind === "bind" && target.name === name) made++;
    if (node.kind === "lambda") eachNode(node, (inner) => (handed += isNamed(inner as Expr, name) ? 1 : 0));
    if (node.kind !== "call") return;
    const { callee, args } = node as Call;
    handed += args.filter(({ value }) => isNamed(value, name)).length;
    if (callee.kind !== "member" || !isNamed(callee.object, name)) return;
    if (/^consumer_(?:try_)?wait$/.test(callee.name)) waits.push(callee.span.start);
    else if (callee.name === "consumer_release") releases.push(callee.span.start);
  });
  return made === 1 && handed === 0 && Math.min(...waits) <= Math.min(...releases);
}

/** Between the two the code does not come to it, but for the step of a loop around the second. */
function isUntouchedUntil(name: string, from: Span, to: Span, scope: Block): boolean {
  const steps: Span[] = [];
  visit(scope, (node) => {
    const { step, span } = node as Extract<Stmt, { kind: "c-for" }>;
    if (node.kind === "c-for" && span.start < to.start && to.end <= span.end) steps.push(...stepsOf(step));
  });
  let isTouched = false;
  eachNode(scope, (node) => {
    const { kind, span } = node as Partial<Expr> & { readonly name?: string };
    const isIt =
      (kind === "name" && isNamed(node as Expr, name)) ||
      ((node as Pattern).kind === "bind" && (node as { name: string }).name === name);
    if (!isIt || span === undefined || span.start <= from.end || span.start >= to.start) return;
    isTouched ||= !steps.some((one) => one.start <= span.start && span.end <= one.end);
  });
  return !isTouched;
}

const stepsOf = (step: unknown): readonly Span[] =>
  step === undefined ? [] : (Array.isArray(step) ? step : [step]).map((one: { readonly span: Span }) => one.span);
