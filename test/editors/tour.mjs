// A tour of the built VSIX in the real workbench: every stop asserts what shows and leaves a screenshot in shots/.
//
// Each stop is a name and a function; a stop that throws is a failed test and leaves a picture of the moment.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { costStops } from "./tour-costs.mjs";
import { lookStops } from "./tour-looks.mjs";
import { mistakeStops } from "./tour-mistakes.mjs";
import { previewStops } from "./tour-preview.mjs";
import { sessionStops } from "./tour-session.mjs";
import {
  command,
  goTo,
  hoverUntil,
  openWorkbench,
  placeOf,
  previewFrame,
  quickOpen,
  serverReady,
  shot,
} from "./workbench.mjs";

const kernel = "cpp/hopper_gemm_tma.cu";

/** Runs the stops (those that TOUR names, when it is set) against workbenches; `folderOf(name)` gives a new copy of the playground. */
export async function tour(browser, server, folderOf, stops = trustedStops) {
  const around = (folder) => ({ browser, server, folder, read: (file) => readFileSync(join(folder, file), "utf8") });
  // Each stop has a folder of its own: what one types is no other's.
  const placeFor = (name, turn) => around(folderOf(`${turn}-${name.replaceAll(/\W+/g, "-")}`));
  const sum = { passed: 0, failed: 0, text: "" };
  const wanted = new RegExp(process.env.TOUR ?? "");
  for (const [name, run] of stops.filter(([name]) => wanted.test(name))) {
    const first = await visit(placeFor(name, "tour"), name, run);
    // A workbench on a busy machine now and then loses a key or a click: what fails twice, each time afresh, is a failure.
    const last = first.passed ? first : await visit(placeFor(name, "again"), name, run);
    if (last.passed) sum.passed++;
    else sum.failed++;
    sum.text += first === last ? first.text : `${first.text.replace("FAIL", "once")}${last.text}`;
  }
  return sum;
}

/** One stop in workbenches of its own. */
async function visit(around, name, run) {
  const opened = [];
  const openQuiet = async (file, options) => {
    const workbench = await openWorkbench(around.browser, around.server, around.folder, file, options);
    opened.push(workbench);
    return workbench;
  };
  const open = async (file, options) => {
    const workbench = await openQuiet(file, options);
    await serverReady(workbench.page);
    return workbench;
  };
  const start = performance.now();
  try {
    await run({ ...around, open, openQuiet });
    return { passed: true, text: `ok   ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)\n` };
  } catch (error) {
    for (const { page } of opened) await shot(page, `failed-${name.replaceAll(/\W+/g, "-")}`).catch(() => undefined);
    return { passed: false, text: `FAIL ${name}: ${error.stack ?? error}\n` };
  } finally {
    for (const { context } of opened) await context.close().catch(() => undefined);
  }
}

const trustedStops = [
  ["hovers on host and kernel: text and picture, dark and light", hovers],
  ["hints at declarations", hints],
  ["what a copy costs: hover, and a hint where something is lost", costs],
  ["a mistake is marked while typing and goes with undo", squiggle],
  ["a quick fix mends it", quickFix],
  ["the preview follows the cursor, keeps its CSP, answers and pins", preview],
  ["a DSL kernel: hover and hints", dsl],
  ["a notebook: hints in its cells", notebook],
  ["a file without CuTe stays as it is", silent],
  ...lookStops,
  ...sessionStops,
  ...previewStops,
  ...costStops,
  ...mistakeStops,
];

