// A drawing as a PDF of one page, as large as the drawing: vectors and text, no picture of pixels.
//
// It reads the SVG that the one renderer writes: boxes, paths of M h v z, groups and text, nothing else. Text is in Courier,
// which every reader has; of letters beyond Latin-1 it has none, so `→` is written `->`.
import type { Drawing } from "./svg.ts";

interface State {
  readonly fill: string;
  readonly size: number;
  readonly anchor: string;
  readonly bold: boolean;
}

/** Latin-1, one character a byte. */
export function renderPdf({ svg, width, height }: Pick<Drawing, "svg" | "width" | "height">): string {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`;
  const content = contentOf(svg, height);
  return file([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    page,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Courier"),
    font("Courier-Bold"),
  ]);
}

const font = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

function file(objects: readonly string[]): string {
  let text = "%PDF-1.4\n";
  const starts: number[] = [];
  objects.forEach((object, i) => {
    starts.push(text.length);
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
  });
  const rows = starts.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  return `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

function contentOf(svg: string, height: number): string {
  // PDF counts upwards: y is turned round, and text once more.
  const out = [`1 0 0 -1 0 ${height} cm`];
  const states: State[] = [];
  let state: State = { fill: "#000000", size: 11, anchor: "start", bold: false };
  for (const [, close, name, attributes = "", text = ""] of svg.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    const own = attributesOf(attributes);
    if (close === "/") {
      if (name === "g") state = states.pop() ?? state;
    } else if (name === "g" || name === "svg") {
      states.push(state);
      state = within(state, own);
    } else if (name === "rect")
      out.push(`${color(own.get("fill"))} rg 0 0 ${own.get("width")} ${own.get("height")} re f`);
    else if (name === "path") out.push(pathOf(own));
    else if (name === "text") out.push(textOf(within(state, own), own, unescaped(text)));
  }
  return out.join("\n");
}

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));

function within(state: State, own: ReadonlyMap<string, string>): State {
  const size = Number(own.get("font-size") ?? Number.NaN);
  return {
    fill: own.get("fill") ?? state.fill,
    size: Number.isFinite(size) ? size : state.size,
    anchor: own.get("text-anchor") ?? state.anchor,
    bold: own.has("font-weight") || state.bold,
  };
}

/** `M1 2h3v4h-3z`: boxes, or lines. */
function pathOf(own: ReadonlyMap<string, string>): string {
  let [x, y] = [0, 0];
  const parts: string[] = [];
  for (const [, command, rest = ""] of (own.get("d") ?? "").matchAll(/([Mhvz])([^Mhvz]*)/g)) {
    const [first = 0, second = 0] = rest.split(" ").map(Number);
    if (command === "M") [x, y] = [first, second];
    else if (command === "h") x += first;
    else if (command === "v") y += first;
    parts.push(command === "z" ? "h" : `${number(x)} ${number(y)} ${command === "M" ? "m" : "l"}`);
  }
  const stroke = own.get("stroke");
  if (parts.length === 0) return "";
  if (stroke === undefined) return `${color(own.get("fill"))} rg ${parts.join(" ")} f`;
  return `${color(stroke)} RG ${own.get("stroke-width") ?? "1"} w ${parts.join(" ")} S`;
}

/** Of Courier: six tenths of its size. */
const ADVANCE = 0.6;

function textOf({ fill, size, anchor, bold }: State, own: ReadonlyMap<string, string>, text: string): string {
  const written = latin(text);
  const wide = written.length * size * ADVANCE;
  const left = Number(own.get("x") ?? 0) - (anchor === "middle" ? wide / 2 : anchor === "end" ? wide : 0);
  const escaped = written.replace(/[\\()]/g, (c) => `\\${c}`);
  const at = `1 0 0 -1 ${number(left)} ${own.get("y") ?? 0} Tm`;
  return `BT ${color(fill)} rg /${bold ? "F2" : "F1"} ${size} Tf ${at} (${escaped}) Tj ET`;
}

function color(hex = "#000000"): string {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255].map((c) => number(c / 255)).join(" ");
}

const number = (n: number): string => String(Math.round(n * 1000) / 1000);

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const unescaped = (text: string): string => text.replace(/&(lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);

/** What WinAnsi lacks, or has at another place than Latin-1. */
const others: Readonly<Record<string, string>> = {
  "→": "->",
  "…": "...",
  "⌈": "ceil(",
  "⌉": ")",
  "⌊": "floor(",
  "⌋": ")",
  "−": "-",
  "≤": "<=",
  "≥": ">=",
  "⊕": "^",
};

const latin = (text: string): string => text.replace(/[^ -~\u00a0-\u00ff]/gu, (c) => others[c] ?? "?");
