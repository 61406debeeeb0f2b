// The stack of open `#if … #endif` chains while a file is scanned: which branch is read, and which chains stay undecided.
// A decided chain disappears from the text (its dead branches with it); an undecided one stays for the tree to show.
import { type Decision, decide, isDefined, type Names } from "./condition.ts";
import { negated, type Undecided } from "./macros.ts";

interface Chain {
  /** The code around the chain is read at all. */
  readonly outer: boolean;
  /** Begins with `#ifdef`: a name that nothing seen defines is most likely not defined. */
  readonly asksDefined: boolean;
  /** A branch before this one is certainly taken. */
  settled: boolean;
  /** A branch that stays in the text has an unknown condition: from here on the directives stay. */
  kept: boolean;
  active: boolean;
  /** The branch that is read now, where it is undecided. */
  branch: Undecided | undefined;
}

/** What to do with a conditional directive's line: blank it, leave it, or leave it as the chain's first (`#elif` → `#if`). */
export type LineFate = "blank" | "keep" | "first";

/** A condition as written, and what is known of it. */
export interface Condition {
  readonly text: string;
  readonly decision: Decision;
}

export class Conditionals {
  private readonly chains: Chain[] = [];

  /** Whether the code at this point is read. */
  get active(): boolean {
    return this.chains.at(-1)?.active ?? true;
  }

  /** The undecided branches around this point, as one. */
  get undecided(): Undecided | undefined {
    const open = this.chains.flatMap((chain) => (chain.kept && chain.branch !== undefined ? [chain.branch] : []));
    if (open.length === 0) return undefined;
    return {
      condition: open.map((one) => one.condition).join(" and "),
      isUsual: open.every((one) => one.isUsual),
    };
  }

  /** `broken`: the chain, where the grammar cannot show its branches; then one of them is read as if it were decided. */
  open(word: string, condition: Condition, broken?: { readonly hasElse: boolean }): LineFate {
    const outer = this.active;
    const text = condition.text;
    const decision = broken === undefined ? condition.decision : word === "ifdef" && broken.hasElse ? "no" : "yes";
    const kept = outer && decision === "unknown";
    const asksDefined = word === "ifdef";
    const branch = kept ? { condition: text, isUsual: !asksDefined } : undefined;
    const active = outer && decision !== "no";
    this.chains.push({ outer, asksDefined, settled: decision === "yes", kept, active, branch });
    return kept ? "keep" : "blank";
  }

  next({ text, decision }: Condition): LineFate {
    const chain = this.chains.at(-1);
    if (chain === undefined) return "blank";
    if (!chain.outer || chain.settled) {
      chain.active = false;
      return "blank";
    }
    chain.active = decision !== "no";
    if (decision === "yes") chain.settled = true;
    chain.branch = { condition: text, isUsual: !chain.kept };
    if (chain.kept) return decision === "no" ? "blank" : "keep";
    if (decision !== "unknown") return "blank";
    chain.kept = true;
    return "first";
  }

  otherwise(): LineFate {
    const chain = this.chains.at(-1);
    if (chain === undefined) return "blank";
    chain.active = chain.outer && !chain.settled;
    chain.settled = true;
    if (chain.branch !== undefined)
      chain.branch = { condition: negated(chain.branch.condition), isUsual: chain.asksDefined };
    return chain.kept && chain.active ? "keep" : "blank";
  }

  close(): LineFate {
    const chain = this.chains.pop();
    return chain?.kept === true ? "keep" : "blank";
  }
}

/** The decision of `#if`, `#ifdef`, `#ifndef`, `#elif…` with this text. `guard`: the next directive defines the same name. */
export function decideDirective(word: string, text: string, names: Names, guard: boolean): Decision {
  const name = /^\s*([A-Za-z_]\w*)/.exec(text)?.[1] ?? "";
  switch (word) {
    case "ifdef":
    case "elifdef":
      return isDefined(name, names);
    case "ifndef":
    case "elifndef": {
      if (guard) return "yes";
      const defined = isDefined(name, names);
      return defined === "yes" ? "no" : defined === "no" ? "yes" : "unknown";
    }
    default:
      return decide(text, names);
  }
}
