// Hovers come at once, and what holds behind an evaluation that they did not wait for comes into the same box.
//
// VS Code shows the answers of several providers as they arrive and takes none back: so the language client's own gives the
// first answer, and a second provider the one that follows.
import * as vscode from "vscode";
import type { BaseLanguageClient, FeatureState, HoverMiddleware, StaticFeature } from "vscode-languageclient";
import type { Followed, SettledParams } from "../../server/src/protocol/hover.ts";
import { languageIds } from "./languages.ts";

/** What a hover showed last, and where: while one may still be reading it. */
export interface LastHover {
  readonly uri: string;
  readonly at: number;
}

interface First {
  readonly hover: vscode.Hover | undefined;
  readonly isFollowed: boolean;
}

/** Milliseconds between the two providers being asked about one hover. */
const together = 500;

export class Hovers implements StaticFeature {
  #registered: vscode.Disposable | undefined;
  #asked: { readonly key: string; readonly at: number; readonly first: Promise<First> } | undefined;
  #last: LastHover | undefined;

  constructor(
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  readonly provideHover: NonNullable<HoverMiddleware["provideHover"]> = async (document, position, token) =>
    (await this.#first(document, position, token)).hover;

  /** At each start, behind the client's own features: what is registered last stands on top. */
  initialize(): void {
    this.clear();
    const selector = languageIds.map((language) => ({ language }));
    this.#registered = vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, position, token) => this.#following(document, position, token),
    });
  }

  clear(): void {
    this.#registered?.dispose();
  }

  fillClientCapabilities(): void {}

  getState(): FeatureState {
    return { kind: "static" };
  }

  get last(): LastHover | undefined {
    return this.#last;
  }

  #first(document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken): Promise<First> {
    const key = `${document.uri} ${document.version} ${position.line}:${position.character}`;
    const asked = this.#asked;
    if (asked?.key === key && Date.now() - asked.at < together) return asked.first;
    const first = this.#ask(document, position, {}, token);
    this.#asked = { key, at: Date.now(), first };
    return first;
  }

  async #following(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const first = await this.#first(document, position, token);
    if (!first.isFollowed) return undefined;
    return (await this.#ask(document, position, { settled: true }, token)).hover;
  }

  async #ask(
    document: vscode.TextDocument,
    position: vscode.Position,
    more: SettledParams,
    token: vscode.CancellationToken,
  ): Promise<First> {
    const client = this.client();
    if (client === undefined) return nothing;
    try {
      const params = client.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
      const answer = await client.sendRequest<Answered>("textDocument/hover", { ...params, ...more }, token);
      const hover = client.protocol2CodeConverter.asHover(answer);
      if (hover !== undefined) this.#last = { uri: document.uri.toString(), at: Date.now() };
      return { hover, isFollowed: answer?.followed === true };
    } catch (error) {
      if (!token.isCancellationRequested) this.output.error(`hover: ${String(error)}`);
      return nothing;
    }
  }
}

const nothing: First = { hover: undefined, isFollowed: false };

/** The border from the server's JSON. */
type Answered = (Parameters<BaseLanguageClient["protocol2CodeConverter"]["asHover"]>[0] & Followed) | null;
