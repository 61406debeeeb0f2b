// A page of differences: each with its text before and after, and a picture of either, drawn from the views of the hovers.
//
// It holds its pictures and its style, and no script; its content policy lets it load nothing.
import type { Value } from "../../../../src-engine/algebra/value.ts";
import type { Language } from "../../../../src-engine/program/ir.ts";
import { hoverPicture } from "../picture.ts";
import type { Change } from "./compare.ts";
import { count } from "./words.ts";

/** So many pairs of pictures; a report of thousands is read as text. */
const mostPairs = 200;

const style = `
:root { color-scheme: light dark; --line: #8884; --old: #d1242f22; --new: #1a7f3722; --dim: light-dark(#59636e, #9198a1); }
body { max-width: 1600px; margin: 0 auto; padding: 16px 20px 60px; font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.3em; } h2 { margin: 34px 0 8px; padding-bottom: 4px; border-bottom: 1px solid var(--line); font-size: 1.1em; }
h3 { margin: 20px 0 6px; font-size: 1em; color: var(--dim); }
code, h2, .text { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.95em; }
article { margin: 10px 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; break-inside: avoid; }
article > header { padding: 6px 12px; border-bottom: 1px solid var(--line); }
.place, .note { color: var(--dim); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); }
.side { min-width: 0; padding: 8px 12px; } .before { background: var(--old); } .after { background: var(--new); }
.text { overflow-wrap: anywhere; white-space: pre-wrap; }
figure { margin: 8px 0 0; padding: 6px; border-radius: 6px; background: #fff; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; } .same { padding: 0 12px 10px; }
.vscode-dark, .vscode-high-contrast { color-scheme: dark; } .vscode-light, .vscode-high-contrast-light { color-scheme: light; }
ul { margin: 6px 0; padding-left: 22px; } .new::marker { content: "+  "; color: #d1242f; } .gone::marker { content: "\\2212  "; color: #1a7f37; }
`;

/** `body` is HTML, `title` and `closing` are texts. */
export function page(title: string, closing: string, body: string, pictures: Pictures): string {
  const note = pictures.left > 0 ? `<p class="note">${count(pictures.left, "pair")} of pictures left out.</p>` : "";
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p class="note">${escaped(closing)}</p>
${body}
${note}
</body>
</html>
`;
}

/** One difference; `place` says where it is. */
export function article(change: Change, place: string, language: Language, pictures: Pictures): string {
  const [before, after] = pictures.pair(change, language);
  const isSame = after !== undefined && before !== undefined && cells(before) === cells(after);
  return `<article><header><code>${escaped(change.name)}</code> <span class="place">${escaped(place)}</span></header>
<div class="pair">${side("before", change.before ?? "not there", isSame ? undefined : before)}${side("after", change.after ?? "gone", isSame ? undefined : after)}</div>${
    isSame
      ? `<div class="same"><figure>${after}</figure><p class="note">Both have this picture: the difference is not in what it draws.</p></div>`
      : ""
  }</article>`;
}

const side = (name: "before" | "after", text: string, picture: string | undefined): string =>
  `<div class="side ${name}"><div class="text">${escaped(text)}</div>${picture === undefined ? "" : `<figure>${picture}</figure>`}</div>`;

/** A picture without its description, which names the layout. */
const cells = (svg: string): string => svg.replace(/ aria-label=("[^"]*"|'[^']*')/g, "");

/** Draws until there are enough. */
export class Pictures {
  #drawn = 0;
  /** Pairs that were not drawn any more. */
  left = 0;

  pair({ drawn }: Change, language: Language): readonly [string | undefined, string | undefined] {
    if (drawn === undefined) return [undefined, undefined];
    if (this.#drawn >= mostPairs) {
      this.left++;
      return [undefined, undefined];
    }
    const pair = [pictureOf(drawn.before, language), pictureOf(drawn.after, language)] as const;
    if (pair.some((one) => one !== undefined)) this.#drawn++;
    return pair;
  }
}

const pictureOf = (value: Value | undefined, language: Language): string | undefined =>
  value === undefined
    ? undefined
    : hoverPicture(value, language, "light", { label: "offset", color: "auto", height: 182 });

/** For HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
