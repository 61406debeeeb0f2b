// What a document's facts say beyond what its calls reach: evaluated once an edition, when somebody asks.
import type { Analysis } from "./analysis.ts";

type Answer = Analysis | undefined;

/** Milliseconds of an evaluation from which on nobody waits for another. */
const long = 150;

export class Deeper {
  #edition: number | undefined;
  #asked: Promise<Answer> = Promise.resolve(undefined);
  #isThere = false;
  #longest = 0;

  of(edition: number, evaluate: () => Promise<Answer>): Promise<Answer> {
    if (this.#edition !== edition) {
      this.#edition = edition;
      this.#isThere = false;
      this.#asked = evaluate();
      const done = () => {
        if (this.#edition === edition) this.#isThere = true;
      };
      this.#asked.then(done, done);
    }
    return this.#asked;
  }

  /** An evaluation of the document took so long. */
  took(milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** Would one who asks now wait long? */
  isLong(edition: number): boolean {
    return this.#longest > long && !(this.#edition === edition && this.#isThere);
  }
}
