// A baseline: findings that a project knows and lives with. They are told by file, rule and message, not by line, so
// that edits above them do not bring them back.
import { relative } from "node:path";
import { generated, parseJson } from "../json-text.ts";
import { isRecord } from "../settings/read.ts";
import type { CheckFinding } from "./check-run.ts";
import { readSource, UsageError } from "./usage.ts";

/** How often each finding occurs. */
export type Baseline = ReadonlyMap<string, number>;

export function baselineText(findings: readonly CheckFinding[]): string {
  const counts: Record<string, number> = {};
  for (const key of findings.map(keyOf).sort()) counts[key] = (counts[key] ?? 0) + 1;
  return `${JSON.stringify({ version: 1, findings: counts }, null, 2)}\n`;
}

export function readBaseline(path: string): Baseline {
  const json = parse(path);
  if (!isRecord(json) || !isRecord(json.findings)) throw new UsageError(`${path} is not a baseline of cute-lens`);
  const entries = Object.entries(json.findings).map(([key, count]) => [key, Number(count)] as const);
  return new Map(entries);
}

/** Those that the baseline does not have; of a finding that occurs more often than there, the later ones. */
export function withoutKnown(findings: readonly CheckFinding[], baseline: Baseline): readonly CheckFinding[] {
  const left = new Map(baseline);
  return findings.filter((finding) => {
    const key = keyOf(finding);
    const known = left.get(key) ?? 0;
    left.set(key, known - 1);
    return known <= 0;
  });
}

function keyOf({ file, code, message }: CheckFinding): string {
  return `${relative(process.cwd(), file).replaceAll("\\", "/")} ${code} ${message}`;
}

function parse(path: string): unknown {
  const parsed = parseJson(readSource(path), generated);
  if ("complaint" in parsed) throw new UsageError(`${path} is not JSON: ${parsed.complaint}`);
  return parsed.json;
}
