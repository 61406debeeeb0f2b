// How the extension carries the server once: the browser bundle offers its code, the Node entry of the extension borrows it.
import type { createProject } from "../project/create.ts";
import type { startServer } from "./server.ts";

/** The server without what a Node process or a worker adds to it. */
export interface OfferedCode {
  readonly startServer: typeof startServer;
  readonly createProject: typeof createProject;
}

declare global {
  /** Where a bundle that is loaded into Node lies; a worker does not ask. */
  var cuteLensAddress: string | undefined;
  var cuteLensCode: OfferedCode | undefined;
}
