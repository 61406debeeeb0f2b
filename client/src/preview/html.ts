// The preview's page: markup only. One script and one style sheet of our own under a nonce; nothing inline, no network.

export interface PageParts {
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}

export function pageHtml({ cspSource, nonce, script, style }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `img-src ${cspSource} data: blob:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CuTe Lens Preview</title>
<link rel="stylesheet" nonce="${nonce}" href="${style}">
</head>
<body>
${pageBody}
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** What the script fills: the same in the editor and in a notebook. */
export const pageBody = `<header>
  <button id="back" class="link" type="button" title="Back to what the editor shows" hidden></button>
  <h1 id="title">CuTe Lens</h1>
  <button id="source" class="link" type="button" title="Show in the editor"></button>
  <button id="pin" type="button" aria-pressed="false" title="Keep this picture instead of following the cursor">Pin</button>
</header>
<p id="notation" class="notation" tabindex="0" aria-label="Layout"></p>
<div id="tools" role="toolbar" aria-label="Picture">
  <label>Instance <select id="instance"></select></label>
  <label>View <select id="kind"></select></label>
  <label id="tileLabel" hidden>Tile <input id="tile" type="text" size="8" placeholder="(8,16)" spellcheck="false"></label>
  <label>Labels <select id="label"></select></label>
  <label hidden>Own labels <input id="labelBy" type="text" size="14" placeholder="a, b, c" spellcheck="false"
    title="The first stands at offset 0: a, b, c or abc"></label>
  <label>Colours <select id="color"></select></label>
  <label hidden>Layout of colours <input id="colorBy" type="text" size="14" placeholder="(8,8):(1,0)" spellcheck="false"></label>
  <label hidden title="The coordinate of each level of nested modes on the axes"><input id="levels" type="checkbox"> Levels</label>
  <label>Mark <input id="mark" type="text" size="8" placeholder="(2,_) or T5" spellcheck="false"
    title="Frames cells: a slice (2,_) or (0:4,_), a thread T5, a value V0, bank 7, offset 12, tile 2"></label>
  <span class="group">
    <button id="zoomOut" type="button" title="Zoom out (-)" aria-label="Zoom out">−</button>
    <button id="zoomFit" type="button" title="Fit (0)" aria-label="Fit the picture">Fit</button>
    <button id="zoomIn" type="button" title="Zoom in (+)" aria-label="Zoom in">+</button>
  </span>
  <span id="modes" class="group"></span>
  <select id="export" aria-label="Export"></select>
  <span id="panels" class="group" role="group" aria-label="Panels" hidden></span>
  <details id="more" hidden>
    <summary title="More of this toolbar" aria-label="More of this toolbar">⋯</summary>
    <div id="folded"></div>
  </details>
</div>
<main>
  <section id="stage" tabindex="0" role="application" aria-roledescription="layout picture"
    aria-label="Picture. Arrow keys move the selected cell, plus and minus zoom, 0 fits, F shows one panel alone, Escape clears."></section>
  <p id="cell" role="status" aria-live="polite"></p>
  <form id="whatIf" aria-label="What if"></form>
  <p id="remedy" hidden></p>
  <section id="step" aria-label="Operation"></section>
  <section aria-label="Facts"><dl id="facts"></dl></section>
  <details id="analysis"><summary>Analysis: memory, banks, coalescing, permutation</summary></details>
</main>
<footer>
  <form id="scratch">
    <label for="expression">Evaluate</label>
    <input id="expression" type="text" autocomplete="off" spellcheck="false"
      placeholder="logical_divide((_8,_8):(_8,_1), (_2,_4))">
    <select id="examples" aria-label="Examples"></select>
  </form>
  <output id="answer" for="expression" aria-live="polite"></output>
</footer>`;
