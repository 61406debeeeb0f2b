// The web extension in a browser workbench: no process beside the page, the server in a worker, files through the workbench.
import assert from "node:assert/strict";
import { command, hoverUntil, previewFrame, serverReady, shot } from "./workbench.mjs";

export async function browserWorkbench(context, url) {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: "domcontentloaded" });
    await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
    await page.waitForSelector(".explorer-folders-view .monaco-list-row", { timeout: 60_000 });
    for (const name of ["cpp", "layouts.cu"])
      await page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first().click();
    await serverReady(page);
    await page.locator('.view-line span:has-text("(_4,_8):(_8,_1)")').first().waitFor({ timeout: 30_000 });
    const { hover } = await hoverUntil(page, 10, 8, /\(_4,_8\):\(_8,_1\)/);
    await hover.locator("img").first().waitFor({ timeout: 10_000 });
    await page.keyboard.press("Escape");
    await command(page, "CuTe Lens: Open Preview");
    const frame = previewFrame(page);
    await frame.locator("#notation", { hasText: "(_4,_8):(_8,_1)" }).waitFor({ timeout: 60_000 });
    await frame.locator("#stage svg").waitFor({ timeout: 20_000 });
    await shot(page, "browser-workbench");
    return { passed: 1, failed: 0, text: "" };
  } catch (error) {
    await shot(page, "failed-browser-workbench").catch(() => undefined);
    assert.fail(error);
  }
}
