// The extension on the desktop and in remote hosts: the server runs as a Node process beside the extension host.
import type { ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { activateWith, type Session } from "./session.ts";

let session: Session | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath("dist/server.js");
  const server = {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ["--nolazy", "--inspect=6019"] } },
  };
  session = await activateWith(context, (id, name, options) => new LanguageClient(id, name, server, options));
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
