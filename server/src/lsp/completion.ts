// Completion and signature help for CuTe's names: from the text alone and at once, while the facts are still computed.
import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  MarkupKind,
  type Position,
  type SignatureHelp,
  type TextDocumentPositionParams,
} from "vscode-languageserver";
import type { Language } from "../../../src-engine/program/ir.ts";
import { linesOf } from "../convert/lines.ts";
import { atomDoc } from "../features/atom-completion.ts";
import { complete, type OwnNames, type Suggestion, type Suggestions } from "../features/completion.ts";
import { variablesAt, wordsOf } from "../features/own-names.ts";
import { speaksOfCute } from "../features/relevance.ts";
import { signatureHelp } from "../features/signature-help.ts";
import { atOnce, guarded } from "./guard.ts";
import { offersNavigation } from "./served.ts";
import type { Session } from "./server.ts";

export function answerCompletion(session: Session): void {
  const { connection } = session;
  connection.onCompletion(
    fromText<CompletionList | null>(session, "textDocument/completion", null, (typed) =>
      listOf(complete(typed.text, typed.offset, typed.language, ownNames(session, typed))),
    ),
  );
  connection.onCompletionResolve(
    guarded<CompletionItem, CompletionItem>(logOf(session), "completionItem/resolve", { label: "" }, resolved),
  );
  connection.onSignatureHelp(
    fromText<SignatureHelp | null>(session, "textDocument/signatureHelp", null, ({ text, offset, language }) => {
      const help = signatureHelp(text, offset, language);
      if (help === undefined) return null;
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

/** Where no other server knows them; from what is known by now, as nothing waits here. */
function ownNames(session: Session, { text, offset, language, path, fragment }: Typed): OwnNames | undefined {
  if (!offersNavigation(session.workspace.settings(path), language, session.client.options.served)) return undefined;
  const analysis = session.analyses.now(path) ?? session.analyses.before(path)?.analysis;
  const variables = analysis === undefined ? [] : variablesAt(analysis.index(), { fragment, offset }, language);
  return { variables, words: (beginning) => wordsOf(text, offset, beginning) };
}

/** Of what fits the argument first the file's own; ours before the same names of Pyright (`09.9999.…`), which say less. */
const listOf = ({ items, more }: Suggestions): CompletionList => ({
  isIncomplete: more,
  items: items.map((suggestion) => ({
    label: suggestion.name,
    kind: itemKinds[suggestion.kind],
    detail: suggestion.signature,
    documentation: { kind: MarkupKind.Markdown, value: suggestion.doc },
    sortText: `0${rankOf(suggestion)}${inOrder(suggestion.name)}`,
  })),
});

const rankOf = ({ fits, kind }: Suggestion): number =>
  (fits === true ? 0 : 2) + (kind === "value" ? 0 : 1) + (kind === "word" ? 1 : 0);

/** Atoms are documented one at a time, when the editor shows one: their layouts are looked up for it. */
function resolved(item: CompletionItem): CompletionItem {
  if (item.kind !== itemKinds.atom || !/^SM\d|^Univ|^Auto/.test(item.label)) return item;
  const value = atomDoc(item.label);
  return value === "" ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value } };
}

const logOf = ({ connection }: Session) => ({ error: (message: string) => connection.console.error(message) });

/** A handler that needs the text only: it also answers while the facts are computed. */
function fromText<R>(session: Session, method: string, nothing: R, handler: (typed: Typed) => R) {
  const log = logOf(session);
  const answer = ({ textDocument, position }: TextDocumentPositionParams): R => {
    const typed = typedAt(session, textDocument.uri, position);
    return typed === undefined ? nothing : handler(typed);
  };
  session.immediate.set(method, (params: TextDocumentPositionParams) =>
    atOnce(log, method, nothing, () => answer(params)),
  );
  return guarded<TextDocumentPositionParams, R>(log, method, nothing, answer);
}

interface Typed {
  readonly text: string;
  readonly offset: number;
  readonly language: Language;
  readonly path: string;
  readonly fragment: number;
}

/** The text around the cursor; undefined in documents without CuTe or where completion is switched off. */
function typedAt({ analyses, workspace, pathOf }: Session, uri: string, position: Position): Typed | undefined {
  const path = pathOf(uri);
  const open = path === undefined ? undefined : analyses.opened(path);
  const fragment = open?.uris.indexOf(uri) ?? -1;
  const text = open?.document.fragments[fragment];
  if (path === undefined || open === undefined || text === undefined) return undefined;
  const settings = workspace.settings(path);
  if (
    !settings.enable ||
    !settings["completion.enable"] ||
    !speaksOfCute(open.document.fragments, open.document.language)
  )
    return undefined;
  return { text, offset: linesOf(text).offset(position), language: open.document.language, path, fragment };
}

const itemKinds: Readonly<Record<Suggestion["kind"], CompletionItemKind>> = {
  operation: CompletionItemKind.Function,
  type: CompletionItemKind.Class,
  module: CompletionItemKind.Module,
  atom: CompletionItemKind.Class,
  swizzle: CompletionItemKind.Struct,
  layout: CompletionItemKind.Constant,
  value: CompletionItemKind.Variable,
  word: CompletionItemKind.Text,
};

/** Numbers by their size, powers of two before others: `64x64x16`, `64x256x16`, then `64x104x16`. */
const inOrder = (name: string): string =>
  name.replace(/\d+/g, (digits) => `${isPowerOfTwo(Number(digits)) ? 0 : 1}${digits.padStart(5, "0")}`);

const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));
