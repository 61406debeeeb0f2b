// What the evaluator found out: the only thing that features and rules read.
//
// Facts carry item-relative spans; `FileFacts.unit` knows where items stand. Nothing here depends on an editor.
import type { Answer, Need, Stop } from "../algebra/context.ts";
import type { Value } from "../algebra/value.ts";
import type { ItemId, Note, Span, Unit } from "./ir.ts";

/** Set where nobody calls a function, and parameters of it are worth what their defaults say. */
export interface ByDefaults {
  byDefaults?: true;
}

/** One binding of a function's parameters: the call path names it (`gemm_nt:342`), "" for a generic or file-scope instance. */
export interface Instance extends Readonly<ByDefaults> {
  readonly id: string;
  readonly item: ItemId;
  /** `Class::method` in C++, `Class.method` in Python, the class for class scope, "" for file scope. */
  readonly function: string;
  /** `gemm_nt:342`: the innermost caller that distinguishes it, with the 1-based line of the call. */
  readonly label: string;
  /** The whole call path, outermost first. */
  readonly path: readonly string[];
  /** Where each call of the path stands: its file, item and the offset in it. */
  readonly calls: readonly { readonly file: string; readonly item: ItemId; readonly start: number }[];
  /** Of a kernel: the threads of a block along x, y and z, where all its launches agree. */
  readonly block?: readonly [x: number, y: number, z: number];
  /** The instance of the class that the function is a member of. */
  readonly owner?: string;
  /** Nobody calls it: its parameters are symbols. */
  readonly generic: boolean;
  /** Every condition on the way here is known to hold. */
  readonly certain: boolean;
  /** Assumptions from presets, for "this rests on". */
  readonly assumes: readonly string[];
  /** Which configuration it is: `interface.py`, `mQ/mK = Float16`, `tile_m = 128`, `under arch // 10 == 9 and causal`. */
  readonly configuration: readonly string[];
}

/** What a call outside of every function is named by. */
export const fileName = (path: string): string => path.split("/").at(-1) ?? path;

/** Variables by their names: in which items. */
export type Names = ReadonlyMap<string, ReadonlySet<ItemId>>;

/** A declared or assigned name and its value at that point. */
export interface VariableFact {
  readonly kind: "variable";
  readonly instance: string;
  readonly item: ItemId;
  readonly name: string;
  /** The name in its declaration. */
  readonly span: Span;
  /** The initialising expression, where there is one. */
  readonly source?: Span;
  readonly role: "variable" | "parameter" | "alias" | "field" | "member" | "constant";
  readonly value: Value;
  readonly needs: readonly Need[];
  /** Why it is symbolic or unknown. */
  readonly why?: string;
  /** Library helpers that it rests on: `cutlass.utils.…, evaluated from the installed package` or `…, a built-in model`. */
  readonly from?: readonly string[];
  readonly note?: Note;
}

/** An expression's value: hovers on uses and sub-expressions. */
export interface ExpressionFact {
  readonly kind: "expression";
  readonly instance: string;
  readonly item: ItemId;
  readonly span: Span;
  readonly value: Value;
}

/** A call of a library operation: what rules look at. */
export interface CallFact {
  readonly kind: "call";
  readonly instance: string;
  readonly item: ItemId;
  readonly span: Span;
  /** The callee's name in the source. */
  readonly nameSpan: Span;
  /** CuTe's own name of the op: `make_tma_copy`, also for the DSL's spelling. */
  readonly op: string;
  /** Arguments in the op table's order. `declared` is where an argument that is a plain name was declared. */
  readonly args: readonly CallArg[];
  readonly result: Value;
  readonly needs: readonly Need[];
  readonly stop?: Stop;
  /** False in a branch whose condition is unknown, or in a generic instance beside real ones: rules stay silent. */
  readonly certain: boolean;
  /** Uncertain for this alone: a parameter of the function is what its body and CUTLASS's contracts take it to be, whose modes may have modes. */
  readonly assumed?: true;
  /** Refused, and uncertain for this alone: it stands on a side that nobody here takes or leaves, and whoever takes it has it refused. */
  readonly undecided?: true;
  /** Asked for its type alone, inside `decltype(…)` or below it: its values are stand-ins. */
  readonly typeOnly?: true;
  /** Where an argument may be one of several values: the call with each of them, one of which happens. */
  readonly cases?: Cases;
  /** Of a print in an unrolled loop: its round, and what the rounds before printed. */
  readonly round?: Round;
}

