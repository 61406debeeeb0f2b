// What a rule is: one file with its code, its sentence, its check over facts, its fix, its page and its examples.
//
// A rule speaks on "no" and is silent on "unknown". The message names the thing, the numbers and the way out.
// The examples are its tests and part of its documentation page; `^^^ text` under a line marks the finding it must give.

import type { Answer } from "../../../src-engine/algebra/context.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { AssertFact, CallFact, Fact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Item, ItemId, Language, Span, Unit } from "../../../src-engine/program/ir.ts";
import type { CallCost } from "../costs/of-call.ts";
import type { Arch, Severity } from "../settings/schema.ts";
import type { Rewrite } from "./rewrite.ts";

/** Where something stands, as facts say it: a span inside an item. */
export interface Site {
  readonly item: ItemId;
  readonly span: Span;
}

export interface Related extends Site {
  readonly message: string;
}

/** A change of the source that mends a finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly (Site & { readonly text: string })[];
}

/** What of a value is at fault: the shape is that of a tile, not of what it is a tile of; the address is the pointer's, not the layout's; a field is where the struct has it; the atom is what a thread's slice is of; the operand is what an MMA partitioned it as. */
export type Fault = "value" | "shape" | "address" | "field" | "atom" | "operand";

export interface Finding extends Site {
  /** The called name, where the finding stands at an argument of the call. */
  readonly of?: Span;
  /** What of the argument is at fault, where a caller may have chosen it: all of it unless said. */
  readonly fault?: Fault;
  /** Where two arguments do not go together: a caller that chose one of them alone is told. */
  readonly sides?: readonly Span[];
  /** Further arguments that it speaks of: what they name is linked too. */
  readonly also?: readonly Span[];
  /** One sentence, the numbers in it, then the way out. */
  readonly message: string;
  /** Where this case is milder or harder than the rule's own severity. */
  readonly severity?: Severity;
  readonly related: readonly Related[];
  readonly fixes: readonly Fix[];
  /** Ways to mend the expression that chose the argument's value, wherever it stands in the file. */
  readonly rewrites?: (text: string) => readonly Rewrite[];
}

/** What a rule may ask besides its fact: of source text only that of the item that its fact stands in. */
export interface RuleContext {
  readonly language: Language;
  readonly arch: Arch;
  /** Is the CUTLASS that the file includes older than this? */
  libraryIsBefore(version: string): Answer;
  /** The value in the language's notation. */
  print(value: Value): string;
  /** Source text at a site, "" when it is gone. */
  text(site: Site): string;
}

/** What a rule may ask that looks at the whole file. */
export interface FileContext extends RuleContext {
  /** The text of each fragment. */
  readonly texts: readonly string[];
}

/** All that one instance of a function does: for rules about sums over a kernel. */
export interface InstanceFacts {
  readonly instance: Instance;
  readonly facts: readonly Fact[];
  /** The function or class itself, where the rules are run. */
  readonly code?: Item | undefined;
}

export interface Example {
  readonly language: Language;
  /** Gives exactly the marked findings of this rule. */
  readonly bad: string;
  /** The same code mended: no finding at all. */
  readonly good: string;
  /** The architecture that both are judged for, where the rule depends on it. */
  readonly arch?: Arch;
}

/** What a rule's page tells besides; a server has no use for it, and does not carry it. */
export interface RulePage {
  /** Markdown: why it matters and what to do. */
  readonly doc: string;
  /** CUTLASS file:line or documents that state the condition. */
  readonly references: readonly string[];
  readonly examples: readonly Example[];
}

interface RuleBase {
  /** Stable, kebab-case: `tma-size-mismatch`. What is shown, configured and suppressed. */
  readonly code: string;
  /** The same as a number in its family: `TMA060`; accepted wherever the code is. */
  readonly number: string;
  readonly severity: Severity;
  /** One sentence: what it reports. */
  readonly title: string;
  /** It speaks only where no other rule speaks of the place. */
  readonly fallback?: true;
  /** A language that it cannot arise in, and why. */
  readonly absent?: Partial<Readonly<Record<Language, string>>>;
}

/** The function that a call stands in, and all that is known there. */
export interface Around {
  readonly code: Item | undefined;
  readonly facts: readonly Fact[];
  readonly unit: Unit;
}

export interface CallRule extends RuleBase {
  readonly on: "call";
  /** The ops it looks at, by CuTe's own names; every op when absent. */
  readonly ops?: readonly string[];
  /** What it says of modes holds also where those of a parameter have modes of their own that nobody knows. */
  readonly ofAssumed?: true;
  /** It looks also at what is refused on a side of which nobody here says whether it is compiled. */
  readonly ofUndecided?: true;
  /** What it is in a class template that nobody instantiates: a type that is only named there is not compiled. */
  readonly ofNamed?: Severity;
  /** Another call of the instance says that this one is meant. */
  unless?(call: CallFact, others: readonly CallFact[], around?: Around): boolean;
  check(call: CallFact, context: RuleContext): readonly Finding[];
}

export interface AssertRule extends RuleBase {
  readonly on: "assert";
  check(fact: AssertFact, context: RuleContext): readonly Finding[];
}

export interface InstanceRule extends RuleBase {
  readonly on: "instance";
  /** It looks also at instances that are uncertain for what their parameters are taken to be, and at their assumed calls. */
  readonly ofAssumed?: true;
  /** It looks also at the functions of other files that the file's calls lead to. */
  readonly ofElsewhere?: true;
  check(facts: InstanceFacts, context: RuleContext): readonly Finding[];
}

/** Over what a copy or an MMA costs; costs that rest on an assumption are left out. */
export interface CostRule extends RuleBase {
  readonly on: "cost";
  check(cost: CallCost, context: RuleContext): readonly Finding[];
}

/** Over all instances of a file at once: it decides itself which of them count. */
export interface FileRule extends RuleBase {
  readonly on: "file";
  check(facts: FileFacts, context: FileContext): readonly Finding[];
}

export type Rule = CallRule | AssertRule | InstanceRule | CostRule | FileRule;
