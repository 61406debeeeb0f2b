// The problems of a file: all rules, its settings, its suppressions. What the server pushes and `check` prints.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { printValue } from "../facts/notation.ts";
import type { Settings } from "../settings/schema.ts";
import { rules } from "./list.ts";
import type { Problem } from "./problem.ts";
import { type RunOptions, ruleSteps, runRules } from "./run.ts";
import { suppressionsOf } from "./suppress.ts";

type Failed = RunOptions["failed"];

export function findProblems(
  facts: FileFacts,
  texts: readonly string[],
  settings: Settings,
  failed: Failed,
): readonly Problem[] {
  return runRules(rules, facts, optionsOf(facts, texts, settings, failed));
}

/** The same in steps of a few milliseconds. */
export const problemSteps = (
  facts: FileFacts,
  texts: readonly string[],
  settings: Settings,
  failed: Failed,
): Generator<void, readonly Problem[]> => ruleSteps(rules, facts, optionsOf(facts, texts, settings, failed));

const optionsOf = (facts: FileFacts, texts: readonly string[], settings: Settings, failed: Failed): RunOptions => ({
  arch: settings.arch,
  severity: settings["diagnostics.severity"],
  suppressions: suppressionsOf(facts.unit.directives, texts),
  print: (value) => printValue(value, facts.unit.language),
  texts,
  failed,
});
