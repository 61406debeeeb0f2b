// `error: static assertion failed` without a text: the condition, the line of the user's file that led to it, the types it was made for.
//
// nvcc writes `file(8): error: …` and "detected during instantiation of … at line 14 of file", g++ `file:8:3: error: …` and
// "file:14:5: required from here".
import type { Explanation } from "./explain.ts";
import { instantiatedWith } from "./explain-instantiation.ts";
import { isLibrary, ownLineIn } from "./explain-place.ts";

const head = /^(.*?)[(:](\d+)(?:\)|:\d+)?: error: static[_ ]assert(?:ion)? failed(?:: (.+)| with "(.+)")?\s*$/;
const longest = 8000;
/** No compiler writes the head of an error in so many characters: the patterns here are asked of short texts alone. */
const longestHead = 2000;

/** Undefined where no assertion fails in the text. */
export function explainAssertion(text: string): Explanation | undefined {
  const found = headIn(text);
  if (found === undefined) return undefined;
  const { end } = found;
  const [, file = "", line = "", first, second] = found.parts;
  const said = (first ?? second ?? "").replace(/^"|"$/g, "");
  const next = text.slice(end).search(/: (?:fatal )?error: /);
  const behind = text.slice(end, end + Math.min(longest, next < 0 ? longest : next));
  const at = { file, line };
  const from = ownLineIn(behind, at);
  const own = isLibrary(file) ? from : at;
  const reached = own === at && from !== undefined ? `, reached from line ${from.line} of ${name(from.file)}` : "";
  const condition = conditionIn(behind);
  return {
    title: "A static assertion fails",
    lines: [
      `${condition === undefined ? "A condition" : `\`${condition}\``} does not hold at ${name(file)}, line ${line}${said === "" ? "" : `: ${said}`}.`,
      own === undefined
        ? "The text does not say which line of your own files leads to it: compile without cutting the notes behind the error."
        : `Your line: ${own.file}, line ${own.line}${reached}.`,
      "Way out: open that line with CuTe Lens, which shows both sides with their values there; the types below are what it was compiled for.",
    ],
    table: instantiatedWith(text, end),
    rules: [],
    ...(own === undefined ? {} : { at: own }),
  };
}

/** The first head of such an error, and where its line ends. */
function headIn(text: string): { readonly parts: readonly string[]; readonly end: number } | undefined {
  let end = -1;
  for (const line of text.split("\n")) {
    end += line.length + 1;
    const parts = line.length <= longestHead && line.includes("error: static") ? head.exec(line) : null;
    if (parts !== null) return { parts, end };
  }
  return undefined;
}

const name = (file: string): string => file.trim().split("/").at(-1) ?? file;

/** As it stands in the source: of CUTE_STATIC_ASSERT_V what it was given. */
function conditionIn(behind: string): string | undefined {
  const source = /static_assert\s*\((.*)\)\s*;?[ \t]*$/m.exec(behind.slice(0, 1500))?.[1];
  if (source === undefined) return /CUTE_STATIC_ASSERT_V\((.*)\)\s*;/.exec(behind.slice(0, 1500))?.[1];
  const plain = source.replace(/,\s*"(?:[^"\\]|\\.)*"\s*$/, "").trim();
  return /^decltype\((.*)\)::value$/.exec(plain)?.[1] ?? plain;
}
