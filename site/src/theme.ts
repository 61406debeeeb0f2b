// Light or dark: what was chosen, what a link that embeds the page asks for, else what the system says.

export type Theme = "light" | "dark";

const key = "cute-lens.theme";

export function currentTheme(search: string): Theme {
  const wanted = new URLSearchParams(search).get("theme") ?? remembered();
  if (wanted === "light" || wanted === "dark") return wanted;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function showTheme(body: HTMLElement, theme: Theme): void {
  body.classList.toggle("vscode-light", theme === "light");
  body.classList.toggle("vscode-dark", theme === "dark");
}

export function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Inside a page of others there may be no storage.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
