// `cute-lens inspect FILE`: every fact of a file, as a table for people or as JSON.
//
// One row per variable and instance. A value stands on one line; with numbers bound it stands as a run with them would print it.
// Lines and columns are 1-based, those of the name in its declaration; a notebook's code cells
// are read one after another with one empty line between them.
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Context } from "../../../src-engine/algebra/context.ts";
import { cosize, size } from "../../../src-engine/algebra/layout/coords.ts";
import type { AnyLayout, Value } from "../../../src-engine/algebra/value.ts";
import { isDoubt } from "../../../src-engine/interpret/doubts.ts";
import type { FileFacts, Instance, VariableFact } from "../../../src-engine/program/facts.ts";
import { attempt } from "../facts/attempt.ts";
import { plainLayout } from "../facts/describe.ts";
import { printValue } from "../facts/notation.ts";
import { readable } from "../facts/readable.ts";
import { kindOf } from "../features/kind.ts";
import { oneLine } from "../features/one-line.ts";
import { nodeWasmFiles } from "../languages/parse/node-wasm.ts";
import type { Document } from "../project/analyse.ts";
import { createProject } from "../project/create.ts";
import { lineTable } from "../project/linked.ts";
import { mentionsCute } from "../protocol/cute-words.ts";
import { workDone } from "../work-done.ts";
import { SettingsFinder } from "./check-settings.ts";
import { costRows } from "./cost-rows.ts";
import { printRows } from "./inspect-prints.ts";
import { everywhere, type Reach } from "./reach.ts";
import { table } from "./table.ts";
import { targetListStart } from "./target-list.ts";
import { progressOf, say } from "./terminal.ts";
import { readSource, readSourceFile, UsageError } from "./usage.ts";

export interface InspectedFact {
  readonly function: string;
  readonly instance: string;
  /** Which configuration the instance is: file, element types, sizes, conditions. */
  readonly configuration?: string;
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly value: string;
  /** The same for people, where formulas of bits have few values: `±8 … by threadIdx.x`. */
  readonly readable?: string;
  readonly shape?: string;
  readonly stride?: string;
  readonly size?: string;
  readonly cosize?: string;
  readonly why?: string;
  /** Library helpers that the value rests on: evaluated from the installed package's source, or a built-in model. */
  readonly from?: readonly string[];
}

/** `line`: each value on one line. `print`: as CuTe's `print` writes it, tiled objects on several lines. */
type Notation = "line" | "print";

interface InspectOptions {
  readonly json?: true;
  readonly bind: ReadonlyMap<string, number>;
  readonly notation?: Notation;
  readonly instance?: string;
  readonly arch?: string;
  readonly config?: string;
}

export function register(program: Command): void {
  program
    .command("inspect")
    .description("every layout, tensor and integer of a file with its value")
    .argument("<file>", "a C++, CUDA or Python file, or a notebook")
    .option("--json", "print JSON")
    .option("--bind <name=value,…>", "values for symbols: M=512,blockIdx.x=0", addBindings, new Map<string, number>())
    .addOption(
      new Option(
        "--notation <kind>",
        "values on one line, or as CuTe prints them (default: print with --bind, else line)",
      ).choices(["line", "print"]),
    )
    .option("--instance <text>", "only instances whose call path contains the text")
    .option("--arch <arch>", "the architecture assumed, e.g. sm_90a")
    .option("--config <file>", "use this cute-lens.json")
    .action((file: string, options: InspectOptions) => inspect(file, options));
}

export function addBindings(text: string, before: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const bindings = new Map(before);
  for (const part of text.split(",")) {
    const match = /^\s*([A-Za-z_][\w.]*)\s*=\s*(-?(?:0x[0-9a-fA-F]+|\d+))\s*$/.exec(part);
    if (match === null) throw new InvalidArgumentError(`"${part}" is not NAME=INTEGER`);
    const value = Number(match[2]);
    if (!Number.isSafeInteger(value)) throw new InvalidArgumentError(`"${part}" is beyond 2^53`);
    bindings.set(match[1]!, value);
  }
  return bindings;
}

async function inspect(file: string, options: InspectOptions): Promise<void> {
  const { facts, document } = await analysed(file, options);
  const notation = options.notation ?? (options.bind.size > 0 ? "print" : "line");
  const rows = factRows(facts, document, { only: options.instance, notation });
  if (rows.length === 0 && !mentionsCute(readSource(file))) throw new UsageError(`${file}: no CuTe code in it`);
  if (!options.json) say(textOf(rows, facts));
  else {
    const lists = targetListRows(facts, document, { only: options.instance, notation });
    const all = [...rows, ...lists, ...printRows(facts, document, (one) => isWanted(facts, one, options.instance))];
    process.stdout.write(`${JSON.stringify({ file, facts: all, costs: costRows(facts, document) }, null, 1)}\n`);
  }
}

