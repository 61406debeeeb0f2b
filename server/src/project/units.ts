// Documents and their units: read or opened, parsed, lowered, and kept until the text changes.
//
// A C++ unit keeps its tree, so that the next text is parsed incrementally and unchanged items stay the same objects.
import type { Language, Unit } from "../../../src-engine/program/ir.ts";
import { isSameList } from "../../../src-engine/program/same-data.ts";
import { cutlassPrelude, cutlassPreludePath } from "../languages/cpp/library/prelude.ts";
import { type Lowered, lowerCpp } from "../languages/cpp/lower/lower.ts";
import { isPort } from "../languages/cpp/port.ts";
import type { MacroTable } from "../languages/cpp/prepare/macros.ts";
import { meetsTheSame } from "../languages/cpp/prepare/macros-met.ts";
import type { Grammars, Parser } from "../languages/parse/grammars.ts";
import { languageOf } from "../languages/parse/language.ts";
import { type Parsed, parse, parseWith } from "../languages/parse/parse.ts";
import type { WithTree } from "../languages/python/lower/later-body.ts";
import { lowerPython } from "../languages/python/lower/lower.ts";
import { notebookCells } from "../languages/python/lower/notebook.ts";
import { textHash } from "../text-hash.ts";
import type { Document } from "./analyse.ts";
import type { Files } from "./files.ts";
import { isRead, laterUnit } from "./later.ts";
import { importsOfText } from "./python-text.ts";

export interface Loaded {
  readonly document: Document;
  readonly unit: Unit;
  /** C++: what the file defines, for those that include it. */
  readonly macros: MacroTable;
}

export interface LoadOptions {
  readonly arch?: string | undefined;
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** What included files define. */
  readonly macros?: MacroTable | undefined;
  /** Macros that say nothing: `NAME` or `NAME(...)`. */
  readonly extraMacros?: readonly string[] | undefined;
  /** The build makes code for hardware that is not NVIDIA's. */
  readonly isPort?: true | undefined;
}

interface Read {
  readonly loaded: Loaded;
  readonly parsed: readonly Parsed[];
  readonly lowered?: Lowered;
}

interface Entry extends Read {
  readonly settings: string;
  readonly given: string;
  readonly options: LoadOptions;
}

const prelude: Document = { path: cutlassPreludePath, language: "cpp", version: 0, fragments: [cutlassPrelude] };

export class Units {
  readonly #open = new Map<string, Document>();
  readonly #read = new Map<string, Promise<Document | undefined>>();
  readonly #entries = new Map<string, Entry>();

  constructor(
    private readonly files: Files,
    private readonly grammars: Grammars,
  ) {}

  setDocument(path: string, document: Document | undefined): void {
    if (document !== undefined) {
      this.#open.set(path, document);
      return;
    }
    this.#open.delete(path);
    const entry = this.#entries.get(path);
    if (entry !== undefined) this.#entries.set(path, withoutTrees(entry));
  }

  /** The text of an open document; undefined for one that is not open. */
  openText(path: string): string | undefined {
    return this.#open.get(path)?.fragments.join("\u0000");
  }

