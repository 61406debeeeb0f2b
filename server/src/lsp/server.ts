// The language server: joins connection, documents, workspace and analyses. Policy is in the files it joins.
//
// What differs between Node and a browser worker comes in as the `Environment`.
import {
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
} from "vscode-languageserver";
import { pathOf } from "../convert/uri.ts";
import type { Host } from "../host.ts";
import type { IndexTask, Project, ProjectOptions } from "../project/analyse.ts";
import { type InitializationOptions, type ThemeParams, themeNotification } from "../protocol/requests.ts";
import { Analyses } from "./analyses.ts";
import type { Attention, Immediate } from "./attention.ts";
import { type Client, clientOf, serverCapabilities } from "./capabilities.ts";
import { ChoiceStore } from "./choices.ts";
import { followDocuments } from "./documents.ts";
import type { SaidBefore } from "./hover-before.ts";
import { answerNavigation } from "./navigation.ts";
import { beginProgress } from "./progress.ts";
import { answerRequests } from "./requests.ts";
import { tellFindings, tellWorking } from "./tell.ts";
import { Workspace } from "./workspace.ts";

export interface Environment {
  readonly version: string;
  host(connection: Connection, options: InitializationOptions): Host;
  /** Files below the folders alone; absent where the client reads the files and sees to that. */
  readonly hostBelow?: (folders: () => readonly string[]) => Host;
  createProject(options: ProjectOptions, client: InitializationOptions): Promise<Project>;
  /** Where the thread that computes can see what the client sends meanwhile. */
  readonly attention?: Attention;
  /** What measures the time that an evaluation may take; the wall's time unless given. */
  readonly clock?: () => number;
  /** URL of the rules' pages, ending in a slash; undefined where they cannot be opened. */
  readonly pages: string | undefined;
}

/** What the request handlers share. `client` is set once, at initialize; the theme may change. */
export interface Session {
  readonly connection: Connection;
  readonly environment: Environment;
  client: Client;
  theme: "light" | "dark" | "contrast";
  analyses: Analyses;
  workspace: Workspace;
  readonly choices: ChoiceStore;
  /** Versions of the documents that were told about: the same version again means that something else changed. */
  readonly told: Map<string, number>;
  /** Answers that need not wait, by method. */
  readonly immediate: Immediate;
  saidBefore?: SaidBefore;
  /** The path of the document that holds a text or cell URI. */
  pathOf: (uri: string) => string | undefined;
}

export function startServer(connection: Connection, environment: Environment): void {
  const log = { error: (message: string) => connection.console.error(message) };
  const start = (params: InitializeParams) => {
    const session = openSession(connection, environment, clientOf(params));
    connection.onInitialized(() => void onInitialized(session).catch((error: unknown) => log.error(String(error))));
    return {
      capabilities: serverCapabilities,
      serverInfo: { name: "cute-lens", version: environment.version },
    };
  };
  connection.onInitialize(start);
  connection.listen();
}

const silent: IndexTask = { report: () => undefined, end: () => undefined };

function openSession(connection: Connection, environment: Environment, client: Client): Session {
  const isTrusted = client.options.trusted !== false;
  const { clock } = environment;
  const below = isTrusted ? undefined : environment.hostBelow?.(() => workspace.reach());
  const host = below ?? environment.host(connection, client.options);
  const log = (message: string) => connection.console.warn(message);
  const workspace: Workspace = new Workspace({
    host,
    isTrusted,
    watcher: client.watchesFiles ? "editor" : "host",
    createProject: (options) => environment.createProject(options, client.options),
    configuration: (uri) => configuration(connection, client, uri),
    changed: () => analyses.refresh(),
    index: {
      begin: () => (client.progress ? beginProgress(connection, "CuTe Lens: finding the users of this file") : silent),
      late: (path) => analyses.again(path),
    },
    log,
  });
  const choices = new ChoiceStore(client.options.choices, (method, params) => {
    void connection.sendNotification(method, params);
  });
  const analyses: Analyses = new Analyses({
    project: (path) => workspace.project(path),
    settings: (path) => workspace.settings(path),
    options: (path) => ({ ...workspace.options(path), ...(clock === undefined ? {} : { clock }) }),
    choices: (uri) => choices.of(uri),
    finished: (analysis) => tellFindings(session, analysis),
    working: (uri, work) => tellWorking(connection, uri, work),
    log: (message) => connection.console.error(message),
    refreshes: client.refreshes.hints && client.refreshes.lenses,
    attention: environment.attention,
  });
  const session: Session = {
    connection,
    environment,
    client,
    theme: client.options.theme ?? "dark",
    analyses,
    workspace,
    choices,
    told: new Map(),
    immediate: new Map(),
    pathOf: () => undefined,
  };
  session.pathOf = follow(session);
  connection.onNotification(themeNotification, ({ theme }: ThemeParams) => {
    session.theme = theme;
  });
  answerRequests(session);
  answerNavigation(session);
  if (environment.attention !== undefined)
    // The border from the client's JSON: each method gets the parameters that it declares.
    environment.attention.answer = (method, params) => session.immediate.get(method)?.(params as never);
  return session;
}

/** Documents may be opened before the settings are read: their analyses wait for `start`. */
function follow({ connection, analyses }: Session): (uri: string) => string | undefined {
  const documents = followDocuments(connection, {
    opened: (document) => analyses.set(document),
    closed: ({ path, uris }) => {
      analyses.close(path);
      for (const uri of uris) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
    dropped: (uris) => {
      for (const uri of uris) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  });
  return documents.pathOf;
}

async function onInitialized({ connection, client, workspace, analyses }: Session): Promise<void> {
  connection.onDidChangeConfiguration(() => void workspace.reload());
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const paths = changes.map(({ uri }) => pathOf(uri));
    // Of an open file the editor's text counts; saving it changes nothing.
    void workspace.filesChanged(paths.filter((path) => analyses.opened(path) === undefined));
  });
  // A client may refuse to register (Emacs' eglot does): the work begins all the same.
  const refused = (error: unknown) => connection.console.info(`the client registers nothing: ${String(error)}`);
  if (client.tellsSettings)
    await connection.client.register(DidChangeConfigurationNotification.type, { section: "cuteLens" }).catch(refused);
  if (client.watchesFiles)
    await connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: watched }] })
      .catch(refused);
  if (client.workspaceFolders)
    connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
      await workspace.close(removed.map((folder) => folder.uri));
      await workspace.open(added.map((folder) => folder.uri));
      analyses.refresh();
    });
  await workspace.open(client.folders);
  analyses.start();
}

const watched =
  "**/{cute-lens.json,compile_commands.json,.clangd,c_cpp_properties.json,*.rsp,*.cu,*.cuh,*.h,*.hpp,*.hxx,*.inl,*.cpp,*.cc,*.cxx,*.py,*.ipynb}";

async function configuration(connection: Connection, client: Client, uri: string | undefined): Promise<unknown> {
  if (!client.configuration) return client.options.settings;
  const item = uri === undefined ? { section: "cuteLens" } : { section: "cuteLens", scopeUri: uri };
  const answer: unknown = await connection.workspace.getConfiguration(item);
  return answer ?? client.options.settings;
}
