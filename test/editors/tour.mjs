// A tour of the built VSIX in the real workbench: every stop asserts what shows and leaves a screenshot in shots/.
//
// Each stop is a name and a function; a stop that throws is a failed test and leaves a picture of the moment.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { command, focusEditor, goTo, hoverUntil, openWorkbench, placeOf, previewFrame, shot } from "./workbench.mjs";

const kernel = "cpp/hopper_gemm_tma.cu";

/** Runs the stops (those that TOUR names, when it is set) against a workbench whose folder is a copy of the playground. */
export async function tour(browser, server, folder) {
  const around = { browser, server, folder, read: (file) => readFileSync(join(folder, file), "utf8") };
  const sum = { passed: 0, failed: 0, text: "" };
  const wanted = new RegExp(process.env.TOUR ?? "");
  for (const [name, run] of stops.filter(([name]) => wanted.test(name))) {
    const opened = [];
    const open = async (file, options) => {
      const workbench = await openWorkbench(browser, server, folder, file, options);
      opened.push(workbench);
      return workbench;
    };
    const start = performance.now();
    try {
      await run({ ...around, open });
      sum.passed++;
      sum.text += `ok   ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`;
    } catch (error) {
      sum.failed++;
      sum.text += `FAIL ${name}: ${error.stack ?? error}\n`;
      for (const { page } of opened) await shot(page, `failed-${name.replaceAll(/\W+/g, "-")}`).catch(() => undefined);
    } finally {
      for (const { context } of opened) await context.close().catch(() => undefined);
    }
  }
  return sum;
}

const stops = [
  ["hover on a host layout: text and picture", hoverWithPicture],
  ["hints at declarations", hints],
  ["a mistake is marked while typing and goes with undo", squiggle],
  ["a quick fix mends it", quickFix],
  ["the preview follows the cursor", previewFollows],
  ["the preview keeps its CSP, answers, and works by keyboard", previewInside],
  ["axe finds nothing serious in the preview", previewAccessible],
  ["a 4096 x 4096 layout opens at once", previewLarge],
  ["a DSL kernel: hover and hints", dsl],
  ["a file without CuTe stays as it is", silent],
];

async function hoverWithPicture({ open, read }) {
  const { page, outside } = await open(kernel);
  const { line, column } = placeOf(read(kernel), "sA = tile_to_shape");
  const { hover, text } = await hoverUntil(page, line, column, /Sw<3,4,3>/);
  assert.match(text, /_128/);
  await hover.locator("img").first().waitFor({ timeout: 10_000 });
  await shot(page, "hover-host");
  const kernelPlace = placeOf(read(kernel), "gA = local_tile");
  await page.keyboard.press("Escape");
  await hoverUntil(page, kernelPlace.line, kernelPlace.column, /_128,_64|\(_128/);
  await shot(page, "hover-kernel");
  const foreign = [...outside].filter((url) => !url.includes("open-vsx.org") && !url.includes("vscode-cdn.net"));
  assert.deepEqual(foreign, [], "nothing leaves the machine");
}

async function hints({ open, read }) {
  const { line, column } = placeOf(read("cpp/layouts.cu"), "column = make_layout");
  const { page } = await open("cpp/layouts.cu", { line, column });
  await page.locator('.view-line span:has-text("(_4,_8):(_8,_1)")').first().waitFor({ timeout: 30_000 });
  await shot(page, "hints");
}

async function squiggle({ open, read }) {
  const { page } = await open(kernel);
  const { line, column } = placeOf(read(kernel), "sA(_, _, 0)");
  await hoverUntil(page, line, column, /_128|128/);
  await replace(page, line, column, "sA(_, _, 0)".length, "sA");
  await page.locator(".squiggly-error").first().waitFor({ timeout: 20_000 });
  await shot(page, "squiggle");
  for (let i = 0; i < 12 && (await page.locator(".squiggly-error").count()) > 0; i++) {
    await page.keyboard.press("Control+Z");
    await page.waitForTimeout(400);
  }
  await page.locator(".squiggly-error").first().waitFor({ state: "detached", timeout: 20_000 });
  await shot(page, "squiggle-undone");
}

async function quickFix({ open, read }) {
  const file = "broken/tma_size_mismatch.cu";
  const { line, column } = placeOf(read(file), "make_tma_atom(SM90_TMA_LOAD{}, mA, sA,");
  const { page } = await open(file, { line, column });
  await page.locator(".squiggly-error").first().waitFor({ timeout: 30_000 });
  await goTo(page, line, column + "make_tma_atom(SM90_TMA_LOAD{}, mA, ".length);
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .monaco-list-row").first().waitFor({ timeout: 15_000 });
  await shot(page, "quick-fix");
}

async function previewFollows({ open, read }) {
  const { page, frame } = await openPreview({ open, read }, "cpp/layouts.cu", "row    =");
  await frame.locator("#notation", { hasText: "(_4,_8):(_8,_1)" }).waitFor({ timeout: 20_000 });
  await frame.locator("#stage svg").waitFor({ timeout: 10_000 });
  await shot(page, "preview-row");
  const padded = placeOf(read("cpp/layouts.cu"), "padded =");
  await goTo(page, padded.line, padded.column);
  await frame.locator("#notation", { hasText: "(_4,_8):(_9,_1)" }).waitFor({ timeout: 20_000 });
  const zipped = placeOf(read("cpp/layouts.cu"), "zipped  =");
  await goTo(page, zipped.line, zipped.column);
  await frame.locator("#title", { hasText: "zipped" }).waitFor({ timeout: 20_000 });
  await shot(page, "preview-zipped-divide");
}

async function previewInside({ open, read }) {
  const { page, frame } = await openPreview({ open, read }, "cpp/layouts.cu", "row    =");
  await frame.locator("#stage svg").waitFor({ timeout: 20_000 });
  await frame.locator("body").evaluate(() => {
    window.cspViolations = [];
    document.addEventListener("securitypolicyviolation", (event) => window.cspViolations.push(event.violatedDirective));
  });
  await frame.locator("#stage").press("Home");
  await frame.locator("#stage").press("ArrowRight");
  await frame.locator("#stage").press("ArrowDown");
  const cell = (await frame.locator("#cell").textContent()) ?? "";
  assert.match(cell, /row 1, column 1/);
  assert.match(cell, /offset 9/);
  for (const key of ["+", "-", "0"]) await frame.locator("#stage").press(key);
  await frame.locator("#label").selectOption({ index: 1 });
  await frame.locator("#expression").fill("logical_divide((_8,_8):(_8,_1),(_2,_4))");
  await frame.locator("#expression").press("Enter");
  await frame.locator("#answer", { hasText: "((_2,_4),(_4,_2))" }).waitFor({ timeout: 10_000 });
  await frame.locator("#pin").click();
  assert.equal(await frame.locator("#pin").getAttribute("aria-pressed"), "true");
  await shot(page, "preview-scratch");
  assert.deepEqual(await frame.locator("body").evaluate(() => window.cspViolations), []);
  const blocked = await frame.locator("body").evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
    return window.injected === undefined;
  });
  assert.ok(blocked, "an inline script does not run");
}

