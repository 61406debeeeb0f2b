// The problems of a file: all rules, its settings, its suppressions. What the server pushes and `check` prints.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { printValue } from "../facts/notation.ts";
import type { Settings } from "../settings/schema.ts";
import { rules } from "./list.ts";
import type { Rule } from "./rule.ts";
import { type Problem, runRules } from "./run.ts";
import { suppressionsOf } from "./suppress.ts";

export function findProblems(
  facts: FileFacts,
  texts: readonly string[],
  settings: Settings,
  failed: (rule: Rule, error: unknown) => void,
): readonly Problem[] {
  return runRules(rules, facts, {
    arch: settings.arch,
    severity: settings["diagnostics.severity"],
    suppressions: suppressionsOf(facts.unit.directives, texts),
    print: (value) => printValue(value, facts.unit.language),
    texts,
    failed,
  });
}
