// The messages that wait for the thread that evaluates: it looks at them while it computes, without giving up its work.
//
// A request that can be answered from what is known is answered at once; all others keep their order and come to the
// connection when the thread is free. A message that changes texts says that the work in hand is out of date.
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
  type RequestMessage,
  type ResponseMessage,
} from "vscode-languageserver/node";
import type { Attention } from "./attention.ts";

/** Milliseconds between two looks. */
const pause = 10;

export class NodeInbox implements Attention {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  #deliver: DataCallback | undefined;
  #waiting: Message[] = [];
  /** Requests that the connection has and has not answered, by id; without their message, those that were answered here. */
  readonly #open = new Map<number | string, RequestMessage | undefined>();
  #delivered = 0;
  /** Handed to the connection, which takes one a turn and may not have come to them. */
  #unread = 0;
  /** Of these, up to the last one that changes texts: until it is read, what is known is of before. */
  #unreadEdits = 0;
  #changed = false;
  #looked = 0;
  answer: Attention["answer"] = () => undefined;

  constructor(private readonly port: MessagePort) {
    this.reader = new Reader((deliver) => {
      this.#deliver = deliver;
      port.on("message", (message: Message) => this.#arrived(message));
    });
    this.writer = new Writer(
      (message) => this.#write(message),
      () => port.close(),
    );
  }

  /** Called often while the thread computes: true when something waits that makes the work useless. */
  look(): boolean {
    const now = performance.now();
    if (now - this.#looked < pause) return this.#isOutOfDate();
    this.#looked = now;
    for (let got = receiveMessageOnPort(this.port); got !== undefined; got = receiveMessageOnPort(this.port))
      // The border to the other thread, which hands on what the client sent.
      this.#take(got.message as Message);
    if (this.#isOutOfDate()) return true;
    this.#waiting = this.#waiting.filter((message) => !this.#answered(message));
    for (const [id, message] of this.#open)
      if (message !== undefined && this.#answered(message)) this.#open.set(id, undefined);
    return false;
  }

  #isOutOfDate(): boolean {
    return this.#changed || this.#unreadEdits > 0;
  }

  /** When all that was held back has been worked off. */
  async settled(): Promise<void> {
    if (this.#waiting.length > 0) this.#flush();
    // The connection takes one message a turn.
    for (; this.#delivered > 0; this.#delivered--) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }

  #take(message: Message): void {
    if (!this.#isOutOfDate() && this.#answered(message)) return;
    if (changesTexts(message)) this.#changed = true;
    if (this.#waiting.length === 0) setImmediate(() => this.#flush());
    this.#waiting.push(message);
  }

  /** Whether it was a request that could be answered at once; what cannot be now may be a little later. */
  #answered(message: Message): boolean {
    const answer = isRequest(message) ? this.answer(message.method, message.params) : undefined;
    if (answer === undefined || !isRequest(message)) return false;
    this.port.postMessage({ jsonrpc: "2.0", id: message.id, result: answer.result });
    return true;
  }

  /** Between two pieces of work: the next may be long, and the connection would take the message behind it. */
  #arrived(message: Message): void {
    if (this.#waiting.length === 0 && this.#unread === 0 && this.#answered(message)) return;
    this.#waiting.push(message);
    this.#flush();
  }

  #flush(): void {
    const messages = this.#waiting;
    this.#waiting = [];
    this.#changed = false;
    this.#delivered += messages.length;
    const last = messages.map(changesTexts).lastIndexOf(true);
    if (last >= 0) this.#unreadEdits = this.#unread + last + 1;
    if (this.#unread === 0 && messages.length > 0) this.#read();
    this.#unread += messages.length;
    for (const message of messages) {
      if (isRequest(message) && message.id !== null) this.#open.set(message.id, message);
      this.#deliver?.(message);
    }
  }

  /** What the connection says, but for its answers to what has been answered meanwhile. */
  #write(message: Message): void {
    if (isResponse(message)) {
      const isAnswered = this.#open.has(message.id) && this.#open.get(message.id) === undefined;
      this.#open.delete(message.id);
      if (isAnswered) return;
    }
    this.port.postMessage(message);
  }

  #read(): void {
    setImmediate(() => {
      this.#unread--;
      if (this.#unreadEdits > 0) this.#unreadEdits--;
      if (this.#unread > 0) this.#read();
    });
  }
}

const isRequest = (message: Message): message is RequestMessage => "id" in message && "method" in message;

const isResponse = (message: Message): message is ResponseMessage & { readonly id: number | string } =>
  "id" in message && !("method" in message) && message.id !== null;

/** Edits, opening and closing, settings, files, the end. */
const changesTexts = (message: Message): boolean =>
  "method" in message &&
  /^(textDocument|notebookDocument)\/did(Open|Change|Close)$|^workspace\/didChange|^(shutdown|exit)$/.test(
    String(message.method),
  );

class Reader extends AbstractMessageReader implements MessageReader {
  constructor(private readonly start: (deliver: DataCallback) => void) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    this.start(callback);
    return { dispose: () => undefined };
  }
}

class Writer extends AbstractMessageWriter implements MessageWriter {
  constructor(
    private readonly send: (message: Message) => void,
    private readonly close: () => void,
  ) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.send(message);
  }

  end(): void {
    this.close();
  }
}
