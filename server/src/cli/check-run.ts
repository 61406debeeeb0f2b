// Checks files one after the other: facts, rules, and the findings with lines and columns from 1.
import { resolve } from "node:path";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { linesOf } from "../convert/lines.ts";
import { nodeWasmFiles } from "../languages/parse/node-wasm.ts";
import type { AnalyseOptions, Document, Project } from "../project/analyse.ts";
import { createProject } from "../project/create.ts";
import { withElements } from "../project/element-types.ts";
import { withAnyElement } from "../rules/any-element.ts";
import { findProblems } from "../rules/find.ts";
import type { InFile, Problem } from "../rules/problem.ts";
import type { Severity } from "../settings/schema.ts";
import { type FileSettings, SettingsFinder } from "./check-settings.ts";
import { everywhere, type Reach } from "./reach.ts";

export interface Point {
  readonly line: number;
  readonly column: number;
}

export interface CheckFinding {
  readonly file: string;
  readonly code: string;
  readonly severity: Exclude<Severity, "off">;
  readonly message: string;
  readonly start: Point;
  readonly end: Point;
  /** The cell, for notebooks. */
  readonly cell?: number;
  /** In the same file, but where another one is named. */
  readonly related: readonly CheckRelated[];
}

export interface CheckRelated {
  readonly message: string;
  readonly start: Point;
  readonly end: Point;
  readonly file?: string;
}

export interface CheckResult {
  readonly findings: readonly CheckFinding[];
  /** For stderr. */
  readonly notes: readonly string[];
  /** The baseline that a cute-lens.json names. */
  readonly baseline?: string;
  readonly crashed: boolean;
}

export interface RunOptions {
  readonly arch?: string;
  readonly config?: string;
  readonly reach?: Reach;
  /** Called with each file when its turn comes. */
  readonly begin?: (file: string) => void;
  /** Of how many files these are a part. */
  readonly among?: number;
}

/** Of so few files each is evaluated thoroughly, as for `inspect`; of more, the files that use one are left to their own turn sooner. */
const few = 8;
const effortOf = (among: number): Effort => (among > few ? "check" : "few");
type Effort = "few" | "check";

export async function checkFiles(
  files: readonly string[] | AsyncIterable<string>,
  options: RunOptions,
): Promise<CheckResult> {
  const settings = new SettingsFinder(options);
  const projects = new Projects(options.reach ?? everywhere);
  const findings: CheckFinding[] = [];
  const notes: string[] = [];
  const effort = effortOf(options.among ?? ("length" in files ? files.length : 1));
  let crashed = false;
  for await (const file of files) {
    const found = settings.of(file);
    options.begin?.(file);
    if (found.ignored) continue;
    try {
      findings.push(...(await checkFile(file, { found, effort }, await projects.of(found))));
    } catch (error) {
      crashed = true;
      notes.push(`${file}: internal error: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  projects.dispose();
  const complaints = settings.complaints();
  const result = { findings, notes: [...complaints, ...notes], crashed: crashed || complaints.length > 0 };
  const baseline = settings.baseline();
  return baseline === undefined ? result : { ...result, baseline };
}

interface How {
  readonly found: FileSettings;
  readonly effort: Effort;
}

async function checkFile(file: string, how: How, project: Project): Promise<readonly CheckFinding[]> {
  const { problems, document } = await problemsIn(file, how, project);
  return document === undefined ? [] : problems.map((problem) => findingOf(file, document, problem));
}

export interface Problems {
  readonly problems: readonly Problem[];
  /** The text that they are about: one, or a notebook's cells. */
  readonly texts: readonly string[];
}

/** The problems of one file as it is now, with their fixes. */
export async function problemsOf(file: string, options: RunOptions): Promise<Problems> {
  const found = new SettingsFinder(options).of(file);
  if (found.ignored) return { problems: [], texts: [] };
  const projects = new Projects(options.reach ?? everywhere);
  const { problems, document } = await problemsIn(
    file,
    { found, effort: effortOf(options.among ?? 1) },
    await projects.of(found),
  );
  projects.dispose();
  return { problems, texts: document?.fragments ?? [] };
}

async function problemsIn(file: string, { found: { settings, presets }, effort }: How, project: Project) {
  const path = resolve(file);
  const how: AnalyseOptions = { arch: settings.arch, effort, ...presets };
  const facts = await project.analyse(path, how);
  const document = await project.document(path);
  if (facts === undefined || document === undefined) return { problems: [] };
  const failures: string[] = [];
  const find = (of: FileFacts): readonly Problem[] =>
    findProblems(of, document.fragments, settings, (rule, error) =>
      failures.push(`rule ${rule.code}: ${error instanceof Error ? error.message : String(error)}`),
    );
  const problems = find(facts);
  const tries = withElements(facts, (element) => project.analyse(path, { ...how, element, passing: true }));
  const more = await withAnyElement(problems, tries, async (of) => find(of));
  if (failures[0] !== undefined) throw new Error(failures[0]);
  return { problems: inOrder([...problems, ...more]), document };
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((a, b) => a.place.fragment - b.place.fragment || a.place.start - b.place.start);

function findingOf(file: string, { fragments }: Document, problem: Problem): CheckFinding {
  const { code, severity, message, place, related, elsewhere } = problem;
  const points = (at: Problem["place"]) => {
    const lines = linesOf(fragments[at.fragment] ?? "");
    const [start, end] = [lines.at(at.start), lines.at(at.end)];
    return {
      start: { line: start.line + 1, column: start.character + 1 },
      end: { line: end.line + 1, column: end.character + 1 },
    };
  };
  const here = related.map((r) => ({ message: r.message, ...points(r.place) }));
  const others: readonly CheckRelated[] = elsewhere === undefined ? here : [inFile(elsewhere), ...here];
  const finding = { file, code, severity, message, ...points(place), related: others };
  return fragments.length > 1 ? { ...finding, cell: place.fragment + 1 } : finding;
}

function inFile({ file, line, message }: InFile): CheckRelated {
  const at = { line, column: 1 };
  return { message, start: at, end: at, file };
}

/** A project remembers what it read. In a long run a new one begins when that fills the memory, but not for every file. */
const filesPerProject = 40;
const mostBytes = 1_200_000_000;

/** One project for files with the same defines and include paths. */
class Projects {
  readonly #projects = new Map<string, Promise<Project>>();
  #used = 0;

  constructor(private readonly reach: Reach) {}

  of({ roots, settings }: FileSettings): Promise<Project> {
    if (++this.#used > filesPerProject && process.memoryUsage().heapUsed > mostBytes) this.dispose();
    const { includePaths, defines, macros, compileCommands } = settings;
    const pythonEnvironment = settings["python.environment"];
    const key = JSON.stringify([roots, includePaths, defines, macros, compileCommands, pythonEnvironment]);
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const project = createProject(
      { host: this.reach.host, roots, includePaths, defines, macros, compileCommands, pythonEnvironment },
      nodeWasmFiles(),
    );
    this.#projects.set(key, project);
    return project;
  }

  dispose(): void {
    for (const project of this.#projects.values()) void project.then((p) => p.dispose());
    this.#projects.clear();
    this.#used = 0;
  }
}
