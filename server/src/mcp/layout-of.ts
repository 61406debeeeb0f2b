// The layouts of a file by name or line, each with where it stands, what instance it is of and what it rests on.
import { analysed, factRows, type InspectedFact } from "../cli/inspect.ts";
import { readSource, UsageError } from "../cli/usage.ts";
import { type Answer, bounded } from "./answer.ts";
import type { Seen } from "./session.ts";

export interface LayoutOf {
  readonly file: string;
  readonly name?: string;
  readonly line?: number;
  readonly instance?: string;
  readonly arch?: string;
}

export async function layoutOf({ file, name, line, instance, arch }: LayoutOf, seen: Seen): Promise<Answer> {
  const path = seen.find(file);
  readSource(path);
  const { facts, document } = await analysed(path, { reach: seen.reach, ...(arch === undefined ? {} : { arch }) });
  const rows = factRows(facts, document, { only: instance, notation: "line" });
  const wanted = rows.filter(
    (row) => (name === undefined || row.name === name) && (line === undefined || row.line === line),
  );
  if (wanted.length === 0)
    throw new UsageError(nothingThere(file, [name ?? [], line === undefined ? [] : `line ${line}`].flat(), rows));
  const incomplete = facts.incomplete === undefined ? [] : [`incomplete: ${facts.incomplete}`];
  const text = [...sections(wanted, seen.told(path)), ...incomplete].join("\n");
  return { text: bounded(text, "name a `line` or an `instance`") };
}

/** Instances with the same answer share one section. */
function sections(rows: readonly InspectedFact[], file: string): readonly string[] {
  const groups = new Map<string, InspectedFact[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.line, row.column, row.name, row.value, row.why]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => section(group, file));
}

function section(group: readonly InspectedFact[], file: string): string {
  const [row] = group;
  if (row === undefined) return "";
  const sizes = row.size === undefined ? [] : [`  size ${row.size}, cosize ${row.cosize ?? "unknown"}`];
  const why = row.why === undefined ? [] : [`  ${row.value === "unknown" ? "because" : "note"}: ${row.why}`];
  const from = row.from === undefined ? [] : [`  from: ${row.from.join(", ")}`];
  const head = `${row.name}: ${row.kind} at ${file}:${row.line}:${row.column}${whereOf(group)}`;
  return [head, `  ${row.value.replaceAll("\n", "\n  ")}`, ...sizes, ...why, ...from].join("\n");
}

function whereOf(group: readonly InspectedFact[]): string {
  const name = group[0]?.function ?? "";
  const labels = [...new Set(group.map(({ instance }) => instance).filter((one) => one !== ""))];
  const from = labels.length === 0 ? "" : `, called from ${labels.slice(0, 3).join("; ")}`;
  const more = labels.length > 3 ? ` and ${labels.length - 3} more` : "";
  return name === "" ? "" : ` in ${name}${from}${more}`;
}

function nothingThere(file: string, what: readonly string[], rows: readonly InspectedFact[]): string {
  const names = [...new Set(rows.map((row) => row.name))];
  const known = names.length === 0 ? "no layouts at all" : names.slice(0, 80).join(", ");
  return `${what.join(", ")} has no value in ${file}. Names there: ${known}${names.length > 80 ? " …" : ""}`;
}