export interface Cases {
  /** One of them certainly happens. */
  readonly certain: boolean;
  readonly each: readonly CallFact[];
}

export interface Round {
  readonly name: string;
  readonly before: readonly (readonly CallArg[])[];
}

export interface CallArg {
  readonly role: string;
  readonly value: Value;
  readonly span: Span;
  readonly text: string;
  readonly declared?: { readonly item: ItemId; readonly span: Span };
}

export interface AssertFact {
  readonly kind: "assert";
  readonly instance: string;
  readonly item: ItemId;
  readonly span: Span;
  readonly holds: Answer;
  readonly static: boolean;
  readonly certain: boolean;
  readonly message?: string;
  /** Of Python that no trace leads to: it stands on libraries of which only what kernels ask for is modelled. */
  readonly host?: boolean;
}

/** Shared memory that a kernel declares, or lays a class over: `*reinterpret_cast<Storage*>(buffer)`. */
export interface StorageFact {
  readonly kind: "storage";
  readonly instance: string;
  readonly item: ItemId;
  readonly span: Span;
  /** The array that it lies in, as the kernel names it; undefined where the caller's name is not known. */
  readonly array: string | undefined;
  /** Declared so itself, and no view of raw memory. */
  readonly isDeclared: boolean;
  /** Where in that array it ends; undefined with the reason where the size is not known. */
  readonly bytes: number | undefined;
  readonly why?: string;
  /** Its fields, those of structs inside by their path. */
  readonly parts: readonly StoragePart[];
}

export interface StoragePart {
  readonly name: string;
  readonly bytes: number;
}

export type Fact = VariableFact | ExpressionFact | CallFact | AssertFact | StorageFact;

/** An instance of another file's function that an instance of this file leads to, with what it does itself. */
export interface Reached {
  /** The instance of this file, and where in its function the call stands that leads there. */
  readonly from: string;
  readonly item: ItemId;
  readonly span: Span;
  /** The callee's name in that call. */
  readonly nameSpan: Span;
  readonly file: string;
  readonly unit: Unit;
  /** 1-based line of an offset in an item of that file. */
  line(item: ItemId, offset: number): number;
  readonly instance: Instance;
  /** Of a closure: the function around it is not what runs. */
  readonly isClosure?: true;
  readonly facts: readonly Fact[];
  /** Each way that the call leads there: the calls on it in functions of other files, none where it is the call itself. */
  readonly via: readonly (readonly ReachedStep[])[];
}

export interface ReachedStep {
  /** The instance that makes the call. */
  readonly instance: string;
  /** In a closure of the function that runs in the instance. */
  readonly isClosure?: true;
  readonly unit: Unit;
  readonly item: ItemId;
  readonly span: Span;
  /** Of the instance that makes the call, where they are kept. */
  readonly facts: readonly Fact[];
}

/** An instance of this file that another one of this file leads to. */
export interface Called {
  /** The instance that calls, and where in its function the call stands. */
  readonly from: string;
  readonly item: ItemId;
  readonly span: Span;
  readonly to: string;
  /** Each way that the call leads there, as of what is reached in other files. */
  readonly via: readonly (readonly ReachedStep[])[];
}

/** A call that leads to such a function, of which nothing is kept. */
export interface LeftOut {
  readonly from: string;
  readonly item: ItemId;
  readonly span: Span;
}

export interface FileFacts {
  readonly unit: Unit;
  readonly instances: readonly Instance[];
  readonly facts: readonly Fact[];
  /** Functions of other files that do what the program asks for there too. */
  readonly reached?: readonly Reached[];
  /** What closures of functions of this file do in others of it that are given them: the facts of those have it too. */
  readonly closures?: readonly Reached[];
  readonly leftOut?: readonly LeftOut[];
  /** The calls between the instances of this file. */
  readonly called?: readonly Called[];
  /** Set where an element type is wanted that nobody in sight says. */
  readonly wantsElement?: true;
  /** Set where CuTe is a port to hardware that is not NVIDIA's, with conditions of its own. */
  readonly isPort?: true;
  /** The CUTLASS whose headers the file includes, as the program has it. */
  readonly libraryVersion?: string;
  /** Set when a budget ended the evaluation early. */
  readonly incomplete?: string;
}
