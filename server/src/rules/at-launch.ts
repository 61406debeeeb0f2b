// Threads that a kernel's calls miss are missing in its launch: there it is told, once for all of them.
import type { Instance } from "../../../src-engine/program/facts.ts";
import { launchOf } from "../costs/block.ts";
import type { Finding } from "./rule.ts";

/** Each at its call where the launch stands in another file. */
export function toldAtLaunch(
  found: readonly Finding[],
  index: Parameters<typeof launchOf>[0],
  instance: Instance,
): readonly Finding[] {
  const launch = launchOf(index, instance.id);
  if (launch === undefined) return found;
  return [...new Set(found.map(({ message }) => message))].map((message) => {
    const calls = found.filter((one) => one.message === message);
    const related = calls.flatMap(({ item, span, related: more }) => [{ item, span, message: "here" }, ...more]);
    return { ...launch, message, related, fixes: [] };
  });
}
