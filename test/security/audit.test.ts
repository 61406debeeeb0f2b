// `npm run audit` against registries that answer well, badly, and not at all.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/audit.mjs", import.meta.url));

async function auditedBy(status: number, body: string): Promise<{ code: number | null; text: string }> {
  const registry = createServer((request, response) => {
    const isQuestion = request.method === "POST";
    response.writeHead(isQuestion ? status : 404, { "content-type": "application/json" });
    response.end(isQuestion ? body : "{}");
  });
  await new Promise<void>((ready) => registry.listen(0, "127.0.0.1", ready));
  const { port } = registry.address() as AddressInfo;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: "0" };
  const child = spawn(process.execPath, [script], { env });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data.toString()));
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  registry.close();
  return { code, text };
}

describe("an audit of the dependencies", () => {
  test("passes where the registry knows of nothing", async () => {
    expect(await auditedBy(200, "{}")).toEqual({ code: 0, text: "no advisories are known\n" });
  });

  test("names what is known", async () => {
    const title = "reads what it should not";
    const found = {
      esbuild: [{ id: 1, url: "https://a.example/1", title, severity: "high", vulnerable_versions: "*" }],
    };
    const { code, text } = await auditedBy(200, JSON.stringify(found));
    expect(text).toContain(`esbuild: high, ${title}`);
    expect(code).toBe(1);
  });

  test("is no pass where the registry refuses the question", async () => {
    const { code, text } = await auditedBy(405, "");
    expect(text).toMatch(/^not known: the registry does not answer \(405 /);
    expect(code).toBe(2);
  });
});
