// `cute-lens preview`: lines of JSON in and out, a page on the loopback that only its own address opens.
import { type ChildProcess, spawn } from "node:child_process";
import { request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const said: unknown[] = [];
let relay: ChildProcess;
let url: URL;

beforeAll(async () => {
  relay = spawn(process.execPath, [cli, "preview"], { stdio: ["pipe", "pipe", "inherit"] });
  if (relay.stdout === null) throw new Error("no output");
  const lines = createInterface({ input: relay.stdout });
  const first = new Promise<string>((resolve) => lines.once("line", resolve));
  url = new URL((JSON.parse(await first) as { url: string }).url);
  lines.on("line", (line) => said.push(JSON.parse(line)));
});
afterAll(() => relay.kill());

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function ask({ path = url.pathname, method = "GET", headers = {}, body }: Asked) {
  return new Promise<{ status: number | undefined; policy: unknown; text: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: url.port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      const policy = response.headers["content-security-policy"];
      response.on("end", () => resolve({ status: response.statusCode, policy, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("the page", () => {
  test("lies on the loopback, below a path of 128 random bits", () => {
    expect(url.hostname).toBe("127.0.0.1");
    expect(url.pathname).toMatch(/^\/[0-9a-f]{32}\/$/);
  });

  test("comes with its script and style under a strict policy", async () => {
    const page = await ask({});
    expect(page.status).toBe(200);
    expect(page.policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(page.text).toContain('<script src="webview.js"></script>');
    for (const name of ["webview.js", "webview.css", "theme.css", "live.js"])
      expect((await ask({ path: url.pathname + name })).status).toBe(200);
  });

  test.each<[string, () => Asked]>([
    ["no token", () => ({ path: "/" })],
    ["another token", () => ({ path: `/${"0".repeat(32)}/` })],
    ["another name, as after a rebinding", () => ({ headers: { host: "example.org" } })],
    ["a page of another origin", () => ({ headers: { origin: "https://example.org" } })],
    ["a file beside", () => ({ path: `${url.pathname}../cli.js` })],
    ["no file", () => ({ path: `${url.pathname}__proto__` })],
  ])("is not there for %s", async (_, asked) => {
    expect((await ask(asked())).status).toBe(404);
  });
});

describe("messages", () => {
  test("of the editor reach the page, each as one event; the editor hears of the page", async () => {
    const event = new Promise<string>((resolve) => {
      request({ host: "127.0.0.1", port: url.port, path: `${url.pathname}events` }, (response) => {
        response.setEncoding("utf8");
        response.once("data", resolve);
      }).end();
    });
    await expect.poll(() => said).toContainEqual({ type: "ready" });
    relay.stdin?.write(`${JSON.stringify({ type: "focusInput" })}\n`);
    expect(await event).toBe('data: {"type":"focusInput"}\n\n');
  });

  test("of the page are lines of the output", async () => {
    const headers = { "content-type": "application/json" };
    const path = `${url.pathname}message`;
    expect((await ask({ path, method: "POST", headers, body: '{ "type":\n"pin" }' })).status).toBe(204);
    await expect.poll(() => said).toContainEqual({ type: "pin" });
    expect((await ask({ path, method: "POST", headers, body: "pin" })).status).toBe(400);
    expect((await ask({ path, method: "POST", body: "{}" })).status).toBe(415);
  });
});

test("it ends with its input", async () => {
  const ended = new Promise((resolve) => relay.once("exit", resolve));
  relay.stdin?.end();
  expect(await ended).toBe(0);
});
