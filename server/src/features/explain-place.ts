// Where a pasted error comes from: the line of the user's own file, behind those of the library and of the DSL.
//
// nvcc and g++ write it in the notes behind the error, CuTe DSL as `--> file:12:10` or `loc("file":12:0)`, Python as a traceback.

export interface OwnLine {
  readonly file: string;
  readonly line: string;
}

const longest = 8000;

/** Of the error whose text stands at `at`. */
export const ownLineOf = (text: string, at: number): OwnLine | undefined => ofDsl(text) ?? ofCompiler(text, at);

/** The sentence that `explain` begins with. */
export const placeText = ({ file, line }: OwnLine): string => `Your line: ${file}, line ${line}.`;

/** The innermost place outside of the library; `head` where notes name none. */
export function ownLineIn(notes: string, head: OwnLine): OwnLine | undefined {
  const nvcc = [...notes.matchAll(/at line (\d+)(?: of ([^\n]+))?/g)].map(([, line = "", file]) => ({
    file: (file ?? head.file).trim(),
    line,
  }));
  const gcc = [...notes.matchAll(/^([^\s:][^:\n]*):(\d+):(?:\d+:)?\s+required (?:from|by)/gm)].map(
    ([, file = "", line = ""]) => ({ file, line }),
  );
  return [...nvcc, ...gcc].find(({ file }) => !isLibrary(file));
}

export const isLibrary = (file: string): boolean =>
  /(?:^|\/)(?:cute|cutlass|cuda|thrust|cub)\/[\w/.+-]*$/.test(file.trim()) || /\/site-packages\/|^</.test(file.trim());

/** The head of the error is the last line before its text, or holds it. */
function ofCompiler(text: string, at: number): OwnLine | undefined {
  const end = text.indexOf("\n", at);
  const lines = text.slice(Math.max(0, at - longest), end < 0 ? text.length : end).split("\n");
  const found = lines.reverse().flatMap((line) => headIn(line) ?? [])[0];
  if (found === undefined) return undefined;
  const behind = text.slice(at, at + longest);
  const next = behind.search(/\): (?:fatal )?error: |:\d+: (?:fatal )?error: /);
  return isLibrary(found.file) ? ownLineIn(next < 0 ? behind : behind.slice(0, next), found) : found;
}

function headIn(line: string): OwnLine | undefined {
  if (line.length > 2000 || !line.includes("error: ")) return undefined;
  const [, file, number] = /^(.*?)[(:](\d+)(?:\)|:\d+)?: (?:fatal )?error: /.exec(line) ?? [];
  return file === undefined || number === undefined ? undefined : { file, line: number };
}

function ofDsl(text: string): OwnLine | undefined {
  const places = placesIn(text);
  return places.arrow ?? places.frame ?? places.location;
}

/** Of the arrow of its front end, the last frame of a traceback, and the location of its verifier. */
function placesIn(text: string): Readonly<Partial<Record<"arrow" | "frame" | "location", OwnLine>>> {
  const found: Partial<Record<"arrow" | "frame" | "location", OwnLine>> = {};
  const keep = (kind: "arrow" | "frame" | "location", [, file, line]: readonly string[]): void => {
    if (file !== undefined && line !== undefined && !isLibrary(file)) found[kind] = { file, line };
  };
  for (const line of text.split("\n")) {
    if (line.length > 2000) continue;
    const plain = line.trim();
    if (plain.startsWith("--> ")) keep("arrow", /^--> ([^:]+|\w:[^:]+):(\d+)/.exec(plain) ?? []);
    if (plain.startsWith('File "')) keep("frame", /^File "([^"]+)", line (\d+)/.exec(plain) ?? []);
    if (found.location === undefined && plain.includes("loc("))
      keep("location", /loc\((?:"[^"]*"\()?"([^"]+)":(\d+):\d+/.exec(plain) ?? []);
  }
  return found;
}
