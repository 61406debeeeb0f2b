// Stops of the tour in the live preview: operations step by step, what-if with write back, TMA, several previews, a reload.
import assert from "node:assert/strict";
import { command, goTo, placeOf, previewFrame, serverReady, shot } from "./workbench.mjs";

const kernel = "cpp/hopper_gemm_tma.cu";
const wide = [1600, 1000];

export const previewStops = [
  ["an operation step by step, linked cells, and the source behind a click", steps],
  ["what-if changes a tile and writes it back", whatIf],
  ["what-if in the kernel reaches the tile of its caller", kernelWhatIf],
  ["TMA: the lens, and box over gmem and smem", tma],
  ["threads of a wgmma, when the cursor comes to it from a layout", threads],
  ["swizzle before and after, banks, and rank 3 by slices", swizzle],
  ["analysis counts bank conflicts", analysis],
  ["two previews, one pinned, survive a reload", several],
];

async function previewAt(around, file, marker, occurrence = 1) {
  const place = placeOf(around.read(file), marker, occurrence);
  const { page } = await around.open(file, { ...place, size: wide });
  await command(page, "CuTe Lens: Open Preview");
  const frame = previewFrame(page);
  await frame.locator("#stage svg").waitFor({ timeout: 30_000 });
  return { page, frame };
}

const drawnText = (frame, text) => frame.locator("#stage svg", { hasText: text }).waitFor({ timeout: 10_000 });
const marks = (frame) => frame.locator('#stage svg path[stroke-width="2"]');

/** What the server draws, behind what the page draws itself. */
async function threads(around) {
  const { page, frame } = await previewAt(around, kernel, "sA = tile_to_shape");
  const { line, column } = placeOf(around.read(kernel), "mma = make_tiled_mma");
  await goTo(page, line, column);
  await frame.locator("#notation", { hasText: "TiledMMA" }).waitFor({ timeout: 20_000 });
  await drawnText(frame, "C 64");
  assert.equal(await frame.locator("#stage svg", { hasText: "64,512" }).count(), 0, "the layout's picture is gone");
  await shot(page, "preview-threads");
}

async function steps(around) {
  const { page, frame } = await previewAt(around, "cpp/layouts.cu", "zipped  =");
  await frame.locator("#kind").selectOption("operation");
  await drawnText(frame, "tile[1] = _4:_1");
  await frame.locator("#stage").press("Home");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await frame.locator("#stage").press(key);
  assert.match((await frame.locator("#cell").textContent()) ?? "", /row 1, column 2/);
  const box = await frame.locator("#stage svg").boundingBox();
  await page.mouse.move(box.x + 100, box.y + 325);
  await marks(frame).first().waitFor({ state: "attached" });
  await page.waitForTimeout(300);
  await shot(page, "operation");
  await page.mouse.click(box.x + 100, box.y + 90);
  await page.waitForTimeout(500);
  assert.match(
    (await frame.locator("#notation").textContent()) ?? "",
    /\(_16,_4\)/,
    "a click does not move the preview",
  );
  await shot(page, "operation-click");
  for (let i = 0; i < 3; i++) await frame.locator("#step button", { hasText: "Next" }).click();
  await drawnText(frame, "row[0] =");
  await shot(page, "operation-step");
}

async function whatIf(around) {
  const { page, frame } = await previewAt(around, kernel, "sA = tile_to_shape");
  const field = frame.locator('#whatIf input[name="bM"]');
  assert.equal(await field.inputValue(), "128");
  await field.fill("256");
  await field.press("Enter");
  await frame.locator("#notation", { hasText: "(_8,_32)" }).waitFor({ timeout: 20_000 });
  await shot(page, "what-if");
  await frame.locator("#whatIf button", { hasText: "Write back" }).click();
  await page.locator(".view-line", { hasText: "Int<256>{}" }).first().waitFor({ timeout: 10_000 });
  await frame.locator('#whatIf input[name="bM"][data-source="256"]').waitFor({ timeout: 20_000 });
  await shot(page, "what-if-written");
  await goTo(page, 97, 1);
  await page.keyboard.press("Control+Z");
  await page
    .locator(".view-line", { hasText: "bM" })
    .filter({ hasText: "Int<128>{}" })
    .first()
    .waitFor({ timeout: 10_000 });
  await page.keyboard.press("Control+S"); // the workbench may have saved what was tried
  await page.waitForTimeout(1000);
}

