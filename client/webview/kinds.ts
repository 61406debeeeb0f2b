// Which views a value offers: those that can really be drawn, the natural one of what only the server can draw, the operation.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import { localOperation, localPicture } from "./engine.ts";
import { noChoice } from "./modes.ts";

export const localKinds = ["layout", "tv", "swizzle", "banks"] as const;

/** Found once a value: banks and threads are counted out to know. */
export class Kinds {
  #notation = "";
  #local: readonly string[] = [];

  of(view: ViewResult): readonly string[] {
    const operation =
      view.step !== undefined && localOperation(view.step, view.language) !== undefined ? ["operation"] : [];
    const local = this.#drawable(view);
    const natural = view.picture?.panels[0]?.view.kind ?? "layout";
    return [...(local.length > 0 ? local : [natural]), ...operation];
  }

  #drawable({ notation, language }: ViewResult): readonly string[] {
    if (this.#notation !== notation) {
      this.#notation = notation;
      const drawn = (view: (typeof localKinds)[number]) => localPicture(notation, { language, ...noChoice, view });
      this.#local = localKinds.filter((kind) => drawn(kind) !== undefined);
    }
    return this.#local;
  }
}
