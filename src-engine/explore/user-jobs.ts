// What is started of a file that uses the target: the functions that may come to it, as the names in their code tell.
//
// Of a file with twenty tests of which two name something that leads to the target, the others would be evaluated for nothing.
import type { FileScope, Job, Program, Session } from "../interpret/session.ts";
import type { Item } from "../program/ir.ts";
import { mentionsOne, namesLeadingTo, namesOf } from "../program/leading-names.ts";
import { rootJobs } from "./roots.ts";

/** The file's scope and its uncalled functions, without what cannot come to the target by anything that it leads to. */
export function userJobs(session: Session, file: FileScope, mentioned: (item: Item) => boolean): readonly Job[] {
  const leading = leadingIn(session.program);
  // A file that does not include the target may use it all the same, where the library's model stands between them.
  if (!leading.files.has(file.file) || leading.isHidden) return rootJobs(session, file, mentioned);
  const wanted = file.linked.unit.items.filter((item) => mentionsOne(item, leading.names));
  return wanted.length === 0 ? [] : rootJobs(session, file, mentioned, new Set(wanted.map(({ id }) => id)));
}

/** What leads to the target. */
interface Leading {
  readonly files: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Something of the target is called by no name. */
  readonly isHidden: boolean;
}

/** Several evaluations ask the same of one program. */
const known = new WeakMap<Program["units"], Leading>();

function leadingIn({ units, target }: Program): Leading {
  const before = known.get(units);
  if (before !== undefined) return before;
  const files = filesSeeing(units, target);
  const own = (units.get(target)?.unit.items ?? []).filter(({ kind }) => kind !== "import").flatMap(namesOf);
  // The target's own bodies say nothing: an edit of one leaves the users as they are.
  const names = namesLeadingTo(
    own,
    [...files].flatMap((path) => units.get(path)?.unit ?? []).map(({ items }) => items),
  );
  const leading = { files, names, isHidden: own.some((name) => name.startsWith("operator")) };
  known.set(units, leading);
  return leading;
}

/** The files that include or import one, directly or through others. */
function filesSeeing(units: Program["units"], target: string): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [path, { links }] of units)
    for (const seen of links.values()) users.set(seen, [...(users.get(seen) ?? []), path]);
  const found = new Set(users.get(target));
  for (const one of found) for (const path of users.get(one) ?? []) found.add(path);
  found.delete(target);
  return found;
}
