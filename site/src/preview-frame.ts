// The preview in its frame: the very page that VS Code shows, spoken to with the same messages.
import { type FromWebview, type LookJson, readFromWebview, type ToWebview } from "../../client/src/preview/messages.ts";
import { download } from "../../client/webview/download.ts";
import { defer } from "./dom.ts";
import type { Theme } from "./theme.ts";

export type FrameEvents = (message: Exclude<FromWebview, { type: "ready" | "save" | "copy" }>) => void;

export class PreviewFrame {
  #ready = false;
  #waiting: (ToWebview | { readonly theme: Theme })[] = [];
  /** What the page told last of how it draws. */
  look: LookJson = { controls: {}, evaluated: 0 };
  /** How many expressions the page was asked for. */
  #evaluated = 0;
  readonly ready: Promise<void>;
  /** It has drawn something, and said how. */
  readonly drawn: Promise<void>;
  readonly #drew: () => void;

  constructor(
    readonly element: HTMLIFrameElement,
    private readonly events: FrameEvents,
  ) {
    const { promise, resolve } = defer();
    this.ready = promise;
    ({ promise: this.drawn, resolve: this.#drew } = defer());
    addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
      if (source !== element.contentWindow) return;
      const message = readFromWebview(data);
      if (message?.type === "ready") {
        this.#ready = true;
        for (const waiting of this.#waiting.splice(0)) this.post(waiting);
        resolve();
      } else if (message !== undefined) this.#receive(message);
    });
    // It may have been ready before anybody listened.
    element.contentWindow?.postMessage({ hello: true }, location.origin);
  }

  post(message: ToWebview | { readonly theme: Theme }): void {
    if (!this.#ready) return void this.#waiting.push(message);
    if ("type" in message && message.type === "evaluate") this.#evaluated++;
    this.element.contentWindow?.postMessage(message, location.origin);
  }

  #receive(message: Exclude<FromWebview, { type: "ready" }>): void {
    if (message.type === "look") {
      // Said before the page had read what it was asked since: of a picture that is no longer wanted.
      if (message.look.evaluated < this.#evaluated) return;
      this.look = message.look;
      this.#drew();
    }
    if (message.type === "save") download(message.name, message.data, message.encoding);
    else if (message.type === "copy") void copyText(message.text);
    else this.events(message);
  }
}

/** False where the browser does not let a page write to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
