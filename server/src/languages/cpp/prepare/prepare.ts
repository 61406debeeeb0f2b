// Makes C++/CUDA text parseable, in three steps: preprocessor lines are read and dead code disappears (directives.ts), macros are
// expanded (expand-macros.ts), and spellings that the grammar fails on are exchanged (spelling.ts).

import { blankTables } from "./blank-tables.ts";
import { type Directives, readDirectives } from "./directives.ts";
import { expandMacros, type UndecidedUse } from "./expand-macros.ts";
import { type Macro, type MacroTable, predefined } from "./macros.ts";
import { type MappedText, verbatim } from "./mapped-text.ts";
import { spelledForGrammar } from "./spelling.ts";

export interface PrepareOptions {
  /** `sm_90a`; without it architecture conditions stay undecided and feature macros count as supported. */
  readonly arch?: string | undefined;
  /** `-D` of the compile commands and settings. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** More macros that say nothing: `NAME` or `NAME(...)`. */
  readonly extraMacros?: readonly string[] | undefined;
  /** Definitions that included project headers bring. */
  readonly macros?: MacroTable | undefined;
}

export interface Prepared extends Omit<Directives, "text"> {
  /** The file as it is, with a final newline. */
  readonly source: string;
  /** The file with its macros expanded. */
  readonly expanded: MappedText;
  /** What the grammar reads: as long as the expanded text. */
  readonly text: string;
  /** Arguments that stand in the text by a name: each as written and as the grammar reads it. */
  readonly shared: (name: string) => { readonly expanded: MappedText; readonly text: string } | undefined;
  readonly undecided: readonly UndecidedUse[];
  /** The macro a name is at an offset of the file: the last definition before it, else what headers and options define. */
  readonly macroAt: (name: string, offset: number) => Macro | undefined;
  /** All that a word may stand for, for what must change when its meaning does. */
  readonly meanings: (word: string) => readonly Macro[];
  /** The meanings of all words, as text. */
  readonly table: string;
}

export function prepare(file: string, options: PrepareOptions = {}): Prepared {
  const source = file.endsWith("\n") ? file : `${file}\n`;
  const { arch, defines = {} } = options;
  const initial = predefined(arch, defines);
  for (const [name, macro] of options.macros ?? []) initial.set(name, macro);
  const tables = blankTables(options.extraMacros);
  const { text, ...directives } = readDirectives(source, initial, arch, new Set(Object.keys(defines)));
  const { macroAt, meanings } = lookup(directives, initial);
  const mayBe = (name: string): boolean => meanings(name).length > 0 && !tables.names.has(name);
  const { text: expanded, shared, undecided } = expandMacros(verbatim(text), { at: macroAt, mayBe });
  const spelled = (one: MappedText) => ({ expanded: one, text: spelledForGrammar(one.text, tables) });
  const argument = (name: string) => (shared.has(name) ? spelled(shared.get(name)!) : undefined);
  return {
    source,
    ...spelled(expanded),
    shared: argument,
    undecided,
    ...directives,
    macroAt,
    meanings,
    table: tableOf(initial, directives),
  };
}

const tableOf = (initial: MacroTable, { definitions }: Pick<Directives, "definitions">): string =>
  JSON.stringify([[...initial.values()], definitions.map(({ meaning }) => meaning)]);

type Event = { readonly start: number; readonly macro?: Macro };

function lookup(
  { definitions, undefinitions }: Pick<Directives, "definitions" | "undefinitions">,
  initial: MacroTable,
): Pick<Prepared, "macroAt" | "meanings"> {
  const events = new Map<string, Event[]>();
  const add = (name: string, event: Event): void => void events.set(name, [...(events.get(name) ?? []), event]);
  for (const { meaning, start } of definitions) add(meaning.name, { start, macro: meaning });
  for (const { name, start } of undefinitions) add(name, { start });
  for (const one of events.values()) one.sort((a, b) => a.start - b.start);
  const meanings = (word: string): readonly Macro[] => [
    ...(initial.get(word) === undefined ? [] : [initial.get(word)!]),
    ...(events.get(word) ?? []).flatMap(({ macro }) => macro ?? []),
  ];
  const macroAt = (name: string, offset: number): Macro | undefined => {
    const last = events
      .get(name)
      ?.filter((event) => event.start < offset)
      .at(-1);
    return last !== undefined ? last.macro : initial.get(name);
  };
  return { macroAt, meanings };
}
