// Completion and signature help for CuTe's names: from text alone, so that they work in half-typed code.
import { CompletionItemKind, MarkupKind } from "vscode-languageserver";
import { whereOf } from "../convert/document-map.ts";
import { complete, type Suggestion } from "../features/completion.ts";
import { signatureHelp } from "../features/signature-help.ts";
import { answer } from "./requests.ts";
import type { Session } from "./server.ts";

export function answerCompletion(session: Session): void {
  session.connection.onCompletion(
    answer(session, "completion", [], async ({ analysis, uri }, params) => {
      const where = whereOf(analysis.map, uri, params.position);
      if (where === undefined || !analysis.settings["completion.enable"]) return [];
      const text = analysis.map.texts[where.fragment] ?? "";
      return complete(text, where.offset, analysis.index.facts.unit.language).map((suggestion) => ({
        label: suggestion.name,
        kind: itemKinds[suggestion.kind],
        detail: suggestion.signature,
        documentation: { kind: MarkupKind.Markdown, value: suggestion.doc },
      }));
    }),
  );
  session.connection.onSignatureHelp(
    answer(session, "signature help", null, async ({ analysis, uri }, params) => {
      const where = whereOf(analysis.map, uri, params.position);
      const help =
        where === undefined ? undefined : signatureHelp(analysis.map.texts[where.fragment] ?? "", where.offset);
      if (help === undefined || !analysis.settings["completion.enable"]) return null;
      const documentation = { kind: MarkupKind.Markdown, value: help.doc };
      const parameters = help.parameters.map((label) => ({ label }));
      return {
        signatures: [{ label: help.label, documentation, parameters }],
        activeSignature: 0,
        activeParameter: help.active,
      };
    }),
  );
}

const itemKinds: Readonly<Record<Suggestion["kind"], CompletionItemKind>> = {
  operation: CompletionItemKind.Function,
  atom: CompletionItemKind.Class,
  swizzle: CompletionItemKind.Struct,
  layout: CompletionItemKind.Constant,
};
