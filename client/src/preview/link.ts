// Links that open an expression in the preview of whoever follows them: `vscode://cute-lens.cute-lens/draw?…`.
//
// A link only fills the input line, whose language is layouts and operations: nothing in it can do anything else.
import * as vscode from "vscode";
import type { PreviewManager } from "./manager.ts";

/** Longer expressions are no links. */
const longest = 4000;

export async function linkTo(expression: string): Promise<string> {
  const link = `${vscode.env.uriScheme}://cute-lens.cute-lens/draw?${encodeURIComponent(expression)}`;
  return (await vscode.env.asExternalUri(vscode.Uri.parse(link, true))).toString(true);
}

export function handleLinks(previews: PreviewManager): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async ({ path, query }) => {
      const expression = path === "/draw" ? decoded(query) : undefined;
      if (expression !== undefined && expression.length <= longest) await previews.evaluate(expression);
    },
  });
}

/** The query as VS Code gives it, decoded once or not at all. */
function decoded(query: string): string | undefined {
  try {
    return decodeURIComponent(query);
  } catch {
    return undefined;
  }
}
