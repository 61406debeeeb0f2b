// Arguments that a macro uses more than once: they stand in the text by a name, and are read on their own, once.
//
// A switch macro writes its code down for each case, and switches stand in switches: written out, the text would double with each.
import { textHash } from "../../../text-hash.ts";
import type { MappedText } from "./mapped-text.ts";

/** Begins the name that stands for an argument. */
const prefix = "__argument_";

export const isSharedName = (name: string): boolean => name.startsWith(prefix);

export class SharedArguments {
  /** By the name that stands for it. */
  readonly texts = new Map<string, MappedText>();

  /** The name under which an argument is read, in braces for a block; undefined for one that is not worth it. */
  nameOf(argument: MappedText): string | undefined {
    const text = argument.text.trim();
    const isBlock = text.startsWith("{") && text.includes(";") && text.endsWith("}");
    if (!isBlock && !(text.startsWith("[") && text.endsWith("}"))) return undefined;
    const stem = `${prefix}${textHash(text)}`;
    let name = stem;
    for (let i = 1; this.texts.has(name) && this.texts.get(name) !== argument; i++) name = `${stem}_${i}`;
    this.texts.set(name, argument);
    return isBlock ? `{${name};}` : name;
  }
}
