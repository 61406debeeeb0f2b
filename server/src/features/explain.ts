// Explains pasted text: a TMA descriptor dump, an assertion or error of CuTe, nvcc or the DSL, a printed layout.
//
// A pure function from text to plain answers; the command line and the editor command show them.

import type { EncodeArch } from "../../../src-engine/algebra/tma/encode.ts";
import { rules } from "../rules/list.ts";
import { explainAssertion } from "./explain-assertion.ts";
import { explainDumps } from "./explain-dump.ts";
import { instantiatedWith } from "./explain-instantiation.ts";
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
}

const longest = 1_000_000;
const longestLine = 4_000;

/** Everything that is recognised in the text, in the order found; empty when nothing is. */
export function explain(text: string, arch: EncodeArch = "sm_90"): readonly Explanation[] {
  const lines = text.slice(0, longest).split(/\r\n?|\n/);
  const bounded = lines.map((line) => line.slice(0, longestLine)).join("\n");
  const dumps = explainDumps(bounded, arch).map(({ lines, table, broken }) => ({
    title: "TMA descriptor",
    lines,
    table,
    rules: pages(broken),
  }));
  const known = [...knownTexts, ...layoutTexts, ...dslTexts].flatMap((one) => {
    const match = one.pattern.exec(bounded);
    return match === null || (dumps.length > 0 && one.rule === undefined) ? [] : [{ ...one, at: match.index }];
  });
  const texts = known
    .sort((a, b) => a.at - b.at)
    .map(({ title, means, fix, rule, at }) => ({
      title,
      lines: [means, `Way out: ${fix}`],
      table: instantiatedWith(bounded, at),
      rules: pages(rule === undefined ? [] : [rule]),
    }));
  const recognised = [...dumps, ...texts];
  if (recognised.length > 0) return recognised;
  const assertion = explainAssertion(bounded);
  return assertion === undefined ? explainValues(bounded) : [assertion];
}

/** `TMA060` as the page's own name and number, `tma-size-mismatch (TMA060)`; nothing where there is no such rule. */
const pages = (numbers: readonly string[]): readonly string[] => {
  const found = numbers.flatMap((number) => rules.filter((rule) => rule.number === number));
  return [...new Set(found.map((rule) => `${rule.code} (${rule.number})`))];
};
