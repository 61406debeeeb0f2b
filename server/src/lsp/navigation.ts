// Definitions, references and symbols of the workspace, where the user wants them of this server.
import type { Location, SymbolInformation } from "vscode-languageserver";
import { workspaceSymbolsOf } from "../convert/answers.ts";
import { locationOf, whereOf } from "../convert/document-map.ts";
import { definition, references } from "../features/navigation.ts";
import { outline } from "../features/outline.ts";
import type { Analysis } from "./analysis.ts";
import { guarded } from "./guard.ts";
import { answer } from "./requests.ts";
import { offersNavigation } from "./served.ts";
import type { Session } from "./server.ts";

export function answerNavigation(session: Session): void {
  const { connection } = session;
  connection.onDefinition(
    answer(session, "textDocument/definition", null, ({ analysis, uri }, params): Location | null => {
      const at = offers(session, analysis) ? whereOf(analysis.map, uri, params.position) : undefined;
      const found = at === undefined ? undefined : definition(analysis.index(), at);
      return found === undefined ? null : locationOf(analysis.map, found);
    }),
  );
  connection.onReferences(
    answer(session, "textDocument/references", [], ({ analysis, uri }, params): Location[] => {
      const at = offers(session, analysis) ? whereOf(analysis.map, uri, params.position) : undefined;
      const found = at === undefined ? [] : references(analysis.index(), at);
      return found.map((place) => locationOf(analysis.map, place));
    }),
  );
  const log = { error: (message: string) => connection.console.error(message) };
  connection.onWorkspaceSymbol(
    guarded(log, "workspace/symbol", [], async ({ query }): Promise<SymbolInformation[]> => {
      const known = session.analyses.settled().filter((analysis) => offers(session, analysis));
      return known.flatMap((one) => workspaceSymbolsOf(one.map, outline(one.index()), query)).slice(0, mostSymbols);
    }),
  );
}

const mostSymbols = 300;

const offers = ({ client }: Session, { settings, facts }: Analysis): boolean =>
  offersNavigation(settings, facts.unit.language, client.options.served);
