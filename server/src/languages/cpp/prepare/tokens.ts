// What stands in C++ text as a whole: comments, strings, directives, numbers, names. Everything that looks for names looks past the rest.

// What is never closed goes to the end of the text, as for a compiler; with the flag m `$` alone is the end of any line.
const end = String.raw`$(?![\s\S])`;
const comment = String.raw`\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|${end})`;
const quoted = String.raw`"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?`;
const string = String.raw`(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?(?:\)\1"|${end})|${quoted}`;
const inDirective = String.raw`\\\r?\n|\/\*[\s\S]*?(?:\*\/|${end})|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|[^\n]`;
const directive = String.raw`^[ \t]*#(?:${inDirective})*`;
const number = String.raw`\.?\d(?:[eEpP][+-]|[\w.']){0,400}`;
const name = String.raw`[A-Za-z_]\w*`;

/** A fresh scanner: one alternative per thing that hides or carries names, then `more` as a further alternative. */
export const tokenScanner = (more: string): RegExp =>
  new RegExp(`${comment}|${string}|${directive}|${number}|${name}|${more}`, "gm");

/** The same for a macro's replacement, which holds no directives. */
export const bodyScanner = (more: string): RegExp => new RegExp(`${comment}|${string}|${number}|${name}|${more}`, "gm");

export const isName = (token: string): boolean => /^[A-Za-z_]/.test(token) && !/["']$/.test(token);
export const isDirective = (token: string): boolean => /^[ \t]*#/.test(token);
