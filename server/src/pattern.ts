// Regular expressions that others write (`.clangd`, globs of cute-lens.json), matched in time linear in the text: every state
// that the pattern may be in is followed at once, and nothing is tried twice.
//
// Understood: characters, `.`, classes, groups, `|`, `* + ? {m,n}`, `\d \s \w`, and `^ $` at the ends. The whole text has to fit.

export interface Pattern {
  matches(text: string): boolean;
}

type Accepts = (c: string) => boolean;
type Part =
  | { readonly kind: "take"; readonly accepts: Accepts }
  | { readonly kind: "all"; readonly parts: readonly Part[] }
  | { readonly kind: "one-of"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number };

type State =
  | { readonly kind: "take"; readonly accepts: Accepts; readonly next: number }
  | { readonly kind: "either"; readonly next: readonly number[] }
  | { readonly kind: "end" };

const longest = 1_000;
const mostStates = 4_000;
const deepest = 50;

class Unfit extends Error {}

/** Undefined for what is no pattern, or one that is too long or says what is not understood. */
export function patternOf(source: string): Pattern | undefined {
  if (source.length > longest) return undefined;
  try {
    const states: State[] = [{ kind: "end" }];
    const first = add(states, new Reader(source).whole(), 0);
    return { matches: (text) => fits(states, first, text) };
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

function fits(states: readonly State[], first: number, text: string): boolean {
  let now = new Set<number>();
  reach(states, first, now);
  for (const c of text) {
    const next = new Set<number>();
    for (const at of now) {
      const state = states[at]!;
      if (state.kind === "take" && state.accepts(c)) reach(states, state.next, next);
    }
    now = next;
    if (now.size === 0) return false;
  }
  return now.has(0);
}

/** The state and those that it leads to without a character. */
function reach(states: readonly State[], from: number, into: Set<number>): void {
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (into.has(at)) continue;
    into.add(at);
    const state = states[at]!;
    if (state.kind === "either") waiting.push(...state.next);
  }
}

/** Adds what matches the part and goes on at `next`; gives where it begins. */
function add(states: State[], part: Part, next: number): number {
  if (states.length > mostStates) throw new Unfit();
  switch (part.kind) {
    case "take":
      return states.push({ kind: "take", accepts: part.accepts, next }) - 1;
    case "all":
      return part.parts.reduceRight((after, one) => add(states, one, after), next);
    case "one-of":
      return states.push({ kind: "either", next: part.parts.map((one) => add(states, one, next)) }) - 1;
    case "repeat":
      return addRepeat(states, part, next);
    default:
      return part satisfies never;
  }
}

function addRepeat(states: State[], { part, least, most }: Part & { readonly kind: "repeat" }, next: number): number {
  let after = next;
  if (most === Number.POSITIVE_INFINITY) {
    after = states.push({ kind: "either", next: [next] }) - 1;
    states[after] = { kind: "either", next: [add(states, part, after), next] };
  } else
    for (let i = least; i < most; i++)
      after = states.push({ kind: "either", next: [add(states, part, after), next] }) - 1;
  for (let i = 0; i < least; i++) after = add(states, part, after);
  return after;
}

const classes: Readonly<Record<string, Accepts>> = {
  d: (c) => /[0-9]/.test(c),
  s: (c) => /\s/.test(c),
  w: (c) => /\w/.test(c),
};

class Reader {
  #at = 0;

  constructor(private readonly text: string) {}

  whole(): Part {
    if (this.text[this.#at] === "^") this.#at++;
    const part = this.#choice(0);
    if (this.#at < this.text.length) throw new Unfit();
    return part;
  }

  #choice(depth: number): Part {
    if (depth > deepest) throw new Unfit();
    const parts = [this.#sequence(depth)];
    while (this.#taken("|")) parts.push(this.#sequence(depth));
    return parts.length === 1 ? parts[0]! : { kind: "one-of", parts };
  }

  #sequence(depth: number): Part {
    const parts: Part[] = [];
    for (let c = this.text[this.#at]; c !== undefined && c !== "|" && c !== ")"; c = this.text[this.#at]) {
      if (c === "$" && this.#at === this.text.length - 1) this.#at++;
      else parts.push(this.#repeated(this.#single(depth)));
    }
    return { kind: "all", parts };
  }

  #single(depth: number): Part {
    const c = this.text[this.#at++]!;
    switch (c) {
      case "(":
        return this.#group(depth);
      case "[":
        return { kind: "take", accepts: this.#set() };
      case ".":
        return { kind: "take", accepts: (one) => one !== "\n" };
      case "\\":
        return { kind: "take", accepts: this.#escaped() };
      case "*":
      case "+":
      case "?":
      case "{":
      case "^":
      case "$":
        throw new Unfit();
      default:
        return { kind: "take", accepts: (one) => one === c };
    }
  }

  #group(depth: number): Part {
    if (this.#taken("?") && !this.#taken(":")) throw new Unfit();
    const part = this.#choice(depth + 1);
    if (!this.#taken(")")) throw new Unfit();
    return part;
  }

  #escaped(): Accepts {
    const c = this.text[this.#at++];
    if (c === undefined || /[1-9bBkpPux]/.test(c)) throw new Unfit();
    const known = classes[c.toLowerCase()];
    if (known !== undefined) return c in classes ? known : (one) => !known(one);
    const meant = { n: "\n", r: "\r", t: "\t" }[c] ?? c;
    return (one) => one === meant;
  }

  #set(): Accepts {
    const isNegated = this.#taken("^");
    const parts: Accepts[] = [];
    while (!this.#taken("]")) {
      const c = this.text[this.#at++];
      if (c === undefined) throw new Unfit();
      if (c === "\\") parts.push(this.#escaped());
      else if (this.text[this.#at] === "-" && this.text[this.#at + 1] !== "]") parts.push(this.#range(c));
      else parts.push((one) => one === c);
    }
    return (one) => parts.some((accepts) => accepts(one)) !== isNegated;
  }

  #range(from: string): Accepts {
    const to = this.text[this.#at + 1];
    this.#at += 2;
    if (to === undefined || to === "\\" || to < from) throw new Unfit();
    return (one) => from <= one && one <= to;
  }

  #repeated(part: Part): Part {
    const [least, most] = this.#times() ?? [1, 1];
    // `*?` takes as little as it can, which is the same for a text that fits as a whole.
    if (least !== 1 || most !== 1) this.#taken("?");
    return least === 1 && most === 1 ? part : { kind: "repeat", part, least, most };
  }

  #times(): readonly [number, number] | undefined {
    if (this.#taken("*")) return [0, Number.POSITIVE_INFINITY];
    if (this.#taken("+")) return [1, Number.POSITIVE_INFINITY];
    if (this.#taken("?")) return [0, 1];
    if (this.text[this.#at] !== "{") return undefined;
    const end = this.text.indexOf("}", this.#at);
    const match = /^(\d{1,3})(,(\d{1,3})?)?$/.exec(this.text.slice(this.#at + 1, end));
    if (end < 0 || match === null) throw new Unfit();
    this.#at = end + 1;
    const least = Number(match[1]);
    const most = match[2] === undefined ? least : match[3] === undefined ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (most < least) throw new Unfit();
    return [least, most];
  }

  #taken(c: string): boolean {
    if (this.text[this.#at] !== c) return false;
    this.#at++;
    return true;
  }
}
