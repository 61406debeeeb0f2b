// What lives while the extension does: the client of the language server, started with the first file that has CuTe in it.
//
// A workspace without CuTe costs nothing but a look at each opened text: no server is started for it.
import * as vscode from "vscode";
import type { BaseLanguageClient, ErrorHandler, LanguageClientOptions, Middleware } from "vscode-languageclient";
import { mentionsCute } from "../../server/src/protocol/cute-words.ts";
import {
  type ChoicesParams,
  choicesNotification,
  chooseInstanceCommand,
  type InitializationOptions,
  pickInstanceCommand,
  type StatusParams,
  statusNotification,
  themeNotification,
  type WorkingParams,
  workingNotification,
} from "../../server/src/protocol/requests.ts";
import { ChangeLenses } from "./changes.ts";
import { registerCommands } from "./commands.ts";
import { CostsView } from "./costs-view.ts";
import { Dimmed } from "./dimmed.ts";
import { Hovers } from "./hovers.ts";
import { languageIds } from "./languages.ts";
import { handleLinks } from "./preview/link.ts";
import { PreviewManager } from "./preview/manager.ts";
import { restartsFor } from "./restarts.ts";
import { servedByOthers } from "./served.ts";
import { StatusBar } from "./status-bar.ts";
import { SteadyLenses } from "./steady-lenses.ts";

export type MakeClient = (id: string, name: string, options: LanguageClientOptions) => BaseLanguageClient;

export interface Session {
  /** The running client, or undefined before the first CuTe file. */
  client(): BaseLanguageClient | undefined;
  /** After each analysis of a file. */
  readonly onStatus: vscode.Event<StatusParams>;
  /** When an evaluation begins and when it is over. */
  readonly onWorking: vscode.Event<WorkingParams>;
  /** When the server keeps ending and is not started again, and when it is. */
  readonly onStopped: vscode.Event<boolean>;
  start(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
  readonly output: vscode.LogOutputChannel;
}

/** Commands that a hover or a hint may link to; everything else in server Markdown stays plain text. */
const linkedCommands = [
  "cuteLens.openPreview",
  "cuteLens.openPreviewAt",
  "cuteLens.copyLayout",
  "cuteLens.copyText",
  chooseInstanceCommand,
];

/** Where the instances that the user chose are kept over restarts. */
const choicesKey = "cuteLens.choices";

export async function activateWith(
  context: vscode.ExtensionContext,
  make: MakeClient,
  extra: InitializationOptions = {},
): Promise<Session> {
  const output = vscode.window.createOutputChannel("CuTe Lens", { log: true });
  const session = createSession(context, make, extra, output);
  const status = new StatusBar(session);
  const previews = new PreviewManager(context, session);
  const costs = new CostsView(session);
  context.subscriptions.push(output, status, previews, costs, ...registerCommands(context, session, previews, costs));
  context.subscriptions.push(
    new ChangeLenses(session),
    new Dimmed(session),
    handleLinks(previews),
    ...startWithCute(session),
  );
  if (vscode.workspace.textDocuments.some(wanted)) await session.start();
  return session;
}

function createSession(
  context: vscode.ExtensionContext,
  make: MakeClient,
  extra: InitializationOptions,
  output: vscode.LogOutputChannel,
): Session {
  let client: BaseLanguageClient | undefined;
  let starting: Promise<void> | undefined;
  const running = () => (client?.isRunning() ? client : undefined);
  const statuses = new vscode.EventEmitter<StatusParams>();
  const working = new vscode.EventEmitter<WorkingParams>();
  const stopped = new vscode.EventEmitter<boolean>();
  const hovers = new Hovers(running, output);
  context.subscriptions.push(statuses, working, stopped);
  const begin = async (): Promise<void> => {
    const told = (): InitializationOptions => ({
      choices: context.workspaceState.get<ChoicesParams["choices"]>(choicesKey) ?? {},
      trusted: vscode.workspace.isTrusted,
      served: servedByOthers(),
      ...extra,
    });
    const errorHandler = restartsFor(output, restart, stopped);
    client = make("cuteLens", "CuTe Lens", clientOptions(output, told, errorHandler, middleware(hovers)));
    client.registerFeature(hovers);
    context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => void restart()));
    context.subscriptions.push(vscode.window.onDidChangeActiveColorTheme(() => void tellTheme(client)));
    // A client has one handler a notification: it is registered here, before the start, and passed on to all.
    client.onNotification(statusNotification, (status: StatusParams) => statuses.fire(status));
    client.onNotification(workingNotification, (params: WorkingParams) => working.fire(params));
    client.onNotification(choicesNotification, ({ choices: now }: ChoicesParams) => {
      void context.workspaceState.update(choicesKey, now);
    });
    await client.start();
    await vscode.commands.executeCommand("setContext", "cuteLens.active", true);
  };
  const start = (): Promise<void> => {
    starting ??= begin().catch((error: unknown) => {
      starting = undefined;
      output.error(String(error));
      void vscode.window.showErrorMessage(`CuTe Lens could not start: ${String(error)}`);
    });
    return starting;
  };
  const restart = async (): Promise<void> => {
    if (client === undefined) return start();
    if (client.isRunning()) await client.stop();
    await client.start();
    stopped.fire(false);
  };
  return {
    output,
    client: running,
    onStatus: statuses.event,
    onWorking: working.event,
    onStopped: stopped.event,
    start,
    restart,
    stop: async () => {
      await client?.stop();
      client = undefined;
      starting = undefined;
    },
  };
}

