// What is evaluated on the side: it leaves no facts.
import type { Frame } from "./session.ts";

export function silently<T>({ session }: Pick<Frame, "session">, run: () => T): T {
  session.silent++;
  try {
    return run();
  } finally {
    session.silent--;
  }
}
