// What the server offers and what the client can take, settled once at `initialize`.
import { CodeActionKind, type InitializeParams, type ServerCapabilities } from "vscode-languageserver";
import { tokenModifiers, tokenTypes } from "../features/semantic-tokens.ts";
import { chooseInstanceCommand, type InitializationOptions } from "../protocol/requests.ts";
import { isRecord } from "../settings/read.ts";
import { notebookSync, textSync } from "./documents.ts";

/** What the client told about itself. */
export interface Client {
  readonly pictures: boolean;
  readonly markdown: boolean;
  readonly configuration: boolean;
  /** The client can be asked for messages about settings and files that change; one that cannot may warn of being asked. */
  readonly tellsSettings: boolean;
  readonly watchesFiles: boolean;
  readonly workspaceFolders: boolean;
  /** The client shows work in progress that the server begins. */
  readonly progress: boolean;
  readonly folders: readonly string[];
  readonly options: InitializationOptions;
  /** Whether hints, lenses and tokens can be asked to be requested anew. */
  readonly refreshes: { readonly hints: boolean; readonly lenses: boolean; readonly tokens: boolean };
}

export function clientOf(params: InitializeParams): Client {
  const { capabilities, workspaceFolders, rootUri } = params;
  // The border from the client's JSON.
  const options: InitializationOptions = isRecord(params.initializationOptions) ? params.initializationOptions : {};
  const { workspace, textDocument } = capabilities;
  return {
    pictures: options.pictures === true,
    markdown: textDocument?.hover?.contentFormat?.includes("markdown") === true,
    configuration: workspace?.configuration === true,
    tellsSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    progress: capabilities.window?.workDoneProgress === true,
    folders: workspaceFolders?.map((folder) => folder.uri) ?? (rootUri ? [rootUri] : []),
    options,
    refreshes: {
      hints: workspace?.inlayHint?.refreshSupport === true,
      lenses: workspace?.codeLens?.refreshSupport === true,
      tokens: workspace?.semanticTokens?.refreshSupport === true,
    },
  };
}

export const serverCapabilities: ServerCapabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: textSync,
  notebookDocumentSync: notebookSync,
  hoverProvider: true,
  inlayHintProvider: { resolveProvider: true },
  definitionProvider: true,
  referencesProvider: true,
  workspaceSymbolProvider: true,
  documentSymbolProvider: { label: "CuTe Lens" },
  codeLensProvider: { resolveProvider: false },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] },
  executeCommandProvider: { commands: [chooseInstanceCommand] },
  completionProvider: { triggerCharacters: [".", ":"], resolveProvider: true },
  signatureHelpProvider: { triggerCharacters: ["(", ","] },
  semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] }, full: true },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};
