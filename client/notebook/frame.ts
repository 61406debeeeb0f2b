// The preview's page for a frame that has no editor around it: script and style inside, colours after those of the place.
import { pageBody } from "../src/preview/html.ts";

/** The built page, put in by the build. */
declare const CUTE_LENS_PAGE_SCRIPT: string;
declare const CUTE_LENS_PAGE_STYLE: string;

export interface Colours {
  readonly dark: boolean;
  readonly background: string;
  readonly foreground: string;
}

/** Of an element, as it is seen: the first background behind it that is one. */
export function coloursOf(element: HTMLElement): Colours {
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
    const background = getComputedStyle(at).backgroundColor;
    const [r, g, b, alpha = 1] = background.match(/[\d.]+/g)?.map(Number) ?? [];
    if (r === undefined || g === undefined || b === undefined || alpha === 0) continue;
    const dark = 0.299 * r + 0.587 * g + 0.114 * b < 128;
    return { dark, background, foreground: dark ? "#dddddd" : "#222222" };
  }
  return { dark: false, background: "#ffffff", foreground: "#222222" };
}

export function framedPage(colours: Colours): string {
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data: blob:`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">${variables(colours)}${CUTE_LENS_PAGE_STYLE}${noEditor}</style>
</head>
<body class="${colours.dark ? "vscode-dark" : "vscode-light"}">
${pageBody}
<script nonce="${nonce}">${host}</script>
<script nonce="${nonce}">${CUTE_LENS_PAGE_SCRIPT.replaceAll("</script", "<\\/script")}</script>
</body>
</html>`;
}

/** What the page sends goes to the frame's owner; there is nothing to keep over a reload. */
const host =
  "function acquireVsCodeApi() { return { postMessage: (m) => parent.postMessage(m, '*'), setState: () => {} }; }";

/** What is about a place in the source. */
const noEditor = `header, label:has(#instance), #whatIf, #remedy, #answer:not(.wrong) { display: none !important; }
body { padding: 4px 0; grid-template-rows: auto auto minmax(0, 1fr) auto; }
main > #stage { flex-basis: calc(100% - 2.2em); }`;

function variables({ dark, background, foreground }: Colours): string {
  const pick = (light: string, other: string) => (dark ? other : light);
  const values: Readonly<Record<string, string>> = {
    "font-family": "system-ui, sans-serif",
    "font-size": "13px",
    "editor-font-family": "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    "editor-font-size": "13px",
    "editor-background": background,
    "editor-foreground": foreground,
    foreground,
    descriptionForeground: pick("#616161", "#a0a0a0"),
    focusBorder: pick("#005fb8", "#4daafc"),
    errorForeground: pick("#b3261e", "#f48771"),
    "panel-border": pick("#d0d0d0", "#454545"),
    "input-foreground": foreground,
    "input-background": background,
    "input-border": pick("#c0c0c0", "#555555"),
    "button-foreground": "#ffffff",
    "button-background": "#005fb8",
    "button-secondaryForeground": foreground,
    "button-secondaryBackground": pick("#e8e8e8", "#3a3a3a"),
    "textLink-foreground": pick("#005fb8", "#4daafc"),
  };
  const lines = Object.entries(values).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `:root { ${lines.join(" ")} color-scheme: ${pick("light", "dark")} !important; }\n`;
}
