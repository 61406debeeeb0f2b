// A macro's replacement with the arguments of one use in it: `#x` as a string, `a##b` grown together, all others expanded.
import type { Span } from "../../../../../src-engine/program/ir.ts";
import type { Macro } from "./macros.ts";
import { concat, type MappedText, slice, standingFor } from "./mapped-text.ts";
import { bodyScanner } from "./tokens.ts";

type Arguments = ReadonlyMap<string, MappedText>;

/** `place`: the use in the file, which the macro's own words stand for; `expand` also hears how often the argument is used. */
export function substituted(
  macro: Macro,
  place: Span,
  args: Arguments,
  expand: (argument: MappedText, uses: number) => MappedText,
): MappedText {
  if (macro.params === undefined && !macro.body.includes("##")) return standingFor(macro.body, place);
  const tokens = tokensOf(optional(macro.body, args));
  const own = (text: string): MappedText => standingFor(text, place);
  const uses = (name: string): number => tokens.filter((token) => token === name).length;
  const pieces: MappedText[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    const argument = args.get(token);
    const quoted = token === "#" && next !== undefined ? args.get(next) : undefined;
    if (token === "##") continue;
    if (quoted !== undefined) {
      pieces.push(own(JSON.stringify(quoted.text.trim().replace(/\s+/g, " "))));
      i++;
    } else if (argument === undefined) {
      // GNU: the comma before an absent `## __VA_ARGS__` goes too.
      if (token !== "," || next !== "##" || isGiven(args, tokens[i + 2])) pieces.push(own(token));
    } else pieces.push(next === "##" || tokens[i - 1] === "##" ? trimmed(argument) : expand(argument, uses(token)));
  }
  return concat(pieces);
}

const isGiven = (args: Arguments, name: string | undefined): boolean =>
  name === undefined || args.get(name)?.text.trim() !== "";

/** `__VA_OPT__(x)`: `x` where there is a rest. */
function optional(body: string, args: Arguments): string {
  const rest = args.get("__VA_ARGS__")?.text.trim() ?? "";
  return body.replace(/\b__VA_OPT__\s*\(([^()]*)\)/g, (_, text: string) => (rest === "" ? "" : text));
}

/** Tokens with the spaces between them as tokens of their own; none around `##` and behind `#`. */
function tokensOf(body: string): readonly string[] {
  const plain = body.replace(
    /'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*(?:"|\\?$)|(?<!\s)\s*##\s*|(?<!#)#\s*(?=\w)/g,
    (found) => (found.startsWith('"') ? found : found.trim()),
  );
  return plain.match(bodyScanner(String.raw`##|\s+|[\s\S]`)) ?? [];
}

function trimmed(argument: MappedText): MappedText {
  const from = argument.text.length - argument.text.trimStart().length;
  return slice(argument, from, argument.text.trimEnd().length);
}
