// A hover answer as Markdown for editors, or as plain text for those without; complete without its picture.
import type { Hover } from "vscode-languageserver";
import type { Line } from "../facts/describe.ts";
import type { HoverAnswer } from "../features/hover.ts";
import { type DocumentMap, rangeOf } from "./document-map.ts";
import { uriOf } from "./uri.ts";

export interface HoverLook {
  readonly markdown: boolean;
  /** Markdown of the picture, where the client can draw it. */
  readonly picture?: string;
  /** Links to commands, where the client has them. */
  readonly links: readonly string[];
  /** The link that makes an instance the one that is shown. */
  readonly choose?: (instance: string) => string | undefined;
}

export function hoverOf(map: DocumentMap, answer: HoverAnswer, look: HoverLook): Hover {
  const value = look.markdown ? markdown(answer, look) : plainText(answer);
  return { contents: { kind: look.markdown ? "markdown" : "plaintext", value }, range: rangeOf(map, answer.place) };
}

/** What one looks for first: the value and what follows from it in a line or two, then the picture, then the rest. */
function markdown(answer: HoverAnswer, look: HoverLook): string {
  const below = answer.lines.filter(({ rank, further }) => rank !== "first" || further === true);
  const parts = [
    fence(titleText(answer)),
    ...factLine(answer),
    ...(look.picture === undefined ? [] : [look.picture]),
    ...(namedModes(answer) ? [modeTable(answer)] : []),
    ...answer.notes.map((note) => `*${escaped(note)}*`),
    ...(answer.instances.length === 0 ? [] : [instanceList(answer, look)]),
    ...originLine(answer),
    ...(below.length === 0 ? [] : [below.map((one) => `**${escaped(one.label)}** ${code(rest(one))}`).join("  \n")]),
    ...(look.links.length === 0 ? [] : [look.links.join(" · ")]),
  ];
  return parts.join("\n\n");
}

/** What the line of facts has not said. */
const rest = ({ text, brief }: Line): string => (brief === undefined ? text : text.replace(` · ${brief}`, ""));

/** Longer texts have lines of their own. */
const togetherUpTo = 260;

/** `smem half_t of sA · 8192 elements = 16 KiB · SW128`: in one line where it is short. */
function factLine(answer: HoverAnswer): readonly string[] {
  const first = briefly(answer);
  if (first.length === 0) return [];
  const texts = first.map(({ label, text }) =>
    label === undefined ? escaped(text) : `**${escaped(label)}** ${code(text)}`,
  );
  return [texts.join(isOneLine(first) ? " · " : "  \n")];
}

type Brief = readonly { readonly label?: string; readonly text: string }[];

function briefly({ lines, instances }: HoverAnswer): Brief {
  const first = lines
    .filter(({ rank }) => rank === "first")
    .map(({ label, text, brief }) => (brief === undefined ? { label, text } : { text: brief }));
  return instances.length === 0 ? first : [...first, { text: `${instances.length} values by instance` }];
}

const isOneLine = (first: Brief): boolean =>
  lengthOf(first) <= togetherUpTo && first.every(({ label }) => label?.startsWith("if ") !== true);

const lengthOf = (first: Brief): number =>
  first.reduce((sum, { label, text }) => sum + (label === undefined ? 0 : label.length + 1) + text.length + 3, 0);

/** Pixels that a picture may be high for all of it to stand above the fold of VS Code's hover, which is 250 pixels high. */
export function pictureRoom(answer: HoverAnswer): number {
  const titles = titleText(answer)
    .split("\n")
    .reduce((sum, text) => sum + Math.ceil(text.length / 83), 0);
  const first = briefly(answer);
  const facts = isOneLine(first) ? Math.ceil(lengthOf(first) / 95) : first.length;
  return Math.max(leastPicture, 250 - 20 - 18 * titles - (facts === 0 ? 0 : 10 + 19 * facts));
}

/** Below this a picture shows too little to be worth less scrolling. */
const leastPicture = 110;

/** Who calls it, as links; in which case and under which conditions only where the answer depends on the instance. */
function originLine({ origin, instances }: HoverAnswer): readonly string[] {
  const silent = instances.length > 0 ? ["source"] : ["source", "condition", "case"];
  const told = origin.filter(({ kind }) => !silent.includes(kind));
  if (told.length === 0) return [];
  return [told.map((one) => (one.calls === undefined ? code(firstParts(one.text)) : pathLinks(one.calls))).join(" · ")];
}

