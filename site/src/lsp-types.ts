// The few types of LSP that the page reads and writes.
import type { Position, Range } from "../../server/src/protocol/requests.ts";

export type { Position, Range };

export interface TextChange {
  readonly range: Range;
  readonly text: string;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface Diagnostic {
  readonly range: Range;
  /** 1 error, 2 warning, 3 information, 4 hint. */
  readonly severity?: number;
  readonly code?: string | number;
  readonly message: string;
}

export interface Hover {
  readonly contents: { readonly value: string };
  readonly range?: Range;
}

export interface InlayHint {
  readonly position: Position;
  readonly label: string | readonly { readonly value: string }[];
  readonly paddingLeft?: boolean;
}

export interface CodeLens {
  readonly range: Range;
  readonly command?: { readonly title: string; readonly command: string; readonly arguments?: readonly unknown[] };
}

export interface CodeAction {
  readonly title: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly edit?: { readonly changes?: Readonly<Record<string, readonly TextEdit[]>> };
}

export interface CompletionList {
  readonly items: readonly CompletionItem[];
}

export interface CompletionItem {
  readonly label: string;
  readonly detail?: string;
  readonly insertText?: string;
  readonly documentation?: { readonly value: string } | string;
}
