// Names of macros that stand in the expanded text: whole numbers, and what rests on a condition that nobody decides.
import type { Node } from "web-tree-sitter";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { Macro } from "../prepare/macros.ts";
import { type Cursor, codeChildren, deeper, opaque, placeOf, spanOf, textOf } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { lowerReturned } from "./reread.ts";

/** Values of macros that one file may have read. */
const most = 10_000;

/** A name that is an object-like macro: its value, or one of its values. */
export function expandName(c: Cursor, node: Node): Expr | undefined {
  const name = textOf(c, node);
  const macro = macroOf(c, name, node);
  if (macro === undefined || macro.params !== undefined || macro.body === "" || macro.body === name) return undefined;
  return readValue({ ...deeper(c), expanding: [...c.expanding, name] }, node, macro);
}

/** A call whose name is a macro that could not be expanded: its arguments are still looked at. */
export function macroCall(c: Cursor, node: Node, callee: Node, list: Node): Expr | undefined {
  const macro = macroOf(c, textOf(c, callee), callee);
  if (macro?.params === undefined) return undefined;
  const reads = codeChildren(list).filter((arg) => !/identifier$/.test(arg.type));
  return opaque(
    c,
    node,
    `the macro ${macro.name}`,
    reads.map((arg) => lowerExpression(c, arg)),
  );
}

function macroOf(c: Cursor, name: string, node: Node): Macro | undefined {
  if (c.expanding.length > 12 || c.expanding.includes(name) || c.file.macroValues.read >= most) return undefined;
  return c.file.macroAt(name, placeOf(c, node).start);
}

function readValue(c: Cursor, node: Node, macro: Macro): Expr | undefined {
  c.file.macroValues.read++;
  const value = lowerReturned(c, macro.body, placeOf(c, node));
  if (macro.otherwise === undefined || value === undefined) return value;
  const { condition, macro: other } = macro.otherwise;
  const test = opaque(c, node, `${condition} is not decided`);
  return {
    kind: "cond",
    test,
    then: value,
    else: readValue(c, node, other) ?? opaque(c, node, `the macro ${macro.name}`),
    span: spanOf(c, node),
  };
}
