// What a command line gives for one option of `argparse`: `--mnk 512,512,64`, `--gather_A`, `--tile=128`, `--dims 1 2`.
import { listOf, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { Bound } from "./row.ts";
import { bool, text, textIn } from "./values.ts";

/** Undefined where no command line is assumed and where it does not have the option. */
export function givenOption(b: Bound, flags: readonly string[], name: string): Value | undefined {
  const words = b.call.commandLine ?? [];
  const at = words.findIndex((word) => flags.some((flag) => word === flag || word.startsWith(`${flag}=`)));
  const word = words[at];
  if (word === undefined || !word.startsWith("-")) return undefined;
  const action = textIn(b.extra.get("action"));
  if (action === "store_true" || action === "store_false") return bool(action === "store_true");
  if (action === "store_const") return b.extra.get("const") ?? unknown(`--${name} is given`);
  if (action !== undefined && action !== "store") return unknown(`--${name} is given`);
  const inline = word.includes("=") ? [word.slice(word.indexOf("=") + 1)] : [];
  return converted(b, name, inline.length > 0 ? inline : valuesAfter(words, at));
}

/** The words up to the next option; a negative number is none. */
function valuesAfter(words: readonly string[], at: number): readonly string[] {
  const rest = words.slice(at + 1);
  const end = rest.findIndex((word) => word.startsWith("-") && !/^-[\d.]/.test(word));
  return end < 0 ? rest : rest.slice(0, end);
}

function converted(b: Bound, name: string, words: readonly string[]): Value {
  const type = b.extra.get("type");
  const count = b.extra.get("nargs");
  const one = (word: string): Value => (type === undefined ? text(word) : b.call.invoke(type, [text(word)]));
  if (count === undefined) return words[0] === undefined ? unknown(`--${name} lacks its value`) : one(words[0]);
  if (textIn(count) === "?")
    return words[0] === undefined ? (b.extra.get("const") ?? unknown(`--${name}`)) : one(words[0]);
  const items = count.kind === "num" ? words.slice(0, count.value) : words;
  return listOf(items.map(one));
}
