// PIP013: a pipeline of CuTe DSL whose barriers do not fit into the storage that it is given.
import type { Pointer, Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import type { ObjectValue } from "../../../src-engine/program/values.ts";
import { visit } from "../facts/code-nodes.ts";
import { printExpr } from "../languages/print.ts";
import { functionsIn } from "./barrier-callees.ts";
import { nameOf } from "./barrier-events.ts";
import { assumedRuns, type Run, runsOf } from "./barrier-functions.ts";
import type { InstanceValues } from "./instance-values.ts";
import { argumentOf, type Creation, creationsIn, followed } from "./pipelines.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

const dsl = (words: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils

@cute.kernel
def kernel():
    @cute.struct
    class Storage:
        bars: cute.struct.MemRange[cutlass.Int64, ${words}]
        flag: cutlass.Int32

    storage = utils.SmemAllocator().allocate(Storage)
    pipe = pipeline.PipelineAsync.create(
        num_stages=4,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
        barrier_storage=storage.bars.data_ptr(),${mark}
    )
`;

export const pipelineStorage: FileRule = {
  code: "pipeline-storage",
  number: "PIP013",
  severity: "error",
  title: "A pipeline's barriers do not fit into their storage.",
  absent: { cpp: "its pipelines have storage of a type of their own" },
  on: "file",
  check: (facts, context) => {
    const all = functionsIn(facts.unit.items);
    const makers = all.map((fn) => ({ fn, calls: creationsIn(fn.body) })).filter(({ calls }) => calls.length > 0);
    if (makers.length === 0) return [];
    const byName = new Map(makers.flatMap(({ fn, calls }) => asMaker(fn, calls)));
    const used = all.map((fn) => ({ fn, makes: makesIn(fn, byName) })).filter(({ makes }) => makes.length > 0);
    const items = new Set([...makers, ...used].map(({ fn }) => fn.id));
    const runs = runsOf(facts, items, context);
    // Where the storage is handed over it is told where it comes from.
    const handed = new Set(
      used.flatMap(({ makes }) => makes.flatMap((make) => (make.isHanded ? [make.made.fn.id] : []))),
    );
    return used
      .filter(({ fn }) => !handed.has(fn.id))
      .flatMap(({ fn, makes }) =>
        [...(runs.get(fn.id) ?? []), ...assumedRuns(fn, facts, context)].flatMap((run) => inRun(fn, makes, run, runs)),
      );
  },
};

/** Makes one pipeline, in storage that it is handed. */
function asMaker(
  fn: FunctionItem,
  [call, ...more]: readonly Creation["call"][],
): readonly (readonly [string, Creation])[] {
  const storage = call === undefined ? undefined : argumentOf({ fn, call }, "barrier_storage");
  const isHanded = storage?.kind === "name" && fn.params.some(({ name }) => name === storage.path.join("::"));
  return call !== undefined && more.length === 0 && isHanded ? [[fn.name, { fn, call }]] : [];
}

/** A pipeline that a function makes, itself or by one that it hands the storage to. */
interface Make {
  /** What is worth the pipeline. */
  readonly value: Expr;
  readonly made: Creation;
  readonly isHanded: boolean;
}

function makesIn(fn: FunctionItem, makers: ReadonlyMap<string, Creation>): readonly Make[] {
  const found: Make[] = creationsIn(fn.body).map((call) => ({ value: call, made: { fn, call }, isHanded: false }));
  visit(fn.body, (node) => {
    const call = node as Extract<Expr, { kind: "call" }>;
    const maker = node.kind === "call" ? makers.get(nameOf(call)) : undefined;
    if (maker === undefined || maker.fn === fn) return;
    found.push({ value: call, made: { ...maker, given: argumentsOf(call, maker.fn) }, isHanded: true });
  });
  return found;
}

function argumentsOf(call: Extract<Expr, { kind: "call" }>, { params }: FunctionItem): ReadonlyMap<string, Expr> {
  const skipped = call.callee.kind === "member" && params[0]?.name === "self" ? 1 : 0;
  return new Map(
    call.args.flatMap(({ name, value }, i) => {
      const param = name ?? params[i + skipped]?.name;
      return param === undefined ? [] : [[param, value] as const];
    }),
  );
}

/** A pipeline's barriers, and where in which storage they begin. */
interface Stored extends Barriers {
  readonly given: Expr;
  readonly place: Pointer;
  readonly field: Field | undefined;
}

function inRun(
  fn: FunctionItem,
  makes: readonly Make[],
  run: Run,
  runs: ReadonlyMap<string, readonly Run[]>,
): readonly Finding[] {
  const all = makes.flatMap((make) => storedBy(make, run, runs));
  return all.flatMap((one) => {
    const { place, bytes, of, given } = one;
    if (place.room === undefined || bytes <= place.room) return [];
    const behind = place.within === undefined && place.apart === undefined ? "" : overrun(one, all);
    if (behind === undefined) return [];
    const message = `the barriers of ${of} take ${bytes} B, the storage has ${place.room} B${behind}: make it ${bytes / 8} words of 64 bits`;
    const severity = behind === padding ? { severity: "warning" as const } : {};
    return [{ item: fn.id, span: given.span, message, ...severity, related: [], fixes: [] }];
  });
}

function storedBy(
  { value, made, isHanded }: Make,
  { values }: Run,
  runs: ReadonlyMap<string, readonly Run[]>,
): readonly Stored[] {
  const argument = argumentOf(made, "barrier_storage");
  const given = isHanded && argument !== undefined ? handed(argument, made) : argument;
  const place = given === undefined ? undefined : values.value(given);
  const number = (name: string): number | undefined => {
    const expr = argumentOf(made, name);
    const passed = isHanded && expr !== undefined ? handed(expr, made) : expr;
    return passed !== undefined || expr === undefined ? values.number(passed) : numberThere(expr, runs.get(made.fn.id));
  };
  const barriers = barriersOf(values.value(value), number);
  if (given === undefined || place?.kind !== "pointer" || barriers === undefined) return [];
  return [{ ...barriers, given, place, field: fieldOf(isHanded ? given : followed(given, made), values) }];
}

/** What the call passes for a parameter of the maker. */
const handed = (expr: Expr, { given }: Creation): Expr | undefined =>
  expr.kind === "name" ? given?.get(expr.path.join("::")) : undefined;

/** What the expression is worth in each of the maker's instances. */
function numberThere(expr: Expr, runs: readonly Run[] = []): number | undefined {
  const found = new Set(runs.map(({ values }) => values.number(expr)));
  return found.size === 1 ? [...found][0] : undefined;
}

const padding = " and what aligns the next field";

/** What a field's barriers run over into: other data, barriers of another pipeline, or nothing. Words behind it may be meant for them. */
function overrun(one: Stored, all: readonly Stored[]): string | undefined {
  const { field, place, bytes } = one;
  const start = place.within;
  if (field === undefined || start === undefined || place.room === undefined) return undefined;
  const [from, to] = [start + place.room, start + bytes];
  for (const [name, each] of field.storage.fields) {
    const [at, bits] = [placeIn(each, "within"), bitsOf(each)];
    if (at !== undefined && bits !== undefined && bits !== 64 && at >= from && at < to) return ` before ${name}`;
  }
  const other = all.find(
    (each) =>
      each.field?.owner === field.owner &&
      each.place.within !== undefined &&
      each.place.within >= from &&
      each.place.within < to,
  );
  if (other?.field !== undefined) return ` before ${other.field.name}, which holds another pipeline's`;
  const behind = [...field.storage.fields.values()].flatMap((each) => placeIn(each, "within") ?? []);
  return behind.some((at) => at >= from) && behind.every((at) => at < from || at >= to) ? padding : undefined;
}

interface Field {
  /** The expression that the field is taken of, as its names say it. */
  readonly owner: string;
  readonly name: string;
  readonly storage: ObjectValue;
}

/** `storage.bars.data_ptr()`, `storage.bars.ptr`. */
function fieldOf(of: Expr, values: InstanceValues): Field | undefined {
  const address = of.kind === "call" ? of.callee : of;
  const field =
    address.kind === "member" && /^(?:data_ptr|ptr|iterator)$/.test(address.name) ? address.object : undefined;
  if (field?.kind !== "member") return undefined;
  const storage = values.value(field.object);
  return storage?.kind === "object" ? { owner: printExpr(field.object), name: field.name, storage } : undefined;
}

function placeIn(field: Value, name: string): number | undefined {
  const found = field.kind === "object" ? field.fields.get(name) : undefined;
  return found?.kind === "num" ? found.value : undefined;
}

function bitsOf(field: Value): number | undefined {
  const dtype = field.kind === "object" ? field.fields.get("dtype") : undefined;
  return dtype?.kind === "dtype" ? dtype.bits : undefined;
}

interface Barriers {
  readonly bytes: number;
  readonly of: string;
}

function barriersOf(made: Value | undefined, number: (name: string) => number | undefined): Barriers | undefined {
  // `make_participants()` gives the producer's and the consumer's side of one pipeline.
  const pipeline = made?.kind === "tuple" ? made.items[0] : made;
  const [, kind] = pipeline?.kind === "builtin" && pipeline.name === "pipeline()" ? pipeline.targs : [];
  if (kind?.kind !== "text") return undefined;
  if (kind.value === "PipelineOrder") {
    const [depth, length] = [number("depth"), number("length")];
    return depth === undefined || length === undefined
      ? undefined
      : { bytes: 8 * depth * length, of: `${length} groups with ${depth} stages` };
  }
  const stages = number("num_stages");
  return stages === undefined || !twice.has(kind.value)
    ? undefined
    : { bytes: 16 * stages, of: stages === 1 ? "1 stage" : `${stages} stages` };
}

/** Those with a full and an empty barrier for each stage. */
const twice: ReadonlySet<string> = new Set(
  ["Async", "CpAsync", "TmaAsync", "TmaUmma", "AsyncUmma", "UmmaAsync", "TmaMultiConsumersAsync"].map(
    (one) => `Pipeline${one}`,
  ),
);

/** The page of pipeline-storage. */
export const pipelineStoragePage = (): RulePage => ({
  doc: `
Each stage of a pipeline has two barriers of 8 bytes, one that says that it is full and one that says that it is empty: \`2 * num_stages\`
words of 64 bits. They begin at \`barrier_storage\`; what is too short for them, they run over into what lies behind.

\`PipelineOrder\` has one for each stage of each group: \`depth * length\`. A field of words behind is taken for the other half of them, where
no other pipeline has its barriers there. Where they run over only into what aligns the field behind, it is a warning: nothing is
overwritten, until a field is put between.`,
  references: ["cutlass/pipeline/sm90.py: PipelineAsync.create, PipelineOrder.create (nvidia-cutlass-dsl 4.8)"],
  examples: [
    {
      language: "python",
      bad: dsl(
        "4",
        "\n        #               ^^^^^^^^^^^^^^^^^^^^^^^ the barriers of 4 stages take 64 B, the storage has 32 B before flag",
      ),
      good: dsl("8"),
    },
  ],
});
