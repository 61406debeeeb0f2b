// How `diff` prints what changed: for people, as JSON, as Markdown for a pull request's comment, as a page with pictures.
import { type Change, isEqual, type ProblemLine } from "../features/diff/compare.ts";
import { count, sections, whereOf } from "../features/diff/words.ts";
import { htmlReport } from "./diff-html.ts";
import { type ComparedFile, type DiffReport, lineAt, lineOf, problemText, summary } from "./diff-report.ts";

export type DiffFormat = "text" | "json" | "markdown" | "html";
export const diffFormatNames: readonly DiffFormat[] = ["text", "json", "markdown", "html"];

export const diffFormats: Readonly<Record<DiffFormat, (report: DiffReport) => string>> = {
  text: textReport,
  json: jsonReport,
  markdown: markdownReport,
  html: htmlReport,
};

// ---- text ------------------------------------------------------------------------------------------------------------

function textReport(report: DiffReport): string {
  const { changed, closing } = summary(report);
  return [...changed.map(fileText), closing, ""].join("\n");
}

function fileText(file: ComparedFile): string {
  const { diff } = file;
  const lines = sections.flatMap(([key, title]) =>
    diff[key].length === 0 ? [] : [`  ${title}`, ...diff[key].flatMap((one) => changeText(file, one))],
  );
  const problems = [
    ...diff.problems.new.map((one) => `    + ${problemText(file, "after", one)}`),
    ...diff.problems.gone.map((one) => `    - ${problemText(file, "before", one)}`),
  ];
  const names =
    diff.appeared + diff.vanished === 0 ? [] : [`  ${count(diff.appeared, "new variable")}, ${diff.vanished} gone`];
  return [file.file, ...(problems.length === 0 ? [] : ["  problems", ...problems]), ...lines, ...names, ""].join("\n");
}

function changeText(file: ComparedFile, change: Change): readonly string[] {
  const { before = "(not there)", after = "(gone)" } = change;
  return [`    ${lineOf(file, change)}: ${change.name}, ${whereOf(change)}`, `      - ${before}`, `      + ${after}`];
}

// ---- JSON ------------------------------------------------------------------------------------------------------------

function jsonReport({ before, after, files }: DiffReport): string {
  const rows = files.map((one) => {
    const change = ({ at: _, drawn: __, ...rest }: Change, line: number) => ({ ...rest, line });
    const changes = (all: readonly Change[]) => all.map((each) => change(each, lineOf(one, each)));
    const problems = (all: readonly ProblemLine[], side: "before" | "after") =>
      all.map(({ place, ...rest }) => ({ ...rest, line: lineAt(one, side, place) }));
    const { values, unknown, costs, kernels, appeared, vanished } = one.diff;
    return {
      file: one.file,
      values: changes(values),
      unknown: changes(unknown),
      costs: changes(costs),
      kernels: changes(kernels),
      problems: { new: problems(one.diff.problems.new, "after"), gone: problems(one.diff.problems.gone, "before") },
      appeared,
      vanished,
    };
  });
  return `${JSON.stringify({ before, after, files: rows }, null, 1)}\n`;
}

// ---- Markdown --------------------------------------------------------------------------------------------------------

/** A comment has its limit: the first changes of each kind and how many there are, and the files that fit. */
const mostRows = 40;
const mostCharacters = 60_000;

function markdownReport({ before, after, files }: DiffReport): string {
  const changed = files.filter(({ diff }) => !isEqual(diff));
  const head = `### Layouts, ${code(before)} → ${code(after)}`;
  if (changed.length === 0)
    return `${head}\n\n${files.length === 0 ? "No file with CuTe code differs" : `The same layouts, costs and problems in ${count(files.length, "file")}`}.\n`;
  let left = mostCharacters;
  const shown = changed.map(fileMarkdown).filter((text) => {
    left -= text.length;
    return left > 0;
  });
  const more = changed.length - shown.length;
  const rest = more === 0 ? [] : [`${count(more, "more file")} changed: \`cute-lens diff\` shows all.`];
  return `${[head, ...shown, ...rest].join("\n\n")}\n`;
}

const circles = { error: "red", warning: "orange", information: "blue", hint: "blue", off: "white" } as const;

function fileMarkdown(file: ComparedFile): string {
  const { diff } = file;
  const news = diff.problems.new.length;
  const facts = [
    count(diff.values.length + diff.unknown.length, "value"),
    ...(news === 0 ? [] : [`<b>${count(news, "new problem")}</b>`]),
    ...(diff.problems.gone.length === 0 ? [] : [`${count(diff.problems.gone.length, "problem")} gone`]),
  ];
  const problems = [
    ...diff.problems.new.map(
      (one) => `- :${circles[one.severity]}_circle: ${escaped(problemText(file, "after", one))}`,
    ),
    ...diff.problems.gone.map((one) => `- :green_circle: ${escaped(problemText(file, "before", one))}`),
  ];
  const tables = sections.flatMap(([key, title]) =>
    diff[key].length === 0 ? [] : [`**${title}**`, rows(file, diff[key])],
  );
  const body = [...(problems.length === 0 ? [] : [problems.join("\n")]), ...tables].join("\n\n");
  return `<details${news > 0 ? " open" : ""}><summary>${tagged(file.file)}: ${facts.join(", ")}</summary>\n\n${body}\n\n</details>`;
}

function rows(file: ComparedFile, changes: readonly Change[]): string {
  const shown = changes.slice(0, mostRows).map((one) => {
    const { before = "", after = "" } = one;
    return `| ${lineOf(file, one)} | ${cell(one.name)} | ${escaped(whereOf(one))} | ${cell(before)} | ${cell(after)} |`;
  });
  const more = changes.length > mostRows ? [`\n${changes.length - mostRows} more`] : [];
  return ["| line | name | in | before | after |", "|---|---|---|---|---|", ...shown, ...more].join("\n");
}

/** A code span: its fence is longer than any run of backticks in the text. */
function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const apart = runs.length > 0 ? " " : "";
  return `${fence}${apart}${text.replaceAll("\n", " ")}${apart}${fence}`;
}

/** The same inside a table, where a bar would end the cell. */
const cell = (text: string): string => (text === "" ? "" : code(text).replaceAll("|", "\\|"));

/** The same inside HTML, where Markdown is not read. */
const tagged = (text: string): string =>
  `<code>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", " ")}</code>`;

const escaped = (text: string): string =>
  text.replace(/[&<>|\\`*_~[\]#@:.]/g, (one) => `&#${one.charCodeAt(0)};`).replaceAll("\n", " ");
