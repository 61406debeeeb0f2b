// Explains pasted text: a TMA descriptor dump, an assertion or error of CuTe, nvcc or the DSL, a printed layout.
//
// A pure function from text to plain answers; the command line and the editor command show them.

import type { EncodeArch } from "../../../src-engine/algebra/tma/encode.ts";
import { rules } from "../rules/list.ts";
import { explainAssertion } from "./explain-assertion.ts";
import { explainDumps } from "./explain-dump.ts";
import { instantiatedWith } from "./explain-instantiation.ts";
import { type OwnLine, ownLineOf, placeText } from "./explain-place.ts";
import { explainRefusal, valuesNamed } from "./explain-refusal.ts";
import { knownTexts } from "./explain-texts.ts";
import { dslTexts } from "./explain-texts-dsl.ts";
import { layoutTexts } from "./explain-texts-layouts.ts";
import { explainValues } from "./explain-values.ts";

export interface Explanation {
  readonly title: string;
  /** Sentences, most important first. */
  readonly lines: readonly string[];
  /** Decoded fields, name and value. */
  readonly table: readonly (readonly [string, string])[];
  /** Codes of the rule pages it belongs to. */
  readonly rules: readonly string[];
  /** The line of the user's own file that leads to it, where the text says one. */
  readonly at?: OwnLine;
}

const longest = 1_000_000;
const longestLine = 4_000;

/** Everything that is recognised in the text, in the order found; empty when nothing is. */
export function explain(text: string, arch: EncodeArch = "sm_90"): readonly Explanation[] {
  const lines = withoutColours(text.slice(0, longest)).split(/\r\n?|\n/);
  const bounded = lines.map((line) => line.slice(0, longestLine)).join("\n");
  const dumps = explainDumps(bounded, arch).map(({ lines, table, broken }) => ({
    title: "TMA descriptor",
    lines,
    table,
    rules: pages(broken),
  }));
  const recognised = [...dumps, ...textsIn(joined(bounded), dumps.length > 0)];
  if (recognised.length > 0) return recognised;
  const other = explainAssertion(bounded) ?? explainRefusal(joined(bounded));
  return other === undefined ? explainValues(bounded) : [other];
}

function textsIn(text: string, isBesideDump: boolean): readonly Explanation[] {
  const known = [...knownTexts, ...layoutTexts, ...dslTexts].flatMap((one) => {
    const match = one.pattern.exec(text);
    return match === null || (isBesideDump && one.rule === undefined) ? [] : [{ ...one, at: match.index }];
  });
  return known
    .sort((a, b) => a.at - b.at)
    .map(({ title, means, fix, rule, at }) => {
      const own = ownLineOf(text, at);
      return {
        title,
        lines: [means, ...(own === undefined ? [] : [placeText(own)]), `Way out: ${fix}`],
        table: [...instantiatedWith(text, at), ...valuesNamed(text, at)],
        rules: pages(rule === undefined ? [] : [rule]),
        ...(own === undefined ? {} : { at: own }),
      };
    });
}

/** As a terminal shows them, and as CuTe DSL writes them into its logs. */
const withoutColours = (text: string): string => text.replace(colours, "");
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** CuTe DSL's verifier breaks its sentences into lines of a deep indentation. */
const joined = (text: string): string =>
  text.includes("IR verification failed") ? text.replace(/(?<=\S)\n {8,}(?=\S)/g, " ") : text;

/** `TMA060` as the page's own name and number, `tma-size-mismatch (TMA060)`; nothing where there is no such rule. */
const pages = (numbers: readonly string[]): readonly string[] => {
  const found = numbers.flatMap((number) => rules.filter((rule) => rule.number === number));
  return [...new Set(found.map((rule) => `${rule.code} (${rule.number})`))];
};
