// The picture and the layout as something to take away: SVG, PNG, PDF, TikZ, a text table, the layout's own text.
import { renderPdf } from "../../src-engine/views/pdf.ts";
import { renderSvg } from "../../src-engine/views/svg.ts";
import { renderText } from "../../src-engine/views/text.ts";
import { renderTikz } from "../../src-engine/views/tikz.ts";
import type { Picture } from "../../src-engine/views/view.ts";
import { setOptions } from "./dom.ts";
import { type Language, sourceText } from "./engine.ts";
import { send } from "./vscode-api.ts";

const exportKinds = [
  "SVG file",
  "PNG file",
  "PDF file",
  "TikZ file",
  "Copy text table",
  "Copy layout",
  "Copy link",
  "Copy CuTe C++",
  "Copy CuTe DSL",
] as const;
type ExportKind = (typeof exportKinds)[number];

export interface ExportSource {
  readonly name: string;
  readonly notation: string;
  /** What gives the picture when it is typed into the input line. */
  readonly expression: string;
  readonly language: Language;
  readonly label: string;
  readonly color: string;
}

/** Pictures larger than this are cut at a mode boundary, as everywhere. */
const limits = { maxWidth: 4000, maxHeight: 4000 };
const textLimits = { maxRows: 256, maxColumns: 256 };

/** A choice acts at once and the list goes back to its first line. */
export function connectExports(
  select: HTMLSelectElement,
  shown: () => { readonly picture: Picture | undefined; readonly source: ExportSource },
): void {
  setOptions(
    select,
    ["Export…", ...exportKinds].map((kind) => ({ value: kind, text: kind })),
  );
  select.addEventListener("change", () => {
    const kind = exportKinds.find((known) => known === select.value);
    select.selectedIndex = 0;
    const { picture, source } = shown();
    if (kind !== undefined) void exportPicture(kind, picture, source);
  });
}

async function exportPicture(kind: ExportKind, picture: Picture | undefined, source: ExportSource): Promise<void> {
  const { label, color } = source;
  const name = source.name.replace(/\W+/g, "_") || "layout";
  const text = copiedText(kind, source);
  if (text !== undefined) return send({ type: "copy", text });
  if (kind === "Copy link") return send({ type: "copyLink", expression: source.expression });
  if (picture === undefined) return;
  switch (kind) {
    case "SVG file":
      return send({ type: "save", name: `${name}.svg`, data: svgOf(picture, label, color).svg, encoding: "text" });
    case "PNG file": {
      const { svg, width, height } = svgOf(picture, label, color);
      return send({ type: "save", name: `${name}.png`, data: await pngOf(svg, width, height), encoding: "base64" });
    }
    case "PDF file": {
      const pdf = renderPdf(svgOf(picture, label, color));
      return send({ type: "save", name: `${name}.pdf`, data: btoa(pdf), encoding: "base64" });
    }
    case "TikZ file":
      return send({
        type: "save",
        name: `${name}.tex`,
        data: renderTikz(picture, { label, color, ...textLimits }),
        encoding: "text",
      });
    case "Copy text table":
      return send({ type: "copy", text: renderText(picture, { label, ...textLimits }) });
    default:
      return;
  }
}

/** What is copied rather than drawn; the notation stands in where there is no short source. */
function copiedText(kind: ExportKind, { notation, language }: ExportSource): string | undefined {
  switch (kind) {
    case "Copy layout":
      return notation;
    case "Copy CuTe C++":
      return sourceText(notation, language, "cpp") ?? notation;
    case "Copy CuTe DSL":
      return sourceText(notation, language, "python") ?? notation;
    default:
      return undefined;
  }
}

const svgOf = (picture: Picture, label: string, color: string) =>
  renderSvg(picture, { theme: "light", label, color, ...limits });

async function pngOf(svg: string, width: number, height: number): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
