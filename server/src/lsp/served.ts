// Whether this server speaks of the names of a file: not where another one does.
import type { Language } from "../../../src-engine/program/ir.ts";
import type { Settings } from "../settings/schema.ts";

/** `auto` asks the client which languages others serve; one that does not say has such a server. */
export function offersNavigation(
  settings: Settings,
  language: Language,
  served: readonly Language[] | undefined,
): boolean {
  if (settings.navigation !== "auto") return settings.navigation === "on";
  return served !== undefined && !served.includes(language);
}
