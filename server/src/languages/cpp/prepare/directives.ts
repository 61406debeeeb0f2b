// Reads a file's preprocessor lines: definitions are noted, decided conditions and dead code become spaces, undecided ones stay.
// Every line keeps its length.
import { blanks } from "./blank-tables.ts";
import { type ChainTable, chainTable } from "./chains.ts";
import type { Names } from "./condition.ts";
import { Conditionals, decideDirective, type LineFate } from "./conditionals.ts";
import { directiveText, parseDefine, wordOf } from "./directive.ts";
import { type Definition, featureDefined, type Macro, type MacroTable, withAlternative } from "./macros.ts";
import { isDirective, tokenScanner } from "./tokens.ts";

export interface Directives {
  /** As long as the source. */
  readonly text: string;
  readonly definitions: readonly Definition[];
  /** `#undef NAME` with its offset. */
  readonly undefinitions: readonly { readonly name: string; readonly start: number }[];
  /** Code that is never compiled, and the directive before it: `#if 0`, `#else of #ifdef FAST`. */
  readonly inactive: readonly Inactive[];
  /** Where undecided chains begin of which the unusual side contradicts what another chain is read with. */
  readonly oneSided: readonly number[];
}

export interface Inactive {
  readonly start: number;
  readonly end: number;
  readonly directive: string;
}

/** `options`: names that the build defines, whatever the file's own `#ifndef` would define. */
export function readDirectives(
  source: string,
  initial: MacroTable,
  arch: string | undefined,
  options: ReadonlySet<string>,
): Directives {
  return new Reader(source, initial, arch, options).run();
}

class Reader {
  private readonly pieces: string[] = [];
  /** Everything before this offset is written. */
  private done = 0;
  private readonly conditionals = new Conditionals();
  private readonly macros: Map<string, Macro>;
  private readonly undefined = new Set<string>();
  private readonly definitions: Definition[] = [];
  private readonly undefinitions: { name: string; start: number }[] = [];
  private readonly inactive: Inactive[] = [];
  private deadFrom: number | undefined;
  private deadBy = "";
  /** The directives that opened the chains around. */
  private readonly opened: string[] = [];
  private readonly names: Names;
  private readonly oneSided: number[] = [];
  private known: ChainTable | undefined;

  constructor(
    private readonly source: string,
    initial: MacroTable,
    arch: string | undefined,
    private readonly options: ReadonlySet<string>,
  ) {
    this.macros = new Map(initial);
    const feature = (name: string) => featureDefined(name, arch);
    this.names = { macros: this.macros, undefined: this.undefined, feature };
  }

  run(): Directives {
    const scan = tokenScanner("(?!)");
    for (let match = scan.exec(this.source); match !== null; match = scan.exec(this.source)) {
      if (isDirective(match[0])) this.directive(match.index, match[0]);
    }
    if (this.deadFrom !== undefined) this.endDead(this.source.length);
    this.pieces.push(this.source.slice(this.done));
    const { definitions, undefinitions, inactive, oneSided } = this;
    return { text: this.pieces.join(""), definitions, undefinitions, inactive, oneSided };
  }

  private replace(start: number, end: number, text: string): void {
    if (end <= start) return;
    this.pieces.push(this.source.slice(this.done, start), text);
    this.done = end;
  }

  private blank(start: number, end: number): void {
    this.replace(start, end, blanks(this.source, start, end));
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
    const fate = this.fate(word, text, start, end);
    const by = this.wordsOf(word, line);
    if (!this.conditionals.active) [this.deadFrom, this.deadBy] = [end, by];
    if (fate === "blank") this.blank(start, end);
    else if (fate === "first") this.replace(start, end, line.replace(/(#\s*)el(\s*)if/, "$1if  $2"));
  }

  /** The directive as people would name it; keeps the account of open chains. */
  private wordsOf(word: string, line: string): string {
    const written = line.trim().replace(/\s+/g, " ");
    if (word.startsWith("if")) this.opened.push(written);
    const opener = this.opened.at(-1) ?? "";
    if (word === "endif") this.opened.pop();
    return word === "else" ? `#else of ${opener}` : written;
  }

  private fate(word: string, text: string, start: number, end: number): LineFate {
    if (word === "endif") return this.conditionals.close();
    if (word === "else") return this.conditionals.otherwise();
    const decision = decideDirective(word, text, this.names, this.isGuard(text, end));
    const condition = { text: conditionWords(word, text), decision };
    if (word.startsWith("el")) return this.conditionals.next(condition);
    if (decision !== "unknown" || !this.conditionals.active) return this.conditionals.open(word, condition);
    const { broken, ofOneName } = this.chains;
    const one = ofOneName.get(start);
    if (one !== undefined && word === "ifdef" && !one.hasElse)
      return this.conditionals.open(word, { ...condition, decision: "no" });
    if (one !== undefined) this.oneSided.push(this.source.indexOf("#", start));
    return this.conditionals.open(word, condition, broken.get(start));
  }

  private get chains(): ChainTable {
    this.known ??= chainTable(this.source, (name) => this.macros.has(name));
    return this.known;
  }

  /** `#ifndef NAME` whose next directive is `#define NAME`; what the build defines is not defined again. */
  private isGuard(text: string, end: number): boolean {
    const name = /^\s*([A-Za-z_]\w*)\s*$/.exec(text)?.[1];
    if (name === undefined || this.options.has(name)) return false;
    // Each comment in one way only: a line of slashes read in pieces would be tried in all of them.
    const next = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*#\s*define\s+(\w+)/;
    return next.exec(this.source.slice(end, end + 400))?.[1] === name;
  }

  private endDead(at: number): void {
    const from = this.deadFrom ?? at;
    this.inactive.push({ start: from, end: at, directive: this.deadBy });
    this.blank(from, at);
    this.deadFrom = undefined;
  }

  private define(start: number, end: number, line: string): void {
    const found = parseDefine(line);
    if (found === undefined) return;
    const under = this.conditionals.undecided;
    const { macro } = found;
    const meaning = under === undefined ? macro : withAlternative(this.macros.get(macro.name), macro, under);
    this.macros.set(macro.name, meaning);
    const condition = under === undefined ? {} : { under: under.condition };
    this.definitions.push({ macro, meaning, ...condition, start, end, nameStart: start + found.nameOffset });
  }

  private undefine(start: number, line: string): void {
    const name = /undef\s+(\w+)/.exec(line)?.[1];
    if (name === undefined) return;
    this.macros.delete(name);
    this.undefined.add(name);
    this.undefinitions.push({ name, start });
  }
}

/** The condition as people would say it. */
function conditionWords(word: string, text: string): string {
  if (word.endsWith("ndef")) return `${text} not defined`;
  return word.endsWith("def") ? `${text} defined` : text;
}
