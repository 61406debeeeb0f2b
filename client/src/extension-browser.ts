// The extension in a browser workbench: the server runs in a web worker and reads files through the extension.
import { type ExtensionContext, FileType, Uri, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { type HostParams, hostListRequest, hostReadRequest } from "../../server/src/protocol/requests.ts";
import { activateWith, type Session } from "./session.ts";

let session: Session | undefined;

/** Larger files are not kernels. */
const readLimit = 4_000_000;

export async function activate(context: ExtensionContext): Promise<void> {
  const dist = Uri.joinPath(context.extensionUri, "dist");
  const script = Uri.joinPath(dist, "server-browser.js").toString(true);
  const make = (id: string, name: string, options: ConstructorParameters<typeof LanguageClient>[3]) => {
    const client = new LanguageClient(id, name, new Worker(script), options);
    client.onRequest(hostReadRequest, (params: HostParams) => read(Uri.parse(params.uri)));
    client.onRequest(hostListRequest, (params: HostParams) => list(Uri.parse(params.uri)));
    return client;
  };
  session = await activateWith(context, make, { host: true, wasm: `${dist.toString(true)}/` });
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** Below the folders alone, where the user does not trust them. */
const isReadable = (uri: Uri): boolean => workspace.isTrusted || workspace.getWorkspaceFolder(uri) !== undefined;

async function read(uri: Uri): Promise<{ text: string | null }> {
  if (!isReadable(uri)) return { text: null };
  try {
    const { size } = await workspace.fs.stat(uri);
    if (size > readLimit) return { text: null };
    return { text: new TextDecoder().decode(await workspace.fs.readFile(uri)) };
  } catch {
    return { text: null };
  }
}

async function list(uri: Uri): Promise<{ names: readonly string[] }> {
  if (!isReadable(uri)) return { names: [] };
  try {
    const entries = await workspace.fs.readDirectory(uri);
    return { names: entries.map(([name, type]) => ((type & FileType.Directory) !== 0 ? `${name}/` : name)) };
  } catch {
    return { names: [] };
  }
}
