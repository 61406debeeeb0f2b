// What the page computes itself, with the engine: the pictures of values that the notation can say, and the input line.
//
// Everything else (tiled objects of a kernel, what-if) is the server's; undefined here means "ask the server".
import type { Picture } from "../../src-engine/view/view.ts";

export interface Evaluated {
  readonly text: string;
  readonly picture: Picture | undefined;
}

export function localPicture(_notation: string, _kind: string | undefined): Picture | undefined {
  return undefined;
}

export function evaluateLocally(_expression: string): Evaluated | undefined {
  return undefined;
}
