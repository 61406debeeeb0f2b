// What lives during one evaluation: the program, the state's journal, the instances and the work list.
//
// A `Session` is one evaluation of a program for one target file; a `Frame` is where the evaluation stands: which function of
// which instance, in which scope, under which conditions. Frames are cheap and copied for inner scopes; `flow` is one per call.
import type { Need } from "../algebra/context.ts";
import type { Value } from "../algebra/value.ts";
import type { Condition } from "../program/condition.ts";
import type { ByDefaults, Fact } from "../program/facts.ts";
import type { Block, ClassItem, FunctionItem, Item, ItemId, Language } from "../program/ir.ts";
import type { Program } from "../program/program.ts";
import type { ClassValue, FunctionValue, ObjectValue, Scope } from "../program/values.ts";
import type { Aside } from "./aside.ts";
import type { Call, CallPlace } from "./call-record.ts";
import type { Stages } from "./checkpoint.ts";
import type { Dialect } from "./dialect.ts";
import type { Donated } from "./donors.ts";
import type { ElsewhereCall } from "./elsewhere.ts";
import type { Exits } from "./exits.ts";
import type { FileScope } from "./file-scope.ts";
import { type Identities, newIdentities } from "./identities.ts";
import { type Change, type Journal, newJournal } from "./journal.ts";
import { type Limits, usualLimits } from "./limits.ts";
import type { Effects } from "./replay.ts";
import type { Rewritten } from "./rewritten.ts";
import { newSeen, type Seen } from "./seen.ts";
import type { Made, Trace } from "./trace.ts";
import type { Assumption, Side } from "./untaken.ts";

export type { LibrarySource, LinkedUnit, Preset, Program } from "../program/program.ts";
export type { FileScope, Used } from "./file-scope.ts";

/** One instance while it is evaluated and after. */
export interface InstanceRecord extends ByDefaults {
  readonly key: string;
  readonly id: string;
  readonly file: string;
  readonly item: ItemId;
  readonly function: string;
  readonly name: string;
  /** The first that called it. */
  caller?: Caller;
  /** Of a member function or nested class: the record of its class. */
  readonly owner?: InstanceRecord;
  /** A class's or file's names, each evaluated when somebody asks for it. */
  readonly isScope: boolean;
  readonly generic: boolean;
  /** A template that nothing instantiates, or reached only from one: shown where nothing better is known. */
  readonly speculative: boolean;
  /** CuTe DSL: a function that is traced, not run. */
  traced?: boolean;
  certain: boolean;
  /** It is uncertain for this alone: that nobody knows the modes of what its own parameters are taken to be. */
  assumed?: true;
  /** What it reads, or one of its callers, is of one run of many: which values a program takes is not for an assertion to say. */
  ofOneRun?: true;
  readonly assumes: string[];
  readonly facts: Map<string, Fact>;
  /** What closures of other functions do that it calls, of what the program asks for in other files too. */
  readonly elsewhere: Map<string, ElsewhereCall>;
  /** False outside the target file. */
  readonly recording: boolean;
  /** Outside the target file, with operations that are asked for there too: its facts are kept. */
  readonly isAsked: boolean;
  state: "waiting" | "running" | "done";
  result?: Value;
  /** The result as text, where it holds objects, which whoever gets them may write to. */
  gave?: string;
  /** The result again, where it may be given to every such call. */
  returned?: Returned;
  /** A launch, or a call whose value nobody needs: nobody waits for what it gives or writes. */
  isDeferred?: true;
  /** Wrote nothing that outlives the call: the result may be reused. */
  pure: boolean;
  /** Wrote to what it was given, or to globals. */
  wrote?: boolean;
  /** What it left, where that is not to be replayed. */
  footprint?: string | undefined;
  /** Symbols that it has made for what joins and loops leave. */
  minted: number;
  /** In the target file, its calls and the target's classes that it names, in their order: with result and writes all that others see. */
  readonly calls: Set<string>;
  /** The instances that its calls lead to, by key, with the places of the calls. */
  readonly callees: Map<string, CallPlace[]>;
  /** What it began with, in the target file: enough to run it again when its function's code has been edited. */
  entry?: Entry;
  stages?: Stages; // Where it does not run from its begin to its end.
}

/** Threads along x, y and z. */
export type BlockExtents = readonly [x: number, y: number, z: number];

