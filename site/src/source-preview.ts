// The picture beside the source: asks the server what stands at the cursor, and does in the editor what the picture is told.
import { type Asked, type LookJson, nothingAsked } from "../../client/src/preview/messages.ts";
import { type ViewResult, viewRequest } from "../../server/src/protocol/requests.ts";
import type { LiteralJson, TextEditJson } from "../../server/src/protocol/what-if.ts";
import type { Editor } from "./editor.ts";
import type { Position } from "./lsp-types.ts";
import { type FrameEvents, PreviewFrame } from "./preview-frame.ts";
import type { Server } from "./server.ts";

export interface SourcePreviewParts {
  readonly frame: HTMLIFrameElement;
  readonly server: Server;
  readonly editor: Editor;
  readonly name: () => string;
  /** How it is drawn became another. */
  looked(): void;
  copyLink(expression: string): void;
}

/** What a link says of the picture: how it is drawn, what is typed in it, which place it shows. */
interface Wanted extends Pick<LookJson, "controls" | "expression"> {
  readonly shown?: Position | undefined;
}

export class SourcePreview {
  readonly frame: PreviewFrame;
  #position: Position | undefined;
  #asked: Asked = nothingAsked;
  #view: ViewResult | null = null;
  #turn = 0;
  #answered = 0;
  #pinned = false;
  /** Where the cursor went when nothing was known there. */
  #missed: Position | undefined;
  /** Out of a link: what to draw first, and how. */
  #wanted: Wanted | undefined;

  constructor(private readonly parts: SourcePreviewParts) {
    this.frame = new PreviewFrame(parts.frame, (message) => void this.#receive(message));
  }

  restore(wanted: Wanted): void {
    this.#wanted = wanted;
  }

  /** The place that is drawn, where there is a picture or a value. */
  get shown(): Position | undefined {
    return this.#view === null ? undefined : this.#position;
  }

  /** What is known before the server has answered. */
  begin(position: Position, view: ViewResult): void {
    if (this.#view === null) this.#take(position, view);
  }

  /** The cursor moved: where nothing is known, what is shown stays. */
  async follow(position: Position): Promise<void> {
    if (this.#pinned) return;
    const view = await this.#request(position, nothingAsked);
    if (view === undefined) return;
    this.#missed = view === null ? position : undefined;
    if (view === null && this.#view !== null) return;
    this.#asked = nothingAsked;
    this.#take(position, view);
  }

  /** The facts are other ones: where the cursor is, if nothing was known there; else the same place again. */
  async refresh(position: Position): Promise<void> {
    if (this.#missed !== undefined) await this.follow(this.#missed);
    const at = (this.#view === null ? this.#wanted?.shown : this.#position) ?? position;
    const view = await this.#request(at, this.#asked);
    if (view !== undefined && (view !== null || this.#view === null)) this.#take(at, view);
  }

  /** Another document. */
  forget(): void {
    const isFirst = this.#view === null && this.#turn === 0;
    this.#view = null;
    this.#position = undefined;
    this.#missed = undefined;
    this.#pinned = false;
    this.#answered = ++this.#turn;
    if (!isFirst) this.frame.post({ type: "show", view: null, source: null, pinned: false });
  }

  /** Undefined where a newer request was answered before this one. */
  async #request(position: Position, asked: Asked): Promise<ViewResult | null | undefined> {
    const turn = ++this.#turn;
    const view = await this.#ask(position, asked);
    if (turn < this.#answered) return undefined;
    this.#answered = turn;
    return view;
  }

  #ask(position: Position, { literals, ...others }: Asked, more: object = {}): Promise<ViewResult | null> {
    const tried = Object.keys(literals).length === 0 ? {} : { literals };
    return this.parts.server.ask<ViewResult>(viewRequest, {
      uri: this.parts.server.uri,
      position,
      ...others,
      ...tried,
      ...more,
    });
  }

  #take(position: Position, view: ViewResult | null): void {
    this.#position = position;
    this.#view = view;
    const label = `${this.parts.name()}:${position.line + 1}`;
    const source = { uri: this.parts.server.uri, ...position, label };
    this.frame.post({ type: "show", view, source, pinned: this.#pinned });
    if (view !== null) this.#restore();
  }

  #restore(): void {
    if (this.#wanted === undefined) return;
    const { controls, expression } = this.#wanted;
    this.#wanted = undefined;
    if (expression !== undefined) this.frame.post({ type: "evaluate", expression });
    this.frame.post({ type: "look", controls });
  }

  async #receive(message: Parameters<FrameEvents>[0]): Promise<void> {
    switch (message.type) {
      case "look":
        return this.parts.looked();
      case "pin":
        this.#pinned = message.pinned;
        return;
      case "ask":
        this.#asked = message.asked;
        return this.#again();
      case "cells":
        return this.#cells(message.request, message.window);
      case "reveal":
        return this.#reveal(message.input, message.focus === "editor");
      case "writeBack":
        return this.#write(writtenLiterals(this.#view?.literals ?? []));
      case "writeRemedy":
        return this.#write(this.#view?.remedies?.[message.which]?.edits ?? []);
      case "copyLink":
        return this.parts.copyLink(message.expression);
      case "keep":
        return;
      default:
        return message satisfies never;
    }
  }

  async #again(): Promise<void> {
    if (this.#position !== undefined) await this.refresh(this.#position);
  }

  async #cells(request: number, window: object): Promise<void> {
    const view = this.#position === undefined ? null : await this.#ask(this.#position, this.#asked, { window });
    this.frame.post({ type: "cells", request, picture: view?.picture ?? null });
  }

  #reveal(input: number | undefined, focus: boolean): void {
    const range = input === undefined ? this.#view?.range : this.#view?.step?.inputs[input]?.range;
    if (range !== undefined) this.parts.editor.reveal(range, focus);
  }

  async #write(edits: readonly TextEditJson[]): Promise<void> {
    this.parts.editor.apply(edits.map(({ range, text, by }) => ({ range, newText: by, expected: text })));
    this.#asked = { ...this.#asked, literals: {} };
    await this.#again();
  }
}

function writtenLiterals(literals: readonly LiteralJson[]): readonly TextEditJson[] {
  return literals.flatMap(({ tried, ...one }) => (tried === undefined ? [] : [{ ...one, by: tried.text }]));
}