  /** Paths of the documents that are open in the editor. */
  openPaths(): readonly string[] {
    return [...this.#open.keys()];
  }

  forget(path: string): void {
    this.#read.delete(path);
    this.files.forget(path);
  }

  document(path: string): Promise<Document | undefined> {
    if (path === cutlassPreludePath) return Promise.resolve(prelude);
    const open = this.#open.get(path);
    if (open !== undefined) return Promise.resolve(open);
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const read = this.files.host.read(path).then((text) => (text === undefined ? undefined : documentOf(path, text)));
    this.#read.set(path, read);
    return read;
  }

  async load(path: string, options: LoadOptions = {}): Promise<Loaded | undefined> {
    const document = await this.document(path);
    if (document === undefined) return undefined;
    const readWith = { settings: settingsOf(options), given: macrosOf(options), options };
    const known = this.#entries.get(path);
    if (known?.settings === readWith.settings && isSameList(known.loaded.document.fragments, document.fragments)) {
      if (known.given === readWith.given) return known.loaded;
      if (meetsTheSameMacros(known, options)) {
        this.#entries.set(path, { ...known, ...readWith });
        return known.loaded;
      }
    }
    const read = await (document.language === "cpp"
      ? this.#cpp(document, options, known)
      : this.#python(document, known));
    const entry = { ...read, ...readWith };
    this.#entries.set(path, this.#open.has(path) ? entry : withoutTrees(entry));
    return entry.loaded;
  }

  async #cpp(document: Document, options: LoadOptions, known: Entry | undefined): Promise<Read> {
    const text = readable(document.fragments.join("\n"));
    const parsed = await parse(this.grammars, "cpp", text, known?.parsed[0], options);
    const lowered = lowerCpp(document.path, parsed, known?.lowered);
    const own = new Map((parsed.prepared?.definitions ?? []).map(({ meaning }) => [meaning.name, meaning]));
    const unit = options.isPort === true || isPort(text) ? { ...lowered.unit, isPort: true as const } : lowered.unit;
    return { loaded: { document, unit, macros: own }, parsed: [parsed], lowered };
  }

  /** What is open in the editor is parsed now, with its trees for the next edit; the rest when its code is asked for. */
  async #python(document: Document, known: Entry | undefined): Promise<Read> {
    const parser = await this.grammars.parser("python");
    const before = known !== undefined && isRead(known.loaded.unit) ? known.loaded.unit : undefined;
    if (this.#open.has(document.path)) return readPython(parser, document, known?.parsed ?? [], before);
    const unit = laterUnit(document.path, importsOfText(document), () => {
      const { loaded, parsed } = readPython(parser, document, [], before, treesOf(parser));
      for (const one of parsed) one.dispose();
      return loaded.unit;
    });
    return { loaded: { document, unit, macros: new Map() }, parsed: [] };
  }

  dispose(): void {
    for (const entry of this.#entries.values()) for (const parsed of entry.parsed) parsed.dispose();
    this.#entries.clear();
  }
}

function readPython(
  parser: Parser,
  document: Document,
  trees: readonly Parsed[],
  before: Unit | undefined,
  later?: WithTree,
): Read {
  const parsed = document.fragments.map((text, i) => parseWith(parser, "python", readable(text), trees[i]));
  for (const one of trees.slice(parsed.length)) one.dispose();
  const fragments = parsed.map((one) => ({ text: one.source, root: one.tree.rootNode }));
  const unit = lowerPython(document.path, fragments, before, later);
  return { loaded: { document, unit, macros: new Map() }, parsed };
}

const treesOf =
  (parser: Parser): WithTree =>
  (text, use) => {
    const parsed = parseWith(parser, "python", text);
    try {
      return use(parsed.tree.rootNode);
    } finally {
      parsed.dispose();
    }
  };

/** Trees are for the next edit: what is not open in the editor gives its memory back. */
function withoutTrees(entry: Entry): Entry {
  for (const parsed of entry.parsed) parsed.dispose();
  return { ...entry, parsed: [] };
}

/** Are none of the macros that are new or gone among those that the text meets? */
function meetsTheSameMacros({ loaded, options: before }: Entry, options: LoadOptions): boolean {
  const text = [...loaded.document.fragments, ...Object.values(options.defines ?? {})].join("\n");
  return meetsTheSame(text, before.macros ?? new Map(), options.macros ?? new Map());
}

/** No person writes such lines; what is looked for on a line takes its time. */
const longestLine = 10_000;

/** A line beyond all measure, such as a table of numbers, is read as if nothing stood in it. */
function readable(text: string): string {
  const parts: string[] = [];
  let read = 0;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (end - at > longestLine) {
      parts.push(text.slice(read, at), " ".repeat(end - at));
      read = end;
    }
    at = end + 1;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(read);
}

const settingsOf = ({ arch, defines, extraMacros, isPort }: LoadOptions): string =>
  JSON.stringify([arch ?? "", defines ?? {}, extraMacros ?? [], isPort]);

/** Of all that the included headers define: their texts would take more than those of the files. */
const macrosOf = ({ macros }: LoadOptions): string => textHash(JSON.stringify([...(macros?.values() ?? [])]));

/** A file's text as a document: a notebook's code cells are its fragments. */
export function documentOf(path: string, text: string): Document | undefined {
  const language: Language | undefined = languageOf(path);
  if (language === undefined) return undefined;
  if (!path.endsWith(".ipynb")) return { path, language, version: 0, fragments: [text] };
  const cells = notebookCells(text);
  return cells === undefined ? undefined : { path, language, version: 0, fragments: cells.map((cell) => cell.text) };
}
