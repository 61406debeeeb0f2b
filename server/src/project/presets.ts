// Presets as expressions: `TileShape_MNK = Shape<_128,_128,_64>, kStages = 4`, from comments and from the workspace file.
//
// The text is lowered by the language's own lowering, as a declaration that has the value.
import type { Preset } from "../../../src-engine/interpret/session.ts";
import type { Expr, Item, Language, Unit } from "../../../src-engine/program/ir.ts";
import { lowerCpp } from "../languages/cpp/lower/lower.ts";
import type { Parser } from "../languages/parse/grammars.ts";
import { type Parsed, parseWith } from "../languages/parse/parse.ts";
import { lowerPython } from "../languages/python/lower/lower.ts";

/** Name and value text of each assignment; commas inside brackets belong to values. */
export function splitPresets(text: string): readonly { readonly name: string; readonly value: string }[] {
  const found: { name: string; value: string }[] = [];
  let depth = 0;
  let start = 0;
  const end = (at: number): void => {
    const match = /^\s*([A-Za-z_][\w.]*)\s*=(?!=)\s*([\s\S]*?)\s*$/.exec(text.slice(start, at));
    if (match !== null) found.push({ name: match[1]!, value: match[2]! });
    start = at + 1;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if ("([{<".includes(c)) depth++;
    else if (")]}>".includes(c)) depth--;
    else if (c === "," && depth <= 0) end(i);
  }
  end(text.length);
  return found;
}

/** The presets of a list of texts, as expressions. What does not parse is left out. */
export const presetsFrom = (parser: Parser, language: Language, texts: readonly string[]): readonly Preset[] =>
  texts.flatMap(splitPresets).flatMap(({ name, value: text }) => {
    const value = expressionOf(parser, language, text);
    return value === undefined ? [] : [{ name, value }];
  });

function expressionOf(parser: Parser, language: Language, text: string): Expr | undefined {
  const source =
    language === "python"
      ? `preset = ${text}\n`
      : /^[\w:]+\s*<[\s\S]*>$/.test(text)
        ? `using preset = ${text};\n`
        : `auto preset = ${text};\n`;
  const parsed = parseWith(parser, language, source);
  try {
    return valueIn(lowered(language, source, parsed));
  } finally {
    parsed.dispose();
  }
}

const lowered = (language: Language, source: string, parsed: Parsed): Unit =>
  language === "cpp"
    ? lowerCpp("preset", parsed).unit
    : lowerPython("preset", [{ text: source, root: parsed.tree.rootNode }]);

function valueIn(unit: Unit): Expr | undefined {
  const item = unit.items.find((one): one is Item & { kind: "statement" } => one.kind === "statement");
  const statement = item?.statement;
  if (statement?.kind === "let") return statement.init;
  if (statement?.kind === "alias") return statement.type;
  return statement?.kind === "expr" && statement.value.kind === "assign" ? statement.value.value : undefined;
}
