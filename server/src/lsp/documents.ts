// The open documents: text files and notebooks, kept in step with the editor by incremental sync.
//
// A notebook is one document whose fragments are its Python cells.
import {
  type Connection,
  type NotebookDocument,
  NotebookDocuments,
  TextDocumentSyncKind,
  type TextDocumentSyncOptions,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { pathOf } from "../convert/uri.ts";
import { languageOf } from "../languages/parse/language.ts";
import { blankMagics } from "../languages/python/lower/notebook.ts";
import type { OpenDocument } from "./analysis.ts";

export const textSync: TextDocumentSyncOptions = { openClose: true, change: TextDocumentSyncKind.Incremental };

export const notebookSync = {
  notebookSelector: [{ notebook: "jupyter-notebook", cells: [{ language: "python" }] }],
};

export interface DocumentEvents {
  opened(document: OpenDocument): void;
  closed(document: { readonly path: string; readonly uris: readonly string[] }): void;
  /** Cells that were deleted, or are Python no longer: nothing is said about them any more. */
  dropped(uris: readonly string[]): void;
}

export interface Documents {
  /** The document that holds a text or cell URI. */
  pathOf(uri: string): string | undefined;
}

export function followDocuments(connection: Connection, events: DocumentEvents): Documents {
  const texts = new TextDocuments(TextDocument);
  const notebooks = new NotebookDocuments(TextDocument);
  const cells = new Map<string, string>();
  /** Cells of each notebook as they were read last. */
  const orders = new Map<string, string>();

  texts.onDidChangeContent(({ document }) => {
    const open = openText(document);
    if (open !== undefined) events.opened(open);
  });
  texts.onDidClose(({ document }) => events.closed({ path: pathOf(document.uri), uris: [document.uri] }));

  const follow = (notebook: NotebookDocument) => {
    const open = openNotebook(notebook, (cell) => notebooks.getCellTextDocument(cell));
    const { path } = open.document;
    const gone = [...cells].flatMap(([uri, owner]) => (owner === path && !open.uris.includes(uri) ? [uri] : []));
    for (const uri of gone) cells.delete(uri);
    for (const uri of open.uris) cells.set(uri, path);
    orders.set(notebook.uri, orderOf(notebook));
    if (gone.length > 0) events.dropped(gone);
    events.opened(open);
  };
  notebooks.onDidOpen(follow);
  notebooks.onDidChange(({ notebookDocument }) => follow(notebookDocument));
  notebooks.onDidClose((notebook) => {
    orders.delete(notebook.uri);
    const path = pathOf(notebook.uri);
    const uris = [...cells].flatMap(([uri, owner]) => (owner === path ? [uri] : []));
    for (const uri of uris) cells.delete(uri);
    events.closed({ path, uris });
  });

  texts.listen(connection);
  notebooks.listen(
    afterChanges(connection, (uri) => {
      const notebook = notebooks.getNotebookDocument(uri);
      if (notebook !== undefined && orders.get(uri) !== orderOf(notebook)) follow(notebook);
    }),
  );
  return { pathOf: (uri) => cells.get(uri) ?? (texts.get(uri) === undefined ? undefined : pathOf(uri)) };
}

const orderOf = (notebook: NotebookDocument): string => notebook.cells.map((cell) => cell.document).join("\n");

/** The connection, with a word after each change of a notebook: `NotebookDocuments` tells of no cell that only moved. */
function afterChanges(connection: Connection, done: (uri: string) => void): Connection {
  const { synchronization } = connection.notebooks;
  const onDidChange: typeof synchronization.onDidChangeNotebookDocument = (handler) =>
    synchronization.onDidChangeNotebookDocument(async (params) => {
      await handler(params);
      done(params.notebookDocument.uri);
    });
  return {
    ...connection,
    notebooks: {
      ...connection.notebooks,
      synchronization: { ...synchronization, onDidChangeNotebookDocument: onDidChange },
    },
  };
}

function openText(text: TextDocument): OpenDocument | undefined {
  const path = pathOf(text.uri);
  const language = languageOf(path) ?? languageById[text.languageId];
  if (language === undefined) return undefined;
  const document = { path, language, version: text.version, fragments: [text.getText()] };
  return { uri: text.uri, uris: [text.uri], document };
}

/** For files whose name says nothing: `untitled:Untitled-1`. */
const languageById: Readonly<Record<string, "cpp" | "python">> = {
  cpp: "cpp",
  cuda: "cpp",
  "cuda-cpp": "cpp",
  python: "python",
};

function openNotebook(
  notebook: NotebookDocument,
  cellText: (cell: NotebookDocument["cells"][number]) => TextDocument | undefined,
): OpenDocument {
  const cells = notebook.cells.map(cellText).filter((text) => text?.languageId === "python");
  const texts = cells.filter((text) => text !== undefined);
  const path = pathOf(notebook.uri);
  const document = {
    path,
    language: "python" as const,
    version: notebook.version,
    fragments: texts.map((text) => blankMagics(text.getText())),
  };
  return { uri: notebook.uri, uris: texts.map((text) => text.uri), document };
}
