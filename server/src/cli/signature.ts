// Where a function's definition begins: `inspect --json` lists what an instance binds its parameters to there as well, so
// that a reader who has only the function's line finds the bindings of each instance beside it.

/** Offset of the definition around a parameter: after `template<…>` and decorators, at the first specifier or `def`. */
export function definitionStart(text: string, parameter: number, functionName: string): number | undefined {
  const name = functionName.split(/::|\./).at(-1) ?? "";
  const at = name === "" ? -1 : lastCall(text, name, parameter);
  if (at < 0) return undefined;
  const def = /(?:async[ \t]+)?def[ \t]+$/.exec(text.slice(Math.max(0, at - 40), at));
  return def === null ? specifiersStart(text, at) : at - def[0].length;
}

/** The last `name (` before an offset. */
function lastCall(text: string, name: string, before: number): number {
  for (let at = text.lastIndexOf(name, before); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(name, at - 1)) {
    const alone = !/\w/.test(text[at - 1] ?? " ");
    if (alone && /^\s*\(/.test(text.slice(at + name.length, at + name.length + 80))) return at;
  }
  return -1;
}

/** C++: back to the end of what stands before, then over comments, directives and template headers. */
function specifiersStart(text: string, name: number): number {
  let at = name;
  while (at > 0 && !";{}".includes(text[at - 1] ?? ";")) at--;
  for (;;) {
    const skip = /^(?:\s+|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|#(?:[^\n\\]|\\[\s\S])*\n)/.exec(text.slice(at, name));
    if (skip !== null) at += skip[0].length;
    else if (/^template\s*</.test(text.slice(at, name))) at = afterAngles(text, at, name);
    else return at;
  }
}

function afterAngles(text: string, from: number, end: number): number {
  let depth = 0;
  for (let at = text.indexOf("<", from); at < end; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && --depth === 0) return at + 1;
    else if (text[at] === "(") at = closing(text, at, end);
  }
  return end;
}

function closing(text: string, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return end;
}
