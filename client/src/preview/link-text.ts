// What a link into the preview says: an expression for the input line, or nothing.

/** Longer expressions are no links. */
const longest = 4000;

/** Of the URI's path and query as VS Code gives them, decoded once or not at all. */
export function expressionIn(path: string, query: string): string | undefined {
  if (path !== "/draw") return undefined;
  try {
    const expression = decodeURIComponent(query);
    return expression.length <= longest ? expression : undefined;
  } catch {
    return undefined;
  }
}
