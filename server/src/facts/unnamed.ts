// Numbers that no variable holds have names that only the evaluator knows (`the call.shape.0`, `the conditional`): a reader sees
// that they are some number.

const internal = /\bthe (?:call|conditional|result|object|item)(?:\.\w+)*/g;

/** A notation with `?` for each of them. */
export const withoutInternalNames = (notation: string): string => notation.replace(internal, "?");

/** `the call.shape.0, params.d known at run time only`: what has a name; undefined where nothing has. */
export function namedInNote(note: string): string | undefined {
  const [, names] = /^(.*) known at run time only$/.exec(note) ?? [];
  if (names === undefined) return note;
  const told = names.split(", ").filter((name) => withoutInternalNames(name) === name);
  return told.length === 0 ? undefined : `${told.join(", ")} known at run time only`;
}