async function kernelWhatIf(around) {
  const { page, frame } = await previewAt(around, kernel, "gC = local_tile");
  await frame.locator("#notation", { hasText: "(_128,_128)" }).waitFor({ timeout: 20_000 });
  await frame.locator('#whatIf input[name="bN"]').fill("64");
  await frame.locator('#whatIf input[name="bN"]').press("Enter");
  await frame.locator("#notation", { hasText: "(_128,_64)" }).waitFor({ timeout: 20_000 });
  await shot(page, "what-if-kernel");
}

async function tma(around) {
  const { page, frame } = await previewAt(around, kernel, "tmaA = make_tma_atom");
  const lens = page.locator(".codelens-decoration", { hasText: /box 64/ }).first();
  await lens.waitFor({ timeout: 30_000 });
  await drawnText(frame, "gmem tile");
  await drawnText(frame, "smem");
  await settled(page, frame);
  await shot(page, "tma");
}

/** A large picture is coloured piece by piece: until three seconds bring no more. */
async function settled(page, frame) {
  const drawn = () => frame.locator("#stage").evaluate((stage) => stage.innerHTML.length);
  let [before, same] = [0, 0];
  for (let i = 0; i < 40 && same < 3; i++) {
    await page.waitForTimeout(1000);
    const now = await drawn();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

async function swizzle(around) {
  const { page, frame } = await previewAt(around, kernel, "sA = tile_to_shape");
  await frame.locator("#kind").selectOption("swizzle");
  await drawnText(frame, "before:");
  await shot(page, "swizzle");
  await frame.locator("#kind").selectOption("banks");
  await drawnText(frame, "(0,0,0)");
  await shot(page, "banks");
  await frame.locator("#kind").selectOption("layout");
  await frame.locator('#modes input[type="number"]').fill("1");
  await frame.locator("#stage").press("Home");
  assert.match((await frame.locator("#cell").textContent()) ?? "", /offset 8192/);
  await frame.locator('#modes input[type="checkbox"]').check();
  await drawnText(frame, "128×192");
}

async function analysis(around) {
  const { page, frame } = await previewAt(around, "cpp/swizzle.cu", "composition(Swizzle");
  await frame.locator("#analysis summary").click();
  await frame.locator("#analysis dl", { hasText: "bank conflict" }).waitFor();
  await frame.locator("#analysis").scrollIntoViewIfNeeded();
  await shot(page, "analysis");
}

async function several(around) {
  const { page } = await previewAt(around, "cpp/layouts.cu", "row    =");
  await command(page, "CuTe Lens: Pin a Second Preview");
  await page.locator(".tab", { hasText: "row · CuTe" }).nth(1).waitFor({ timeout: 20_000 });
  const { line, column } = placeOf(around.read("cpp/layouts.cu"), "padded =");
  await goTo(page, line, column);
  await page.locator(".tab", { hasText: "padded · CuTe" }).waitFor({ timeout: 20_000 });
  await shot(page, "two-previews");
  await page.waitForTimeout(8000); // a workbench in the browser writes its state when idle, every five seconds
  await page.goto(page.url().replace(/&payload=.*/, ""), { waitUntil: "domcontentloaded" });
  await serverReady(page);
  await page.locator(".tab", { hasText: "padded · CuTe" }).waitFor({ timeout: 60_000 });
  await page.locator(".tab", { hasText: "row · CuTe" }).waitFor({ timeout: 20_000 });
  await previewFrame(page).locator("#stage svg").waitFor({ timeout: 60_000 });
  await shot(page, "two-previews-reloaded");
}
