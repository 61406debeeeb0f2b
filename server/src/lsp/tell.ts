// After an analysis: pushes diagnostics and the status that the editor's status bar and previews follow.
import { diagnosticOf } from "../convert/problems.ts";
import { isShown } from "../features/kind.ts";
import { engineVersion } from "../project/cutlass-version.ts";
import {
  type StatusParams,
  statusNotification,
  type WorkingParams,
  workingNotification,
} from "../protocol/requests.ts";
import type { Analysis, OpenDocument, Silence } from "./analysis.ts";
import type { Session } from "./server.ts";

export function tellFindings(session: Session, result: Analysis | Silence): void {
  if ("silent" in result) tellSilence(session, result);
  else void tellAnalysis(session, result);
  refreshIfUnasked(session, result.open);
}

/** New facts for a text that has not changed (a setting, another file): the editor would not ask by itself. */
function refreshIfUnasked({ connection, client, told }: Session, { document }: OpenDocument): void {
  const again = told.get(document.path) === document.version;
  told.set(document.path, document.version);
  if (!again) return;
  if (client.refreshes.hints) void connection.languages.inlayHint.refresh();
  if (client.refreshes.lenses) void connection.sendRequest("workspace/codeLens/refresh");
  if (client.refreshes.tokens) connection.languages.semanticTokens.refresh();
}

async function tellAnalysis({ connection, environment, workspace }: Session, analysis: Analysis): Promise<void> {
  const { open, map, facts } = analysis;
  const problems = await analysis.problems();
  if (problems === undefined) return;
  // Problems come when all is known that may speak for the code; those of before stand until then.
  if (analysis.stage === "whole")
    open.uris.forEach((uri, fragment) => {
      const diagnostics = problems
        .filter((problem) => problem.place.fragment === fragment)
        .map((problem) => diagnosticOf(map, problem, environment.pages));
      void connection.sendDiagnostics({ uri, diagnostics, version: open.document.version });
    });
  const shown = facts.facts.filter((fact) => fact.kind === "variable").filter((fact) => isShown(fact.value));
  const names = shown.map(({ item, span }) => `${item} ${span.start}`);
  const { incomplete } = facts;
  sendStatus(connection, {
    uri: open.uri,
    version: open.document.version,
    arch: analysis.settings.arch,
    layouts: new Set(names).size,
    problems: problems.length,
    silent: false,
    cutlass: cutlassOf(workspace, open.document.path),
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(analysis.stage === "whole" ? {} : { ongoing: true }),
  });
}

function tellSilence({ connection, workspace }: Session, { open, settings }: Silence): void {
  for (const uri of open.uris)
    void connection.sendDiagnostics({ uri, diagnostics: [], version: open.document.version });
  sendStatus(connection, {
    uri: open.uri,
    version: open.document.version,
    arch: settings.arch,
    layouts: 0,
    problems: 0,
    silent: true,
    cutlass: cutlassOf(workspace, open.document.path),
  });
}

function cutlassOf(workspace: Session["workspace"], path: string): StatusParams["cutlass"] {
  const project = workspace.cutlass(path);
  return project === undefined ? { engine: engineVersion } : { engine: engineVersion, project };
}

function sendStatus(connection: Session["connection"], status: StatusParams): void {
  void connection.sendNotification(statusNotification, status);
}

export async function tellWorking<T>(
  connection: Session["connection"],
  uri: string,
  work: () => Promise<T>,
): Promise<T> {
  const tell = (on: boolean) => connection.sendNotification(workingNotification, { uri, on } satisfies WorkingParams);
  void tell(true);
  try {
    return await work();
  } finally {
    void tell(false);
  }
}
