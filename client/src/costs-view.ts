// The Costs view: the kernels of the file in front, what each takes of an SM, its copies and MMAs; a click goes to the line.
import * as vscode from "vscode";
import {
  type CostRowJson,
  type CostsParams,
  type CostsResult,
  costsRequest,
  type KernelCostsJson,
  type Range,
} from "../../server/src/protocol/requests.ts";
import { languageIds } from "./languages.ts";
import type { Session } from "./session.ts";

type Node =
  | { readonly kind: "kernel"; readonly kernel: KernelCostsJson }
  | { readonly kind: "fact"; readonly name: string; readonly text: string }
  | { readonly kind: "row"; readonly row: CostRowJson }
  | { readonly kind: "nothing"; readonly text: string };

export class CostsView implements vscode.Disposable, vscode.TreeDataProvider<Node> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view = vscode.window.createTreeView<Node>("cuteLens.costs", { treeDataProvider: this });
  readonly #subscriptions: vscode.Disposable[] = [];
  /** The file in front last: a preview or this view in front takes nothing away. */
  #uri: vscode.Uri | undefined = ours(vscode.window.activeTextEditor);

  constructor(private readonly session: Session) {
    const again = () => this.#view.visible && this.#changed.fire(undefined);
    this.#subscriptions.push(
      this.#changed,
      this.#view,
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        const before = this.#uri;
        this.#uri = ours(editor) ?? before;
        if (this.#uri?.toString() !== before?.toString()) again();
      }),
      session.onStatus(({ uri }) => uri === this.#uri?.toString() && again()),
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async show(): Promise<void> {
    await vscode.commands.executeCommand("setContext", "cuteLens.costsShown", true);
    await vscode.commands.executeCommand("cuteLens.costs.focus");
    this.#changed.fire(undefined);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === undefined) return this.#kernels();
    if (node.kind !== "kernel") return [];
    const { facts, rows } = node.kernel;
    return [
      ...facts.map(([name, text]): Node => ({ kind: "fact", name, text })),
      ...rows.map((row): Node => ({ kind: "row", row })),
    ];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case "kernel":
        return kernelItem(node.kernel);
      case "fact":
        return item(node.name, node.text, "info");
      case "row":
        return rowItem(node.row);
      case "nothing":
        return item(node.text, "", undefined);
      default:
        return node satisfies never;
    }
  }

  async #kernels(): Promise<Node[]> {
    const uri = this.#uri;
    const client = this.session.client();
    if (uri === undefined || client === undefined) return [{ kind: "nothing", text: "Open a file with CuTe code." }];
    const params: CostsParams = { uri: uri.toString() };
    const { kernels } = await client.sendRequest<CostsResult>(costsRequest, params);
    if (kernels.length === 0) return [{ kind: "nothing", text: "No copies and no MMAs are known in this file." }];
    return kernels.map((kernel) => ({ kind: "kernel", kernel }));
  }
}

const ours = (editor: vscode.TextEditor | undefined): vscode.Uri | undefined =>
  editor !== undefined && languageIds.includes(editor.document.languageId) ? editor.document.uri : undefined;

function kernelItem({ name, instance, uri, range, rows }: KernelCostsJson): vscode.TreeItem {
  const made = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
  const losing = rows.filter(({ loss }) => loss !== undefined).length;
  made.description = [instance, `${rows.length} calls`, ...(losing === 0 ? [] : [`${losing} lose`])]
    .filter((part) => part !== "")
    .join(" · ");
  made.iconPath = new vscode.ThemeIcon("symbol-function");
  made.contextValue = "kernel";
  return range === undefined ? made : linked(made, uri, range);
}

function rowItem({ op, title, detail, loss, uri, range }: CostRowJson): vscode.TreeItem {
  const icon = loss !== undefined ? "warning" : /^gemm\b/.test(op) ? "symbol-operator" : "arrow-swap";
  // Several copies and MMAs of other functions stand at one line, that of the call which leads there.
  const where = / in .*/.exec(op)?.[0].trim();
  const said = [...(where === undefined ? [] : [where]), loss ?? detail].join(" · ");
  const made = item(`${range.start.line + 1}: ${title}`, said, icon);
  made.tooltip = new vscode.MarkdownString().appendText(`${op} ${title}`);
  for (const text of [detail, ...(loss === undefined ? [] : [loss])])
    made.tooltip.appendMarkdown("\n\n").appendText(text);
  return linked(made, uri, range);
}

function item(label: string, description: string, icon: string | undefined): vscode.TreeItem {
  const made = new vscode.TreeItem(label);
  made.description = description;
  made.tooltip = `${label}\n${description}`;
  if (icon !== undefined) made.iconPath = new vscode.ThemeIcon(icon);
  return made;
}

function linked(made: vscode.TreeItem, uri: string, { start, end }: Range): vscode.TreeItem {
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  made.command = { command: "vscode.open", title: "Go to the line", arguments: [vscode.Uri.parse(uri), { selection }] };
  return made;
}
