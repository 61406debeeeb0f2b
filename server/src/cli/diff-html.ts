// `diff --format html`: one file to look at, with a picture of each layout before and after.
import type { Change } from "../features/diff/compare.ts";
import { article, escaped, Pictures, page } from "../features/diff/page.ts";
import { count, sections, whereOf } from "../features/diff/words.ts";
import { type ComparedFile, type DiffReport, lineOf, problemText, summary } from "./diff-report.ts";

export function htmlReport(report: DiffReport): string {
  const { changed, closing } = summary(report);
  const pictures = new Pictures();
  const body = changed.map((file) => section(file, pictures)).join("\n");
  return page(`Layouts, ${report.before} → ${report.after}`, closing, body, pictures);
}

function section(file: ComparedFile, pictures: Pictures): string {
  const { diff } = file;
  const language = (file.documents.after ?? file.documents.before)?.language ?? "cpp";
  const placed = (change: Change): string => `line ${lineOf(file, change)}, ${whereOf(change)}`;
  const problems = [
    ...diff.problems.new.map((one) => `<li class="new">${escaped(problemText(file, "after", one))}</li>`),
    ...diff.problems.gone.map((one) => `<li class="gone">${escaped(problemText(file, "before", one))}</li>`),
  ];
  const lists = sections.flatMap(([key, title]) =>
    diff[key].length === 0
      ? []
      : [`<h3>${title}</h3>`, ...diff[key].map((one) => article(one, placed(one), language, pictures))],
  );
  const head = problems.length === 0 ? [] : [`<h3>problems</h3><ul>${problems.join("")}</ul>`];
  const names =
    diff.appeared + diff.vanished === 0 ? [] : [`${count(diff.appeared, "new variable")}, ${diff.vanished} gone`];
  return [
    "<section>",
    `<h2>${escaped(file.file)}</h2>`,
    ...head,
    ...lists,
    ...names.map((text) => `<p class="note">${text}</p>`),
    "</section>",
  ].join("\n");
}
