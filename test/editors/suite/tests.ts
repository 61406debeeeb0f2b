/// <reference types="vscode" />
// What the extension does in a real extension host, by VS Code's own API: each test opens a file of the playground.
import * as assert from "node:assert/strict";
import Mocha from "mocha";
import * as vscode from "vscode";

const kernel = "cpp/hopper_gemm_tma.cu";

export function defineTests(root: Mocha.Suite): void {
  const test = (title: string, body: () => Promise<void>): void => {
    root.addTest(new Mocha.Test(title, body));
  };

  test("a word of CuTe that is typed letter by letter starts the server", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "cpp", content: "auto l = cut" });
    await vscode.window.showTextDocument(document);
    for (const text of ["e", "::", "make_layout(8);"]) {
      const end = document.positionAt(document.getText().length);
      await edit(document, new vscode.Range(end, end), text);
    }
    const hover = await until("hover on l", async () => (await hovers(document, new vscode.Position(0, 5))).join("\n"));
    assert.match(hover, /8:_?1/);
  });

  test("the first file of the playground has hovers", async () => {
    await open(kernel);
    await until("hover on sA", async () => (await hoverText(kernel, "sA = tile_to_shape", 0)) !== "");
  });

  test("a hover says the layout and shows a picture", async () => {
    const text = await hoverText(kernel, "sA = tile_to_shape", 0);
    assert.match(text, /Sw<3,4,3>/);
    assert.match(text, /_128|128/);
    assert.match(text, /data:image\/svg\+xml/);
  });

  test("hints stand at declarations", async () => {
    const document = await open(kernel);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await until("hints", async () => {
      const found = await run<vscode.InlayHint[]>("vscode.executeInlayHintProvider", document.uri, all);
      return found.length > 5 ? found : undefined;
    });
    assert.ok(
      hints.some((hint) => /128/.test(labelOf(hint))),
      hints.map(labelOf).join(" | "),
    );
  });

  test("a mistake is marked while typing, with a fix, and goes with undo", async () => {
    const document = await open(kernel);
    await until("no problems at first", async () => problems(document.uri).length === 0);
    const at = document.getText().indexOf("sA(_, _, 0)");
    const range = new vscode.Range(document.positionAt(at), document.positionAt(at + "sA(_, _, 0)".length));
    await edit(document, range, "sA");
    const found = await until("tma-size-mismatch", async () => {
      const here = problems(document.uri);
      return here.some((p) => codeOf(p) === "tma-size-mismatch") ? here : undefined;
    });
    const problem = found.find((p) => codeOf(p) === "tma-size-mismatch");
    assert.ok(problem);
    assert.equal(problem.source, "CuTe Lens");
    const actions = await run<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, problem.range);
    assert.ok(actions.length > 0, "a code action is offered");
    await edit(document, new vscode.Range(range.start, range.start.translate(0, 2)), "sA(_, _, 0)");
    await until("no problems again", async () => problems(document.uri).length === 0);
  });

  test("the outline lists layouts", async () => {
    const document = await open(kernel);
    const symbols = await run<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document.uri);
    assert.ok(
      names(symbols).some((name) => /sA/.test(name)),
      names(symbols).join(", "),
    );
  });

  test("Copy Layout puts the notation on the clipboard", async () => {
    const document = await open("cpp/layouts.cu");
    await until("hover on row", async () => (await hoverText("cpp/layouts.cu", "row    =", 0)) !== "");
    select(document, "row    =");
    await vscode.commands.executeCommand("cuteLens.copyLayout");
    assert.equal(await vscode.env.clipboard.readText(), "(_4,_8):(_8,_1)");
  });

  test("the preview opens beside the editor", async () => {
    await open(kernel);
    await vscode.commands.executeCommand("cuteLens.openPreview");
    await until("a preview tab", async () =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs).some((tab) => isPreview(tab)),
    );
  });

  test("a DSL file has hovers", async () => {
    const text = await until("hover in Python", async () => hoverText("python/layouts.py", "row = cute", 0));
    assert.match(text, /\(4,8\):\(8,1\)/);
  });

  test("a file without CuTe gets nothing", async () => {
    const document = await vscode.workspace.openTextDocument({
      language: "cpp",
      content: "int main() { return 0; }\n",
    });
    await vscode.window.showTextDocument(document);
    assert.equal((await hovers(document, new vscode.Position(0, 5))).filter((t) => /cute/i.test(t)).length, 0);
    const hints = await run<vscode.InlayHint[]>(
      "vscode.executeInlayHintProvider",
      document.uri,
      new vscode.Range(0, 0, 1, 0),
    );
    assert.equal(hints.length, 0);
    assert.equal(problems(document.uri).length, 0);
  });

  test("Restart Server: everything works again", async () => {
    await open("cpp/layouts.cu");
    await vscode.commands.executeCommand("cuteLens.restartServer");
    const text = await until("hover after the restart", async () => hoverText("cpp/layouts.cu", "row    =", 0));
    assert.match(text, /\(_4,_8\):\(_8,_1\)/);
  });

  test("code lenses say the TMA's box and the shared memory", async () => {
    const document = await open(kernel);
    const titles = await until("code lenses, the kernel's among them", async () => {
      const found = await run<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 50);
      const titles = found.map((lens) => lens.command?.title ?? "").join(" | ");
      // The first answers know the host's code; the kernel's lens follows.
      return /shared memory/.test(titles) ? titles : undefined;
    });
    assert.match(titles, /box 64×128/);
  });

  test("completion and signature help know CuTe's operations", async () => {
    const document = await open("cpp/layouts.cu");
    const at = document.positionAt(document.getText().indexOf("zipped_divide(row") + "zipped_divide(".length);
    const help = await until("signature help", async () =>
      run<vscode.SignatureHelp | undefined>("vscode.executeSignatureHelpProvider", document.uri, at),
    );
    assert.match(help.signatures.map(({ label }) => label).join(" "), /zipped_divide/);
    const list = await run<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at.translate(0, -4),
    );
    const ours = list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
    assert.ok(ours.includes("zipped_divide"), ours.slice(0, 20).join(", "));
  });

  test("semantic tokens come when they are switched on", async () => {
    const document = await open("cpp/layouts.cu");
    const tokens = () =>
      run<vscode.SemanticTokens | undefined>("vscode.provideDocumentSemanticTokens", document.uri).then(
        (found) => found?.data.length ?? 0,
      );
    await configure("semanticTokens.enable", true);
    await until("semantic tokens", async () => (await tokens()) > 0);
    await configure("semanticTokens.enable", undefined);
  });

  test("cuteLens.enable: off for the folder, and on again", async () => {
    await configure("enable", false);
    await until("no hover", async () => (await hoverText("cpp/layouts.cu", "row    =", 0)) === "");
    await configure("enable", undefined);
    await until("hovers again", async () => (await hoverText("cpp/layouts.cu", "row    =", 0)) !== "");
  });

  test("the walkthrough's sample opens, and has layouts", async () => {
    await vscode.commands.executeCommand("cuteLens.openPlayground");
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled);
    const at = document.positionAt(document.getText().indexOf("sA = tile_to_shape"));
    await until("a hover in the sample", async () => (await hovers(document, at)).join("").includes("Sw<3,4,3>"));
    const { contributes } = vscode.extensions.getExtension("cute-lens.cute-lens")?.packageJSON ?? {};
    assert.ok(contributes.walkthroughs[0].steps.length >= 4);
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", "cute-lens.cute-lens#start", false);
  });

  test("a link keeps its expression", async () => {
    const link = `${vscode.env.uriScheme}://cute-lens.cute-lens/draw?${encodeURIComponent("(_4,_8):(_8,_1)")}`;
    assert.equal(vscode.Uri.parse(link).path, "/draw");
    assert.equal(decodeURIComponent(vscode.Uri.parse(link).query), "(_4,_8):(_8,_1)");
  });

  test("a lens tells of layouts that differ from the last commit, and opens their pictures", async () => {
    const document = await open("cpp/since_head.cu");
    await configure("changes", true);
    const lens = async () => {
      const lenses = await run<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100);
      return lenses.map(({ command }) => command).find((command) => /since HEAD/.test(command?.title ?? ""));
    };
    const at = document.positionAt(document.getText().indexOf("LayoutRight"));
    await edit(document, new vscode.Range(at, at.translate(0, "LayoutRight".length)), "LayoutLeft");
    const command = await until("the lens", lens);
    assert.equal(command.title, "1 layout changed since HEAD");
    await run(command.command, ...(command.arguments ?? []));
    await until("the page", async () => tabs().some((tab) => /: since HEAD$/.test(tab.label)));
    await edit(document, new vscode.Range(at, at.translate(0, "LayoutLeft".length)), "LayoutRight");
    await until("no lens", async () => (await lens()) === undefined);
    await configure("changes", undefined);
  });

  test("every command of the palette is there", async () => {
    const known = new Set(await vscode.commands.getCommands());
    const { contributes } = vscode.extensions.getExtension("cute-lens.cute-lens")?.packageJSON ?? {};
    const missing = contributes.commands.filter(({ command }: { command: string }) => !known.has(command));
    assert.deepEqual(missing, []);
  });

  test("our keybindings clash with no default of VS Code", async () => {
    const own = ["ctrl+k l"];
    const clashes = (await defaultKeybindings()).filter(
      ({ key, command }) => own.includes(key) && !command.startsWith("cuteLens."),
    );
    assert.deepEqual(clashes, []);
  });
}

