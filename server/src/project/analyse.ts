// One file's facts, and what it took: parse → lower → link → evaluate, with yields to the event loop between instances.
//
// A `Project` lives as long as its server or command; it keeps parsed units and remembered instances between analyses.
// `analyse` never throws for bad input; a cancelled analysis resolves to undefined.
import type { DType } from "../../../src-engine/algebra/value.ts";
import type { FileFacts, Names } from "../../../src-engine/program/facts.ts";
import type { ItemId, Language, Place } from "../../../src-engine/program/ir.ts";
import type { Host } from "../host.ts";
import type { UserIndex } from "./users.ts";

/** A document as an ordered list of fragments: a file has one, a notebook one per code cell. */
export interface Document {
  readonly path: string;
  readonly language: Language;
  readonly version: number;
  readonly fragments: readonly string[];
}

export interface AnalyseOptions {
  /** Values for symbols and host parameters: `M` → 512, `blockIdx.x` → 0. */
  readonly bindings?: ReadonlyMap<string, number>;
  /** Target architecture, e.g. `sm_90a`: decides `#if`s. */
  readonly arch?: string;
  /** Presets of the workspace file: function or class name → `NAME = VALUE, …` texts. */
  readonly presets?: Readonly<Record<string, readonly string[]>>;
  /** Also evaluate the sides of branches that no instance takes, as resting on an assumption. */
  readonly untaken?: boolean;
  /** Milliseconds after which that is given up and what is known so far is the answer. */
  readonly patience?: number;
  /** What measures them: the wall's time, or what this process has worked, which other programs do not change. */
  readonly clock?: () => number;
  /** How far the evaluation goes: as `check` does of one among few or many files, each of which has its turn; else as for the file that somebody looks at. */
  readonly effort?: "few" | "check";
  /** What element types are that nobody says. */
  readonly element?: DType;
  /** These items alone. */
  readonly only?: ReadonlySet<ItemId>;
  /** A question beside the document's own facts: nothing of it is remembered. */
  readonly passing?: true;
  /**
   * Takes facts that are there at once after an edit: those of the edited functions are new, the others follow when the promise
   * that it gives, if any, is fulfilled.
   */
  readonly preview?: (facts: FileFacts) => unknown;
  /** Takes the facts of a new evaluation while it goes on: more of them each time. */
  readonly early?: (facts: FileFacts) => void;
  /**
   * After an edit that asks for a new evaluation: what somebody looks at, and who takes the facts as soon as most of that is known
   * again. Elsewhere they are those of before.
   */
  readonly sight?: { readonly names: () => Names; readonly tell: (facts: FileFacts) => void };
  /** Asked every few steps of the evaluation: true ends the analysis with undefined. */
  readonly cancelled?: () => boolean;
}

/** Where the project's files are and what the build says about them. */
export interface ProjectOptions {
  readonly host: Host;
  /** Workspace folders; angle includes are looked for below them and in `includePaths`. */
  readonly roots: readonly string[];
  readonly includePaths?: readonly string[];
  readonly defines?: Readonly<Record<string, string>>;
  /** Macros whose definition is nowhere to be seen and that say nothing: `NAME` or `NAME(...)`. */
  readonly macros?: readonly string[];
  /** compile_commands.json or its folder; looked for around each file when empty. */
  readonly compileCommands?: string;
  /** Told about the index, which then is built in the background; without it an analysis waits. */
  readonly index?: IndexEvents;
  /** Where the index is kept elsewhere. */
  readonly users?: UserIndex | undefined;
  /** Takes one sentence about a file of the project that cannot be understood. */
  readonly log?: (message: string) => void;
  /** A Python environment, its interpreter or its package folder; looked for in the workspace when empty. */
  readonly pythonEnvironment?: string;
}

/** The index of who uses a file: it reads every file of the project once. */
export interface IndexEvents {
  /** Reading begins. */
  begin(): IndexTask;
  /** An analysis did not wait for the users of this file; now they are known. */
  late(path: string): void;
}

export interface IndexTask {
  report(done: number, total: number): void;
  end(): void;
}

export interface Project {
  /** An open document's text replaces the file's; undefined closes it. */
  setDocument(path: string, document: Document | undefined): void;
  /** A file changed on disk. */
  forget(path: string): void;
  /** Facts of one file. */
  analyse(path: string, options?: AnalyseOptions): Promise<FileFacts | undefined>;
  /** Facts of what stands in one place of a file that has more functions than `analyse` goes through. */
  look(path: string, place: Place, options?: AnalyseOptions): Promise<FileFacts | undefined>;
  /** The document as analysed last (opened or read), for texts and line numbers. */
  document(path: string): Promise<Document | undefined>;
  dispose(): void;
}
