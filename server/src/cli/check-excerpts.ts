// Findings with the lines they are about, as people know it from compilers: the message, the place, the line, a squiggle.
import { readFileSync } from "node:fs";
import type { CheckFinding, Point } from "./check-run.ts";
import { type Colours, type Paint, printable } from "./terminal.ts";

/** A reader of lines that reads each file once; a notebook's lines are not those of its file. */
function lineReader(): (file: string, line: number) => string | undefined {
  const texts = new Map<string, readonly string[]>();
  return (file, line) => {
    if (file.endsWith(".ipynb")) return undefined;
    const known = texts.get(file) ?? linesOf(file);
    texts.set(file, known);
    return known[line - 1];
  };
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/);
  } catch {
    return [];
  }
}

export function excerpts(findings: readonly CheckFinding[], colours: Colours): string {
  const lineAt = lineReader();
  return findings.map((finding) => `${excerpt(finding, lineAt, colours)}\n`).join("");
}

function excerpt(
  finding: CheckFinding,
  lineAt: (file: string, line: number) => string | undefined,
  colours: Colours,
): string {
  const { file, cell, code, severity, message, start, end, related } = finding;
  const paint = paintOf(severity, colours);
  const width = Math.max(...[start, ...related.map((one) => one.start)].map(({ line }) => String(line).length));
  const bar = colours.blue(`${" ".repeat(width)} |`);
  const where = `${printable(file)}${cell === undefined ? "" : `#cell-${cell}`}:${start.line}:${start.column}`;
  const text = lineAt(file, start.line);
  const shown = text === undefined ? [] : [bar, ...marked(text, { start, end }, width, { paint, colours })];
  const notes = related.flatMap((one) => {
    const source = lineAt(one.file ?? file, one.start.line);
    const other = one.file === undefined ? "" : `${printable(one.file.split("/").at(-1) ?? "")}:`;
    const at = colours.blue(`${String(one.start.line).padStart(width)} |`);
    return [
      `${" ".repeat(width)} ${colours.blue("=")} ${printable(one.message)} (${other}${one.start.line}:${one.start.column})`,
      ...(source === undefined ? [] : [`${at} ${wide(source).trimEnd()}`]),
    ];
  });
  return [
    `${paint(colours.bold(`${severity}[${code}]`))}${colours.bold(`: ${printable(message)}`)}`,
    `${" ".repeat(width)}${colours.blue("-->")} ${where}`,
    ...shown,
    ...(shown.length > 0 && notes.length > 0 ? [bar] : []),
    ...notes,
    "",
  ].join("\n");
}

/** The line, and under it the squiggle as wide as the finding, to the line's end where it goes on. */
function marked(
  text: string,
  { start, end }: { readonly start: Point; readonly end: Point },
  width: number,
  { paint, colours }: { readonly paint: Paint; readonly colours: Colours },
): readonly string[] {
  const stop = end.line === start.line ? end.column - 1 : text.length;
  const before = wide(text.slice(0, start.column - 1)).length;
  const count = Math.max(1, wide(text.slice(start.column - 1, stop)).trimEnd().length);
  return [
    `${colours.blue(`${String(start.line).padStart(width)} |`)} ${wide(text).trimEnd()}`,
    `${colours.blue(`${" ".repeat(width)} |`)} ${" ".repeat(before)}${paint("^".repeat(count))}`,
  ];
}

const wide = (part: string): string => printable(part).replaceAll("\t", "    ");

function paintOf(severity: CheckFinding["severity"], colours: Colours): Paint {
  switch (severity) {
    case "error":
      return colours.red;
    case "warning":
      return colours.yellow;
    case "information":
    case "hint":
      return colours.cyan;
    default:
      return severity satisfies never;
  }
}
