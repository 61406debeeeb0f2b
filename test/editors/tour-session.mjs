// Stops of the tour around a session: typing without flicker, a mistake with its links and its fix, instances, colours,
// completion, folders that are switched off, and workspaces that the user does not trust.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, goTo, hoverAtCaret, hoverUntil, pick, placeOf, quickOpen, shot } from "./workbench.mjs";

const kernel = "cpp/hopper_gemm_tma.cu";

export const sessionStops = [
  ["hints stay while the user types", steadyHints],
  ["what holds behind an edit comes into the open hover, and lenses wait for it", openHover],
  ["64 becomes 48: the squiggle, its links, the quick fix", narrower],
  ["three instances: the lens asks which one to show", instances],
  ["CuTe's names have colours of their own", colours],
  ["completion behind cute:: and in a DSL module, with documentation", completion],
  ["a folder where CuTe Lens is off, beside one where it is on", folders],
];

/** Counts the hints on the screen thirty times a second: never fewer than at the start. */
async function steadyHints({ open, read }) {
  const { line, column } = placeOf(read("cpp/layouts.cu"), "auto merged");
  const { page } = await open("cpp/layouts.cu", { line, column });
  const hint = page.locator('.view-line span:has-text("(_4,_8):(_8,_1)")');
  await hint.first().waitFor({ timeout: 30_000 });
  await page.waitForTimeout(1000);
  await goTo(page, line, column);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    const isHint = (span) => span.children.length === 0 && /^\(.*\):\(/.test(span.textContent.trim());
    const count = () => [...document.querySelectorAll(".view-line span")].filter(isHint).length;
    window.hintCounts = [];
    window.hintTimer = setInterval(() => window.hintCounts.push(count()), 33);
  });
  await page.keyboard.type("auto more = make_layout(make_shape(Int<16>{}, Int<8>{}));", { delay: 40 });
  await page.locator('.view-line span:has-text("(_16,_8):(_1,_16)")').first().waitFor({ timeout: 30_000 });
  const counts = await page.evaluate(() => {
    clearInterval(window.hintTimer);
    return window.hintCounts;
  });
  assert.ok(counts[0] > 3, `there are hints at the start: ${counts[0]}`);
  assert.equal(Math.min(...counts), counts[0], "no hint goes away in between");
  await shot(page, "typing");
  await undo(page);
}

const header = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
const divided = (_, i) =>
  `  auto a${i} = zipped_divide(make_layout(make_shape(Int<${64 * (i + 1)}>{}, _128{})), Shape<_8, _16>{});`;
const long = `${header}
template <class Tiler>
void tile(Tiler tiler)
{
  auto t = make_layout(tiler);
}

void walk()
{
  auto first = make_layout(Shape<_4, _8>{});
  tile(first.shape());
${Array.from({ length: 2500 }, divided).join("\n")}
}
`;

/** An edit whose evaluation takes a while, and a hover meanwhile: it stays open, and says in the end what holds now. */
async function openHover({ open, folder }) {
  writeFileSync(join(folder, "long.cu"), long);
  const { line, column } = placeOf(long, "a3 =");
  const { page } = await open("long.cu", { line, column });
  await page.locator('.view-line span:has-text("((_8,_16),(_32,_8))")').first().waitFor({ timeout: 60_000 });
  const lens = page.locator(".codelens-decoration a", { hasText: "2 instances" });
  await goTo(page, placeOf(long, "tile(first").line, 1);
  await page.keyboard.press("End");
  await page.keyboard.type(" tile(Shape<_16, _8>{});");
  await goTo(page, line, column);
  const hover = await hoverAtCaret(page);
  await hover.getByText("as it was before the last edit").waitFor({ timeout: 10_000 });
  await hover.getByText("The edit has changed nothing here").waitFor({ timeout: 30_000 });
  await page.waitForTimeout(2000);
  assert.equal(await hover.locator("img").count(), 1, "what was said before stays short");
  assert.ok(await hover.isVisible(), "the hover is still there");
  assert.equal(await lens.count(), 0, "nothing has moved its lines");
  await shot(page, "hover-after-edit");
  await page.keyboard.press("Escape");
  await goTo(page, line, 1);
  await lens.first().waitFor({ timeout: 15_000 });
}

/** All the way back to the file as it was opened; further steps change nothing. */
async function undo(page) {
  for (let i = 0; i < 60; i++) await page.keyboard.press("Control+Z");
  await page.waitForTimeout(500);
  await page.keyboard.press("Control+S");
  await page.waitForTimeout(500);
}

async function narrower({ open, read }) {
  const source = read(kernel);
  const size = placeOf(source, "64>{}", 1);
  const { page } = await open(kernel, size);
  await goTo(page, size.line, size.column);
  for (const key of ["Shift+ArrowRight", "Shift+ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.type("48");
  await page.locator(".squiggly-error").nth(1).waitFor({ timeout: 30_000 });
  // The argument at fault, not the name of the operation.
  const call = placeOf(source, "make_shape(bM, bK, bP)");
  const { text } = await hoverUntil(page, call.line, call.column + 2, /declared here/);
  assert.match(text, /does not divide the target \(_128,_48,_3\)/);
  assert.match(text, /bK = _48, declared here/);
  await shot(page, "forty-eight");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget", { hasText: "Layout_K_SW32_Atom" }).waitFor({ timeout: 10_000 });
  await shot(page, "forty-eight-fix");
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "Layout_K_SW32_Atom" }).first().waitFor({ timeout: 10_000 });
  await page.waitForFunction(() => document.querySelectorAll(".squiggly-error").length === 1, undefined, {
    timeout: 20_000,
  });
  await shot(page, "forty-eight-fixed");
  await undo(page);
}

