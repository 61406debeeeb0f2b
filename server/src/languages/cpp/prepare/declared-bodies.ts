// `if (c) T x = f();`: a declaration as a body without braces, for which the grammar has no rule.
//
// Nothing but its initialiser sees that name: the grammar reads `f();`, with spaces before it.
import { angleEnd } from "./template-names.ts";

/** Where the declaration's type and name stand behind an `if`, `else`, `for` or `while` whose body begins at `body`: up to its initialiser. */
export function declaredBody(
  source: string,
  body: number,
): { readonly start: number; readonly end: number } | undefined {
  const start = skipSpace(source, body);
  let words = 0;
  for (let at = start; ; ) {
    const word = nameAt(source, at);
    if (word === "" || statements.has(word)) return undefined;
    words++;
    const next = afterType(source, at + word.length);
    if (next === undefined) return undefined;
    if (source[next] === "=") return words > 1 && isInitialiser(source, next) ? { start, end: next + 1 } : undefined;
    at = next;
  }
}

/** Behind a name of a type: its arguments, `&`, `*` and spaces. */
function afterType(source: string, from: number): number | undefined {
  const end = source[from] === "<" ? angleEnd(source, from) : from;
  if (end === undefined) return undefined;
  let at = end;
  while (/[\s&*]/.test(source[at] ?? "x")) at++;
  return at > from || source[at] === "=" ? at : undefined;
}

const isInitialiser = (source: string, equals: number): boolean =>
  source[equals + 1] !== "=" && source[skipSpace(source, equals + 1)] !== "{";

function nameAt(source: string, from: number): string {
  const name = /[A-Za-z_][\w:]*/y;
  name.lastIndex = from;
  return name.exec(source)?.[0] ?? "";
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (/\s/.test(source[at] ?? "x")) at++;
  return at;
}

/** Words that begin another statement. */
const statements = new Set([
  ..."return throw goto delete new case default co_return co_yield co_await using".split(" "),
  ..."if else for while do switch try asm static_assert".split(" "),
]);