/** A configuration of a dozen parameters: those that fit a line. */
const longestOrigin = 90;

function firstParts(text: string): string {
  const parts = text.split(", ");
  let [kept, length] = [0, 0];
  while (kept < parts.length && length + (parts[kept]?.length ?? 0) <= longestOrigin)
    length += (parts[kept++]?.length ?? 0) + 2;
  return kept === parts.length ? text : [...parts.slice(0, Math.max(1, kept)), "…"].join(", ");
}

/** More callers than these are cut. */
const mostCallers = 3;

function pathLinks(calls: NonNullable<HoverAnswer["origin"][number]["calls"]>): string {
  const links = calls
    .slice(0, mostCallers)
    .map(({ text, file, line }) => `[${escaped(text)}](${linkTo(file)}#L${line})`);
  return `from ${links.join(" ← ")}${calls.length > mostCallers ? " ← …" : ""}`;
}

/** `gA  (_128,_8,k):(_1,ldA,8*ldA)`; long values on lines of their own. */
function titleText({ name, title }: HoverAnswer): string {
  return title.includes("\n") || name.length + title.length > 100 ? `${name}\n${title}` : `${name}  ${title}`;
}

/** The table says more than the first line only when modes have names or are nested. */
function namedModes({ modes }: HoverAnswer): boolean {
  return modes.some(({ name, size }, i) => name !== String(i) || size !== undefined);
}

/** Its columns stand below each other in the text too: Helix and Neovim show tables as they are written. */
function modeTable({ modes }: HoverAnswer): string {
  const rows = modes.map(({ name, shape, stride, size }) => [
    escaped(name),
    cell(shape),
    cell(stride),
    size === undefined ? "" : cell(size),
  ]);
  const head = ["mode", "shape", "stride", "size"];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)));
  const line = (texts: readonly string[]) => `| ${texts.map((text, i) => text.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** The value that the title says is not said again; a click on another makes its instance the one that is shown. */
function instanceList({ instances, title }: HoverAnswer, { choose }: HoverLook): string {
  return instances
    .map(({ id, label, text }) => {
      if (text === title) return `- ${code(label)}: this value`;
      const link = choose?.(id);
      return `- ${link === undefined ? code(label) : `[${escaped(label)}](${link})`}: ${code(text)}`;
    })
    .join("\n");
}

/** A fence longer than any in the text. */
function fence(text: string): string {
  const marks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${marks}cute-layout\n${text}\n${marks}`;
}

/** A code span; backticks around nothing would begin one that ends in the next. */
function code(text: string): string {
  const flat = text.replace(/\s+/g, " ");
  const marks = "`".repeat(longestRun(flat) + 1);
  if (flat === "") return "";
  return longestRun(flat) === 0 ? `\`${flat}\`` : `${marks} ${flat} ${marks}`;
}

/** The same inside a table, where a bar would end the cell. */
const cell = (text: string): string => code(text).replaceAll("|", "\\|");

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Text that Markdown shows as it is: no emphasis, link (written or told by `https://`), picture, HTML, entity or block. */
function escaped(text: string): string {
  const flat = text.replace(/[\r\n\t]/g, " ");
  return flat.replace(/[\\`*_{}[\]<>()#+!|&~@]|:(?=\/\/)|(?<=www)\./g, (c) => `\\${c}`);
}

/** A bracket would end the link. */
const linkTo = (file: string): string => uriOf(file).replaceAll("(", "%28").replaceAll(")", "%29");

export function plainText(answer: HoverAnswer): string {
  const width = Math.max(0, ...answer.lines.map(({ label }) => label.length));
  const modes = namedModes(answer)
    ? answer.modes.map(
        ({ name, shape, stride, size }) => `  ${name}: ${shape}:${stride}${size === undefined ? "" : ` (${size})`}`,
      )
    : [];
  return [
    titleText(answer),
    ...answer.lines.map(({ label, text }) => `${label.padEnd(width)}  ${text}`),
    ...modes,
    ...answer.notes,
    ...answer.instances.map(({ label, text }) => `${label}: ${text}`),
    ...(answer.origin.length === 0 ? [] : [answer.origin.map(({ text }) => text).join(" · ")]),
  ].join("\n");
}
