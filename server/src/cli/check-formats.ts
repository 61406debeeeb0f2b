// How `check` prints its findings: for people, as JSON, as SARIF 2.1.0, and as GitHub's annotations.
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import { rules } from "../rules/list.ts";
import { pageOf } from "../rules/pages.ts";
import type { Rule } from "../rules/rule.ts";
import { versionText } from "../version.ts";
import { excerpts } from "./check-excerpts.ts";
import type { CheckFinding } from "./check-run.ts";
import { type Colours, coloursFor, printable } from "./terminal.ts";

export interface Report {
  readonly files: readonly string[];
  readonly findings: readonly CheckFinding[];
}

export type Format = "text" | "full" | "json" | "sarif" | "github";
export const formatNames: readonly Format[] = ["text", "full", "json", "sarif", "github"];

export const formats: Readonly<Record<Format, (report: Report) => string>> = {
  text: textReport,
  full: fullReport,
  json: ({ files, findings }) => `${JSON.stringify({ files: files.length, findings }, null, 2)}\n`,
  sarif: (report) => `${JSON.stringify(sarif(report), null, 2)}\n`,
  github: ({ findings }) => findings.map(annotation).join(""),
};

function textReport({ files, findings }: Report): string {
  const lines = findings.flatMap((finding) => [
    `${place(finding)}: ${finding.severity}: ${finding.message} [${finding.code}]`,
    ...finding.related.map(
      ({ file = finding.file, start, message }) => `    ${file}:${start.line}:${start.column}: ${message}`,
    ),
  ]);
  return printable([...lines, `${summary(findings)} in ${plural(files.length, "file")}`, ""].join("\n"));
}

/** With the lines of the source; in colours where a person reads. */
function fullReport({ files, findings }: Report): string {
  const colours = coloursFor(process.stdout);
  return `${excerpts(findings, colours)}${closing(findings, files, colours)}\n`;
}

function closing(findings: readonly CheckFinding[], files: readonly string[], { bold, green }: Colours): string {
  const text = `${summary(findings)} in ${plural(files.length, "file")}`;
  return findings.length === 0 ? green(text) : bold(text);
}

function place({ file, cell, start }: CheckFinding): string {
  return `${file}${cell === undefined ? "" : `#cell-${cell}`}:${start.line}:${start.column}`;
}

function summary(findings: readonly CheckFinding[]): string {
  if (findings.length === 0) return "no problems";
  const counts = (["error", "warning", "information", "hint"] as const).map(
    (severity) => [severity, findings.filter((f) => f.severity === severity).length] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => (severity === "information" ? `${count} information` : plural(count, severity)))
    .join(", ");
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message */
function annotation({ file, severity, start, end, code, message }: CheckFinding): string {
  const command = severity === "error" ? "error" : severity === "warning" ? "warning" : "notice";
  const position = `line=${start.line},endLine=${end.line},col=${start.column},endColumn=${end.column}`;
  return `::${command} file=${property(relative(process.cwd(), file))},${position},title=${property(code)}::${data(message)}\n`;
}

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
function sarif({ findings }: Report): object {
  const driver = {
    name: "CuTe Lens",
    version: versionText(),
    semanticVersion: versionText(),
    rules: rules.map(sarifRule),
  };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results: findings.map(sarifResult) }],
  };
}

function sarifRule(rule: Rule): object {
  const doc = pageOf(rule).doc.trim();
  return {
    id: rule.code,
    name: rule.number,
    shortDescription: { text: rule.title },
    fullDescription: { text: firstOf(doc) },
    help: { text: doc, markdown: doc },
    defaultConfiguration: { level: level(rule.severity) },
  };
}

/** GitHub takes 1,024 characters of it; all of the page is the help. */
const firstOf = (doc: string): string => (doc.split("\n\n")[0] ?? "").slice(0, 1024);

function sarifResult(finding: CheckFinding): object {
  const artifactLocation = artifact(finding.file);
  const region = ({ start, end }: Pick<CheckFinding, "start" | "end">) => ({
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  });
  return {
    ruleId: finding.code,
    ruleIndex: rules.findIndex((rule) => rule.code === finding.code),
    level: level(finding.severity),
    message: { text: finding.message },
    locations: [{ physicalLocation: { artifactLocation, region: region(finding) } }],
    relatedLocations: finding.related.map((other, id) => ({
      id,
      message: { text: other.message },
      physicalLocation: { artifactLocation: artifact(other.file ?? finding.file), region: region(other) },
    })),
  };
}

/** Relative to the working directory where it can be: that is how code scanning finds the file. */
function artifact(file: string): object {
  const inside = relative(process.cwd(), file).replaceAll("\\", "/");
  return inside.startsWith("..")
    ? { uri: pathToFileURL(file).href }
    : { uri: encodeURI(inside).replace(/[#?]/g, encodeURIComponent) };
}

function level(severity: string): "error" | "warning" | "note" | "none" {
  if (severity === "error" || severity === "warning") return severity;
  return severity === "off" ? "none" : "note";
}
