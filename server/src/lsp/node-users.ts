// The index of users in the main thread of the server process, while the other one evaluates.
//
// It reads some thousand files when the first one is opened: in the thread that evaluates that was half of the time until the
// first hints. Each project has an index, and a channel to it.
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { nodeHost } from "../host-node.ts";
import type { IndexEvents, IndexTask } from "../project/analyse.ts";
import { Files } from "../project/files.ts";
import { type UserIndex, Users } from "../project/users.ts";

interface Opening {
  readonly roots: readonly string[];
  readonly port: MessagePort;
}

type Question =
  | { readonly kind: "of"; readonly id: number; readonly path: string }
  | { readonly kind: "forget"; readonly path: string };

type Answer =
  | { readonly kind: "users"; readonly id: number; readonly users: readonly string[] }
  | { readonly kind: "begin" | "end"; readonly task: number }
  | { readonly kind: "report"; readonly task: number; readonly done: number; readonly total: number };

/** The main thread's end: an index for each channel that comes. */
export function keepIndexes(openings: MessagePort): void {
  openings.on("message", ({ roots, port }: Opening) => {
    const files = new Files(nodeHost);
    const tell = (answer: Answer): void => port.postMessage(answer);
    let last = 0;
    const begin = (): IndexTask => {
      const task = ++last;
      tell({ kind: "begin", task });
      return {
        report: (done, total) => tell({ kind: "report", task, done, total }),
        end: () => tell({ kind: "end", task }),
      };
    };
    const users = new Users(files, roots, { begin });
    port.on("message", (question: Question) => {
      if (question.kind === "of")
        void users.of(question.path).then((found) => tell({ kind: "users", id: question.id, users: found }));
      else {
        files.forget(question.path);
        users.forget(question.path);
      }
    });
  });
}

/** The evaluating thread's end. */
export class FarUsers implements UserIndex {
  readonly #port: MessagePort;
  readonly #known = new Map<string, Promise<readonly string[]>>();
  readonly #waiting = new Map<number, (users: readonly string[]) => void>();
  #last = 0;
  /** Two files may be asked about before the first is known. */
  readonly #tasks = new Map<number, IndexTask>();

  constructor(
    openings: MessagePort,
    roots: readonly string[],
    private readonly events: Pick<IndexEvents, "begin"> | undefined,
  ) {
    const { port1, port2: port } = new MessageChannel();
    this.#port = port1;
    port1.on("message", (answer: Answer) => this.#take(answer));
    openings.postMessage({ roots, port } satisfies Opening, [port]);
  }

  of(path: string): Promise<readonly string[]> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const id = ++this.#last;
    const users = new Promise<readonly string[]>((resolve) => this.#waiting.set(id, resolve));
    this.#known.set(path, users);
    this.#ask({ kind: "of", id, path });
    return users;
  }

  forget(path: string): void {
    this.#known.clear();
    this.#ask({ kind: "forget", path });
  }

  close(): void {
    this.#port.close();
    for (const task of this.#tasks.values()) task.end();
    this.#tasks.clear();
  }

  #ask(question: Question): void {
    this.#port.postMessage(question);
  }

  #take(answer: Answer): void {
    if (answer.kind === "users") {
      this.#waiting.get(answer.id)?.(answer.users);
      this.#waiting.delete(answer.id);
    } else if (answer.kind === "begin") {
      const task = this.events?.begin();
      if (task !== undefined) this.#tasks.set(answer.task, task);
    } else if (answer.kind === "report") this.#tasks.get(answer.task)?.report(answer.done, answer.total);
    else {
      this.#tasks.get(answer.task)?.end();
      this.#tasks.delete(answer.task);
    }
  }
}
