// A name stands in a file's code many times over: one text and one path for all of them, which keeps no file's text alive.

const most = 50_000;
const known = new Map<string, readonly [string]>();

/** The path of a plain name. */
export function sharedPath(name: string): readonly [string] {
  const before = known.get(name);
  if (before !== undefined) return before;
  // What was typed on the way to a name is not kept for ever.
  if (known.size >= most) known.clear();
  // A slice of a text refers to all of it.
  const path = [[...name].join("")] as const;
  known.set(path[0], path);
  return path;
}

export const sharedName = (name: string): string => sharedPath(name)[0];