async function open(file: string): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, "a folder is open");
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, file));
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  return document;
}

async function hoverText(file: string, marker: string, offset: number): Promise<string> {
  const document = await open(file);
  const position = document.positionAt(document.getText().indexOf(marker) + offset);
  return (await hovers(document, position)).join("\n");
}

async function hovers(document: vscode.TextDocument, position: vscode.Position): Promise<string[]> {
  const found = await run<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, position);
  return found.flatMap((hover) => hover.contents).map((part) => (typeof part === "string" ? part : part.value));
}

const configure = (key: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration("cuteLens").update(key, value, vscode.ConfigurationTarget.Workspace);

async function run<T>(command: string, ...given: unknown[]): Promise<T> {
  const answer: T = await vscode.commands.executeCommand(command, ...given);
  return answer;
}

async function edit(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  change.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(change));
}

function select(document: vscode.TextDocument, marker: string): void {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  const position = document.positionAt(document.getText().indexOf(marker));
  editor.selection = new vscode.Selection(position, position);
}

/** Waits until the check gives something; the extension host has no better clock. */
async function until<T>(what: string, check: () => Promise<T | undefined | false>): Promise<T> {
  for (let i = 0; i < 150; i++) {
    const found = await check();
    if (found !== undefined && found !== false && !(typeof found === "string" && found === "")) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`never came: ${what}`);
}

