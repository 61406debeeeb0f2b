// The page without install, in Chromium: built, served from a subfolder under a strict content policy, used as a visitor
// does, on a phone's width, inside a page of others, and without its server.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSite } from "../../scripts/site.mjs";
import { control, shot } from "./workbench.mjs";

/** What a visitor's browser may take, compressed. */
const most = 2_500_000;
/** And what of it until the first picture is there, twice: the service worker keeps a copy. */
const mostAtFirst = 700_000;
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain",
};
/** As strict as a host may be: the worker compiles WebAssembly, nothing else is more than files of this folder. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'";

/** Of a fresh build, or of one that is there: its folder, and its bytes compressed. */
export async function siteTests(browser, wanted = "", built = undefined) {
  const folder = built?.folder ?? mkdtempSync(join(tmpdir(), "cute-lens-site-"));
  const { compressed } = built ?? (await buildSite(folder));
  const sum = { passed: 0, failed: 0, text: `${compressed} bytes compressed\n` };
  const server = await serve(folder);
  for (const [name, run] of tests.filter(([one]) => one.includes(wanted))) {
    const context = await browser.newContext({
      viewport: { width: 1300, height: 850 },
      permissions: ["clipboard-write"],
    });
    context.setDefaultTimeout(15_000);
    const visit = watched(context, server);
    try {
      const said = await run({ ...visit, context, server, compressed });
      assert.deepEqual(visit.complaints, [], "nothing is refused, nothing fails, nothing leaves the origin");
      sum.passed++;
      sum.text += `ok   ${name}${typeof said === "string" ? `: ${said}` : ""}\n`;
    } catch (error) {
      sum.failed++;
      sum.text += `FAIL ${name}: ${error.stack ?? error}\n${visit.complaints.join("\n")}\n`;
      for (const page of context.pages())
        await shot(page, `failed-site-${name.replaceAll(/\W+/g, "-")}`).catch(() => undefined);
    } finally {
      await context.close();
    }
  }
  server.close();
  if (built === undefined) rmSync(folder, { recursive: true, force: true });
  return sum;
}

const tests = [
  ["the first layout shows, small and soon", firstLayout],
  ["what is typed before the server has started is what it reads", typedEarly],
  ["a name under the mouse is explained with a picture", hover],
  ["a mistake is marked, told, and mended by what is typed", problem],
  ["CuTe DSL is evaluated too", dsl],
  ["the cursor moves and the picture follows; a click leads back", follows],
  ["a link holds source, cursor and how the picture is drawn", sourceLink],
  ["a link holds the sheets of the calculator", sheetLink],
  ["what is chosen while the picture of before still speaks stays chosen", quickChoice],
  ["links of CuTe-Layout-Visualizer show the same here", visualizerLinks],
  ["the picture takes the whole screen, with several labels a cell", whole],
  ["two sheets side by side", sideBySide],
  ["a TMA descriptor is explained", dump],
  ["in a page of another origin it is read-only and small", embedded],
  ["on a phone nothing is wider than the screen", phone],
  ["axe finds nothing serious, light and dark", axe],
  ["it works without its server after the first visit", offline],
];

async function firstLayout({ open, context, server, compressed }) {
  assert.ok(compressed < most, `${compressed} bytes`);
  await context.addInitScript(timeFirstPicture);
  // Soon is: without the evaluator and the grammars, and after few bytes. How many milliseconds that takes is the machine's.
  const release = server.hold(/^(server-browser\.js|.*\.wasm)$/);
  const page = await open();
  const notation = await drawn(page).catch((error) => {
    release();
    throw error;
  });
  const bytes = release();
  assert.match(notation, /^Sw<3,4,3>_smem_ptr\[16b\]/);
  assert.ok(bytes < mostAtFirst, `${bytes} bytes before the first picture`);
  const layout = Math.round(await page.evaluate(() => globalThis.firstPicture));
  // The build asked the server for it: the server that the page runs says the same.
  const picture = () => preview(page).locator("#stage").innerHTML();
  const [first, hints] = [await picture(), await page.locator(".cute-hint").allTextContents()];
  await page.locator("#status", { hasText: /\d\d layouts/ }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await picture(), first);
  assert.deepEqual((await page.locator(".cute-hint").allTextContents()).slice(0, hints.length), hints);
  const known = Math.round(await page.evaluate(() => performance.now()));
  const [paint] = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint"));
  await shot(page, "site-wide");
  return `${bytes} bytes before the picture, first paint ${Math.round(paint.startTime)} ms, first layout ${layout} ms, server ${known} ms`;
}

