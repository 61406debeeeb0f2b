// The instances that the user chose, by file and function: told to the client, which keeps them over a restart.

import type { Choices } from "../features/instance-choice.ts";
import { type ChoicesParams, choicesNotification } from "../protocol/requests.ts";

const none: Choices = new Map();

/** Lives as long as the server. */
export class ChoiceStore {
  readonly #byFile = new Map<string, Choices>();

  constructor(
    kept: ChoicesParams["choices"] | undefined,
    private readonly tell: (method: string, params: ChoicesParams) => void,
  ) {
    for (const [file, choices] of Object.entries(kept ?? {})) {
      const entries = Object.entries(choices).filter(([, label]) => typeof label === "string");
      this.#byFile.set(file, new Map(entries));
    }
  }

  /** The same object until a choice changes. */
  of(uri: string): Choices {
    return this.#byFile.get(uri) ?? none;
  }

  choose(uri: string, name: string, label: string): void {
    this.#byFile.set(uri, new Map([...this.of(uri), [name, label]]));
    const choices = [...this.#byFile].map(([file, each]) => [file, Object.fromEntries(each)] as const);
    this.tell(choicesNotification, { choices: Object.fromEntries(choices) });
  }
}
