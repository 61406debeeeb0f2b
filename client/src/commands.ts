// The extension's commands. Each is a few lines over the session and the previews; the palette names are in package.json.
import * as vscode from "vscode";
import {
  chooseInstanceCommand,
  type ViewParams,
  type ViewResult,
  viewRequest,
} from "../../server/src/protocol/requests.ts";
import type { CostsView } from "./costs-view.ts";
import { newExplainer } from "./explain.ts";
import type { PreviewManager } from "./preview/manager.ts";
import type { Session } from "./session.ts";
import { newWhy } from "./why.ts";

export function registerCommands(
  context: vscode.ExtensionContext,
  session: Session,
  previews: PreviewManager,
  costs: CostsView,
): vscode.Disposable[] {
  const why = newWhy(session);
  const explainer = newExplainer(session);
  const commands: Readonly<Record<string, (...given: unknown[]) => unknown>> = {
    openPreview: () => previews.open({ pinned: false }),
    openPinnedPreview: () => previews.open({ pinned: true }),
    openPreviewAt: (...given) => openAt(previews, given),
    evaluate: () => previews.openScratchPad(),
    copyLayout: () => copyLayout(session),
    copyText: (text) => copy(text),
    selectArchitecture: selectArchitecture,
    restartServer: () => session.restart(),
    showOutput: () => session.output.show(),
    showMenu: showMenu,
    why: () => why.run(),
    explain: () => explainer.run(),
    showCosts: () => costs.show(),
    pickInstance: (...given) => pickInstance(given),
    openPlayground: () => openPlayground(context),
  };
  const registered = Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`cuteLens.${name}`, run),
  );
  return [...registered, why, explainer];
}

/** Links in hovers, hints and lenses name a place: URI, line and character. */
async function openAt(previews: PreviewManager, [uri, line, character]: readonly unknown[]): Promise<void> {
  if (typeof uri !== "string" || typeof line !== "number" || typeof character !== "number")
    await previews.open({ pinned: false });
  else await previews.openAt(vscode.Uri.parse(uri), new vscode.Position(line, character));
}

async function copyLayout(session: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const client = session.client();
  if (editor === undefined || client === undefined) return tell("There is no CuTe file in front.");
  const params: ViewParams = { uri: editor.document.uri.toString(), position: editor.selection.active };
  const view = await client.sendRequest<ViewResult | null>(viewRequest, params);
  if (view === null) return tell("No layout is known under the cursor.");
  await copy(view.notation);
}

async function copy(text: unknown): Promise<void> {
  if (typeof text !== "string") return;
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`Copied ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`, 3000);
}

/** From a code lens: the document's URI, the function, the labels of its instances, the active one. */
async function pickInstance([uri, name, labels, active]: readonly unknown[]): Promise<void> {
  if (typeof name !== "string" || !Array.isArray(labels)) return;
  const items = labels
    .filter((label) => typeof label === "string")
    .map((label) => (label === active ? { label, description: "shown now" } : { label }));
  const chosen = await vscode.window.showQuickPick(items, { title: `Instance of ${name} to show` });
  if (chosen !== undefined) await vscode.commands.executeCommand(chooseInstanceCommand, uri, name, chosen.label);
}

async function selectArchitecture(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("cuteLens");
  const chosen = await vscode.window.showQuickPick(architectures(), {
    title: "Architecture whose limits and preprocessor branches apply",
    placeHolder: configuration.get<string>("arch") ?? "",
  });
  if (chosen === undefined) return;
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await configuration.update("arch", chosen, target);
}

/** The manifest's own list, so that there is one. */
function architectures(): readonly string[] {
  const manifest: unknown = vscode.extensions.getExtension("cute-lens.cute-lens")?.packageJSON;
  const found = find(manifest, "cuteLens.arch");
  return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
}

function find(json: unknown, key: string): unknown {
  if (typeof json !== "object" || json === null) return undefined;
  for (const [name, value] of Object.entries(json)) {
    if (name === key && typeof value === "object" && value !== null && "enum" in value) return value.enum;
    const below = find(value, key);
    if (below !== undefined) return below;
  }
  return undefined;
}

async function showMenu(): Promise<void> {
  const rows = [
    { label: "$(open-preview) Open Preview", command: "cuteLens.openPreview" },
    { label: "$(question) Why Is There No Layout Here?", command: "cuteLens.why" },
    { label: "$(lightbulb) Explain an Error", command: "cuteLens.explain" },
    { label: "$(dashboard) Show Costs", command: "cuteLens.showCosts" },
    { label: "$(circuit-board) Select Architecture", command: "cuteLens.selectArchitecture" },
    { label: "$(symbol-operator) Evaluate Expression", command: "cuteLens.evaluate" },
    { label: "$(warning) Show Problems", command: "workbench.actions.view.problems" },
    { label: "$(settings-gear) Settings", command: "cuteLens.settings" },
    { label: "$(debug-restart) Restart Server", command: "cuteLens.restartServer" },
    { label: "$(output) Show Output", command: "cuteLens.showOutput" },
  ];
  const chosen = await vscode.window.showQuickPick(rows, { title: "CuTe Lens" });
  if (chosen?.command === "cuteLens.settings")
    await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:cute-lens.cute-lens");
  else if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
}

async function openPlayground(context: vscode.ExtensionContext): Promise<void> {
  const file = vscode.Uri.joinPath(context.extensionUri, "playground/cpp/hopper_gemm_tma.cu");
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const document = await vscode.workspace.openTextDocument({ language: "cuda-cpp", content: text });
  await vscode.window.showTextDocument(document);
}

async function tell(message: string): Promise<void> {
  await vscode.window.showInformationMessage(`CuTe Lens: ${message}`);
}
