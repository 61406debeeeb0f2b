// A kernel's source changed in one place, rule by rule.
import type { Arch } from "../../server/src/settings/schema.ts";

/** What is replaced (it occurs once), by what, and the architecture where the rule asks for one. */
export type Change = readonly [from: string, to: string, arch?: Arch];

/** By the code of the rule that must tell, and no other. */
export type Changes = Readonly<Record<string, readonly Change[]>>;

export function changed(source: string, [from, to]: Change): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`"${from}" occurs ${parts.length - 1} times`);
  return parts.join(to);
}
