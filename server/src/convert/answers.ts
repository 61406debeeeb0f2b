// Hints, outline, lenses and semantic tokens in LSP's types.
import {
  type CodeLens,
  type Command,
  type DocumentSymbol,
  type InlayHint,
  InlayHintKind,
  type InlayHintLabelPart,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SymbolInformation,
  SymbolKind,
} from "vscode-languageserver";
import type { Lens } from "../features/code-lens.ts";
import type { Hint } from "../features/inlay-hints.ts";
import type { OutlineEntry } from "../features/outline.ts";
import { type Token, tokenModifiers, tokenTypes } from "../features/semantic-tokens.ts";
import { chooseInstanceCommand, pickInstanceCommand } from "../protocol/requests.ts";
import { type DocumentMap, locationOf, positionOf, rangeOf } from "./document-map.ts";

/** What a click on a hint or lens runs, for clients that have the command: shows the value at a URI, line and column. */
export const previewCommand = "cuteLens.openPreviewAt";

export function inlayHintOf(map: DocumentMap, hint: Hint, commands: readonly string[]): InlayHint {
  const location = hint.source === undefined ? {} : { location: locationOf(map, hint.source) };
  const label: InlayHintLabelPart = { value: hint.text, ...location };
  const command = previewAt(map, hint.name.fragment, hint.name.start, commands);
  return {
    position: positionOf(map, hint.where),
    label: [command === undefined ? label : { ...label, command }],
    kind: InlayHintKind.Type,
    paddingLeft: true,
    data: { uri: map.uris[hint.name.fragment], offset: hint.name.start, fragment: hint.name.fragment },
  };
}

export function codeLensOf(map: DocumentMap, lens: Lens, commands: readonly string[]): CodeLens {
  const { start } = lens.place;
  return {
    range: rangeOf(map, { ...lens.place, end: start }),
    command: { ...(commandOf(map, lens, commands) ?? quiet), title: lens.text },
  };
}

function commandOf(map: DocumentMap, lens: Lens, commands: readonly string[]): Omit<Command, "title"> | undefined {
  switch (lens.action) {
    case "preview":
      return previewAt(map, lens.place.fragment, lens.place.start, commands);
    case "instance": {
      const { labels, active, function: name } = lens.list;
      const picks = commands.includes(pickInstanceCommand) && labels.length > 2;
      const [uri] = map.uris;
      return picks
        ? { command: pickInstanceCommand, arguments: [uri, name, labels, active] }
        : { command: chooseInstanceCommand, arguments: [uri, name] };
    }
    case "none":
      return undefined;
    default:
      return lens satisfies never;
  }
}

const quiet = { command: "" };

function previewAt(
  map: DocumentMap,
  fragment: number,
  offset: number,
  commands: readonly string[],
): Command | undefined {
  if (!commands.includes(previewCommand)) return undefined;
  const position = positionOf(map, { fragment, offset });
  return {
    title: "Open preview",
    command: previewCommand,
    arguments: [map.uris[fragment], position.line, position.character],
  };
}

export function documentSymbolOf(map: DocumentMap, entry: OutlineEntry): DocumentSymbol {
  return {
    name: entry.name,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: rangeOf(map, entry.place),
    selectionRange: rangeOf(map, entry.namePlace),
    children: entry.children.map((child) => documentSymbolOf(map, child)),
  };
}

/** Those whose names have the letters of the query in its order, each with the function or class around it. */
export function workspaceSymbolsOf(
  map: DocumentMap,
  entries: readonly OutlineEntry[],
  query: string,
  containerName = "",
): SymbolInformation[] {
  return entries.flatMap((entry) => [
    ...(hasInOrder(entry.name.toLowerCase(), query.toLowerCase())
      ? [{ name: entry.name, kind: symbolKinds[entry.kind], location: locationOf(map, entry.namePlace), containerName }]
      : []),
    ...workspaceSymbolsOf(map, entry.children, query, entry.name),
  ]);
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const one of letters) {
    at = name.indexOf(one, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const symbolKinds: Readonly<Record<OutlineEntry["kind"], SymbolKind>> = {
  function: SymbolKind.Function,
  kernel: SymbolKind.Event,
  class: SymbolKind.Class,
  layout: SymbolKind.Struct,
  tensor: SymbolKind.Array,
  atom: SymbolKind.Operator,
  other: SymbolKind.Variable,
};

/** Tokens of one fragment; a token never spans lines. */
export function semanticTokensOf(map: DocumentMap, fragment: number, tokens: readonly Token[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { place, type, modifiers } of tokens) {
    if (place.fragment !== fragment) continue;
    const { start, end } = rangeOf(map, place);
    if (start.line !== end.line) continue;
    const bits = modifiers.reduce((all, modifier) => all | (1 << tokenModifiers.indexOf(modifier)), 0);
    builder.push(start.line, start.character, place.end - place.start, tokenTypes.indexOf(type), bits);
  }
  return builder.build();
}
