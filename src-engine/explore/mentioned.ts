// Which functions and classes other code names: the evaluation starts at what nobody does.
import type { Program, Session } from "../interpret/session.ts";
import type { Item, ItemId } from "../program/ir.ts";
import { type Outline, outlineOf } from "../program/outline.ts";
import { outlineIn } from "../program/program.ts";

export type Mentioned = (file: string, item: Item) => boolean;

/** Is an item named by the code of another item of its file, or of a file that sees it? Five files may have a `main` that calls itself. */
export function mentionedIn({ program }: Session, only?: ReadonlySet<ItemId>): Mentioned {
  const { target, units } = program;
  const known = program.roots.flatMap((path) => {
    const some = path === target && only !== undefined ? units.get(path)?.unit.items : undefined;
    const outline = some === undefined ? outlineIn(program, path) : outlineOf(some.filter(({ id }) => only?.has(id)));
    return outline === undefined ? [] : [{ path, sees: seenBy(program, path), ...namedIn(outline) }];
  });
  return (file, item) => {
    let named = 0;
    for (const { path, sees, count, itself } of known) {
      if (sees.has(file)) named += count.get(item.name) ?? 0;
      if (path === file && itself.has(item.name)) named--;
    }
    return named > 0;
  };
}

/** How many parts of a file mention a name, and which ones one of their own. */
function namedIn({ parts }: Outline) {
  const count = new Map<string, number>();
  const itself = new Set<string>();
  for (const { names, mentions } of parts) {
    for (const name of mentions) count.set(name, (count.get(name) ?? 0) + 1);
    for (const name of names) if (mentions.has(name)) itself.add(name);
  }
  return { count, itself };
}

/** A file and what it includes or imports, directly or through others. */
function seenBy(program: Program, file: string): ReadonlySet<string> {
  const seen = new Set([file]);
  for (const one of seen) for (const path of program.units.get(one)?.links.values() ?? []) seen.add(path);
  return seen;
}