/** How an instance begins: a call with its arguments as they were then, or a function that nobody calls with what a case lists. */
export type Entry = { readonly shows?: Shows } & (
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "uncalled"; readonly fn: FunctionValue; readonly values: ReadonlyMap<string, Value> }
);

/** The objects that others write to as well, by the copies that an instance began with: its facts show what all left of them. */
export type Shows = ReadonlyMap<ObjectValue["fields"], ObjectValue["fields"]>;

/** What a call gave that did nothing else. */
export interface Returned {
  readonly value: Value;
  readonly needs: readonly Need[];
  readonly origins: readonly string[];
}

export interface Caller {
  readonly instance: InstanceRecord;
  /** The call's place: file, item and the offset in it. */
  readonly file: string;
  readonly item: ItemId;
  readonly start: number;
  /** What it stands under, where not all of that is known to hold: `arch // 10 == 9`. */
  readonly under?: readonly string[];
  /** What of it asks for nothing but the device. */
  readonly ofDevice?: readonly Condition[];
}

/** A class that is named to be there with all its members: `template struct M<176>;` */
export interface Instantiated {
  readonly instance: ClassInstance;
  readonly by: Caller;
  /** The one method that is run: of a kernel that the library launches. */
  readonly only?: string;
}

/** A call that waits in the work list, and how much it may take where that is less than any other instance may. */
export interface Job {
  readonly mostSteps?: number;
  readonly run: () => void;
  readonly what: string;
}

export interface Session {
  readonly program: Program;
  readonly bindings: ReadonlyMap<string, number>;
  readonly limits: Limits;
  readonly journal: Journal;
  readonly identities: Identities;
  readonly queue: Job[];
  readonly instances: Map<string, InstanceRecord>;
  readonly files: Map<string, FileScope>;
  readonly classes: Map<string, ClassInstance>;
  /** Results of calls without effects that were made while nothing was recorded. */
  readonly results: Map<string, Returned>;
  /** What calls with effects did, for when they come again. */
  readonly effects: Map<string, Effects>;
  /** Calls that a silent look has evaluated, until they come in earnest. */
  readonly traces: Map<string, Trace>;
  /** What the instance at work makes in the session. */
  made: Made[];
  /** How many instances a call site has made. */
  readonly sites: Map<string, number>;
  readonly imports: Map<string, ReadonlySet<string>>; // Of each module, directly or through others.
  readonly members: WeakMap<ClassItem, Map<string, readonly Item[]>>; // Of classes by name.
  /** Code of lambdas and nested functions that something has called. */
  readonly called: Set<object>;
  /** Functions of the target that an edit has changed since the scopes were made: those find the code of before. */
  readonly edited: ReadonlyMap<ItemId, FunctionItem>;
  /** Instances that have shown code which nothing calls, by that code. */
  readonly uncalled: Map<object, Set<string>>;
  readonly seen: Seen;
  /** Classes that the code instantiates by name, with all their members. */
  readonly instantiated: Instantiated[];
  /** Calls that have run without an instance of their own, by key. */
  readonly aside: Map<string, Aside>;
  steps: number;
  /** Those in other files than the target: no edit of a body there changes them. */
  stepsOutside: number;
  /** At so many steps the evaluation asks whether to go on. */
  nextBreath: number;
  /** Who may ask for the thread back; scopes outlive the evaluation that made them. */
  readonly watch: { interrupted: (() => boolean) | undefined };
  instanceSteps: number;
  /** Is the entry of the work list at work one of a file that uses the target? */
  isUsers: boolean;
  /** What the entry of the work list at work may take. */
  mostSteps: number;
  callDepth: number;
  /** Calls that run, outermost first. */
  readonly open: Call[];
  expressionDepth: number;
  /** Above 0 nothing is recorded: a loop's first look, a repeated call. */
  silent: number;
  unevaluated: number; // Above 0 only types count: the operand of `decltype`, where values are stand-ins.
  /** What operations needed since the variable's initialiser began. */
  needs: Need[];
  /** Library helpers that gave the values of the statement at work, and whether by their source or a model. */
  origins: string[];
  readonly rewritten: Rewritten;
  /** Symbols made anew at each call so far: a call that makes some is not the same the next time. */
  fresh: number;
  /** What this evaluation assumes to be otherwise than the program says. */
  readonly assume: readonly Assumption[];
  /** The sides of the target's branches whose test is known, where the untaken ones are looked at. */
  sides: Map<string, Side> | undefined;
  readonly derived: Map<string, boolean>; // Names: does the program compute what has them?
  /** C++: the words of the target file, made when first asked for. */
  words?: ReadonlySet<string>;
  /** Words that it was searched for. */
  readonly searched: Set<string>;
  /** Examples for template parameters that the evaluation has met. */
  donors?: Map<string, Donated>;
  incomplete?: string;
}

