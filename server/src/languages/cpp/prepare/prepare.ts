// Makes C++/CUDA text parseable: known macros become spaces of the same length, decided preprocessor conditions and dead code disappear,
// and a few spellings that the grammar fails on are exchanged for ones of equal length. Offsets never change; newlines stay.
//
// Exchanged spellings (the lowering reads the original text where it matters):
//   CUTE_STATIC_ASSERT_V(c)  → static_assert       (c)        everywhere
//   decltype(x){…}           → decltype_ call: `__dcltp_(x)(…)`
//   a >= b                   → a << b                          `>=` would close a template argument list; `>>=` stays
//   typename X::Y{}          →          X::Y{}                  in expressions
//   f<float, N>              → f<floa_, N>                      the lowering reads the original name
//   C<static_cast<int>(sizeof(T))> → C<    (sizeof(T))>         a cast of a size would be read as a function type

import { type BlankTables, blanks, blankTables } from "./blank-tables.ts";
import type { Names } from "./condition.ts";
import { Conditionals, decideDirective, type LineFate } from "./conditionals.ts";
import { directiveText, parseDefine, wordOf } from "./directive.ts";
import { type Definition, featureDefined, type Macro, type MacroTable, predefined } from "./macros.ts";
import { type Edit, identifierEdits } from "./rewrites.ts";

export interface PrepareOptions {
  /** `sm_90a`; without it architecture conditions stay undecided and feature macros count as supported. */
  readonly arch?: string | undefined;
  /** `-D` of the compile commands and settings. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** More macros to blank: `NAME` or `NAME(...)`. */
  readonly extraMacros?: readonly string[] | undefined;
  /** Definitions that included project headers bring. */
  readonly macros?: MacroTable | undefined;
}

export interface Prepared {
  /** The file as it is, with a final newline. */
  readonly source: string;
  /** What the grammar reads: as long as `source`. */
  readonly text: string;
  readonly definitions: readonly Definition[];
  /** `#undef NAME` with its offset. */
  readonly undefinitions: readonly { readonly name: string; readonly start: number }[];
  /** Macros that stand before the file's first line: options and included headers. */
  readonly initial: MacroTable;
  /** Code that is never compiled. */
  readonly inactive: readonly { readonly start: number; readonly end: number }[];
}

