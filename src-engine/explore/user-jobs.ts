// What is started of a file that uses the target: the functions that may come to it, as the names in their code tell.
//
// Of a file with twenty tests of which two name something that leads to the target, the others would be evaluated for nothing.
import type { FileScope, Job, Program, Session } from "../interpret/session.ts";
import { mentionsOne, namesLeadingTo } from "../program/leading-names.ts";
import { namesOf, type Outline } from "../program/outline.ts";
import { outlineIn } from "../program/program.ts";
import { filesSeeing } from "../program/seen-files.ts";
import type { Mentioned } from "./mentioned.ts";
import { rootJobs } from "./roots.ts";

/** The file's scope and its uncalled functions, without what cannot come to the target by anything that it leads to. */
export function userJobs(session: Session, file: FileScope, mentioned: Mentioned): readonly Job[] {
  const leading = leadingIn(session.program);
  // A file that does not include the target may use it all the same, where the library's model stands between them.
  if (!leading.files.has(file.file) || leading.isHidden) return rootJobs(session, file, mentioned);
  const leads = partsLeading(file.linked.outline(), leading.names);
  const wanted = file.linked.unit.items.filter(
    (item) => leads.has(item.name) || (item.kind === "statement" && mentionsOne(item, leading.names)),
  );
  return wanted.length === 0 ? [] : rootJobs(session, file, mentioned, new Set(wanted.map(({ id }) => id)));
}

/** Names of parts that mention one of these. */
const partsLeading = ({ parts }: Outline, leading: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(parts.flatMap(({ names, mentions }) => ([...mentions].some((one) => leading.has(one)) ? names : [])));

/** What leads to the target. */
interface Leading {
  readonly files: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Something of the target is called by no name. */
  readonly isHidden: boolean;
}

/** Several evaluations ask the same of one program. */
const known = new WeakMap<Program["units"], Leading>();

function leadingIn(program: Program): Leading {
  const { units, target } = program;
  const before = known.get(units);
  if (before !== undefined) return before;
  const files = new Set(filesSeeing(units, [target]));
  files.delete(target);
  const own = (units.get(target)?.unit.items ?? []).filter(({ kind }) => kind !== "import").flatMap(namesOf);
  // The target's own bodies say nothing: an edit of one leaves the users as they are.
  const names = namesLeadingTo(
    own,
    [...files].flatMap((path) => outlineIn(program, path) ?? []),
  );
  const leading = { files, names, isHidden: own.some((name) => name.startsWith("operator")) };
  known.set(units, leading);
  return leading;
}
