// Names in order. The same lists are asked for again and again: what a kind of value has for fields, what an object has for members.

interface Ordered {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
}

/** By length. */
const known = new Map<number, Ordered[]>();

/** So many lists of one length are remembered, newest first. */
const mostOfALength = 24;

/** The same names, sorted by their UTF-16 units. */
export function inOrder(names: readonly string[]): readonly string[] {
  let list = known.get(names.length);
  if (list === undefined) {
    list = [];
    known.set(names.length, list);
  }
  for (const one of list) if (isSameList(one.names, names)) return one.sorted;
  const sorted = [...names].sort();
  list.unshift({ names, sorted });
  if (list.length > mostOfALength) list.pop();
  return sorted;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
