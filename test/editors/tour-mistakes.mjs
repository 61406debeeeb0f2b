// Stops of the tour that make mistakes of the collection: the wrong line is typed over the right one, and the workbench
// tells it: squiggle, message, the places behind it and, where there is one, the fix. docs/mistakes.md shows the pictures.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, goTo, hoverAtCaret, quickOpen, shot } from "./workbench.mjs";

const collection = fileURLToPath(new URL("../mistakes/", import.meta.url));
const shots = fileURLToPath(new URL("./shots/", import.meta.url));

/** The file of the collection, what the hover says, and the fix's title. */
const cpp = [
  ["cpp/tma-all-stages.cu", /is \(128,64,4\), the CTA tile \(128,64\)/, "Pass one stage: layout(_,_,Int<0>{})"],
  ["cpp/tx-one-tensor.cu", /expects 16384 B, the copies on it bring 32768 B/],
  ["cpp/arrival-two.cu", /counts 2 arrivals, 1 comes/],
  ["cpp/fence-epilogue.cu", /no fence between the threads' writes/],
  ["cpp/partition-side.cu", /no one register of 128 bits/],
  ["cpp/grid-struct.cu", /params holds a tensor map/, "Insert __grid_constant__"],
];
const dsl = [
  ["dsl/alignment-rows.py", /rows of 132 bytes/, "Pad the stride to 72 elements"],
  ["dsl/struct-align.py", /starts 16 B into its struct/],
  ["dsl/partition-ungrouped-one.py", /make the tile one mode in both/, "Make the tile one mode: cute.group_modes"],
  ["dsl/coordinate-stages.py", /coordinate 3 lies past its end/],
];

export const mistakeStops = [
  ["six mistakes in C++: each told where it is typed", (around) => mistakes(around, cpp)],
  ["four mistakes in the DSL: each told where it is typed", (around) => mistakes(around, dsl)],
  ["a log is explained at the line that leads to it", explained],
];

async function mistakes({ open, folder }, list) {
  const files = list.map(([name]) => twin(name));
  mkdirSync(join(folder, "mistakes"), { recursive: true });
  for (const { file, good } of files) writeFileSync(join(folder, "mistakes", file), good);
  const { page } = await open(`mistakes/${files[0].file}`);
  for (const [i, [, message, fix]] of list.entries()) {
    if (i > 0) await quickOpen(page, files[i].file);
    await make(page, files[i]);
    const hover = await toldAt(page, files[i].told, message);
    await picture(page, hover, `mistake-${files[i].file.replace(/\..*/, "")}`);
    await page.keyboard.press("Escape");
    if (fix !== undefined) await mend(page, fix);
  }
}

const refused = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* a, float* b) {
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(b), Layout<Shape<_32, _64>, Stride<_1, _32>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{});
  copy(tiled, tiled.get_slice(threadIdx.x).partition_S(gA), tiled.get_slice(threadIdx.x).partition_D(gB));
}
`;
const log = `include/cute/atom/copy_traits.hpp(123): error: static assertion failed with "Copy_Traits: dst failed to vectorize into registers. Layout is incompatible with this CopyOp."
          detected during:
            instantiation of "void cute::copy_unpack(...)" at line 216 of include/cute/algorithm/copy.hpp
            instantiation of "void cute::copy(...)" at line 7 of cpp/refused.cu
`;

/** What nvcc said, in a file of its own: the source opens at the line, with the meaning below it. */
async function explained({ open, folder }) {
  writeFileSync(join(folder, "cpp/refused.cu"), refused);
  writeFileSync(join(folder, "cpp/build.log"), log);
  const { page } = await open("cpp/refused.cu");
  await quickOpen(page, "build.log");
  await command(page, "CuTe Lens: Explain an Error");
  const peek = page.locator(".peekview-widget");
  await peek.waitFor({ timeout: 15_000 });
  const said = peek.locator(".view-lines").first();
  await said.getByText("Your line: cpp/refused.cu, line 7.").waitFor({ timeout: 10_000 });
  await page.locator(".editor-group-container .tab.active", { hasText: "refused.cu" }).waitFor({ timeout: 5_000 });
  await shot(page, "explained");
}

/** The right text, the wrong line and where it is told; read as mistakes.test.ts reads it. */
function twin(name) {
  const lines = readFileSync(join(collection, name), "utf8").split("\n");
  const parts = lines.map((line) => /^(\s*)(.*?)\s+(?:\/\/|#)! (.*)$/.exec(line));
  const at = parts.findIndex((part) => part !== null);
  const told = lines.findIndex((line) => /(?:\/\/|#) told$/.test(line));
  const good = lines.map((line, i) =>
    parts[i] === null ? line.replace(/\s+(\/\/|#) told$/, "") : parts[i][1] + parts[i][2],
  );
  const bad = parts[at][3] === "(nothing)" ? "" : parts[at][3];
  return {
    file: basename(name),
    good: good.join("\n"),
    bad,
    line: at + 1,
    column: parts[at][1].length + 1,
    told: (told < 0 ? at : told) + 1,
  };
}

/** Types the wrong line over the right one. */
async function make(page, { line, column, bad }) {
  await goTo(page, line, column);
  await page.keyboard.press("Shift+End");
  if (bad === "") await page.keyboard.press("Delete");
  else await page.keyboard.insertText(bad);
  if (bad.endsWith("{")) await page.keyboard.press("Delete"); // the brace that the editor closed
  await page.mouse.move(700, 860); // off the tabs: their tooltips cover the hover
}

/** The next problem from the line on, and its hover. */
async function toldAt(page, line, message) {
  let text = "";
  for (let i = 0; i < 30; i++) {
    await page.waitForTimeout(500);
    if ((await page.locator(".squiggly-error, .squiggly-warning").count()) === 0) continue;
    await goTo(page, line, 1);
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    const hover = await hoverAtCaret(page).catch(() => undefined);
    await page.waitForTimeout(300);
    text = (await hover?.textContent()) ?? "";
    if (message.test(text)) return hover;
    await page.keyboard.press("Escape");
  }
  throw new Error(`line ${line} never said ${message}; last: ${text}`);
}

async function mend(page, title) {
  await page.keyboard.press("Control+.");
  const row = page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
  await row.waitFor({ timeout: 10_000 });
  await page.keyboard.press("Enter");
  const gone = () => document.querySelectorAll(".squiggly-error, .squiggly-warning").length === 0;
  await page.waitForFunction(gone, undefined, { timeout: 20_000 });
  await command(page, "File: Save");
}

/** The editor around the hover. */
async function picture(page, hover, name) {
  const editor = await page.locator(".editor-group-container").first().boundingBox();
  const box = await hover.boundingBox();
  assert.ok(editor !== null && box !== null, "the hover is on the screen");
  const top = Math.max(editor.y, box.y - 100);
  const bottom = Math.min(editor.y + editor.height, box.y + box.height + 100);
  const width = Math.min(editor.width, Math.max(900, box.x + box.width - editor.x + 20));
  mkdirSync(shots, { recursive: true });
  await page.screenshot({
    path: join(shots, `${name}.png`),
    clip: { x: editor.x, y: top, width, height: bottom - top },
  });
}