async function previewAccessible({ open, read }) {
  const { frame } = await openPreview({ open, read }, kernel, "sA = tile_to_shape");
  await frame.locator("#stage svg").waitFor({ timeout: 20_000 });
  // The page's own policy keeps foreign scripts out, so axe is evaluated through the debugger.
  await frame
    .locator("body")
    .evaluate(readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));
  const serious = await frame.locator("body").evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.help}`);
  });
  assert.deepEqual(serious, []);
}

async function previewLarge({ open, read }) {
  const { page, frame } = await openPreview({ open, read }, "cpp/layouts.cu", "row    =");
  await frame.locator("#stage svg").waitFor({ timeout: 20_000 });
  await frame.locator("#expression").fill("(_4096,_4096):(_4096,_1)");
  const start = performance.now();
  await frame.locator("#expression").press("Enter");
  await frame.locator("#answer", { hasText: "4096" }).waitFor({ timeout: 5000 });
  await frame.locator("#cell", { hasText: "4096" }).waitFor({ timeout: 5000 });
  const opened = performance.now() - start;
  assert.ok(opened < 3000, `opened in ${Math.round(opened)} ms`);
  await shot(page, "preview-4096");
}

async function dsl({ open, read }) {
  const file = "python/dsl_gemm.py";
  const place = placeOf(read(file), "sA_layout = sm90_utils");
  const { page } = await open(file, place);
  await hoverUntil(page, place.line, place.column, /128|S</);
  await shot(page, "dsl-hover");
  const layouts = placeOf(read("python/layouts.py"), "row = cute");
  const { page: second } = await open("python/layouts.py", layouts);
  await second.locator('.view-line span:has-text("(4,8):(8,1)")').first().waitFor({ timeout: 30_000 });
  await shot(second, "dsl-hints");
}

async function silent({ open, folder }) {
  const { page } = await open("plain.cpp", { line: 1, column: 5 });
  await page.waitForTimeout(3000);
  assert.equal(await page.locator(".squiggly-error, .squiggly-warning").count(), 0);
  assert.equal(await page.locator('[id="cute-lens.cute-lens.cuteLens.status"]:visible').count(), 0);
  assert.ok(folder);
}

async function openPreview({ open, read }, file, marker) {
  const place = placeOf(read(file), marker);
  const { page } = await open(file, { ...place, size: [1600, 900] });
  await hoverUntil(page, place.line, place.column, /./);
  await page.keyboard.press("Escape");
  await command(page, "CuTe Lens: Open Preview");
  const frame = previewFrame(page);
  await frame.locator("#stage").waitFor({ timeout: 20_000 });
  await focusEditor(page);
  return { page, frame };
}

/** Types over a part of a line, as a user does. */
async function replace(page, line, column, length, text) {
  await goTo(page, line, column);
  for (let i = 0; i < length; i++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.type(text);
  await page.keyboard.press("Escape");
}
