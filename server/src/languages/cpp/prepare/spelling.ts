// Spellings that the grammar fails on are exchanged for ones of equal length. Offsets never change; newlines stay.
//
//   CUTE_HOST_DEVICE, __launch_bounds__(…)  → spaces
//   CUTE_STATIC_ASSERT_V(c)  → static_assert       (c)        everywhere
//   decltype(x){…}           → decltype_ call: `__dcltp_(x)(…)`
//   a >= b                   → a << b                          `>=` would close a template argument list; `>>=` stays
//   typename X::Y{}          →          X::Y{}                  in expressions
//   f(T x = {}, U y = {1})   → f(T x = 0 , U y = (1))           the lowering reads the braces
//   template struct X<3>;    → template        X<3>;
//   f<float, N>              → f<floa_, N>                      the lowering reads the original name
//   C<static_cast<int>(sizeof(T))> → C<    (sizeof(T))>         a cast of a size would be read as a function type
import type { BlankTables } from "./blank-tables.ts";
import { defaultEdits, type Edit, identifierEdits } from "./rewrites.ts";
import { isName, tokenScanner } from "./tokens.ts";

/** The text as the grammar reads it; the lowering reads the original where it matters. */
export function spelledForGrammar(source: string, tables: BlankTables): string {
  return new Speller(source, tables).run();
}

class Speller {
  private readonly pieces: string[] = [];
  /** Everything before this offset is written. */
  private done = 0;
  private pending: readonly Edit[] = [];

  constructor(
    private readonly source: string,
    private readonly tables: BlankTables,
  ) {}

  run(): string {
    const scan = tokenScanner(String.raw`>>=|>=|=\s*\{`);
    for (let match = scan.exec(this.source); match !== null; match = scan.exec(this.source)) {
      this.flush(match.index);
      this.token(match.index, match[0]);
      if (this.done > scan.lastIndex) scan.lastIndex = this.done;
    }
    this.flush(this.source.length);
    this.pieces.push(this.source.slice(this.done));
    return this.pieces.join("");
  }

  /** Writes the later edits of a name (the braces after a decltype) that stand before this offset. */
  private flush(before: number): void {
    while (this.pending[0] !== undefined && this.pending[0].start < before) {
      const [edit, ...rest] = this.pending;
      this.pending = rest;
      this.replace(edit);
    }
  }

  private token(start: number, token: string): void {
    if (token === ">=") this.replace({ start, end: start + 2, text: "<<" });
    if (token.startsWith("=")) this.apply(defaultEdits(this.source, start + token.length - 1));
    if (isName(token)) this.apply(identifierEdits(this.source, start, token, this.tables));
  }

  private apply([first, ...later]: readonly Edit[]): void {
    if (first !== undefined) this.replace(first);
    if (later.length > 0) this.pending = [...this.pending, ...later].sort((a, b) => a.start - b.start);
  }

  private replace(edit: Edit): void {
    if (edit.start < this.done) return;
    this.pieces.push(this.source.slice(this.done, edit.start), edit.text);
    this.done = edit.end;
  }
}