async function hovers({ open, read }) {
  const host = placeOf(read(kernel), "sA = tile_to_shape");
  const { page, outside } = await open(kernel, host);
  const { hover, text } = await hoverUntil(page, host.line, host.column, /Sw<3,4,3>/);
  assert.match(text, /_128/);
  await drawn(hover);
  await shot(page, "hover-host");
  const device = placeOf(read(kernel), "gA = local_tile");
  await hoverUntil(page, device.line, device.column, /\(_128,_64/);
  await shot(page, "hover-kernel");
  await command(page, toggleTheme);
  const light = await hoverUntil(page, host.line, host.column, /Sw<3,4,3>/);
  await drawn(light.hover);
  await shot(page, "hover-light");
  await command(page, toggleTheme);
  await page.locator(".monaco-workbench.vs-dark").waitFor();
  await page.waitForTimeout(1000); // the workbench writes its settings a little later
  const foreign = [...outside].filter((url) => !url.includes("open-vsx.org") && !url.includes("vscode-cdn.net"));
  assert.deepEqual(foreign, [], "nothing leaves the machine");
}

async function costs({ open, read }) {
  const file = "cpp/transpose.cu";
  const at = placeOf(read(file), "copy(down");
  const { page } = await open(file, at);
  const { text } = await hoverUntil(page, at.line, at.column, /32-way conflict/);
  assert.match(text, /Swizzle<5,0,5>/);
  await page.locator('.view-line span:has-text("32-way conflict")').first().waitFor({ timeout: 30_000 });
  await shot(page, "hover-costs");
}

const toggleTheme = "Preferences: Toggle between Light/Dark Themes";

/** The hover's picture is there and is an image, not a broken link. */
async function drawn(hover) {
  const image = hover.locator("img").first();
  await image.waitFor({ timeout: 10_000 });
  const width = await image.evaluate((element) => element.decode().then(() => element.naturalWidth));
  assert.ok(width > 50, `the picture is ${width} wide`);
}

async function hints({ open, read }) {
  const { line, column } = placeOf(read("cpp/layouts.cu"), "column = make_layout");
  const { page } = await open("cpp/layouts.cu", { line, column });
  await page.locator('.view-line span:has-text("(_4,_8):(_8,_1)")').first().waitFor({ timeout: 30_000 });
  await shot(page, "hints");
}

async function squiggle({ open, read }) {
  const { line, column } = placeOf(read(kernel), "sA(_, _, 0)");
  const { page } = await open(kernel, { line, column });
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
  const menu = page.locator(".action-widget").first();
  for (let i = 0; i < 8 && !(await menu.isVisible()); i++) {
    await page.keyboard.press("Control+.");
    await menu.waitFor({ timeout: 3000 }).catch(() => undefined);
  }
  assert.match((await menu.textContent()) ?? "", /Pass one stage/);
  await shot(page, "quick-fix");
  const before = await page.locator(".squiggly-error").count();
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll(".squiggly-error").length < n, before);
  await shot(page, "quick-fix-applied");
}

async function preview({ open, read }) {
  const source = read("cpp/layouts.cu");
  const at = (marker) => placeOf(source, marker);
  const { page } = await open("cpp/layouts.cu", { ...at("row    ="), size: [1600, 900] });
  await command(page, "CuTe Lens: Open Preview");
  const frame = previewFrame(page);
  await frame.locator("#notation", { hasText: "(_4,_8):(_8,_1)" }).waitFor({ timeout: 20_000 });
  await frame.locator("#stage svg").waitFor({ timeout: 10_000 });
  await watchPolicy(frame);
  await follow(page, frame, at("padded ="), "(_4,_8):(_9,_1)");
  await follow(page, frame, at("zipped  ="), "((_2,_4),(_2,_2)):((_8,_1),(_16,_4))");
  await frame.locator("#kind").selectOption("operation");
  await frame.locator("#stage svg", { hasText: "row =" }).waitFor();
  const box = await frame.locator("#stage svg").boundingBox();
  await page.mouse.move(box.x + 70, box.y + 90);
  await frame.locator('#stage svg path[stroke-width="2"]').first().waitFor({ state: "attached" });
  await shot(page, "preview-operation");
  await frame.locator("#stage").press("Home");
  await frame.locator("#stage").press("ArrowRight");
  assert.match((await frame.locator("#cell").textContent()) ?? "", /row 0, column 1/);
  await frame.locator("#expression").fill("logical_divide((_8,_8):(_8,_1),(_2,_4))");
  await frame.locator("#expression").press("Enter");
  await frame.locator("#answer", { hasText: "((_2,_4),(_4,_2))" }).waitFor({ timeout: 10_000 });
  await frame.locator("#back").click();
  await frame.locator("#source").click();
  await page.locator('.tab.active[data-resource-name="layouts.cu"]').waitFor();
  await frame.locator("#pin").click();
  await goTo(page, at("padded =").line, at("padded =").column);
  await page.waitForTimeout(500);
  assert.match((await frame.locator("#notation").textContent()) ?? "", /\(_16,_4\)/, "a pinned preview stays");
  assert.deepEqual(await frame.locator("body").evaluate(() => window.violations), []);
}

async function follow(page, frame, { line, column }, notation) {
  await goTo(page, line, column);
  await frame.locator("#notation", { hasText: notation }).waitFor({ timeout: 20_000 });
  await shot(page, `preview-line-${line}`);
}

async function watchPolicy(frame) {
  await frame.locator("body").evaluate(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
  });
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

async function notebook({ open }) {
  const { page } = await open("python/layouts.py");
  await quickOpen(page, "layouts.ipynb");
  await page.locator('.cell .view-line span:has-text("(64,128):(128,1)")').first().waitFor({ timeout: 60_000 });
  await shot(page, "notebook");
}

async function silent({ openQuiet }) {
  const { page } = await openQuiet("plain.cpp", { line: 1, column: 5 });
  await page.waitForTimeout(3000);
  assert.equal(await page.locator(".squiggly-error, .squiggly-warning").count(), 0);
  assert.equal(await page.locator('[id="cute-lens.cute-lens.cuteLens.status"]:visible').count(), 0);
}

/** Types over a part of a line, as a user does. */
async function replace(page, line, column, length, text) {
  await goTo(page, line, column);
  for (let i = 0; i < length; i++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.type(text);
  await page.keyboard.press("Escape");
}
