// Names of modes from a comment behind a declaration: `// (BLK_M,BLK_K,k)` names the three modes of a tensor.

/** One name a mode, when the comment has as many as the value has modes. */
export function modeNames(comment: string | undefined, rank: number): readonly string[] | undefined {
  if (comment === undefined) return undefined;
  for (const group of groups(comment)) {
    const names = splitTop(group);
    if (names.length === rank && names.every((name) => /^[\w\s+\-*/%()<>,.|:]+$/.test(name))) return names;
  }
  return undefined;
}

/** Every parenthesised group at the top of the text. */
function groups(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(" && depth++ === 0) start = i + 1;
    else if (text[i] === ")" && depth > 0 && --depth === 0) found.push(text.slice(start, i));
  }
  return found;
}

function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const c = text[i];
    if (c === "(" || c === "<") depth++;
    else if (c === ")" || c === ">") depth--;
    else if (i === text.length || (c === "," && depth === 0)) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return parts.filter((part) => part !== "");
}
