// `cute-lens why FILE:LINE[:COLUMN]`: why there is no layout at a place, down to the first thing that is not known.

import type { Command } from "commander";
import { indexFacts, type Where } from "../facts/fact-index.ts";
import { untakenAt } from "../features/untaken.ts";
import { whyHere } from "../features/why.ts";
import type { Document } from "../project/analyse.ts";
import { lineTable } from "../project/linked.ts";
import { type AnalysedOptions, analysed } from "./inspect.ts";
import { say } from "./terminal.ts";
import { readSource, UsageError } from "./usage.ts";

export function register(program: Command): void {
  program
    .command("why")
    .description("why there is no layout at a place of a file")
    .argument("<file:line[:column]>", "line and column from 1; without a column every name that the line declares")
    .action(async (place: string) => {
      const match = /^(.*?):(\d+)(?::(\d+))?$/.exec(place);
      const [, file = "", line = "", column] = match ?? [];
      if (match === null) throw new UsageError(`"${place}" is not FILE:LINE or FILE:LINE:COLUMN`);
      const at = { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
      say(await whyText(file, at, {}));
    });
}

export interface At {
  readonly line: number;
  /** Without a column every name that the line declares. */
  readonly column?: number;
}

/** A name or place, and under it the chain of reasons, for each name there. */
export async function whyText(file: string, { line, column }: At, options: AnalysedOptions): Promise<string> {
  readSource(file);
  const { facts, document } = await analysed(file, options);
  const index = indexFacts(facts, document.fragments);
  const wheres =
    column === undefined
      ? index.variables.filter(({ place: at }) => lineTable(document)(at.fragment, at.start).line === line)
      : [];
  const offset = column === undefined ? undefined : offsetOf(document, line, column);
  const places = [
    ...new Map(
      wheres.map(({ fact, place: at }) => [at.start, { name: fact.name, fragment: at.fragment, offset: at.start }]),
    ).values(),
    ...(offset === undefined ? [] : [{ name: `${file}:${line}:${column}`, ...offset }]),
  ];
  const untaken = places.length === 0 ? untakenAt(index, codeOf(document, line)) : undefined;
  if (untaken !== undefined) return `${file}:${line}${column === undefined ? "" : `:${column}`}\n${chain(untaken)}`;
  if (places.length === 0) throw new UsageError(`nothing is declared in line ${line} of ${file}; name a column`);
  return places.map(({ name, ...where }) => `${name}\n${chain(whyHere(index, where))}`).join("");
}

const chain = (lines: readonly string[]): string => lines.map((text, i) => `${"  ".repeat(i + 1)}${text}\n`).join("");

/** Where the code of a line begins. */
function codeOf(document: Document, line: number): Where {
  const start = offsetOf(document, line, 1) ?? { fragment: 0, offset: 0 };
  const text = (document.fragments[start.fragment] ?? "").slice(start.offset);
  return { ...start, offset: start.offset + (/^[ \t]*/.exec(text)?.[0].length ?? 0) };
}

function offsetOf(document: Document, line: number, column: number) {
  const position = lineTable(document);
  for (const [fragment, text] of document.fragments.entries()) {
    let start = 0;
    for (const each of text.split("\n")) {
      if (position(fragment, start).line === line)
        return { fragment, offset: start + Math.min(column - 1, each.length) };
      start += each.length + 1;
    }
  }
  return undefined;
}
