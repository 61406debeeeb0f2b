// The floor of the latency bench: a server that does on each edit what any server must (apply the edit, parse
// incrementally, walk the tree, answer) and nothing else. What ours costs above it is evaluation.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Edit, Language, type Node, Parser, type Tree } from "web-tree-sitter";

const connection = createConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
const require = createRequire(import.meta.url);

interface Open {
  readonly parser: Parser;
  document: TextDocument;
  tree: Tree | null;
}
const open = new Map<string, Open>();
let ready: Promise<void> = Promise.resolve();

connection.onInitialize(() => {
  ready = load();
  return { capabilities: { textDocumentSync: 2, inlayHintProvider: true } };
});
connection.onDidOpenTextDocument(async ({ textDocument }) => {
  await ready;
  const parser = new Parser();
  const { uri, languageId, version, text } = textDocument;
  parser.setLanguage(languageId === "python" ? languages.python : languages.cpp);
  const entry = { parser, document: TextDocument.create(uri, languageId, version, text), tree: parser.parse(text) };
  open.set(uri, entry);
  answer(entry);
});
connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
  const entry = open.get(textDocument.uri);
  if (entry === undefined) return;
  for (const change of contentChanges) if ("range" in change) editTree(entry, change.range, change.text);
  entry.document = TextDocument.update(entry.document, contentChanges, textDocument.version);
  const old = entry.tree;
  entry.tree = entry.parser.parse(entry.document.getText(), old);
  old?.delete();
  answer(entry);
});
connection.languages.inlayHint.on(() => []);
connection.onHover(() => null);
connection.onCodeLens(() => []);
connection.listen();

const languages: { cpp: Language | null; python: Language | null } = { cpp: null, python: null };

async function load(): Promise<void> {
  await Parser.init();
  const grammar = (path: string) => Language.load(new Uint8Array(readFileSync(require.resolve(path))));
  languages.cpp = await grammar("tree-sitter-cuda/tree-sitter-cuda.wasm");
  languages.python = await grammar("tree-sitter-python/tree-sitter-python.wasm");
}

function editTree({ document, tree }: Open, range: { start: Position; end: Position }, text: string): void {
  const startIndex = document.offsetAt(range.start);
  const newLines = text.split("\n");
  const last = newLines.at(-1)?.length ?? 0;
  const column = newLines.length === 1 ? range.start.character + last : last;
  tree?.edit(
    new Edit({
      startIndex,
      oldEndIndex: document.offsetAt(range.end),
      newEndIndex: startIndex + text.length,
      startPosition: point(range.start),
      oldEndPosition: point(range.end),
      newEndPosition: { row: range.start.line + newLines.length - 1, column },
    }),
  );
}

interface Position {
  readonly line: number;
  readonly character: number;
}
const point = ({ line, character }: Position) => ({ row: line, column: character });

function answer({ document, tree }: Open): void {
  if (tree !== null) walk(tree.rootNode);
  void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics: [] });
}

function walk(node: Node): number {
  let count = 1;
  for (const child of node.namedChildren) if (child !== null) count += walk(child);
  return count;
}
