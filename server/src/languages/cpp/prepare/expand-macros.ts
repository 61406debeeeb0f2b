// The preprocessor's expansion of macros: what the grammar reads is what the compiler would, wherever a macro stands.
//
// Left to lowering are names that stand for a whole number, which read well as names, and names whose definition rests on a
// condition that nobody decides. A use that cannot be expanded (missing arguments, an endless chain) stays as it stands.
import type { Span } from "../../../../../src-engine/program/ir.ts";
import { type Arguments, argumentsAt, namedArguments } from "./macro-arguments.ts";
import { substituted } from "./macro-body.ts";
import { definitionsOf, isConstant, isValue, type Macro } from "./macros.ts";
import { concat, type MappedText, placeIn, slice, standingFor } from "./mapped-text.ts";
import { SharedArguments } from "./shared-arguments.ts";
import { isName, tokenScanner } from "./tokens.ts";

export interface MacroLookup {
  /** The definition of a name at an offset of the file. */
  readonly at: (name: string, offset: number) => Macro | undefined;
  /** Could this word be a macro anywhere in the file? */
  readonly mayBe: (name: string) => boolean;
}

/** Characters that one file's expansions may come to, and one use's. */
const most = 1_000_000;
const mostOfOne = 150_000;
const deepest = 40;

export interface Expanded {
  readonly text: MappedText;
  /** Arguments that stand in the text by a name. */
  readonly shared: ReadonlyMap<string, MappedText>;
  /** Uses of macros that nobody can decide about: expanded as their usual definition says. */
  readonly undecided: readonly UndecidedUse[];
}

export interface UndecidedUse {
  /** Where in the file. */
  readonly start: number;
  /** Under which the usual definition stands. */
  readonly condition: string;
}

export function expandMacros(text: MappedText, macros: MacroLookup): Expanded {
  const expander = new Expander(macros);
  const expanded = expander.expand(text, new Set());
  return { text: expanded, shared: expander.shared.texts, undecided: expander.undecided };
}

class Expander {
  readonly shared = new SharedArguments();
  readonly undecided: UndecidedUse[] = [];
  private written = 0;
  private readonly expanded = new Map<MappedText, MappedText>();

  constructor(private readonly macros: MacroLookup) {}

  /** `hidden`: macros whose own body this is. */
  expand(text: MappedText, hidden: ReadonlySet<string>): MappedText {
    const pieces: MappedText[] = [];
    const scan = tokenScanner(names);
    let done = 0;
    for (let match = scan.exec(text.text); match !== null; match = scan.exec(text.text)) {
      const [name] = match;
      if (!isName(name) || hidden.has(name) || !this.macros.mayBe(name)) continue;
      const use = this.use(text, name, match.index, hidden);
      if (use === undefined) continue;
      pieces.push(slice(text, done, match.index), use.expansion);
      done = use.end;
      scan.lastIndex = done;
    }
    return pieces.length === 0 ? text : concat([...pieces, slice(text, done, text.text.length)]);
  }

  private use(text: MappedText, name: string, start: number, hidden: ReadonlySet<string>): Use | undefined {
    const macro = this.meant(name, placeIn(text, start, start + name.length).start, hidden);
    if (macro === undefined || hidden.size > deepest || this.written > most) return undefined;
    const end = start + name.length;
    if (macro.params === undefined) return isLeft(macro) ? undefined : this.replaced(text, macro, start, end, hidden);
    const args = argumentsAt(text, end);
    return args === undefined ? undefined : this.replaced(text, macro, start, args.end, hidden, args);
  }

  /** The macro that a name is, also through `#define VARLEN_SWITCH BOOL_SWITCH`. */
  private meant(name: string, offset: number, hidden: ReadonlySet<string>): Macro | undefined {
    const macro = this.macros.at(name, offset);
    if (macro === undefined || macro.params !== undefined || !/^\w+$/.test(macro.body) || hidden.size > deepest)
      return macro;
    if (hidden.has(macro.body)) return macro;
    const next = this.meant(macro.body, offset, new Set([...hidden, name]));
    return next?.params === undefined ? macro : next;
  }

  /** A macro may use its argument more than once. */
  private argument(text: MappedText, uses: number, place: Span, hidden: ReadonlySet<string>): MappedText {
    const expanded = this.expanded.get(text) ?? this.expand(text, hidden);
    this.expanded.set(text, expanded);
    const name = uses > 1 ? this.shared.nameOf(expanded) : undefined;
    return name === undefined ? expanded : standingFor(name, place);
  }

  private replaced(
    text: MappedText,
    macro: Macro,
    start: number,
    end: number,
    hidden: ReadonlySet<string>,
    args?: Arguments,
  ): Use | undefined {
    const place = placeIn(text, start, end);
    const named = args === undefined ? none : namedArguments(macro, text, args.spans);
    if (named === undefined) return undefined;
    const body = substituted(macro, place, named, (argument, uses) => this.argument(argument, uses, place, hidden));
    if (body.text.length > mostOfOne) return undefined;
    const expansion = this.expand(body, new Set([...hidden, macro.name]));
    this.written += expansion.text.length;
    if (macro.otherwise !== undefined)
      this.undecided.push({ start: place.start, condition: macro.otherwise.condition });
    // A word must not grow together with its neighbours.
    return expansion.text.length > mostOfOne
      ? undefined
      : { expansion: concat([expansion, standingFor(" ", place)]), end };
  }
}

/** No further kind of token. */
const names = "(?!)";
const none: ReadonlyMap<string, MappedText> = new Map();

interface Use {
  readonly expansion: MappedText;
  /** Behind the use. */
  readonly end: number;
}

const isLeft = (macro: Macro): boolean =>
  isConstant(macro) || (macro.otherwise !== undefined && definitionsOf(macro).every(isValue));
