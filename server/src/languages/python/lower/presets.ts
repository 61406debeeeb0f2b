// `# cute-lens:` comments: presets above a class or function, and directives of the file.
import type { Node } from "web-tree-sitter";
import type { Directive } from "../../../../../src-engine/program/ir.ts";
import type { Source } from "./source.ts";

const marker = /^\s*#\s*cute-lens:(.*)$/;

/** The marked comment lines directly above the item, top first. Other comments between them are passed over. */
export function presetsAbove(source: Source, node: Node): string[] {
  const presets: string[] = [];
  let end = source.text.lastIndexOf("\n", node.startIndex - 1);
  while (end > 0) {
    const start = source.text.lastIndexOf("\n", end - 1) + 1;
    const line = source.text.slice(start, end);
    if (!line.trimStart().startsWith("#")) break;
    const text = marker.exec(line)?.[1]?.trim();
    if (text !== undefined && isPreset(text)) presets.unshift(text);
    end = start - 1;
  }
  return presets;
}

const isPreset = (text: string): boolean => !text.startsWith("ignore") && text.includes("=");

/** Every marked comment of a fragment. Looked for in the text: a marker inside a string would count, which does no harm. */
export function directivesOf(text: string, fragment: number): Directive[] {
  const pattern = /#[ \t]*cute-lens:[ \t]*([^\n\r]*)/g;
  return [...text.matchAll(pattern)].map((match) => {
    const words = (match[1] ?? "").trimEnd();
    return {
      kind: words.startsWith("ignore") ? "ignore" : words.includes("=") ? "preset" : "other",
      text: words,
      fragment,
      span: { start: match.index, end: match.index + match[0].trimEnd().length },
    };
  });
}
