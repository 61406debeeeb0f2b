// Is a word of the text a name that the text declares somewhere? A look at the letters: for deciding whether a question about
// it is worth a longer evaluation.
import type { Language } from "../../../src-engine/program/ir.ts";

export function declaredNameAt(text: string, offset: number, language: Language): string | undefined {
  const before = /[A-Za-z_]\w*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  const after = /^\w*/.exec(text.slice(offset, offset + 200))?.[0] ?? "";
  const name = before + after;
  if (!/^[A-Za-z_]\w*$/.test(name) || isProse(text.slice(0, offset), language)) return undefined;
  if (isMethodCall(text, offset - before.length, offset + after.length)) return undefined;
  return isDeclaredIn(text, name, language) ? name : undefined;
}

/** Not in a comment: `// before load, tile` declares nothing. */
function isDeclaredIn(text: string, name: string, language: Language): boolean {
  for (const { index } of text.matchAll(declaration(name, language)))
    if (!isProse(text.slice(0, text.indexOf(name, index)), language)) return true;
  return false;
}

/** `manager.template load<true>(…)`: a method, whatever else of that name is declared. */
const isMethodCall = (text: string, start: number, end: number): boolean =>
  /(?:\.|->)\s{0,9}(?:template\s{1,9})?$/.test(text.slice(Math.max(0, start - 40), start)) &&
  /^\s{0,9}[(<]/.test(text.slice(end, end + 10));

/** `auto x =`, but no lambda, of which no evaluation says more; `Tensor x{`, `using X =`, `int const& x,` or `x = `, `a, x = `, `x: int`. */
const declaration = (name: string, language: Language): RegExp =>
  language === "cpp"
    ? new RegExp(
        `\\b(?!return\\b|else\\b|new\\b|namespace\\b)[A-Za-z_][\\w:]{0,99}>?(?:\\s{0,9}const\\b)?[\\s&*]{1,20}${name}\\s{0,9}(?:=(?!\\s{0,9}\\[)|[;{,)])`,
        "g",
      )
    : new RegExp(`(?:^|[\\s,(.])${name}[ \\t]{0,9}(?:,[^=:\\n]{0,200})?(?:=(?!=)|:)`, "gm");

/** Does the text before a word leave it in a comment or in a documentation string? */
function isProse(before: string, language: Language): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return language === "cpp"
    ? line.includes("//") || before.lastIndexOf("/*") > before.lastIndexOf("*/")
    : line.includes("#") || before.split('"""').length % 2 === 0;
}
