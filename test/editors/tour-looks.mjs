// Stops of the tour that measure how answers look in the editor's own document: where hints stand, what of a hover is seen at once.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, goTo, hoverUntil, placeOf, quickOpen, shot } from "./workbench.mjs";

const files = [
  ["cpp/hopper_gemm_tma.cu", "sA = tile_to_shape"],
  ["cpp/sgemm.cu", "make_tensor"],
  ["cpp/tiled_copy.cu", "make_tiled_copy"],
  ["cpp/swizzle.cu", "composition"],
  ["python/dsl_gemm.py", "make_tiled"],
  ["python/layouts.py", "row = cute"],
];

export const lookStops = [
  ["hints move no code, on six files", hintsMoveNothing],
  ["a hover's facts and picture stand above its fold", aboveTheFold],
  ["why there is no layout, in a peek that Escape closes", whyInPeek],
  ["what changed since the last commit: a lens, and the pictures before and after", changedSinceHead],
];

/** A rendered line begins with the whole line of the source, and takes no more than 120 columns with its hints. */
async function hintsMoveNothing({ open, read }) {
  const [first] = files;
  const { page } = await open(first[0], { ...placeOf(read(first[0]), first[1]), size: [1600, 1000] });
  let hinted = 0;
  for (const [file] of files) {
    if (file !== first[0]) await quickOpen(page, file.split("/").at(-1));
    const source = read(file).split(/\r?\n/);
    const lines = await linesWithHints(page, source);
    assert.ok(lines.length > 0, `${file} has hints`);
    for (const { number, text } of lines) {
      const own = source[number - 1].trimEnd();
      assert.ok(text.startsWith(own), `${file}:${number} is moved: ${text}`);
      assert.ok(own.length > 120 || text.length <= 121, `${file}:${number} takes ${text.length} columns`);
    }
    hinted += lines.length;
    await shot(page, `hints-${file.split("/").at(-1)}`);
  }
  console.log(`hints on ${hinted} lines of ${files.length} files, none moves code`);
}

/** Visible lines that show more than their source, as soon as there are some. */
async function linesWithHints(page, source) {
  for (let i = 0; i < 30; i++) {
    const rows = await page.evaluate(renderedLines);
    const hinted = rows.filter(({ number, text }) => text !== (source[number - 1] ?? "").trimEnd());
    if (hinted.length > 0) return hinted;
    await page.waitForTimeout(1000);
  }
  return [];
}

function renderedLines() {
  const numbers = [...document.querySelectorAll(".margin-view-overlays > div")];
  return [...document.querySelectorAll(".editor-group-container .monaco-editor .view-lines > .view-line")].flatMap(
    (line) => {
      const beside = numbers.find(({ style }) => style.top === line.style.top);
      const number = Number(beside?.querySelector(".line-numbers")?.textContent);
      return number > 0 ? [{ number, text: line.textContent.replaceAll("\u00a0", " ").trimEnd() }] : [];
    },
  );
}

/** VS Code's hover is 250 pixels high; what is below is scrolled to. */
async function aboveTheFold({ open, read }) {
  const file = "cpp/hopper_gemm_tma.cu";
  const places = [
    ["sA = tile_to_shape", /Sw<3,4,3>/],
    ["tmaA = make_tma_atom", /box 64/],
  ];
  const source = read(file);
  const { page } = await open(file, placeOf(source, places[0][0]));
  for (const [marker, said] of places) {
    const [box, picture] = await hoverAndPicture(page, placeOf(source, marker), said);
    assert.ok(box.height <= 252, `${marker}: the hover is ${box.height} pixels high`);
    const below = picture.y + picture.height - (box.y + box.height);
    assert.ok(below <= 2, `${marker}: ${below} pixels of the picture are below the fold`);
    await shot(page, `fold-${marker.replaceAll(/\W+/g, "-")}`);
    await page.keyboard.press("Escape");
  }
}

/**
 * Where both stand. The workbench closes a hover when it scrolls, and it scrolls while it starts: when lenses first come above the
 * place, and when a provider of its own registers, for which it takes all lenses away and asks again. Then it is opened once more.
 */
async function hoverAndPicture(page, { line, column }, said, tries = 3) {
  const { hover } = await hoverUntil(page, line, column + 1, said);
  const image = hover.locator("img").first();
  try {
    await image.evaluate((element) => element.decode(), undefined, { timeout: 10_000 });
    const boxes = [await hover.boundingBox({ timeout: 5_000 }), await image.boundingBox({ timeout: 5_000 })];
    assert.ok(!boxes.includes(null), `${said}: the hover is closed`);
    return boxes;
  } catch (error) {
    if (tries === 1) throw error;
    return hoverAndPicture(page, { line, column }, said, tries - 1);
  }
}

/** A branch that no call takes: the condition and what its names are. */
async function whyInPeek({ folder, open }) {
  const file = "cpp/why.cu";
  writeFileSync(join(folder, file), untaken);
  const { page } = await open(file, { line: 6, column: 10 });
  const peek = page.locator(".peekview-widget");
  for (let i = 0; i < 5 && !(await peek.isVisible()); i++) {
    await goTo(page, 6, 10);
    await command(page, "CuTe Lens: Why Is There No Layout");
    await peek.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
  const said = peek.locator(".view-lines").first();
  await said.getByText("it is for where Big holds").waitFor({ timeout: 10_000 });
  assert.match((await said.innerText()).replaceAll("\u00a0", " "), /because Big is 0/);
  assert.equal(await page.locator(".monaco-dialog-box").count(), 0, "no dialog");
  await shot(page, "why");
  await page.keyboard.press("Escape");
  await peek.waitFor({ state: "hidden", timeout: 5_000 });
}

/** In a repository whose last commit has three stages and the file four. */
async function changedSinceHead({ folder, open, read }) {
  const file = "cpp/hopper_gemm_tma.cu";
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "three stages");
  writeFileSync(join(folder, file), read(file).replace("bP = Int<3>{}", "bP = Int<4>{}"));
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify({ "cuteLens.changes": true }));
  const { page } = await open(file, placeOf(read(file), "auto problem"));
  const lens = page.locator(".codelens-decoration a:visible", { hasText: "2 layouts changed since HEAD" }).first();
  await lens.waitFor({ timeout: 30_000 });
  await lens.click();
  await page.locator(".tab", { hasText: "run: since HEAD" }).waitFor({ timeout: 10_000 });
  await page.waitForTimeout(3000);
  await shot(page, "changed-since-head");
}

const untaken = `#include <cute/tensor.hpp>
using namespace cute;
template <bool Big>
void f(int n) {
  if constexpr (Big) {
    auto large = make_layout(n);
  }
}
void g(int n) { f<false>(n); }
`;
