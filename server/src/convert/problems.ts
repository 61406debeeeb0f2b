// Problems and their fixes as LSP diagnostics and code actions.
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type TextEdit,
} from "vscode-languageserver";
import type { Action, Look } from "../features/code-actions.ts";
import type { InFile, PlacedFix, Problem } from "../rules/problem.ts";
import { previewCommand } from "./answers.ts";
import { type DocumentMap, locationOf, rangeOf } from "./document-map.ts";
import { uriOf } from "./uri.ts";

export const diagnosticSource = "CuTe Lens";

/** `pages` is the URL of the folder with the rules' pages, ending in a slash. */
export function diagnosticOf(map: DocumentMap, problem: Problem, pages: string | undefined): Diagnostic {
  const here = problem.related.map(({ place, message }) => ({ location: locationOf(map, place), message }));
  const related = problem.elsewhere === undefined ? here : [inFile(problem.elsewhere), ...here];
  return {
    range: rangeOf(map, problem.place),
    severity: severities[problem.severity],
    code: problem.code,
    ...(pages === undefined ? {} : { codeDescription: { href: `${pages}${problem.code}.md` } }),
    source: diagnosticSource,
    message: problem.message,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}

function inFile({ file, line, message }: InFile): DiagnosticRelatedInformation {
  const at = { line: line - 1, character: 0 };
  return { location: { uri: uriOf(file), range: { start: at, end: at } }, message };
}

const severities: Readonly<Record<Problem["severity"], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function codeActionOf(map: DocumentMap, { problem, fix, preferred }: Action, pages?: string): CodeAction {
  return {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(map, problem, pages)],
    isPreferred: preferred === "preferred",
    edit: { changes: changesOf(map, fix) },
  };
}

/** Where the client has the preview. */
export function lookOf(map: DocumentMap, { problem, title, place }: Look, pages?: string): CodeAction {
  const { uri, range } = locationOf(map, place);
  const { line, character } = range.start;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(map, problem, pages)],
    command: { title, command: previewCommand, arguments: [uri, line, character] },
  };
}

/** A change that mends nothing: the light bulb offers it where the cursor stands. */
export function rewriteOf(map: DocumentMap, fix: PlacedFix): CodeAction {
  return { title: fix.title, kind: CodeActionKind.RefactorRewrite, edit: { changes: changesOf(map, fix) } };
}

function changesOf(map: DocumentMap, fix: PlacedFix): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const { place, text } of fix.edits) {
    const { uri, range } = locationOf(map, place);
    changes[uri] = [...(changes[uri] ?? []), { range, newText: text }];
  }
  return changes;
}