/** Runs in every frame: when the first picture is there, by the page's clock. */
function timeFirstPicture() {
  const look = () => {
    if (document.querySelector("#stage svg") !== null) globalThis.top.firstPicture ??= globalThis.top.performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
}

async function typedEarly({ open }) {
  const page = await open();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(
    "#include <cute/tensor.hpp>\nusing namespace cute;\nauto early = make_layout(Shape<_4, _8>{}, LayoutRight{});",
  );
  await page.locator(".cute-hint", { hasText: "(_4,_8):(_8,_1)" }).waitFor();
}

async function hover({ open }) {
  const page = await open();
  await drawn(page);
  const { x, y } = await place(page, "Tensor sB", "SmemLayoutB");
  await page.mouse.move(x, y);
  const box = page.locator(".cute-hover");
  await box.waitFor();
  assert.match(await box.textContent(), /\(_128,_64,_3\)|48 KiB|Sw<3,4,3>/);
  await box.locator("img").first().waitFor();
  await shot(page, "site-hover");
}

async function problem({ open }) {
  const page = await open();
  await drawn(page);
  await page.locator("#kernels").selectOption("tma_rank.cu");
  await page.locator("#problems li").first().waitFor();
  assert.match(await page.locator("#problems").textContent(), /a descriptor has 5.*tma-rank/s);
  await page.locator(".cm-lintRange").first().waitFor();
  await page.locator("#problems button").first().click();
  await shot(page, "site-problem");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(
    "#include <cute/tensor.hpp>\nusing namespace cute;\nauto L = make_layout(Shape<_4, _8>{}, LayoutRight{});",
  );
  await page.locator(".cute-hint", { hasText: "(_4,_8):(_8,_1)" }).waitFor();
  await page.locator("#problems").waitFor({ state: "hidden" });
}

async function dsl({ open }) {
  const page = await open();
  await drawn(page);
  await page.locator("#kernels").selectOption("layouts.py");
  await page.locator(".cute-hint").first().waitFor();
  assert.equal(await page.locator("#language").inputValue(), "py");
  await page.locator("#status", { hasText: /\d\d layouts/ }).waitFor();
}

async function follows({ open }) {
  const page = await open();
  const before = await drawn(page);
  const { x, y } = await place(page, "Tensor gA", "tiler");
  await page.mouse.click(x, y);
  const notation = preview(page).locator("#notation", { hasText: /^\(_128,_128,_64\)$/ });
  await notation.waitFor();
  assert.notEqual(await notation.textContent(), before);
  await preview(page).locator("#source").click();
  await page.locator(".cm-activeLine", { hasText: "tiler" }).waitFor();
}

async function whole({ open }) {
  const page = await open();
  await page.locator("#toCalculator").click();
  const frame = page.frameLocator("#sheetFrame");
  await frame.locator("#stage svg").first().waitFor();
  await (await control(frame, "#label")).selectOption("offset · index · coordinate");
  await frame
    .locator("#stage svg text", { hasText: / · .* · \(/ })
    .first()
    .waitFor();
  await page.locator("#whole").click();
  await page.locator("#calculator .left").waitFor({ state: "hidden" });
  await shot(page, "site-whole");
  await page.locator("#whole").click();
  await page.locator("#calculator .left").waitFor();
}

async function sourceLink({ open, server }) {
  const page = await open();
  await drawn(page);
  await (await control(preview(page), "#label")).selectOption("coordinate");
  await (await control(preview(page), "#mark")).fill("(2,_)");
  const { x, y } = await place(page, "Tensor sB", "sB");
  await page.mouse.click(x, y);
  await page.keyboard.press("End");
  await page.keyboard.type(" // kept");
  const address = await linkOf(page);
  assert.ok(address.startsWith(`${server.base}#`), address);
  const other = await open(address.slice(server.base.length));
  await drawn(other);
  await other.locator(".cm-line", { hasText: "// kept" }).waitFor();
  await until(async () => (await preview(other).locator("#label").inputValue()) === "coordinate");
  await until(async () => (await preview(other).locator("#mark").inputValue()) === "(2,_)");
}

async function sheetLink({ open, server }) {
  const page = await open();
  await page.locator("#toCalculator").click();
  await page.locator("#operation").selectOption("blocked_product");
  await drawn(page, "#sheetFrame");
  await page.locator("#presets button").nth(1).click();
  const shown = sheet(page).locator("#notation");
  await until(async () => /^\(\(3,2\),\(2,3\)\)/.test(await shown.textContent()));
  await page.getByTitle("Another sheet").click();
  await page.locator("#operation").selectOption("swizzle");
  await until(async () => /S<3,0,3>/.test(await shown.textContent()));
  await (await control(sheet(page), "#label")).selectOption("index");
  const other = await open((await linkOf(page)).slice(server.base.length));
  await drawn(other, "#sheetFrame");
  assert.equal(await other.locator("#sheets .tab").count(), 2);
  assert.match(await sheet(other).locator("#notation").textContent(), /S<3,0,3> o 0 o \(8,8\):\(8,1\)/);
  await until(async () => (await sheet(other).locator("#label").inputValue()) === "index");
  await other.locator("#sheets .sheet").first().click();
  await until(async () => /^\(\(3,2\),\(2,3\)\)/.test(await sheet(other).locator("#notation").textContent()));
}

/** In one task, as on a busy machine: the picture tells how it is drawn, and another expression is chosen. */
async function quickChoice({ open }) {
  const page = await open();
  await page.locator("#toCalculator").click();
  await page.locator("#operation").selectOption("blocked_product");
  await drawn(page, "#sheetFrame");
  await (await control(sheet(page), "#label")).waitFor();
  await page.evaluate(() => {
    const label = document.querySelector("#sheetFrame").contentDocument.querySelector("#label");
    label.value = "index";
    label.dispatchEvent(new Event("change", { bubbles: true }));
    document.querySelectorAll("#presets button")[1].click();
  });
  await until(async () => /^\(\(3,2\),\(2,3\)\)/.test(await sheet(page).locator("#notation").textContent()));
  await page.waitForTimeout(200);
  assert.equal(await page.locator("#operation").inputValue(), "blocked_product");
}

async function visualizerLinks({ open }) {
  const cases = [
    ["layout-(10, 10):(1, 10)", /^\(10,10\):\(1,10\)$/, "layout"],
    ["layout-(4,(2,3))", /^\(4,\(2,3\)\):\(1,\(4,8\)\)$/, "layout"],
    ["tv-1-(32,4):(1,32)-(8,16)", /^\(32,4\):\(1,32\)$/, "tv"],
    ["tv-2-(2,3):(3,1)-(2,2):(2,1)", /^\(\(3,2\),\(2,2\)\):\(\(8,2\),\(4,1\)\)$/, "tv"],
    ["composition-(4,4):(4,1)-(2,2):(1,2)", /^\(2,2\):\(4,8\)$/, "operation"],
    ["complement-(2,2):(1,2)-(4,4):(1,4)", /^4:4$/, "operation"],
    ["logical_divide-(12,32):(32,1)-3:4\n8:4", /^\(\(3,4\),\(8,4\)\):\(\(128,32\),\(4,1\)\)$/, "operation"],
    ["zipped_divide-(12,32):(32,1)-3:4\\n8:4", /^\(\(3,8\),\(4,4\)\):\(\(128,4\),\(32,1\)\)$/, "operation"],
    ["logical_product-(2,2):(1,2)-(2,2):(1,2)", /^\(\(2,2\),\(2,2\)\):\(\(1,2\),\(4,8\)\)$/, "operation"],
    ["zipped_product-(2,2):(1,2)-(2,2):(1,2)", /^\(\(2,2\),\(2,2\)\):\(\(1,2\),\(4,8\)\)$/, "operation"],
    ["blocked_product-(2,2):(1,2)-(3,3):(1,3)", /^\(\(2,3\),\(2,3\)\):\(\(1,4\),\(2,12\)\)$/, "operation"],
    ["raked_product-(2,2):(1,2)-(3,3):(1,3)", /^\(\(3,2\),\(3,2\)\):\(\(4,1\),\(12,2\)\)$/, "operation"],
    ["swizzle-(8, 8):(8, 1)-3, 0, 3", /^S<3,0,3> o 0 o \(8,8\):\(8,1\)$/, "swizzle"],
    [
      "copy_universal_op-128-half_t-(4,8):(8,1)-(2,8):(8,1)-src-(16,64):(64,1)",
      /\(\(8,2\),2,1\):\(\(1,64\),512,0\)$/,
      undefined,
    ],
  ];
  const page = await open(`?${new URLSearchParams({ key: cases[0][0] })}`);
  for (const [key, notation, kind] of cases) {
    await page
      .locator("#fields :is(input, textarea)")
      .first()
      .fill(`https://example.org/?${new URLSearchParams({ key })}`);
    await until(async () => notation.test((await sheet(page).locator("#notation").textContent()) ?? ""), key);
    await drawn(page, "#sheetFrame");
    if (kind !== undefined) await until(async () => (await sheet(page).locator("#kind").inputValue()) === kind, key);
    // Threads and values cover a tile together, which the field names.
    if (key.startsWith("tv-2"))
      await until(async () => (await sheet(page).locator("#tile").inputValue()) === "(4,6)", key);
  }
  await shot(page, "site-visualizer");
}

async function sideBySide({ open }) {
  const page = await open();
  await page.locator("#toCalculator").click();
  await drawn(page, "#sheetFrame");
  await page.getByTitle("Another sheet").click();
  await page.locator("#presets button", { hasText: "padded" }).click();
  await page.locator("#sheets .right").click();
  await drawn(page, "#besideFrame");
  await until(async () => /\(8,8\):\(9,1\)/.test(await sheet(page).locator("#notation").textContent()));
  assert.match(await page.frameLocator("#besideFrame").locator("#notation").textContent(), /\(10,10\):\(1,10\)/);
  await shot(page, "site-side-by-side");
}

async function dump({ open }) {
  const page = await open();
  await page.locator("#toExplain").click();
  await page.locator("#explained dd", { hasText: "FLOAT16" }).waitFor();
  assert.match(await page.locator("#explained").textContent(), /stride of dimension 1 is 8194 B.*tma-stride/s);
  await page.locator("#pasted").fill("sA: (_8,_16):(_64,_1)");
  await page.locator("#explained button", { hasText: "draw" }).first().click();
  await drawn(page, "#sheetFrame");
}

async function embedded({ open, context, server }) {
  const page = await open();
  await drawn(page);
  const around = await context.newPage();
  await page.locator("#share").click();
  await until(async () => (await page.locator("#frameText").inputValue()).includes("?embed#"));
  const frame = await page.locator("#frameText").inputValue();
  server.host(frame);
  await around.goto(server.otherOrigin);
  const inner = around.frameLocator("iframe");
  await inner.frameLocator("#sourceFrame").locator("#stage svg").waitFor();
  assert.equal(await inner.locator("#bar").isVisible(), false);
  await inner.locator(".cm-content").click();
  await around.keyboard.type("typed");
  assert.doesNotMatch(await inner.locator(".cm-content").textContent(), /typed/);
  assert.match(
    await inner.locator("#openHere").getAttribute("href"),
    /^http:\/\/127\.0\.0\.1:\d+\/docs\/lens\/#[\w-]+$/,
  );
  await shot(around, "site-embedded");
}

async function phone({ open }) {
  const page = await open();
  await page.setViewportSize({ width: 390, height: 844 });
  // Under a finger the page's letters are larger.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await drawn(page);
  for (const [tab, ready] of [
    ["#toCode", "#sourceFrame"],
    ["#toCalculator", "#sheetFrame"],
    ["#toExplain", undefined],
  ]) {
    await page.locator(tab).click();
    if (ready !== undefined) await drawn(page, ready);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, tab);
    const widths = await Promise.all(
      page.frames().map((frame) => frame.evaluate(() => document.documentElement.scrollWidth)),
    );
    assert.ok(Math.max(...widths) <= 390, `${tab}: ${widths}`);
    await shot(page, `site-phone-${tab.slice(3).toLowerCase()}`);
  }
}

async function axe({ open }) {
  const source = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");
  const page = await open();
  await drawn(page);
  for (const tab of ["#toCode", "#toCalculator", "#toExplain"])
    for (const theme of ["dark", "light"]) {
      await page.locator(tab).click();
      const isLight = await page.evaluate(() => document.body.classList.contains("vscode-light"));
      if (isLight !== (theme === "light")) await page.locator("#theme").click();
      await page.evaluate(`${source};0`);
      const serious = await page.evaluate(async () => {
        const { violations } = await globalThis.axe.run(document, {
          iframes: false,
          // The editor's text takes the keyboard and scrolls with it.
          rules: { "scrollable-region-focusable": { enabled: false } },
        });
        return violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`);
      });
      assert.deepEqual(serious, [], `${tab} ${theme}`);
    }
}

/** The last test: it takes the server away. */
async function offline({ open, server }) {
  const page = await open();
  await drawn(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  server.close();
  const again = await open();
  assert.match(await drawn(again), /^Sw<3,4,3>/);
  await again.locator("#toCalculator").click();
  await drawn(again, "#sheetFrame");
  assert.match(
    (await (await again.context().newCDPSession(again)).send("Page.getAppManifest")).url,
    /manifest\.webmanifest$/,
  );
}

const preview = (page) => page.frameLocator("#sourceFrame");
const sheet = (page) => page.frameLocator("#sheetFrame");

/** The middle of a word in the first line of the editor that has the text. */
async function place(page, line, word) {
  const found = await page.evaluate(
    ([text, wanted]) => {
      const { shadowRoot } = document.querySelector("#editor");
      const row = [...shadowRoot.querySelectorAll(".cm-line")].find((one) => one.textContent.includes(text));
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent.indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      return undefined;
    },
    [line, word],
  );
  assert.ok(found, `${word} in ${line}`);
  return found;
}

/** The notation, once the picture is there. */
async function drawn(page, frame = "#sourceFrame") {
  await page.frameLocator(frame).locator("#stage svg").waitFor();
  return (await page.frameLocator(frame).locator("#notation").textContent()) ?? "";
}

async function linkOf(page) {
  // What was changed last may still be on its way.
  await page.waitForTimeout(300);
  await page.locator("#share").click();
  await until(async () => (await page.locator("#linkText").inputValue()) !== "");
  return page.locator("#linkText").inputValue();
}

async function until(holds, what = "") {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
    if (await holds()) return;
  assert.fail(`not within 10 s ${what}`);
}

/** Pages of a context, with what they complain of and what they ask others for. */
function watched(context, server) {
  const complaints = [];
  context.on("page", (page) => {
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || /Content.Security.Policy/i.test(message.text()))
        complaints.push(message.text());
    });
  });
  context.on("request", (request) => {
    const url = request.url();
    if (![server.base, server.otherOrigin].some((own) => url.startsWith(own)) && !/^(data|blob):/.test(url))
      complaints.push(`asked for ${url}`);
  });
  return {
    complaints,
    open: async (rest = "") => {
      const page = await context.newPage();
      await page.goto(`${server.base}${rest}`);
      return page;
    },
  };
}

/** The folder below /docs/lens/, compressed as hosts do it; at / of another origin a page that holds what it is told to. */
async function serve(folder) {
  let framed = "";
  let sent = 0;
  const none = { names: /^$/, waiting: [] };
  let held = none;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    if (pathname === "/") {
      response.setHeader("content-type", types[".html"]);
      response.end(`<!DOCTYPE html><title>a blog</title><link rel="icon" href="data:,"><h1>A blog</h1>${framed}`);
      return;
    }
    const name = pathname.replace(/^\/docs\/lens\//, "") || "index.html";
    const file = join(folder, name);
    if (!/^[\w.-]+$/.test(name) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader("content-type", types[extname(name)]);
    response.setHeader("content-security-policy", policy);
    response.setHeader("content-encoding", "gzip");
    response.setHeader("cache-control", "max-age=600");
    const bytes = compressedFile(file);
    const send = () => {
      sent += bytes.length;
      response.end(bytes);
    };
    if (held.names.test(name)) held.waiting.push(send);
    else send();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    base: `http://127.0.0.1:${port}/docs/lens/`,
    otherOrigin: `http://localhost:${port}/`,
    host: (markup) => {
      framed = markup;
    },
    /** Files of these names wait until they are released, which gives the bytes that were sent meanwhile. */
    hold: (names) => {
      const [before, holding] = [sent, { names, waiting: [] }];
      held = holding;
      return () => {
        const meanwhile = sent - before;
        held = none;
        for (const send of holding.waiting.splice(0)) send();
        return meanwhile;
      };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const packed = new Map();

function compressedFile(file) {
  if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file)));
  return packed.get(file);
}
