// Does a file speak of CuTe at all? If not, nothing is evaluated and nothing is shown: no cost.
//
// What only a comment or a string mentions does not count; what a file includes or imports does.
import type { Language } from "../../../src-engine/program/ir.ts";
import { cuteWords, mentionsCute } from "../protocol/cute-words.ts";

/** Comments and strings, but for what C++ includes: of several alternatives the one that begins first counts. */
const others: Readonly<Record<Language, string>> = {
  cpp: String.raw`//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|$)|(?<includes>#[ \t]*include[^\n]*)|"(?:[^"\\\n]|\\.)*"`,
  python: String.raw`#[^\n]*|"""(?:[^"]|"(?!""))*(?:"""|$)|'''(?:[^']|'(?!''))*(?:'''|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`,
};

export function speaksOfCute(fragments: readonly string[], language: Language): boolean {
  return fragments.some((text) => mentionsCute(text) && isSaid(text, language));
}

function isSaid(text: string, language: Language): boolean {
  const scanner = new RegExp(`${others[language]}|(?<said>${cuteWords})`, "g");
  for (const { groups } of text.matchAll(scanner)) {
    const said = groups?.said;
    if (said === undefined ? mentionsCute(groups?.includes ?? "") : !isOwnName(said, text, language)) return true;
  }
  return false;
}

/** `cutlass = folder / "cutlass.py"`: a variable of that name, where no module of it is imported. */
const isOwnName = (name: string, text: string, language: Language): boolean =>
  language === "python" &&
  new RegExp(String.raw`^[ \t]*${name}[ \t]*=[^=]`, "m").test(text) &&
  !new RegExp(String.raw`\bimport\b[^\n]*\b${name}\b|\bfrom[ \t]+[\w.]*\b${name}\b`).test(text);
