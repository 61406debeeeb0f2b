// "Explain an Error": what the selected or copied log of nvcc, g++ or CuTe DSL means, in a peek at the line that leads to it.
import * as vscode from "vscode";
import { type ExplainParams, type ExplainResult, explainRequest } from "../../server/src/protocol/requests.ts";
import { newPeek, wrapped } from "./peek.ts";
import type { Session } from "./session.ts";

export interface Explainer extends vscode.Disposable {
  run(): Promise<void>;
}

const title = "what the error means";

export function newExplainer(session: Session): Explainer {
  const peek = newPeek("cute-lens-explain");
  const run = async (): Promise<void> => {
    const client = session.client();
    if (client === undefined) return tell("CuTe Lens does not run: open a CuTe file first.");
    const given = await givenText();
    if (given.trim() === "") return tell("Select the error, or copy it, and ask again.");
    const params: ExplainParams = { text: given };
    const answers = await client.sendRequest<readonly ExplainResult[]>(explainRequest, params);
    if (answers.length === 0) return tell("Nothing in the selected or copied text is known to CuTe Lens.");
    const text = answers.map(textOf).join("\n\n");
    const place = await firstPlace(answers);
    if (place === undefined) await vscode.window.showTextDocument(peek.document(title, text), { preview: true });
    else await peek.open(title, text, await openedAt(place));
  };
  return { run, dispose: peek.dispose };
}

/** The selection; without one the log in front, else what was copied, as from a terminal. */
async function givenText(): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined && !editor.selection.isEmpty) return editor.document.getText(editor.selection);
  if (editor !== undefined && /^(?:log|plaintext)$/.test(editor.document.languageId)) return editor.document.getText();
  return await vscode.env.clipboard.readText();
}

function textOf({ title, lines, table, rules }: ExplainResult): string {
  const width = Math.max(0, ...table.map(([name]) => name.length));
  const rows = table.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const pages = rules.length === 0 ? [] : [`Rules: ${rules.join(", ")}`];
  return [title, ...lines.map((line) => wrapped(line, "  ")), ...rows, ...pages].join("\n");
}

async function firstPlace(answers: readonly ExplainResult[]): Promise<vscode.Location | undefined> {
  for (const { at } of answers) {
    const uri = at === undefined ? undefined : await fileNamed(at.file);
    const line = Number(at?.line) - 1;
    if (uri !== undefined && line >= 0) return new vscode.Location(uri, new vscode.Position(line, 0));
  }
  return undefined;
}

/** A log names a file as the compiler was given it: of the workspace's files the one whose path ends most like it. */
async function fileNamed(file: string): Promise<vscode.Uri | undefined> {
  const parts = file.split(/[\\/]/);
  const name = parts.at(-1) ?? "";
  if (name === "" || /[*?{}[\]]/.test(name)) return undefined;
  const found = await vscode.workspace.findFiles(`**/${name}`, undefined, 200);
  const alike = ({ path }: vscode.Uri): number => {
    const own = path.split("/").reverse();
    const given = [...parts].reverse();
    const at = given.findIndex((part, i) => part !== own[i]);
    return at < 0 ? given.length : at;
  };
  return [...found].sort((a, b) => alike(b) - alike(a))[0];
}

/** The log may be of an older text, with more lines. */
async function openedAt({ uri, range }: vscode.Location): Promise<{ uri: vscode.Uri; position: vscode.Position }> {
  const editor = await vscode.window.showTextDocument(uri, { selection: range });
  return { uri, position: new vscode.Position(Math.min(range.start.line, editor.document.lineCount - 1), 0) };
}

async function tell(message: string): Promise<void> {
  await vscode.window.showInformationMessage(message);
}
