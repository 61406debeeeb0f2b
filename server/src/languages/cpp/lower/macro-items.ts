// Object-like macros with a value (`#define BLK_M 128`) as constants of the file, so that they are known by name and shown where they stand.
import type { Item, Stmt } from "../../../../../src-engine/program/ir.ts";
import { textHash } from "../../../text-hash.ts";
import type { Definition } from "../prepare/macros.ts";
import { freshId, type ItemSource } from "./item-source.ts";

/** Only whole numbers: what else a macro stands for is seen where it is used. */
export function macroItems(s: ItemSource, definitions: readonly Definition[]): Item[] {
  return definitions.flatMap(({ macro, under, start, end, nameStart }): Item[] => {
    const number = /^\(?\s*(0[xX][\da-fA-F]+|\d+)[uUlL]*\s*\)?$/.exec(macro.body)?.[1];
    if (number === undefined || macro.params !== undefined) return [];
    const id = freshId(s, "macro", macro.name);
    s.places.set(id, { fragment: 0, start, end });
    const span = { start: nameStart - start, end: nameStart - start + macro.name.length };
    const valueAt = { start: span.end, end: end - start };
    const statement: Stmt = {
      kind: "let",
      target: { kind: "bind", name: macro.name, span },
      init: { kind: "int", value: Number(number), span: valueAt },
      dims: [],
      attributes: ["constexpr", "macro"],
      span: { start: 0, end: end - start },
    };
    return [
      {
        kind: "statement",
        id,
        name: macro.name,
        nameSpan: span,
        scope: [],
        hash: textHash(macro.body),
        presets: [],
        ...(under === undefined ? {} : { alternative: under }),
        statement,
      },
    ];
  });
}
