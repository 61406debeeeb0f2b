// TMA descriptors: those of a file with what the driver gets, or the one that an expression makes.
import type { Value } from "../../../src-engine/algebra/value.ts";
import { makeContext } from "../../../src-engine/calculator/context.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { valueIn } from "../cli/drawing.ts";
import { analysed } from "../cli/inspect.ts";
import { readSource, UsageError } from "../cli/usage.ts";
import { describeValue } from "../facts/describe.ts";
import { indexFacts } from "../facts/fact-index.ts";
import { lineTable } from "../project/linked.ts";
import { type Answer, bounded } from "./answer.ts";
import type { Seen } from "./session.ts";

export interface TmaOf {
  readonly file?: string;
  readonly expression?: string;
  readonly arch?: string;
}

export async function tma({ file, expression, arch }: TmaOf, seen: Seen): Promise<Answer> {
  if (expression !== undefined) return { text: await ofExpression(expression, seen) };
  if (file === undefined) throw new UsageError("tma: a `file` or an `expression`");
  const path = seen.find(file);
  readSource(path);
  const { facts, document } = await analysed(path, { reach: seen.reach, ...(arch === undefined ? {} : { arch }) });
  const index = indexFacts(facts, document.fragments);
  const position = lineTable(document);
  const { language } = facts.unit;
  const sections = index.variables.flatMap(({ fact, place }) => {
    if (!makesTma(fact.value)) return [];
    const { line, column } = position(place.fragment, place.start);
    const instance = index.instances.get(fact.instance);
    const from = instance === undefined || instance.label === "" ? "" : `, called from ${instance.label}`;
    const head = `${fact.name} at ${seen.told(path)}:${line}:${column} in ${instance?.function ?? "the file"}${from}`;
    const rows = describeValue(fact.value, language).map(({ label, text }) => `  ${label}: ${text}`);
    return [[head, ...rows].join("\n")];
  });
  if (sections.length === 0)
    throw new UsageError(
      `${file} makes no TMA descriptor that is known: the tool check says what is wrong, why says what is not known`,
    );
  return { text: bounded([...new Set(sections)].join("\n"), "ask `layout_of` for one by its name") };
}

async function ofExpression(text: string, seen: Seen): Promise<string> {
  const language: Language = /\bcute\.|\bcpasync\./.test(text) ? "python" : "cpp";
  const ctx = makeContext(language === "cpp" ? "cpp" : "dsl", 50_000_000);
  const value = await valueIn(ctx, text, language, { reach: seen.reach });
  if (!makesTma(value)) throw new UsageError(`this is a ${value.kind}, no TMA descriptor`);
  return describeValue(value, language)
    .map(({ label, text: said }) => `${label}: ${said}`)
    .join("\n");
}

/** A TMA atom, or a copy that is tiled with one. */
function makesTma(value: Value): boolean {
  if (value.kind === "type") return makesTma(value.of);
  return value.kind === "tma-atom" || (value.kind === "tiled-copy" && value.atom.kind === "tma-atom");
}
