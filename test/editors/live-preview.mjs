// The page of `cute-lens preview` in Chromium: what the editor says is drawn, what is done there is told, under its own policy.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export async function livePreviewTest(browser) {
  const relay = spawn(process.execPath, [join(root, "dist/cli.js"), "preview"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: relay.stdout });
  const first = new Promise((resolve) => lines.once("line", resolve));
  const said = [];
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  try {
    const { url } = JSON.parse(await first);
    lines.on("line", (line) => said.push(JSON.parse(line)));
    await page.goto(url);
    await until(() => said.some(({ type }) => type === "ready"));
    const source = { uri: "file:///a.cu", line: 3, character: 7, label: "a.cu:4" };
    const view = {
      ...{ name: "row", language: "cpp", notation: "(_4,_8):(_8,_1)", kind: "layout", instance: "" },
      ...{ facts: [], instances: [], symbols: [] },
    };
    relay.stdin.write(`${JSON.stringify({ type: "show", view, source, pinned: false })}\n`);
    await page.locator("#stage svg").waitFor();
    await page.locator("#source").click();
    await until(() => said.some(({ type, focus }) => type === "reveal" && focus === "editor"));
    assert.deepEqual(complaints, []);
    return { passed: 1, failed: 0, text: "" };
  } finally {
    relay.kill();
    await page.close();
  }
}

async function until(holds) {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
    if (holds()) return;
  assert.fail("not within 10 s");
}
