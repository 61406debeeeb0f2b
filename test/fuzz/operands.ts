// How random programs are drawn from a grammar: a statement names what stood before it, or writes its operands out.
import type { Random } from "./random.ts";

export interface Known<Kind> {
  readonly name: string;
  readonly kind: Kind;
}

type Rules<Kind extends string, W> = Readonly<Record<Kind, readonly ((w: W) => string)[]>>;

export interface Grammar<Kind extends string, W> {
  /** What a statement gives; a kind that stands here twice comes twice as often. */
  readonly kinds: readonly Kind[];
  /** Without operands of a kind. */
  readonly simple: Readonly<Record<Kind, (w: W) => string>>;
  readonly operations: Rules<Kind, W>;
  line(name: string, text: string): string;
}

const sizes = [1, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 16, 32, 64];

/** Operands for the rules of one grammar, which is a class of its own that says how the language writes them. */
export abstract class Operands<Kind extends string, Self> {
  #depth = 0;

  constructor(
    readonly random: Random,
    private readonly known: readonly Known<Kind>[],
  ) {}

  protected abstract readonly grammar: () => Grammar<Kind, Self>;

  size(): number {
    return this.random.pick(sizes);
  }

  below(count: number): number {
    return this.random.below(count);
  }

  /** One that stood before, else a new one, nested no deeper than twice. */
  one(kind: Kind): string {
    const before = this.known.filter((known) => known.kind === kind);
    if (before.length > 0 && this.below(3) > 0) return this.random.pick(before).name;
    if (this.#depth >= 2) return this.grammar().simple[kind](this as unknown as Self);
    this.#depth++;
    const text = this.drawn(kind);
    this.#depth--;
    return text;
  }

  drawn(kind: Kind): string {
    const { simple, operations } = this.grammar();
    const rule = this.below(4) === 0 ? simple[kind] : this.random.pick(operations[kind]);
    return rule(this as unknown as Self);
  }
}

export function drawLines<Kind extends string, W extends Operands<Kind, W>>(
  random: Random,
  statements: number,
  grammar: Grammar<Kind, W>,
  words: (known: readonly Known<Kind>[]) => W,
): readonly string[] {
  const known: Known<Kind>[] = [];
  return Array.from({ length: statements }, (_, i) => {
    const kind = random.pick(grammar.kinds);
    const line = grammar.line(`v${i}`, words(known).drawn(kind));
    known.push({ name: `v${i}`, kind });
    return line;
  });
}
