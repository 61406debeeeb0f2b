// Inside the preview's frame, before the preview itself: what VS Code gives a webview, given by the page around it.
import { currentTheme, showTheme } from "./theme.ts";

let isReady = false;

function tell(message: unknown): void {
  isReady ||= isRecord(message) && message.type === "ready";
  parent.postMessage(message, location.origin);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const api = {
  postMessage: tell,
  setState: () => undefined,
};

showTheme(document.body, currentTheme(parent.location.search));
document.body.classList.add(
  ...location.search
    .slice(1)
    .split("&")
    .filter((name) => /^\w+$/.test(name)),
);
addEventListener("message", ({ data, source }: MessageEvent<unknown>) => {
  if (source !== parent || !isRecord(data)) return;
  if ("hello" in data && isReady) tell({ type: "ready" });
  if (data.theme === "light" || data.theme === "dark") showTheme(document.body, data.theme);
});
Object.assign(globalThis, { acquireVsCodeApi: () => api });
