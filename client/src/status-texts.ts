// What the status bar says of a file whose evaluation has ended, and what a screen reader reads.
import type { StatusParams } from "../../server/src/protocol/requests.ts";

type Told = Pick<StatusParams, "arch" | "layouts" | "problems" | "incomplete">;

/** That an evaluation ended before its end stands in sight; the tooltip says why. */
export function statusTexts({ arch, layouts, problems, incomplete }: Told): {
  readonly text: string;
  readonly label: string;
} {
  const known = count(layouts, "layout");
  const part = incomplete === undefined ? "" : ", not all";
  return {
    text: `$(symbol-array) CuTe${arch === "auto" ? "" : ` ${arch}`} · ${known}${part}`,
    label: `CuTe Lens, ${arch}, ${known} known${part}, ${count(problems, "problem")}`,
  };
}

export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
