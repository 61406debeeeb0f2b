// Whose turn it is: one analysis at a time, first those that somebody waits for, and among them the newest edit.
import { nextTick } from "../next-tick.ts";

export interface Claim {
  /** Does somebody wait for it, or is it done because other files may have changed it? */
  readonly isWaitedFor: boolean;
  /** When the document was opened or edited last. */
  readonly edited: number;
}

interface Job {
  readonly claim: Claim;
  readonly run: () => Promise<void>;
}

export class Turns {
  #jobs: Job[] = [];
  #isOpen = false;
  #isBusy = false;

  /** The first turn may begin. */
  open(): void {
    this.#isOpen = true;
    void this.#next();
  }

  /** Runs the work when its turn has come; what the claim says may change until then. */
  take<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ claim, run: () => work().then(resolve, reject) });
      void this.#next();
    });
  }

  /** Is something waited for that has no turn yet? */
  isWaitedFor(): boolean {
    return this.#jobs.some(({ claim }) => claim.isWaitedFor);
  }

  async #next(): Promise<void> {
    if (!this.#isOpen || this.#isBusy || this.#jobs.length === 0) return;
    this.#isBusy = true;
    await nextTick();
    const job = this.#jobs.reduce((best, one) => (isBefore(one.claim, best.claim) ? one : best));
    this.#jobs = this.#jobs.filter((one) => one !== job);
    await job.run();
    this.#isBusy = false;
    void this.#next();
  }
}

const isBefore = (a: Claim, b: Claim): boolean =>
  a.isWaitedFor === b.isWaitedFor ? a.edited > b.edited : a.isWaitedFor;
