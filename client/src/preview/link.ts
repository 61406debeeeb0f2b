// Links that open an expression in the preview of whoever follows them: `vscode://cute-lens.cute-lens/draw?…`.
//
// A link only fills the input line, whose language is layouts and operations: nothing in it can do anything else.
import * as vscode from "vscode";
import { expressionIn } from "./link-text.ts";
import type { PreviewManager } from "./manager.ts";

export async function linkTo(expression: string): Promise<string> {
  const link = `${vscode.env.uriScheme}://cute-lens.cute-lens/draw?${encodeURIComponent(expression)}`;
  return (await vscode.env.asExternalUri(vscode.Uri.parse(link, true))).toString(true);
}

export function handleLinks(previews: PreviewManager): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async ({ path, query }) => {
      const expression = expressionIn(path, query);
      if (expression !== undefined) await previews.evaluate(expression);
    },
  });
}
