// The page of a rule, docs/rules/<code>.md, and the list of all of them: from the same object that reports.
import { generatedNote } from "../settings/generate.ts";
import type { Example, Rule } from "./rule.ts";

/** Markdown of one rule's page. */
export function rulePage(rule: Rule): string {
  return `# ${rule.code}

${generatedNote}

${rule.title}

*${rule.number} · ${rule.severity} by default*

${rule.doc.trim()}

${rule.examples.map(exampleText).join("\n")}
## Reference

${rule.references.map((reference) => `- ${reference}`).join("\n")}

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
  const [name, fence] = example.language === "cpp" ? ["CuTe C++", "cpp"] : ["CuTe DSL", "python"];
  const block = (text: string) => `\`\`\`${fence}\n${withoutMarks(text).trim()}\n\`\`\``;
  return `## ${name}\n\nReported:\n\n${block(example.bad)}\n\nMended:\n\n${block(example.good)}\n`;
}
