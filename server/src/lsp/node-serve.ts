// The server proper in Node: in the thread that evaluates, with an inbox it can look into; or alone, over a socket or pipe.
import { existsSync } from "node:fs";
import { type Connection, createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { hostWhere, isBelow, nodeHost, realPath } from "../host-node.ts";
import { nodeWasmFiles } from "../languages/parse/node-wasm.ts";
import { createProject } from "../project/create.ts";
import { versionText } from "../version.ts";
import { workDone } from "../work-done.ts";
import type { Ports } from "./node-front.ts";
import { NodeInbox } from "./node-inbox.ts";
import { tidyWhenQuiet } from "./node-tidy.ts";
import { FarUsers } from "./node-users.ts";
import { type Environment, startServer } from "./server.ts";

export function serveInbox({ inbox: port, indexes }: Ports): void {
  const inbox = new NodeInbox(port);
  serve(createConnection(ProposedFeatures.all, inbox.reader, inbox.writer), {
    attention: inbox,
    createProject: (options) => {
      // The other thread reads whatever it is asked to.
      const users = options.host === nodeHost ? new FarUsers(indexes, options.roots, options.index) : undefined;
      return createProject({ ...options, users }, nodeWasmFiles());
    },
  });
}

export function serveAlone(): void {
  serve(createConnection(ProposedFeatures.all), {
    createProject: (options) => createProject(options, nodeWasmFiles()),
  });
}

function serve(connection: Connection, thread: Pick<Environment, "attention" | "createProject">): void {
  tidyWhenQuiet();
  const pages = new URL("../docs/rules/", import.meta.url);
  startServer(connection, {
    version: versionText(),
    clock: workDone,
    host: () => nodeHost,
    hostBelow: (folders) =>
      hostWhere((path) =>
        isBelow(
          folders().flatMap((one) => realPath(one) ?? []),
          path,
        ),
      ),
    pages: existsSync(pages) ? pages.href : undefined,
    ...thread,
  });
}