export interface AnalysedOptions {
  readonly bind?: ReadonlyMap<string, number>;
  readonly arch?: string;
  readonly config?: string;
  readonly reach?: Reach;
}

export async function analysed(
  file: string,
  options: AnalysedOptions,
): Promise<{ readonly facts: FileFacts; readonly document: Document }> {
  const path = resolve(file);
  const finder = new SettingsFinder({
    ...(options.arch === undefined ? {} : { arch: options.arch }),
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.reach === undefined ? {} : { reach: options.reach }),
  });
  const { settings, presets, roots } = finder.of(file);
  const { includePaths, defines, macros, compileCommands } = settings;
  const pythonEnvironment = settings["python.environment"];
  const log = (message: string): void => void process.stderr.write(`${message}\n`);
  const project = await createProject(
    {
      host: (options.reach ?? everywhere).host,
      roots,
      includePaths,
      defines,
      macros,
      compileCommands,
      pythonEnvironment,
      log,
    },
    nodeWasmFiles(),
  );
  const document = await project.document(path);
  if (document === undefined) throw unreadable(file);
  const bindings = new Map([...presets.bindings, ...(options.bind ?? [])]);
  const progress = progressOf(1);
  progress.next(file);
  const how = { arch: settings.arch, presets: presets.presets, bindings, untaken: true, clock: workDone };
  const facts = await project.analyse(path, how);
  progress.end();
  project.dispose();
  if (facts === undefined) throw new UsageError(`${file} cannot be read`);
  return { facts, document };
}

/** Why a file makes no document. */
function unreadable(file: string): UsageError {
  readSourceFile(file);
  return new UsageError(`${file} cannot be read`);
}

// ---- rows -----------------------------------------------------------------------------------------------------------

interface RowOptions {
  /** Only instances whose call path contains the text. */
  readonly only?: string | undefined;
  readonly notation: Notation;
}

/** A row of each variable in each instance, in the order of the source. */
export function factRows(
  facts: FileFacts,
  document: Document,
  { only, notation }: RowOptions,
): readonly InspectedFact[] {
  const position = lineTable(document);
  const instances = new Map(facts.instances.map((one) => [one.id, one]));
  const rows: { readonly row: InspectedFact; readonly at: number }[] = [];
  for (const fact of facts.facts) {
    if (fact.kind !== "variable") continue;
    const instance = instances.get(fact.instance);
    if (only !== undefined && !matches(instance, only)) continue;
    const place = facts.unit.places.get(fact.item);
    const offset = (place?.start ?? 0) + fact.span.start;
    const { line, column } = position(place?.fragment ?? 0, offset);
    rows.push({ row: rowOf(facts, fact, instance, { line, column, notation }), at: line * 4096 + column });
  }
  return rows.sort((a, b) => a.at - b.at).map((one) => one.row);
}

/** Names of a target list over several lines, once more where the list begins. */
function targetListRows(
  facts: FileFacts,
  document: Document,
  { only, notation }: RowOptions,
): readonly InspectedFact[] {
  if (facts.unit.language !== "python") return [];
  const position = lineTable(document);
  const instances = new Map(facts.instances.map((one) => [one.id, one]));
  return facts.facts.flatMap((fact): readonly InspectedFact[] => {
    if (fact.kind !== "variable" || fact.role === "parameter") return [];
    const instance = instances.get(fact.instance);
    if (only !== undefined && !matches(instance, only)) return [];
    const place = facts.unit.places.get(fact.item);
    const fragment = place?.fragment ?? 0;
    const offset = (place?.start ?? 0) + fact.span.start;
    const start = targetListStart(document.fragments[fragment] ?? "", offset);
    if (start === undefined) return [];
    const { line, column } = position(fragment, start);
    return line === position(fragment, offset).line ? [] : [rowOf(facts, fact, instance, { line, column, notation })];
  });
}

const isWanted = ({ instances }: FileFacts, id: string, only: string | undefined): boolean =>
  only === undefined ||
  matches(
    instances.find((one) => one.id === id),
    only,
  );

const matches = (instance: Instance | undefined, text: string): boolean =>
  instance !== undefined && [instance.label, ...instance.path].some((one) => one.includes(text));

