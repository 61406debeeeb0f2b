// What CuTe DSL refuses in words that are not known here: its sentence, the line of the user's file, the values that it names.
import type { Explanation } from "./explain.ts";
import { ownLineOf, placeText } from "./explain-place.ts";

const longest = 600;
const mostRows = 6;

/** Undefined where the text is no error of the DSL, or does not say where it comes from. */
export function explainRefusal(text: string): Explanation | undefined {
  const said = sentenceIn(text);
  const own = said === undefined ? undefined : ownLineOf(text, said.at);
  if (said === undefined || own === undefined) return undefined;
  return {
    title: "CuTe DSL refuses a statement",
    lines: [
      said.sentence,
      placeText(own),
      "Way out: open that line with CuTe Lens, which shows the values there and says what does not fit.",
    ],
    table: valuesNamed(text, said.at),
    rules: [],
    at: own,
  };
}

/** The verifier's sentence, else what was raised; the last is the nearest to the cause. */
function sentenceIn(text: string): { readonly sentence: string; readonly at: number } | undefined {
  let at = 0;
  const found: { verifier?: Said; raised?: Said } = {};
  for (const line of text.split("\n")) {
    if (line.length <= longestLine && /error: |Error: /.test(line)) {
      const verifier = /error: unknown: (.+)/.exec(line)?.[1];
      const raised = /^(?:[\w.]+\.)?(\w*Error|error): (.+)/.exec(line)?.[2];
      if (verifier !== undefined) found.verifier = { sentence: sentenceOf(verifier), at };
      if (raised !== undefined) found.raised = { sentence: sentenceOf(raised), at };
    }
    at += line.length + 1;
  }
  return found.verifier ?? (/cutlass|cute/.test(text) ? found.raised : undefined);
}

interface Said {
  readonly sentence: string;
  readonly at: number;
}

const longestLine = 1000;

const sentenceOf = (said: string): string => {
  const plain = said.trim().slice(0, longest);
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
};

/** `input='!cute.layout<"(8,4):(4,1)">'` as `input  (8,4):(4,1)`; without a name by what it is. */
export function valuesNamed(text: string, at: number): readonly (readonly [string, string])[] {
  const end = text.indexOf("\n", at);
  const line = text.slice(at, end < 0 ? text.length : Math.min(end, at + longest * 4));
  const quoted = [...line.matchAll(/[!#]cute\.(\w{1,20})<[^"<>]{0,40}"([^"]{1,2000})"/g)];
  const shapes = [...line.matchAll(/\b(\w*[sS]hape): (\([\d,()?]+\))/g)];
  return [
    ...quoted.map(({ 1: kind = "", 2: value = "", index }) => [nameBefore(line, index) ?? kind, value] as const),
    ...shapes.map(([, name = "", value = ""]) => [name, value] as const),
  ].slice(0, mostRows);
}

/** `input='` in front of it. */
const nameBefore = (line: string, at: number): string | undefined =>
  /\b(\w{1,40}) ?= ?'?$/.exec(line.slice(Math.max(0, at - 50), at))?.[1];
