// Driving a real VS Code workbench in Chromium: open a file at a place, hover by keyboard, type, look for what shows.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const shots = fileURLToPath(new URL("./shots", import.meta.url));
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser() {
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: flags });
}

/**
 * A browser with a profile that lets hosts inside a page keep a service worker: a static workbench shows its webviews
 * from a host of their own.
 */
export function launchProfile(folder, viewport) {
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  mkdirSync(join(folder, "Default"), { recursive: true });
  writeFileSync(join(folder, "Default/Preferences"), JSON.stringify(preferences));
  return chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    headless: true,
    args: flags,
    viewport,
  });
}

function chromiumPath() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = places.find((path) => path && existsSync(path));
  if (found === undefined) throw new Error("Chromium is missing: apt-get install chromium, or set CHROMIUM");
  return found;
}

/** Opens the workbench with a file and the caret at line:column (both from 1); `workspace`: a file instead of the folder. */
export async function openWorkbench(
  browser,
  server,
  folder,
  file,
  { line = 1, column = 1, size = [1400, 900], workspace } = {},
) {
  const context = await browser.newContext({ viewport: { width: size[0], height: size[1] } });
  const page = await context.newPage();
  const outside = new Set();
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(https?:\/\/(127\.0\.0\.1|localhost)|data:|blob:)/.test(url)) outside.add(url.slice(0, 160));
  });
  const target = `vscode-remote://127.0.0.1:${server.port}${join(folder, file)}:${line}:${column}`;
  const payload = JSON.stringify([
    ["openFile", target],
    ["gotoLineMode", "true"],
  ]);
  const opened = workspace === undefined ? `folder=${encodeURI(folder)}` : `workspace=${encodeURI(workspace)}`;
  await page.goto(`${server.url}/?${opened}&payload=${encodeURIComponent(payload)}`, {
    waitUntil: "domcontentloaded",
  });
  await fileShown(page, file);
  if (workspace !== undefined) await foldersShown(page, file);
  return { page, context, outside };
}

async function fileShown(page, file) {
  await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
  await page.waitForSelector(`.tab.active[data-resource-name="${file.split("/").at(-1)}"]`, { timeout: 60_000 });
  await page.waitForSelector(".monaco-editor .view-line", { timeout: 30_000 });
}

/** A workbench that reads its workspace file before the server answers shows no folder at all, until it is loaded again. */
async function foldersShown(page, file) {
  const row = page.locator(".explorer-folders-view .monaco-list-row").first();
  for (let i = 0; i < 3; i++) {
    const isThere = await row.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await page.reload({ waitUntil: "domcontentloaded" });
    await fileShown(page, file);
  }
  await row.waitFor({ timeout: 20_000 });
}

/** The status bar item appears with the first analysis of the file in front. */
export async function serverReady(page) {
  const item = page.locator('[id="cute-lens.cute-lens.cuteLens.status"]');
  await item.waitFor({ state: "visible", timeout: 60_000 });
}

export async function shot(page, name) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** Moves the caret: Ctrl+G, line:column. */
export async function goTo(page, line, column) {
  await focusEditor(page);
  const input = quickInput(page);
  for (let i = 0; ; i++) {
    await page.keyboard.press("Control+G");
    try {
      await input.waitFor({ state: "visible", timeout: 2000 });
      if (!/text editor first/.test((await input.getAttribute("aria-label")) ?? "")) break;
      // The focus was still in the preview: a click brings it back.
      await page.keyboard.press("Escape");
      await page.locator(".editor-group-container .monaco-editor .view-lines").first().click();
    } catch (error) {
      if (i > 10) throw error;
    }
    if (i > 20) throw new Error("no text editor takes the focus");
  }
  await input.fill(`:${line}:${column}`);
  // A busy workbench loses a key.
  for (let i = 0; i < 10 && (await input.isVisible()); i++) {
    await input.press("Enter", { timeout: 2000 }).catch(() => undefined);
    await input.waitFor({ state: "hidden", timeout: 3000 }).catch(() => undefined);
  }
  await input.waitFor({ state: "hidden" });
}

export async function focusEditor(page) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+1");
}

/** Shows the hover at the caret. */
export async function hoverAtCaret(page) {
  await page.keyboard.press("Control+K");
  await page.keyboard.press("Control+I");
  const hover = page.locator(".monaco-hover:visible .hover-contents").first();
  await hover.waitFor({ state: "visible", timeout: 4000 });
  return page.locator(".monaco-hover:visible").first();
}

/** Hovers until the text is there: the first answer may come while the server still starts. */
export async function hoverUntil(page, line, column, pattern, tries = 20) {
  let text = "";
  for (let i = 0; i < tries; i++) {
    await goTo(page, line, column);
    try {
      const hover = await hoverAtCaret(page);
      await page.waitForTimeout(300);
      text = (await hover.textContent()) ?? "";
      if (pattern.test(text)) return { hover, text };
    } catch {
      // Not there yet.
    }
    await page.keyboard.press("Escape");
    await page.waitForTimeout(500);
  }
  throw new Error(`hover at ${line}:${column} never matched ${pattern}; last: ${text}`);
}

export async function command(page, title) {
  await choose(page, title);
  await quickInput(page).waitFor({ state: "hidden" });
}

/** The same for a command that asks a further question: its list stays open. */
export function choose(page, title) {
  return pickRow(page, "F1", `>${title}`, `[aria-label^="${title}"]`);
}

const quickInput = (page) => page.locator(".quick-input-widget input.input").first();

/**
 * Opens the quick input by a key, types and clicks the row. The widget may still be building when it takes the text and
 * then loses it, and a search that began before its folders were there stays empty: so the text is typed again.
 */
async function pickRow(page, key, text, row) {
  const input = quickInput(page);
  const wanted = page.locator(`.quick-input-list .monaco-list-row${row}`).first();
  let last;
  for (let i = 0; i < 8; i++) {
    try {
      if (!(await input.isVisible())) await page.keyboard.press(key);
      await input.waitFor({ state: "visible", timeout: 2000 });
      await input.fill("");
      await input.fill(text);
      await wanted.click({ timeout: 6000 });
      return;
    } catch (error) {
      last = error;
      await page.keyboard.press("Escape");
      await page.waitForTimeout(500);
    }
  }
  throw last;
}

/** Picks a row of the open quick input by its text. */
export async function pick(page, text) {
  await page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click({ timeout: 20_000 });
}

/** Opens another file of the folder by Quick Open, as notebooks must be: at start they would open as text. */
export async function quickOpen(page, name) {
  await pickRow(page, "Control+P", name, `[aria-label*="${name}"]`);
  await page.waitForSelector(`.tab.active[data-resource-name="${name}"]`, { timeout: 30_000 });
}

/** The preview's own document, inside the two frames that VS Code puts around a webview. */
export function previewFrame(page, index = 0) {
  return page.locator("iframe.webview").nth(index).contentFrame().locator("#active-frame").contentFrame();
}

/** A control of the preview's toolbar; where there is no room for it, it stands in the toolbar's menu. */
export async function control(frame, selector) {
  const found = frame.locator(selector);
  await found.waitFor({ state: "attached" });
  if (!(await found.isVisible())) await frame.locator("#more > summary").click();
  return found;
}

/** Line and column (from 1) of the n-th occurrence of a text in a source, at its first character. */
export function placeOf(source, text, occurrence = 1) {
  let at = -1;
  for (let i = 0; i < occurrence; i++) {
    at = source.indexOf(text, at + 1);
    if (at < 0) throw new Error(`"${text}" occurs fewer than ${occurrence} times`);
  }
  const before = source.slice(0, at).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
}