const three = `#include <cute/tensor.hpp>
using namespace cute;

template <class Tiler>
void tile(Tiler tiler)
{
  auto t = make_layout(tiler);
}

void small() { tile(Shape<_8, _4>{}); }
void medium() { tile(Shape<_16, _8>{}); }
void large() { tile(Shape<_32, _16>{}); }
`;

async function instances({ open, folder }) {
  writeFileSync(join(folder, "three.cu"), three);
  const { page } = await open("three.cu", { line: 7, column: 8 });
  await page
    .locator(".codelens-decoration a", { hasText: "3 instances: ▸ small:10" })
    .first()
    .click({ timeout: 30_000 });
  await page.locator(".quick-input-widget", { hasText: "Instance of tile" }).waitFor({ timeout: 10_000 });
  await shot(page, "instances");
  await pick(page, "large:12");
  await page.locator('.view-line span:has-text("(_32,_16):(_1,_32)")').first().waitFor({ timeout: 10_000 });
  await page.locator(".codelens-decoration a", { hasText: "▸ large:12" }).first().waitFor({ timeout: 10_000 });
}

/** The workbench's own inspector of TextMate scopes, on names behind spaces and on static integers. */
async function colours({ open, read }) {
  const cpp = "cpp/layouts.cu";
  const { page } = await open(cpp);
  await scope(page, placeOf(read(cpp), "make_layout"), "support.function.cute");
  await scope(page, placeOf(read(cpp), "Layout<_4"), "support.class.cute");
  await scope(page, placeOf(read(cpp), "_4, _2"), "constant.numeric.static.cute");
  await quickOpen(page, "layouts.py");
  await scope(page, placeOf(read("python/layouts.py"), "make_layout"), "support.function.cute");
}

async function scope(page, { line, column }, wanted) {
  await goTo(page, line, column + 1);
  await command(page, "Developer: Inspect Editor Tokens and Scopes");
  const widget = page.locator(".token-inspect-widget", { hasText: wanted });
  await widget.waitFor({ timeout: 10_000 });
  await command(page, "Developer: Inspect Editor Tokens and Scopes");
}

async function completion({ open, read }) {
  const { line } = placeOf(read("cpp/layouts.cu"), "auto merged");
  const { page } = await open("cpp/layouts.cu", { line, column: 1 });
  await suggest(page, line, "auto more = cute::zipped_d", "zipped_divide", "completion");
  await quickOpen(page, "layouts.py");
  const row = placeOf(read("python/layouts.py"), "row = cute");
  await suggest(page, row.line, "more = cute.nvgpu.warpgroup.Mma", "MmaF16BF16Op", "completion-dsl");
}

async function suggest(page, line, typed, name, picture) {
  await goTo(page, line, 1);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(typed, { delay: 30 });
  const widget = page.locator(".suggest-widget.visible");
  const row = widget.locator(".monaco-list-row", { hasText: name }).first();
  for (let i = 0; i < 6 && !(await row.isVisible()); i++) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Space");
    await row.waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  await row.waitFor({ timeout: 10_000 });
  const details = page.locator(".suggest-details");
  // The workbench remembers whether details were shown, and opens them a little later.
  for (let i = 0; i < 4 && !(await details.isVisible()); i++) {
    await details.waitFor({ timeout: 3000 }).catch(() => page.keyboard.press("Control+Space"));
  }
  await details.waitFor({ timeout: 10_000 });
  await page.waitForTimeout(500);
  await shot(page, picture);
  await page.keyboard.press("Escape");
  await undo(page);
}

async function folders({ open, folder }) {
  const text = three.replace("small", "tiny");
  mkdirSync(join(folder, "two/off/.vscode"), { recursive: true });
  mkdirSync(join(folder, "two/on"), { recursive: true });
  writeFileSync(join(folder, "two/on/on.cu"), text);
  writeFileSync(join(folder, "two/off/off.cu"), text);
  writeFileSync(join(folder, "two/off/.vscode/settings.json"), '{ "cuteLens.enable": false }');
  const workspace = join(folder, "two/both.code-workspace");
  writeFileSync(workspace, JSON.stringify({ folders: [{ path: "on" }, { path: "off" }] }));
  const { page } = await open("two/on/on.cu", { line: 7, column: 8, workspace });
  const hint = page.locator('.view-line span:has-text("(_8,_4):(_1,_8)")');
  await hint.first().waitFor({ timeout: 30_000 });
  await quickOpen(page, "off.cu");
  await page.waitForTimeout(3000);
  assert.equal(await hint.count(), 0, "no hint in the folder that is off");
  assert.equal(await page.locator(".codelens-decoration a:visible").count(), 0);
  await shot(page, "folder-off");
}

/** Stops of a workbench that asks before it trusts a folder. */
export const restrictedStops = [["a folder that the user does not trust", untrusted]];

/** In a folder that the user does not trust everything is there: nothing of it is run. */
async function untrusted({ open, read }) {
  const { line, column } = placeOf(read(kernel), "sA = tile_to_shape");
  const { page } = await open(kernel, { line, column });
  await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor({ timeout: 20_000 });
  await hoverUntil(page, line, column, /Sw<3,4,3>/);
  await shot(page, "untrusted");
  await page.keyboard.press("Escape");
}
