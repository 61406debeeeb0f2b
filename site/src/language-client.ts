// JSON-RPC with the language server in its worker: requests, notifications, and what the server asks.

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface Handlers {
  notified(method: string, params: unknown): void;
  /** What the server asks; null where there is nothing to say. */
  asked(method: string, params: unknown): unknown;
}

export class LanguageClient {
  #last = 0;
  readonly #waiting = new Map<number | string, { resolve(result: unknown): void; reject(error: Error): void }>();

  constructor(
    private readonly worker: Worker,
    private readonly handlers: Handlers,
  ) {
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#receive(data));
  }

  /** The answer; its shape is what the protocol says of the method. */
  request<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.#last;
    this.#send({ jsonrpc: "2.0", id, method, params });
    // The border to the server's JSON.
    return new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject })) as Promise<T>;
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  #send(message: Message): void {
    this.worker.postMessage(message);
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method !== undefined && id !== undefined)
      this.#send({ jsonrpc: "2.0", id, result: this.handlers.asked(method, params) ?? null });
    else if (method !== undefined) this.handlers.notified(method, params);
    else if (id !== undefined) this.#settle(id, result, error);
  }

  #settle(id: number | string, result: unknown, error: Message["error"]): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}
