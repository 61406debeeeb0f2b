// The page of a rule, docs/rules/<code>.md, and the list of all of them: from the file that reports.
import type { Language } from "../../../src-engine/program/ir.ts";
import { generatedNote } from "../settings/generate.ts";
import type { Example, Rule, RulePage } from "./rule.ts";

/** Markdown of one rule's page. */
export function rulePage(rule: Rule, { doc, examples, references }: RulePage): string {
  return `# ${rule.code}

${generatedNote}

${rule.title}

*${rule.number} · ${rule.severity} by default*

${doc.trim()}

${examples.map(exampleText).join("\n")}${absentText(rule)}
## Reference

${references.map((reference) => `- ${reference}`).join("\n")}

## Silence it

\`// cute-lens: ignore[${rule.code}] reason\` on the line or alone above it, \`ignore-file[${rule.code}]\` for the file,
\`"rules": { "${rule.code}": "off" }\` in cute-lens.json, or \`cuteLens.diagnostics.severity\` in the editor.
`;
}

/** docs/rules/README.md: all rules in a table. */
export function ruleList(rules: readonly Rule[]): string {
  const rows = rules.map((r) => `| [${r.code}](${r.code}.md) | ${r.number} | ${r.severity} | ${r.title} |`);
  return `# Rules

${generatedNote}

A rule reports only what is certain: where a number is not known it stays silent.

| Rule | Number | Severity | What it reports |
|---|---|---|---|
${rows.join("\n")}
`;
}

/** The example's text without its `^^^` marks. */
export function withoutMarks(source: string): string {
  return source
    .split("\n")
    .filter((line) => !/^\s*(\/\/|#)\s*\^+/.test(line))
    .join("\n");
}

function exampleText(example: Example): string {
  const [name, fence] = [languageNames[example.language], example.language];
  const reported = example.arch === undefined ? "Reported:" : `Reported with \`--arch ${example.arch}\`:`;
  const block = (text: string) => `\`\`\`${fence}\n${withoutMarks(text).trim()}\n\`\`\``;
  return `## ${name}\n\n${reported}\n\n${block(example.bad)}\n\nMended:\n\n${block(example.good)}\n`;
}

/** `Not in the DSL: …`, where the language leaves nothing to report. */
export function absentText({ absent }: Rule): string {
  const lines = Object.entries(absent ?? {}).map(([language, why]) => {
    const name = language === "cpp" ? languageNames.cpp : languageNames.python;
    return `\nNot in ${name}: ${why}.\n`;
  });
  return lines.join("");
}

const languageNames: Readonly<Record<Language, string>> = { cpp: "CuTe C++", python: "CuTe DSL" };
