// Stops of the tour about costs: a conflict drawn on banks before and after a swizzle that goes into the source, the Costs view, the
// roofline above a kernel.
import assert from "node:assert/strict";
import { command, placeOf, previewFrame, shot } from "./workbench.mjs";

const wide = [1600, 1000];

export const costStops = [
  ["a conflicting copy on banks, before and after a swizzle, written back", conflict],
  ["the Costs view, and the roofline above a kernel", table],
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
  await frame.locator("#stage svg", { hasText: "ld.shared.b32, 1 wave" }).waitFor({ timeout: 20_000 });
  await shot(page, "banks-written");
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
