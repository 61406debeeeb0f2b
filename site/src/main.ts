// The page: what it shows, out of its address and back into it; the modes, the theme, sharing.
import { CalculatorPane, startOf } from "./calculator-pane.ts";
import { CodePane } from "./code-pane.ts";
import { byId, whenQuiet } from "./dom.ts";
import { dumps } from "./dumps.ts";
import { ExplainPane } from "./explain-pane.ts";
import { decodeFragment, encodeFragment } from "./link.ts";
import { firstKernel } from "./playground.ts";
import { copyText } from "./preview-frame.ts";
import { Server } from "./server.ts";
import { connectSplitters } from "./splitter.ts";
import { type Mode, readState, type State } from "./state.ts";
import { currentTheme, rememberTheme, showTheme } from "./theme.ts";
import { sheetOfVisualizer } from "./visualizer-link.ts";
import { connectWhole } from "./whole.ts";

const embedded = new URLSearchParams(location.search).has("embed");
let theme = currentTheme(location.search);
showTheme(document.body, theme);
document.body.classList.toggle("embed", embedded);

const start: State = {
  mode: "code",
  source: firstKernel ?? { name: "kernel.cu", text: "", cursor: 0 },
  controls: {},
  arch: "auto",
  sheets: [startOf("layout")],
  sheet: 0,
  pasted: dumps[0]?.text ?? "",
};

let state = await stateOfAddress();
let server: Server | undefined;
let code: CodePane | undefined;
let calculator: CalculatorPane | undefined;
let explain: ExplainPane | undefined;

const changed = whenQuiet(400, () => void writeAddress());
connect();
await show(state.mode);
if (!embedded && "serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => undefined);

async function stateOfAddress(): Promise<State> {
  const linked = sheetOfVisualizer(location.href);
  if (linked !== undefined) return { ...start, mode: "calculator", sheets: [linked] };
  return readState(await decodeFragment(location.hash.slice(1)), start);
}

/** A part of the page is made when it is first looked at. */
async function show(mode: Mode): Promise<void> {
  state = { ...state, mode };
  for (const [name, tab] of [
    ["code", "toCode"],
    ["calculator", "toCalculator"],
    ["explain", "toExplain"],
  ] as const) {
    byId(name, HTMLElement).hidden = name !== mode;
    byId(tab, HTMLButtonElement).setAttribute("aria-selected", String(name === mode));
  }
  if (mode === "code" && code === undefined) openCode();
  if (mode === "calculator") openCalculator();
  if (mode === "explain" && explain === undefined) await openExplain();
}

function openCode(): void {
  code = new CodePane({
    server: running(),
    readOnly: embedded,
    changed,
    copyLink: (text) => void copyExpression(text),
  });
  code.show(state);
}

function openCalculator(): CalculatorPane {
  if (calculator !== undefined) return calculator;
  calculator = new CalculatorPane({ readOnly: embedded, changed, copyLink: (text) => void copyExpression(text) });
  calculator.show(state);
  return calculator;
}

async function openExplain(): Promise<void> {
  explain = new ExplainPane({
    server: running(),
    readOnly: embedded,
    changed,
    draw: (notation) => {
      const pane = openCalculator();
      pane.add({ form: "expression", values: [notation], controls: {} });
      void show("calculator");
    },
  });
  await explain.show(state.pasted);
}

function running(): Server {
  server ??= new Server(
    { theme, arch: state.arch },
    {
      problems: (diagnostics) => code?.problems(diagnostics),
      analysed: ({ layouts, problems, silent, incomplete, ongoing }) => {
        const found = `${layouts} layouts${problems === 0 ? "" : `, ${problems} problem${problems === 1 ? "" : "s"}`}`;
        const words = silent ? "no CuTe here" : `${found}${incomplete === undefined ? "" : `, ${incomplete}`}`;
        void code?.analysed(words, ongoing === true ? "in part" : "whole");
      },
      refreshed: () => code?.refreshed(),
      failed: (message) => {
        byId("status", HTMLElement).textContent = `The language server could not start: ${message}`;
      },
    },
  );
  return server;
}

function stateNow(): State {
  const { expression: _, beside: __, shown: ___, ...rest } = state;
  const shown = code?.preview.shown;
  const look = code?.preview.frame.look;
  return {
    ...rest,
    ...(code === undefined ? {} : { source: code.source, arch: code.arch }),
    ...(shown === undefined ? {} : { shown }),
    ...(look === undefined ? {} : { controls: look.controls }),
    ...(look?.expression === undefined ? {} : { expression: look.expression }),
    ...(calculator?.state ?? {}),
    ...(explain === undefined ? {} : { pasted: explain.text }),
  };
}

/** A link says what is looked at, and of the other parts nothing that they do not start with. */
function stateForLink(): Partial<State> {
  const { mode, source, shown, controls, expression, arch, sheets, sheet, beside, pasted } = stateNow();
  if (mode === "code") {
    const place = shown === undefined ? {} : { shown };
    return { mode, source, ...place, controls, arch, ...(expression === undefined ? {} : { expression }) };
  }
  if (mode === "calculator") return { mode, sheets, sheet, ...(beside === undefined ? {} : { beside }) };
  return { mode, pasted };
}

async function addressOf(linked: Partial<State>, search = ""): Promise<string> {
  return `${location.origin}${location.pathname}${search}#${await encodeFragment(linked)}`;
}

async function writeAddress(): Promise<void> {
  if (!embedded) history.replaceState(null, "", await addressOf(stateForLink()));
}

async function copyExpression(expression: string): Promise<void> {
  const sheets = [{ form: "expression", values: [expression], controls: {} }];
  await copyText(await addressOf({ mode: "calculator", sheets, sheet: 0 }));
}

function connect(): void {
  byId("toCode", HTMLButtonElement).addEventListener("click", () => void show("code").then(changed));
  byId("toCalculator", HTMLButtonElement).addEventListener("click", () => void show("calculator").then(changed));
  byId("toExplain", HTMLButtonElement).addEventListener("click", () => void show("explain").then(changed));
  byId("theme", HTMLButtonElement).addEventListener("click", switchTheme);
  byId("share", HTMLButtonElement).addEventListener("click", () => void share());
  for (const [button, field] of [
    ["copyLink", "linkText"],
    ["copyFrame", "frameText"],
  ] as const)
    byId(button, HTMLButtonElement).addEventListener("click", () => {
      byId(field, HTMLTextAreaElement).select();
      void copyText(byId(field, HTMLTextAreaElement).value);
    });
  addEventListener("hashchange", () => location.reload());
  if (embedded) byId("openHere", HTMLAnchorElement).href = `${location.origin}${location.pathname}${location.hash}`;
  connectSplitters();
  connectWhole();
}

function switchTheme(): void {
  theme = theme === "light" ? "dark" : "light";
  rememberTheme(theme);
  showTheme(document.body, theme);
  server?.setTheme(theme);
  code?.preview.frame.post({ theme });
  calculator?.setTheme(theme);
}

async function share(): Promise<void> {
  const linked = stateForLink();
  byId("linkText", HTMLTextAreaElement).value = await addressOf(linked);
  const frame = await addressOf(linked, "?embed");
  byId("frameText", HTMLTextAreaElement).value =
    `<iframe src="${frame}" width="100%" height="480" loading="lazy" title="CuTe Lens"></iframe>`;
  byId("sharing", HTMLDialogElement).showModal();
}