export interface ClassInstance {
  readonly key: string;
  readonly value: ClassValue;
  /** Template parameters, then the members found on demand. */
  readonly scope: Scope;
  readonly record: InstanceRecord;
  /** Classes that were made by a class's own members, one inside the other. */
  readonly nesting: number;
  readonly busy: Set<string>;
}

/** A value returned under conditions, with the writes that the return took along. */
export interface Return {
  readonly under: readonly Condition[];
  readonly value: Value;
  /** Only for a return inside a branch whose writes are taken back. */
  readonly changes: readonly Change[];
  /** The state at the return is the state that the call leaves. */
  readonly live: boolean;
}

export interface Flow {
  /** How many conditions the caller gave. */
  readonly base: number;
  /** Open journal logs when the call began. */
  readonly depth: number;
  /** The function is evaluated by the compiler: its loops run round by round. */
  readonly constexpr: boolean;
  /** Conditions known to hold here, outermost first. */
  readonly path: Condition[];
  readonly returns: Return[];
  /** How the rounds of the loops around may have been left by break or continue, innermost loop last. */
  readonly exits: Exits[];
  /** Symbols that stand for what the loops around change, innermost loop last. */
  readonly heads: Set<string>[];
  /** The rounds of the unrolled loops around, outermost first. */
  readonly rounds: number[];
  unsure: number; // Open branches whose condition is unknown.
  asserting?: boolean; // A static assertion asks.
}

export interface Frame {
  readonly session: Session;
  readonly file: FileScope;
  readonly dialect: Dialect;
  readonly language: Language;
  /** The item from whose start spans count. */
  readonly item: ItemId;
  readonly instance: InstanceRecord;
  readonly scope: Scope;
  /** Python: where assignments bind. C++: the function's outermost scope. */
  readonly functionScope: Scope;
  readonly self?: Value;
  readonly owner?: ClassInstance;
  /** Namespaces and classes around the code. */
  readonly namespaces: readonly string[];
  readonly flow: Flow;
  /** In a closure of another function: the call in the instance's own that leads there. */
  readonly from?: CallPlace;
}

export type End = "next" | "return" | "raise" | "break" | "continue";
export type Execute = (frame: Frame, block: Block) => End;

export function newSession(
  program: Program,
  bindings: ReadonlyMap<string, number> = new Map(),
  limits: Limits = usualLimits,
  assume: readonly Assumption[] = [],
  interrupted?: () => boolean,
): Session {
  return {
    program,
    bindings,
    limits,
    journal: newJournal(),
    identities: newIdentities(),
    queue: [],
    instances: new Map(),
    files: new Map(),
    classes: new Map(),
    results: new Map(),
    effects: new Map(),
    traces: new Map(),
    made: [],
    searched: new Set(),
    sites: new Map(),
    imports: new Map(),
    members: new WeakMap(),
    called: new Set(),
    edited: new Map(),
    uncalled: new Map(),
    seen: newSeen(),
    instantiated: [],
    aside: new Map(),
    steps: 0,
    nextBreath: 0,
    watch: { interrupted },
    stepsOutside: 0,
    instanceSteps: 0,
    isUsers: false,
    mostSteps: limits.instanceSteps,
    callDepth: 0,
    open: [],
    expressionDepth: 0,
    silent: 0,
    unevaluated: 0,
    needs: [],
    origins: [],
    assume,
    sides: undefined,
    fresh: 0,
    rewritten: new Map(),
    derived: new Map(),
  };
}

export const newFlow = (path: readonly Condition[] = [], unsure = 0, depth = 0, constexpr = false): Flow => ({
  base: path.length,
  depth,
  constexpr,
  path: [...path],
  returns: [],
  exits: [],
  heads: [],
  rounds: [],
  unsure,
});

export const isFunctionItem = (code: FunctionValue["code"]): code is FunctionItem => "id" in code;

export const inner = (frame: Frame, scope: Scope): Frame => ({ ...frame, scope });
