// What the server says of the page's first example, as the build asked it: shown until the server itself is there.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import type { CodeLens, InlayHint } from "./lsp-types.ts";
import { firstKernel } from "./playground.ts";
import type { State } from "./state.ts";

export interface FirstAnswers {
  readonly name: string;
  readonly cursor: number;
  readonly view: ViewResult;
  readonly hints: readonly InlayHint[];
  readonly lenses: readonly CodeLens[];
}

declare global {
  /** Asked for before the page was read. */
  var cuteLensFirst: Promise<FirstAnswers> | undefined;
}

/** Undefined for any other text, cursor or architecture, and where they could not be fetched. */
export async function firstAnswers({ source, arch, shown, expression }: State): Promise<FirstAnswers | undefined> {
  if (arch !== "auto" || shown !== undefined || expression !== undefined || source.text !== firstKernel?.text)
    return undefined;
  const first = await globalThis.cuteLensFirst?.catch(() => undefined);
  return first?.name === source.name && first.cursor === source.cursor ? first : undefined;
}
