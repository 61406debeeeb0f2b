// What stands in C++ text as a whole: comments, strings, directives, numbers, names. Everything that looks for names looks past the rest.

const comment = String.raw`\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)`;
const string = String.raw`(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?`;
const directive = String.raw`^[ \t]*#(?:\\\r?\n|\/\*[\s\S]*?\*\/|\/\/[^\n]*|[^\n])*`;
const number = String.raw`\.?\d(?:[eEpP][+-]|[\w.']){0,400}`;
const name = String.raw`[A-Za-z_]\w*`;

/** A fresh scanner: one alternative per thing that hides or carries names, then `more` as a further alternative. */
export const tokenScanner = (more: string): RegExp =>
  new RegExp(`${comment}|${string}|${directive}|${number}|${name}|${more}`, "gm");

/** The same for a macro's replacement, which holds no directives. */
export const bodyScanner = (more: string): RegExp => new RegExp(`${comment}|${string}|${number}|${name}|${more}`, "gm");

export const isName = (token: string): boolean => /^[A-Za-z_]/.test(token) && !/["']$/.test(token);
export const isDirective = (token: string): boolean => /^[ \t]*#/.test(token);
