// The server proper in Node: in the thread that evaluates, with an inbox it can look into; or alone, over a socket or pipe.
import { existsSync } from "node:fs";
import type { MessagePort } from "node:worker_threads";
import { type Connection, createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { hostWhere, isBelow, nodeHost, realPath } from "../host-node.ts";
import { nodeWasmFiles } from "../languages/parse/node-wasm.ts";
import { createProject } from "../project/create.ts";
import { versionText } from "../version.ts";
import type { Attention } from "./attention.ts";
import { NodeInbox } from "./node-inbox.ts";
import { tidyWhenQuiet } from "./node-tidy.ts";
import { startServer } from "./server.ts";

export function serveInbox(port: MessagePort): void {
  const inbox = new NodeInbox(port);
  serve(createConnection(ProposedFeatures.all, inbox.reader, inbox.writer), inbox);
}

export function serveAlone(): void {
  serve(createConnection(ProposedFeatures.all));
}

function serve(connection: Connection, attention?: Attention): void {
  tidyWhenQuiet();
  const pages = new URL("../docs/rules/", import.meta.url);
  startServer(connection, {
    version: versionText(),
    host: () => nodeHost,
    hostBelow: (folders) =>
      hostWhere((path) =>
        isBelow(
          folders().flatMap((one) => realPath(one) ?? []),
          path,
        ),
      ),
    createProject: (options) => createProject(options, nodeWasmFiles()),
    pages: existsSync(pages) ? pages.href : undefined,
    ...(attention === undefined ? {} : { attention }),
  });
}
