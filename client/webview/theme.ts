// The editor's theme, as the page's body says it.
import type { Theme } from "../../src-engine/views/palette.ts";

export function themeOfPage(): Theme {
  const { classList } = document.body;
  if (classList.contains("vscode-high-contrast-light")) return "light";
  if (classList.contains("vscode-high-contrast")) return "high-contrast";
  return classList.contains("vscode-light") ? "light" : "dark";
}

/** Calls back when the editor's theme changes. */
export function watchTheme(changed: () => void): void {
  new MutationObserver(changed).observe(document.body, { attributes: true, attributeFilter: ["class"] });
}
