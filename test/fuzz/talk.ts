// A story told to the real server: files are opened, edits come as an editor sends them, and between them requests, some given up.
// A model of each text is kept beside, and answers are held against it. At last the files are closed again.
import { pathToFileURL } from "node:url";
import { languageOf } from "../../server/src/languages/parse/language.ts";
import { type Edit, edited, type Text } from "./edits.ts";
import { type Random, randomFrom } from "./random.ts";
import { drawRequest, type Open } from "./requests.ts";
import type { Server } from "./server.ts";
import type { Failure, Story } from "./story.ts";
import { changeBetween } from "./text.ts";

/** A file as the editor has it; a notebook's cells keep their names when they move. */
interface Document {
  readonly path: string;
  readonly uri: string;
  readonly isNotebook: boolean;
  history: Text[];
  /** Names of the cells in their order. */
  cells: string[];
  version: number;
}

export async function talk(server: Server, story: Story): Promise<Failure | undefined> {
  const documents = story.files.map(({ path, text }) => newDocument(path, text));
  const others = story.files.flatMap(({ text }) => text);
  const before = server.failures.length;
  const told = (): string | undefined => server.failures[before];
  for (const document of documents) await open(server, document);
  try {
    for (const [i, edit] of story.edits.entries()) {
      const document = documents[edit.file]!;
      await change(server, document, edit, others);
      const random = randomFrom(edit.seed ^ 0x5bd1e995);
      const what = (await askSome(server, random, documents, edit.givenUpAfter)) ?? told();
      if (what !== undefined) return { after: i + 1, path: document.path, what };
    }
    return undefined;
  } finally {
    for (const document of documents) await close(server, document).catch(() => undefined);
  }
}

function newDocument(path: string, text: Text): Document {
  const uri = pathToFileURL(path).href;
  const isNotebook = path.endsWith(".ipynb");
  return { path, uri, isNotebook, history: [text], cells: text.map((_, i) => `${uri}#c${i}`), version: 1 };
}

/** After a small edit most people go on typing: fewer requests, and some that are given up. */
async function askSome(
  server: Server,
  random: Random,
  documents: readonly Document[],
  givenUpAfter: number | undefined,
): Promise<string | undefined> {
  const opens = documents.flatMap(opensOf);
  const texts = new Map(opens.map(({ uri, text }) => [uri, text]));
  const waiting = Array.from({ length: random.below(5) }, async () => {
    const { method, params, wrong } = drawRequest(random, random.pick(opens), texts);
    const cancelAfter = random.below(5) === 0 || givenUpAfter !== undefined ? random.below(60) : undefined;
    const answered = await server.ask(method, params, cancelAfter);
    if ("failure" in answered) return answered.failure;
    const found = "answer" in answered ? wrong(answered.answer) : undefined;
    return found === undefined ? undefined : `${method} ${JSON.stringify(params)}: ${found}`;
  });
  // Typing goes on before what is given up is answered.
  const answers = givenUpAfter === undefined ? await Promise.all(waiting) : [];
  if (givenUpAfter !== undefined) for (const one of waiting) void one.catch(() => undefined);
  return answers.find((one) => one !== undefined);
}

function opensOf({ uri, isNotebook, history, cells }: Document): readonly Open[] {
  const text = history.at(-1)!;
  return isNotebook ? text.map((one, i) => ({ uri: cells[i]!, text: one })) : [{ uri, text: text[0]! }];
}

// ---- what the editor tells -------------------------------------------------------------------------------------------

const python = (uri: string, text: string) => ({ uri, languageId: "python", version: 1, text });
const cellOf = (document: string) => ({ kind: 2, document });

function open({ connection }: Server, { uri, path, isNotebook, history, cells }: Document): Promise<void> {
  const [text] = history;
  if (!isNotebook) {
    const languageId = languageOf(path) === "python" ? "python" : "cuda-cpp";
    return connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text: text![0]! },
    });
  }
  return connection.sendNotification("notebookDocument/didOpen", {
    notebookDocument: { uri, notebookType: "jupyter-notebook", version: 1, cells: cells.map(cellOf) },
    cellTextDocuments: text!.map((one, i) => python(cells[i]!, one)),
  });
}

async function change(server: Server, document: Document, edit: Edit, others: readonly string[]): Promise<void> {
  const before = document.history.at(-1)!;
  const after = edited(document.history, edit, others);
  document.history.push(after);
  document.version++;
  const { connection } = server;
  const { uri, version } = document;
  if (!document.isNotebook) {
    const contentChanges = [changeBetween(before[0]!, after[0]!)];
    return connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  }
  const moved = swapped(before, after);
  if (moved !== undefined) {
    const [a, b] = moved;
    const cells = [...document.cells];
    [cells[a], cells[b]] = [cells[b]!, cells[a]!];
    document.cells = cells;
    const array = { start: a, deleteCount: b - a + 1, cells: cells.slice(a, b + 1).map(cellOf) };
    return tell(server, document, { structure: { array } });
  }
  const textContent = after.flatMap((text, i) =>
    text === before[i]
      ? []
      : [{ document: { uri: document.cells[i]!, version }, changes: [changeBetween(before[i]!, text)] }],
  );
  if (textContent.length > 0) return tell(server, document, { textContent });
}

/** The two cells that changed places and nothing else. */
function swapped(before: Text, after: Text): readonly [number, number] | undefined {
  const other = before.flatMap((text, i) => (text === after[i] ? [] : [i]));
  const [a, b] = other;
  if (other.length !== 2 || a === undefined || b === undefined) return undefined;
  return before[a] === after[b] && before[b] === after[a] ? [a, b] : undefined;
}

const tell = ({ connection }: Server, { uri, version }: Document, cells: object): Promise<void> =>
  connection.sendNotification("notebookDocument/didChange", { notebookDocument: { uri, version }, change: { cells } });

function close({ connection }: Server, { uri, isNotebook, cells }: Document): Promise<void> {
  if (!isNotebook) return connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  return connection.sendNotification("notebookDocument/didClose", {
    notebookDocument: { uri },
    cellTextDocuments: cells.map((one) => ({ uri: one })),
  });
}
