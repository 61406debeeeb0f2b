// As much YAML as `.clangd` files have: documents, maps, lists in both notations, plain and quoted texts, comments.
//
// What it does not understand (anchors, block texts, tabs) is told with its line; it never throws.

export type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
}

class Complaint extends Error {}

/** The documents of a text, split at `---`. */
export function parseYaml(text: string): { readonly documents: readonly Yaml[]; readonly complaint?: string } {
  try {
    return { documents: documentsOf(text).map((lines) => new Reader(lines).document()) };
  } catch (error) {
    if (error instanceof Complaint) return { documents: [], complaint: error.message };
    throw error;
  }
}

function documentsOf(text: string): readonly (readonly Line[])[] {
  const documents: Line[][] = [[]];
  text.split(/\r?\n/).forEach((raw, i) => {
    if (/^(---|\.\.\.)\s*$/.test(raw)) {
      documents.push([]);
      return;
    }
    const body = withoutComment(raw);
    if (body.trim() === "") return;
    if (/^\s*\t/.test(body)) throw new Complaint(`line ${i + 1}: a tab cannot indent`);
    documents.at(-1)!.push({ number: i + 1, indent: body.search(/\S/), text: body.trim() });
  });
  return documents.filter((lines) => lines.length > 0);
}

/** A `#` at the start or after a space begins a comment, but not inside quotes. */
function withoutComment(line: string): string {
  const piece = /"(?:\\.|[^"\\])*"|'[^']*'|(^|\s)#.*$/g;
  return line.replace(piece, (all: string, before: string | undefined) => (before === undefined ? all : ""));
}

class Reader {
  #at = 0;

  constructor(private readonly lines: readonly Line[]) {}

  document(): Yaml {
    const value = this.#block(0, 0);
    const left = this.lines[this.#at];
    if (left !== undefined) throw new Complaint(`line ${left.number}: ${left.text} is indented unlike its neighbours`);
    return value;
  }

  #block(indent: number, depth: number): Yaml {
    const first = this.lines[this.#at];
    if (first === undefined || first.indent < indent) return "";
    if (depth > 40) throw new Complaint(`line ${first.number}: it nests too deeply`);
    return isItem(first) ? this.#list(first.indent, depth) : this.#map(first.indent, depth);
  }

  #list(indent: number, depth: number): Yaml {
    const items: Yaml[] = [];
    for (let line = this.lines[this.#at]; line !== undefined && line.indent === indent && isItem(line); ) {
      const rest = line.text.slice(1).trim();
      this.#at++;
      items.push(rest === "" ? this.#block(indent + 1, depth + 1) : scalarOrFlow(rest, line.number));
      line = this.lines[this.#at];
    }
    return items;
  }

  #map(indent: number, depth: number): Yaml {
    const entries: [string, Yaml][] = [];
    for (let line = this.lines[this.#at]; line !== undefined && line.indent === indent; line = this.lines[this.#at]) {
      const match = /^("[^"]*"|'[^']*'|[^:[\]{}]+):(?:\s+(.*))?$/.exec(line.text);
      if (match === null) throw new Complaint(`line ${line.number}: \`key: value\` is expected, not ${line.text}`);
      this.#at++;
      const rest = match[2] ?? "";
      entries.push([
        plain(match[1]!.trimEnd()),
        rest === "" ? this.#under(indent, depth) : this.#flow(rest, line.number),
      ]);
    }
    return Object.fromEntries(entries);
  }

  /** The value of `key:` stands below it; a list may stand at the key's own column. */
  #under(indent: number, depth: number): Yaml {
    const next = this.lines[this.#at];
    return this.#block(next !== undefined && isItem(next) ? indent : indent + 1, depth + 1);
  }

  /** `[a, b]` may go on in the next lines. */
  #flow(text: string, number: number): Yaml {
    let all = text;
    while (all.startsWith("[") && !all.endsWith("]") && this.#at < this.lines.length)
      all += ` ${this.lines[this.#at++]!.text}`;
    return scalarOrFlow(all, number);
  }
}

const isItem = (line: Line): boolean => line.text === "-" || line.text.startsWith("- ");

function scalarOrFlow(text: string, number: number): Yaml {
  if (/^[&*|>{]/.test(text)) throw new Complaint(`line ${number}: ${text.slice(0, 20)} is not understood here`);
  if (!text.startsWith("[")) return plain(text);
  if (!text.endsWith("]")) throw new Complaint(`line ${number}: ] is missing`);
  const items = text.slice(1, -1).match(/"(?:\\.|[^"\\])*"|'[^']*'|[^,]+/g) ?? [];
  return items.map((one) => plain(one.trim())).filter((one) => one !== "");
}

function plain(text: string): string {
  if (/^".*"$/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, "$1");
  return /^'.*'$/.test(text) ? text.slice(1, -1) : text;
}