const problems = (uri: vscode.Uri): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter((problem) => problem.source === "CuTe Lens");

function codeOf(problem: vscode.Diagnostic): string {
  const { code } = problem;
  return typeof code === "object" ? String(code.value) : String(code);
}

const labelOf = (hint: vscode.InlayHint): string =>
  typeof hint.label === "string" ? hint.label : hint.label.map((part) => part.value).join("");

const names = (symbols: readonly vscode.DocumentSymbol[]): readonly string[] =>
  symbols.flatMap((symbol) => [symbol.name, ...names(symbol.children)]);

const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

function isPreview(tab: vscode.Tab): boolean {
  return tab.input instanceof vscode.TabInputWebview && tab.input.viewType.includes("cuteLens.preview");
}

/** VS Code's own list, as its default keybindings file shows it. */
async function defaultKeybindings(): Promise<readonly { readonly key: string; readonly command: string }[]> {
  await vscode.commands.executeCommand("workbench.action.openDefaultKeybindingsFile");
  const text = await until("the default keybindings", async () => vscode.window.activeTextEditor?.document.getText());
  const pairs = text.matchAll(/"key":\s*"([^"]+)",\s*"command":\s*"([^"]+)"/g);
  return [...pairs].map(([, key, command]) => ({ key: key ?? "", command: command ?? "" }));
}
