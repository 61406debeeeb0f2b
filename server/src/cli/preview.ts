// `cute-lens preview`: the preview as a page of this machine, for an editor that drives it.
//
// It only passes on: a line of JSON on standard input is a message to the page, one on standard output a message from it; the
// first line out is `{"url": …}`. Listens on the loopback alone, answers only below a path that nobody guesses and under its own
// name, and ends with its input.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import type { Command } from "commander";

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "": ["preview.html", "text/html; charset=utf-8"],
  "theme.css": ["preview-theme.css", "text/css"],
  "webview.css": ["webview.css", "text/css"],
  "webview.js": ["webview.js", "text/javascript"],
  "live.js": ["preview-live.js", "text/javascript"],
};
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A page's message is a few controls or a picture's window. */
const longest = 1_000_000;

export function register(program: Command): void {
  program
    .command("preview")
    .description(
      "the preview as a page of this machine, for editors: messages as lines of JSON on standard input and output",
    )
    .action(() => serve());
}

function serve(): void {
  const token = randomBytes(16).toString("hex");
  const pages = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const path = pathIn(request, token, server.address());
    response.setHeader("content-security-policy", policy);
    response.setHeader("cache-control", "no-store");
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("x-content-type-options", "nosniff");
    if (path === undefined) refuse(response, 404);
    else if (request.method === "POST" && path === "message") void receive(request, response);
    else if (request.method === "GET" && path === "events") follow(response, pages);
    else if (request.method === "GET") give(response, path);
    else refuse(response, 405);
  });
  server.listen(0, "127.0.0.1", () => tell({ url: `http://${nameOf(server.address())}/${token}/` }));
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    for (const page of pages) page.write(`data: ${line}\n\n`);
  });
  lines.on("close", () => process.exit());
}

const tell = (message: unknown): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);

const nameOf = (address: ReturnType<ReturnType<typeof createServer>["address"]>): string =>
  typeof address === "object" && address !== null ? `127.0.0.1:${address.port}` : "";

/** What stands behind the token; undefined for whoever does not know it, or comes under another name. */
function pathIn(
  { url = "", headers }: IncomingMessage,
  token: string,
  address: Parameters<typeof nameOf>[0],
): string | undefined {
  const own = nameOf(address);
  const isOwn = headers.host === own && (headers.origin === undefined || headers.origin === `http://${own}`);
  return isOwn && url.startsWith(`/${token}/`) ? url.slice(token.length + 2) : undefined;
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}

function give(response: ServerResponse, path: string): void {
  const found = Object.hasOwn(files, path) ? files[path] : undefined;
  if (found === undefined) return refuse(response, 404);
  const [name, type] = found;
  response.setHeader("content-type", type);
  response.end(readFileSync(new URL(`./${name}`, import.meta.url)));
}

function follow(response: ServerResponse, pages: Set<ServerResponse>): void {
  response.setHeader("content-type", "text/event-stream");
  response.flushHeaders();
  pages.add(response);
  response.on("close", () => pages.delete(response));
  // A page that comes later gets what is shown.
  tell({ type: "ready" });
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers["content-type"] !== "application/json") return refuse(response, 415);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > longest) return refuse(response, 413);
    parts.push(part);
  }
  try {
    const message: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    tell(message);
    refuse(response, 204);
  } catch {
    refuse(response, 400);
  }
}
