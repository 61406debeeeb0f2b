// What is evaluated on the side leaves no facts.
import type { Frame } from "./session.ts";

/** What leaves facts all the same, whoever is at work. */
export function aloud({ session }: Pick<Frame, "session">, run: () => void): void {
  const { silent } = session;
  session.silent = 0;
  try {
    run();
  } finally {
    session.silent = silent;
  }
}

export function silently<T>({ session }: Pick<Frame, "session">, run: () => T): T {
  session.silent++;
  try {
    return run();
  } finally {
    session.silent--;
  }
}
