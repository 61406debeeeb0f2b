// The call whose arguments the cursor is typing, from text alone: works in the broken states of typing.
//
// Looks back from the offset for the unclosed parenthesis, within a bounded distance, skipping strings and nested pairs.

export interface CallAt {
  /** The callee's last name: `make_layout` of `cute::make_layout(`. */
  readonly name: string;
  /** What stands before the name: `cute::`, `cute.`, else "". */
  readonly qualifier: string;
  /** Which argument the cursor is in, from 0. */
  readonly argument: number;
}

const reach = 4000;

export function callAt(text: string, offset: number): CallAt | undefined {
  let depth = 0;
  let argument = 0;
  for (let i = offset - 1; i >= Math.max(0, offset - reach); i--) {
    const c = text[i];
    if (c === '"' || c === "'") i = text.lastIndexOf(c, i - 1);
    else if (c === ")" || c === "]" || c === "}") depth++;
    else if (c === "[" || c === "{" || c === "(") {
      if (depth > 0) depth--;
      else if (c !== "(") return undefined;
      else return named(text.slice(0, i), argument);
    } else if (c === "," && depth === 0) argument++;
    else if (c === ";") return undefined;
    if (i < 0) return undefined;
  }
  return undefined;
}

function named(before: string, argument: number): CallAt | undefined {
  const match = /((?:[A-Za-z_]\w*(?:::|\.))*)([A-Za-z_]\w*)(?:\s*<[^<>()]*>)?$/.exec(before.slice(-200).trimEnd());
  return match?.[2] === undefined ? undefined : { name: match[2], qualifier: match[1] ?? "", argument };
}

/** The word that ends at the offset, and what stands before it: `cute::` or `cute.`, else "". */
export function wordBefore(text: string, offset: number): { readonly word: string; readonly qualifier: string } {
  const match = /((?:[A-Za-z_]\w*(?:::|\.))*)([A-Za-z_]?\w*)$/.exec(text.slice(Math.max(0, offset - 200), offset));
  return { word: match?.[2] ?? "", qualifier: match?.[1] ?? "" };
}