function rowOf(
  facts: FileFacts,
  fact: VariableFact,
  instance: Instance | undefined,
  { line, column, notation }: { readonly line: number; readonly column: number; readonly notation: Notation },
): InspectedFact {
  const { language } = facts.unit;
  const text = notation === "line" ? oneLine : printValue;
  const { value, name } = fact;
  return {
    function: instance?.function ?? "",
    instance: instance?.label ?? "",
    ...(instance === undefined || instance.configuration.length === 0
      ? {}
      : { configuration: instance.configuration.join(", ") }),
    name,
    line,
    column,
    kind: kindOf(value),
    // The address is only the run's to know: `ptr[32b](PTR) o …` says no more than `ptr[32b] o …`.
    value: isNothing(value) ? "unknown" : text(value, language).replaceAll("(PTR)", ""),
    ...readableOf(value, (one) => text(one, language).replaceAll("(PTR)", "")),
    ...parts(value, facts),
    ...whyOf(fact, instance),
    ...(fact.from === undefined ? {} : { from: fact.from }),
  };
}

/** The value with `±8` where the formula over all threads has just these values. */
function readableOf(whole: Value, text: (value: Value) => string): { readonly readable?: string } {
  const { value, replaced } = readable(whole);
  return replaced.length === 0 ? {} : { readable: `${text(value)} by ${replaced[0]?.by}` };
}

/** Why it is no plain number, and the presets and defaults that it rests on. */
function whyOf(fact: VariableFact, instance: Instance | undefined): { readonly why?: string } {
  const assumed =
    instance?.assumes.filter(
      (one) => / by (?:preset|its default)$| takes first$|\bnot None$/.test(one) || isDoubt(one),
    ) ?? [];
  const rests = [...new Set([...assumed, ...(fact.from ?? []).filter(isDoubt)])];
  const whole = [
    ...(fact.why === undefined ? [] : [fact.why]),
    ...(rests.length === 0 ? [] : [`rests on ${rests.join(", ")}`]),
  ];
  return whole.length === 0 ? {} : { why: whole.join("; ") };
}

const isNothing = (value: Value): boolean =>
  (value.kind === "unknown" && value.type === undefined) || (value.kind === "type" && value.of.kind === "unknown");

type Parts = Partial<Pick<InspectedFact, "shape" | "stride" | "size" | "cosize">>;

/** Of alternatives what they have in common: tiles at different coordinates have one shape. */
function parts(value: Value, facts: FileFacts): Parts {
  if (value.kind === "alternatives") {
    const all = value.options.map((one) => parts(one.value, facts));
    const common = (["shape", "stride", "size", "cosize"] as const).filter(
      (key) => all[0]?.[key] !== undefined && all.every((one) => one[key] === all[0]?.[key]),
    );
    return Object.fromEntries(common.map((key) => [key, all[0]?.[key]]));
  }
  const layout = layoutOf(value);
  if (layout === undefined) return {};
  const { language } = facts.unit;
  const plain = plainLayout(layout);
  const number = (of: (ctx: Context) => Value): string | undefined => {
    const found = attempt(language, of);
    return found === undefined ? undefined : printValue(found, language);
  };
  const count = number((ctx) => size(ctx, layout));
  const reach = number((ctx) => cosize(ctx, layout));
  return {
    ...(plain === undefined
      ? {}
      : { shape: printValue(plain.shape, language), stride: printValue(plain.stride, language) }),
    ...(count === undefined ? {} : { size: count }),
    ...(reach === undefined ? {} : { cosize: reach }),
  };
}

function layoutOf(value: Value): AnyLayout | undefined {
  if (value.kind === "layout" || value.kind === "composed") return value;
  return value.kind === "tensor" && value.layout.kind !== "unknown" ? value.layout : undefined;
}

// ---- text -----------------------------------------------------------------------------------------------------------

function textOf(rows: readonly InspectedFact[], facts: FileFacts): string {
  const groups = new Map<string, InspectedFact[]>();
  for (const row of rows) {
    const title = titleOf(row);
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  const parts = [...groups].map(([title, group]) => `${title}\n${table(group.map(cellsOf))}`);
  if (facts.incomplete !== undefined) parts.push(`incomplete: ${facts.incomplete}\n`);
  return parts.length === 0 ? "no facts\n" : `${parts.join("\n")}`;
}

function titleOf(row: InspectedFact): string {
  const name = row.function === "" ? "file scope" : row.function;
  return row.instance === "" ? name : `${name} (from ${row.instance})`;
}

function cellsOf(row: InspectedFact): readonly string[] {
  const value = (row.readable ?? row.value).replace(/\n\s*/g, " ").trim();
  const why = row.value === "unknown" && row.why !== undefined ? `: ${row.why}` : "";
  return [`  ${row.line}`, row.name, row.kind, value + why];
}