// One alternative per thing that hides or carries names: comments, raw strings, strings, characters, directives, numbers, names, `>>=`, `>=`.
const scanner =
  /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)|(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|^[ \t]*#(?:\\\r?\n|\/\*[\s\S]*?\*\/|\/\/[^\n]*|[^\n])*|\.?\d(?:[eEpP][+-]|[\w.']){0,400}|[A-Za-z_]\w*|>>=|>=/gm;

export function prepare(file: string, options: PrepareOptions = {}): Prepared {
  const source = file.endsWith("\n") ? file : `${file}\n`;
  return new Preparation(source, options).run();
}

class Preparation {
  private readonly pieces: string[] = [];
  /** Everything before this offset is written. */
  private done = 0;
  private readonly tables: BlankTables;
  private readonly conditionals = new Conditionals();
  private readonly macros: Map<string, Macro>;
  private readonly undefined = new Set<string>();
  private readonly definitions: Definition[] = [];
  private readonly undefinitions: { name: string; start: number }[] = [];
  private readonly inactive: { start: number; end: number }[] = [];
  private deadFrom: number | undefined;
  private pending: readonly Edit[] = [];
  private readonly names: Names;

  constructor(
    private readonly source: string,
    options: PrepareOptions,
  ) {
    this.tables = blankTables(options.extraMacros);
    this.macros = predefined(options.arch, options.defines);
    for (const [name, macro] of options.macros ?? []) this.macros.set(name, macro);
    const feature = (name: string) => featureDefined(name, options.arch);
    this.names = { macros: this.macros, undefined: this.undefined, feature };
  }

  run(): Prepared {
    const initial = new Map(this.macros);
    scanner.lastIndex = 0;
    for (let match = scanner.exec(this.source); match !== null; match = scanner.exec(this.source)) {
      const token = match[0];
      this.flush(match.index);
      if (/^[ \t]*#/.test(token)) this.directive(match.index, token);
      else if (this.conditionals.active) this.token(match.index, token);
      if (this.done > scanner.lastIndex) scanner.lastIndex = this.done;
    }
    if (this.deadFrom !== undefined) this.endDead(this.source.length);
    this.flush(this.source.length);
    this.pieces.push(this.source.slice(this.done));
    const { source, definitions, undefinitions, inactive } = this;
    return { source, text: this.pieces.join(""), definitions, undefinitions, initial, inactive };
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
    if (!/^[A-Za-z_]/.test(token) || /["']$/.test(token)) return;
    const [first, ...later] = identifierEdits(this.source, start, token, this.tables);
    if (first !== undefined) this.replace(first);
    if (later.length > 0) this.pending = [...this.pending, ...later].sort((a, b) => a.start - b.start);
  }

  private replace(edit: Edit): void {
    if (edit.start < this.done) return;
    this.pieces.push(this.source.slice(this.done, edit.start), edit.text);
    this.done = edit.end;
  }

  private blank(start: number, end: number): void {
    if (end > start) this.replace({ start, end, text: blanks(this.source, start, end) });
  }

  private directive(start: number, line: string): void {
    const end = start + line.length;
    const word = wordOf(line);
    if (/^(?:el)?if|^else$|^endif$/.test(word)) this.conditional(word, start, end, line);
    else if (this.conditionals.active && word !== "include") this.otherDirective(word, start, end, line);
  }

  private otherDirective(word: string, start: number, end: number, line: string): void {
    if (word === "define") this.define(start, end, line);
    if (word === "undef") this.undefine(start, line);
    this.blank(start, end);
  }

  private conditional(word: string, start: number, end: number, line: string): void {
    const text = directiveText(line);
    if (this.deadFrom !== undefined) this.endDead(start);
    const fate = this.fate(word, text, end);
    if (!this.conditionals.active) this.deadFrom = end;
    if (fate === "blank") this.blank(start, end);
    else if (fate === "first") this.replace({ start, end, text: line.replace(/(#\s*)el(\s*)if/, "$1if  $2") });
  }

  private fate(word: string, text: string, end: number): LineFate {
    if (word === "endif") return this.conditionals.close();
    if (word === "else") return this.conditionals.otherwise();
    const decision = decideDirective(word, text, this.names, this.isGuard(text, end));
    return word.startsWith("el") ? this.conditionals.next(decision) : this.conditionals.open(decision);
  }

  /** `#ifndef NAME` whose next directive is `#define NAME`. */
  private isGuard(text: string, end: number): boolean {
    const name = /^\s*([A-Za-z_]\w*)\s*$/.exec(text)?.[1];
    if (name === undefined) return false;
    // Each comment in one way only: a line of slashes read in pieces would be tried in all of them.
    const next = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*#\s*define\s+(\w+)/;
    return next.exec(this.source.slice(end, end + 400))?.[1] === name;
  }

  private endDead(at: number): void {
    const from = this.deadFrom ?? at;
    this.inactive.push({ start: from, end: at });
    this.blank(from, at);
    this.deadFrom = undefined;
  }

  private define(start: number, end: number, line: string): void {
    const found = parseDefine(line);
    if (found === undefined) return;
    this.macros.set(found.macro.name, found.macro);
    this.definitions.push({ macro: found.macro, start, end, nameStart: start + found.nameOffset });
  }

  private undefine(start: number, line: string): void {
    const name = /undef\s+(\w+)/.exec(line)?.[1];
    if (name === undefined) return;
    this.macros.delete(name);
    this.undefined.add(name);
    this.undefinitions.push({ name, start });
  }
}
