// Stops of the tour about costs: a conflict drawn on banks before and after a swizzle that goes into the source, the Costs view, the
// roofline above a kernel. With FLASH_ATTENTION, a folder of that project with its CUTLASS, also the Costs view of its Hopper kernel.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { command, hoverUntil, openWorkbench, placeOf, previewFrame, serverReady, shot } from "./workbench.mjs";

const wide = [1600, 1000];
const flash = process.env.FLASH_ATTENTION;
const mainLoop = "hopper/mainloop_fwd_sm90_tma_gmma_ws.hpp";

export const costStops = [
  ["a conflicting copy on banks, before and after a swizzle, written back", conflict],
  ["the light bulb at a conflict: what frees the copy, its banks, then the comment", bulb],
  ["the Costs view, and the roofline above a kernel", table],
  ...(flash === undefined ? [] : [["the Costs view of FlashAttention 3", ofFlash]]),
];

async function conflict({ open, read }) {
  const file = "cpp/transpose.cu";
  const { page } = await open(file, { ...placeOf(read(file), "copy(down"), size: wide });
  await command(page, "CuTe Lens: Open Preview");
  const frame = previewFrame(page);
  await frame.locator("#stage svg", { hasText: "before: 32 wavefronts" }).waitFor({ timeout: 30_000 });
  await page.waitForTimeout(500);
  await shot(page, "banks-conflict");
  await frame.locator("button", { hasText: "Write Swizzle<5,0,5>" }).click();
  await page.locator(".view-line", { hasText: "Swizzle<5, 0, 5>" }).first().waitFor({ timeout: 20_000 });
  await frame.locator("#stage svg", { hasText: "ld.shared: 1 wavefront" }).waitFor({ timeout: 20_000 });
  await page.locator(".view-line", { hasText: "32-way conflict" }).waitFor({ state: "detached", timeout: 20_000 });
  await shot(page, "banks-written");
}

async function bulb({ open, read }) {
  const file = "cpp/transpose.cu";
  const { line, column } = placeOf(read(file), "copy(down");
  const { page } = await open(file, { line, column: column + 6, size: wide });
  await page.locator(".view-line", { hasText: "32-way conflict" }).waitFor({ timeout: 40_000 });
  await page.keyboard.press("Control+.");
  const rows = page.locator(".action-widget .monaco-list-row");
  await rows.filter({ hasText: "Show the banks" }).waitFor({ timeout: 30_000 });
  const offered = (await rows.allTextContents()).join("\n");
  assert.match(offered, /Write Swizzle<5,0,5> into the source.*Show the banks in the preview.*Ignore bank-conflict/s);
  await shot(page, "conflict-bulb");
  await rows.filter({ hasText: "Show the banks" }).click();
  await previewFrame(page).locator("#stage svg", { hasText: "before: 32 wavefronts" }).waitFor({ timeout: 30_000 });
}

async function table({ open, read }) {
  const file = "cpp/hopper_gemm_tma.cu";
  const { page } = await open(file, { ...placeOf(read(file), "__global__"), size: wide });
  const lens = page.locator(".codelens-decoration", { hasText: "FLOP/B" }).first();
  await lens.waitFor({ timeout: 40_000 });
  assert.match((await lens.textContent()) ?? "", /bounds it/);
  await command(page, "CuTe Lens: Show Costs");
  await page.locator(".pane-body, .part.panel", { hasText: "main loop" }).first().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(500);
  await shot(page, "costs-view");
}

async function ofFlash({ browser, server }) {
  const at = { line: 953, column: 5, size: wide };
  const { page, context } = await openWorkbench(browser, server, flash, mainLoop, at);
  try {
    await serverReady(page);
    await page.locator(".codelens-decoration", { hasText: "bounds it" }).first().waitFor({ timeout: 150_000 });
    await shot(page, "lens-of-flash");
    await command(page, "CuTe Lens: Show Costs");
    await page.locator(".pane-body, .part.panel", { hasText: "main loop" }).first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(1500);
    await shot(page, "costs-of-flash");
    const { line, column } = placeOf(readFileSync(join(flash, mainLoop), "utf8"), "gemm</*zero_init=*/true");
    await hoverUntil(page, line, column, /SM90_64x\d+x16.* per CTA.*wavefronts a warp/s);
    await shot(page, "hover-of-flash");
  } finally {
    await context.close();
  }
}
