// Inside the preview's frame, before the preview itself: what VS Code gives a webview, given by the page around it.
import { currentTheme, showTheme } from "./theme.ts";

const api = {
  postMessage: (message: unknown) => parent.postMessage(message, location.origin),
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
  if (source !== parent || typeof data !== "object" || data === null || !("theme" in data)) return;
  if (data.theme === "light" || data.theme === "dark") showTheme(document.body, data.theme);
});
Object.assign(globalThis, { acquireVsCodeApi: () => api });
