// Commands that clients send back from code lenses: the choice of an instance.
//
// `cuteLens.chooseInstance` takes the document's URI, the function and a label; without a label two instances change
// places, and of more the client is asked which.
import type { ExecuteCommandParams } from "vscode-languageserver";
import { type InstanceList, instancesOf, nextLabel } from "../features/instance-choice.ts";
import { chooseInstanceCommand } from "../protocol/requests.ts";
import { guarded } from "./guard.ts";
import { subjectOf } from "./requests.ts";
import type { Session } from "./server.ts";
import { tellFindings } from "./tell.ts";

export function answerCommands(session: Session): void {
  const { connection } = session;
  const log = { error: (message: string) => connection.console.error(message) };
  connection.onExecuteCommand(
    guarded<ExecuteCommandParams, null>(log, "command", null, async ({ command, arguments: given = [] }) => {
      const [uri, name, label]: readonly unknown[] = given;
      if (command === chooseInstanceCommand && typeof uri === "string" && typeof name === "string")
        await choose(session, uri, name, typeof label === "string" ? label : undefined);
      return null;
    }),
  );
}

async function choose(session: Session, uri: string, name: string, label: string | undefined): Promise<void> {
  const { choices } = session;
  const list = label === undefined ? await listOf(session, uri, name) : undefined;
  const wanted = label ?? (list === undefined ? undefined : await asked(session, list));
  if (wanted === undefined) return;
  choices.choose(uri, name, wanted);
  // Hints, lenses and dimmed branches are asked for again; an analysis that is still at work tells by itself.
  const path = session.pathOf(uri);
  const analysis = path === undefined ? undefined : session.analyses.now(path);
  if (analysis !== undefined) tellFindings(session, analysis);
}

async function listOf(session: Session, uri: string, name: string): Promise<InstanceList | undefined> {
  const index = (await subjectOf(session, uri))?.analysis.index();
  if (index === undefined) return undefined;
  const items = new Set(index.facts.instances.filter((one) => one.function === name).map(({ item }) => item));
  return [...items]
    .flatMap((item) => instancesOf(index.facts.instances, index.chosen, item))
    .find((one) => one.function === name);
}

async function asked({ connection }: Session, list: InstanceList): Promise<string | undefined> {
  if (list.labels.length < 3) return nextLabel(list);
  const actions = list.labels.map((title) => ({ title }));
  return (await connection.window.showInformationMessage(`Which instance of ${list.function}?`, ...actions))?.title;
}
