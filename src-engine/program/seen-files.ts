// Which files of a program see which, by what they include or import.
import type { Program } from "./program.ts";

/** What a file includes or imports, without packages that it names on the way to one of their modules. */
export function seenFrom(file: string, links: ReadonlyMap<string, string>): readonly string[] {
  const all = [...links.values()];
  return all.filter((one) => !isOnTheWay(one, [file, ...all]));
}

function isOnTheWay(file: string, modules: readonly string[]): boolean {
  const folder = /^(.*\/)__init__\.py$/.exec(file)?.[1];
  return folder !== undefined && modules.some((one) => one !== file && one.startsWith(folder));
}

/** The files that include or import one of these, directly or through others. */
export function filesSeeing(units: Program["units"], files: readonly string[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [path, { links }] of units)
    for (const seen of seenFrom(path, links)) {
      const by = users.get(seen);
      if (by === undefined) users.set(seen, [path]);
      else by.push(path);
    }
  const found = new Set(files.flatMap((file) => users.get(file) ?? []));
  for (const one of found) for (const path of users.get(one) ?? []) found.add(path);
  return found;
}
