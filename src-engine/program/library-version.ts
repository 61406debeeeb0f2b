// Versions of CUTLASS: which one the code includes, and whether a change of the library is in it.
import type { Answer } from "../algebra/context.ts";

/** Does a version come before another, `3.4`? */
export function isVersionBefore(version: string, other: string): boolean {
  const [[major = 0, minor = 0] = [], [wantedMajor = 0, wantedMinor = 0] = []] = [version, other].map((one) =>
    one.split(".").map(Number),
  );
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}

/** The same of the version that a program has: undefined is the newest, "unknown" one that nothing in sight tells. */
export const isLibraryBefore = (version: string | undefined, other: string): Answer =>
  version === undefined ? "no" : version === "unknown" ? "unknown" : isVersionBefore(version, other) ? "yes" : "no";