/** `told` is asked at each start: what the user chose and trusts may have changed. */
function clientOptions(
  output: vscode.LogOutputChannel,
  told: () => InitializationOptions,
  errorHandler: ErrorHandler,
  middleware: Middleware,
): LanguageClientOptions {
  return {
    documentSelector: languageIds.map((language) => ({ language })),
    initializationOptions: (): InitializationOptions => ({
      pictures: true,
      follows: true,
      theme: themeName(),
      commands: [...linkedCommands, pickInstanceCommand],
      ...told(),
    }),
    errorHandler,
    markdown: { supportHtml: true, isTrusted: { enabledCommands: linkedCommands } },
    outputChannel: output,
    synchronize: { configurationSection: "cuteLens" },
    diagnosticCollectionName: "cute-lens",
    middleware,
  };
}

function middleware(hovers: Hovers): Middleware {
  const steady = new SteadyLenses(() => hovers.last);
  return {
    provideHover: hovers.provideHover,
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      await steady.whenQuiet(document, lenses, token);
      return lenses;
    },
  };
}

function startWithCute(session: Session): vscode.Disposable[] {
  const consider = (document: vscode.TextDocument) => {
    if (session.client() === undefined && wanted(document)) void session.start();
  };
  return [
    vscode.workspace.onDidOpenTextDocument(consider),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (session.client() !== undefined) return;
      // A word that is typed letter by letter is in its line, and in none of the changes.
      const { document } = event;
      const line = (at: vscode.Position): string => document.lineAt(Math.min(at.line, document.lineCount - 1)).text;
      const speaks = event.contentChanges.some(
        ({ text, range }) => mentionsCute(text) || mentionsCute(line(range.start)),
      );
      if (speaks) consider(document);
    }),
  ];
}

function wanted(document: vscode.TextDocument): boolean {
  if (!languageIds.includes(document.languageId)) return false;
  const enabled = vscode.workspace.getConfiguration("cuteLens", document.uri).get<boolean>("enable", true);
  return enabled && mentionsCute(document.getText());
}

function themeName(): "light" | "dark" | "contrast" {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Light:
    case vscode.ColorThemeKind.HighContrastLight:
      return "light";
    case vscode.ColorThemeKind.HighContrast:
      return "contrast";
    default:
      return "dark";
  }
}

async function tellTheme(client: BaseLanguageClient | undefined): Promise<void> {
  await client?.sendNotification(themeNotification, { theme: themeName() });
}
