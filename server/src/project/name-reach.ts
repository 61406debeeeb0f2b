// Which names of a Python file the text of another may lead to, by words alone.
//
// A test calls an interface, which calls what makes the kernel: what a definition mentions it leads to, and so does what mentions
// that. It is a guess about which files are worth evaluating, never about what they do.

/** Names of the target with the number of definitions on the way to each. */
export type Reached = ReadonlyMap<string, number>;

interface Definition {
  readonly name: string;
  readonly words: ReadonlySet<string>;
}

const nothing: Reached = new Map();

export class NameReach {
  readonly #known = new Map<string, Map<string, number>>();

  /** Begins with the names that the target's text declares. */
  constructor(target: string) {
    const definitions = definitionsOf(target);
    for (const { name } of definitions) this.#known.set(name, new Map([[name, 0]]));
    this.#follow(definitions);
  }

  /** What the words of a file of the project lead to; its own definitions that lead somewhere are known from now on. */
  add(text: string): Reached {
    for (const [, name, alias] of text.matchAll(/\b(\w+)[ \t]+as[ \t]+(\w+)/g)) this.#merge(alias!, this.#of(name!), 0);
    const definitions = definitionsOf(text);
    this.#follow(definitions);
    const all = new Map<string, number>();
    for (const { words } of definitions) for (const word of words) mergeInto(all, this.#of(word), 0);
    return all;
  }

  /** Until a definition leads to nothing new; those above may mention those below. */
  #follow(definitions: readonly Definition[]): void {
    for (let grows = true; grows; ) {
      grows = false;
      for (const { name, words } of definitions)
        for (const word of words) if (word !== name && this.#merge(name, this.#of(word), 1)) grows = true;
    }
  }

  #of(word: string): Reached {
    return this.#known.get(word) ?? nothing;
  }

  #merge(word: string, more: Reached, hops: number): boolean {
    if (more.size === 0 || word === "" || word === "main") return false;
    const own = this.#known.get(word) ?? new Map<string, number>();
    this.#known.set(word, own);
    return mergeInto(own, more, hops);
  }
}

function mergeInto(own: Map<string, number>, more: Reached, hops: number): boolean {
  let grows = false;
  for (const [name, distance] of more) {
    if (distance + hops >= (own.get(name) ?? Number.POSITIVE_INFINITY)) continue;
    own.set(name, distance + hops);
    grows = true;
  }
  return grows;
}

/** Each name that a file gives a meaning at its top, with the words up to the next; "" what stands before the first. */
function definitionsOf(text: string): readonly Definition[] {
  const starts = [
    ...text.matchAll(/^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)|^([A-Za-z_]\w*)[ \t]{0,80}(?::[^=\n]{0,400})?=(?!=)/gm),
  ].map((match) => ({ name: match[1] ?? match[2]!, from: match.index }));
  const own = new Set([...starts.map(({ name }) => name), ...importedIn(text)]);
  const parts = [{ name: "", from: 0 }, ...starts];
  return parts.map(({ name, from }, i) => ({ name, words: wordsIn(text.slice(from, parts[i + 1]?.from), own) }));
}

/** Words that can mean something of the project: the file's own names, those that it imports, and members. */
function wordsIn(text: string, own: ReadonlySet<string>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [, dot, word] of text.matchAll(/(\.[ \t]*)?\b([A-Za-z_]\w*)/g))
    if (dot !== undefined || own.has(word!)) words.add(word!);
  return words;
}

function importedIn(text: string): readonly string[] {
  const imports = [
    ...text.matchAll(
      /^[ \t]*(?:from[ \t]{1,80}[\w.]{1,400}[ \t]{1,80})?import[ \t]{1,80}(\([^)]{0,4000}(?:\)|$)|[^\n#]+)/gm,
    ),
  ];
  return imports.flatMap((match) => match[1]!.match(/\w+/g) ?? []);
}
