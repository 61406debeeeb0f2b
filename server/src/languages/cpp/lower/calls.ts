// Calls, kernel launches, constructions `T{…}`, named casts; a call of a macro is expanded first.
import type { Node } from "web-tree-sitter";
import type { Arg, Expr } from "../../../../../src-engine/program/ir.ts";
import { decltypeCall } from "../prepare/rewrites.ts";
import { type Cursor, childOf, codeChildren, field, opaque, spanOf, textOf } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { macroCall } from "./macro-names.ts";
import { lowerArgument, templateArguments } from "./names.ts";
import { lowerType } from "./types.ts";

export function lowerCall(c: Cursor, node: Node): Expr {
  const callee = field(node, "function");
  const list = field(node, "arguments");
  if (callee === undefined || list === undefined) return opaque(c, node, "a call without its parts");
  if (callee.text === decltypeCall) return decltypeOf(c, node, list);
  const expanded = callee.type === "identifier" ? macroCall(c, node, callee, list) : undefined;
  if (expanded !== undefined) return expanded;
  const cast = callee.type === "template_function" ? lowerNamedCast(c, node, callee, list) : undefined;
  if (cast !== undefined) return cast;
  const type = isDecltype(callee) ? lowerExpression(c, callee) : undefined;
  const args = argumentsOf(c, list);
  // `decltype(x){…}` has been given parentheses for the grammar.
  if (type !== undefined && c.text[list.startIndex] === "{")
    return { kind: "construct", type, args, span: spanOf(c, node) };
  const call: Expr = { kind: "call", callee: type ?? lowerExpression(c, callee), args, span: spanOf(c, node) };
  const launch = childOf(node, "kernel_call_syntax");
  if (launch === undefined) return call;
  return { ...call, launch: codeChildren(launch).map((part) => lowerExpression(c, part)) };
}

export const argumentsOf = (c: Cursor, list: Node): Arg[] => codeChildren(list).map((node) => lowerArgument(c, node));

const isDecltype = (callee: Node): boolean =>
  callee.type === "call_expression" && field(callee, "function")?.text === decltypeCall;

function decltypeOf(c: Cursor, node: Node, list: Node): Expr {
  const of = codeChildren(list)[0];
  if (of === undefined) return opaque(c, node, "decltype of nothing");
  return { kind: "typeof", of: lowerExpression(c, of), span: spanOf(c, node) };
}

const castNames = new Set(["static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"]);

function lowerNamedCast(c: Cursor, node: Node, callee: Node, list: Node): Expr | undefined {
  const name = field(callee, "name");
  const types = field(callee, "arguments");
  const value = codeChildren(list)[0];
  if (name === undefined || types === undefined || value === undefined) return undefined;
  const how = textOf(c, name);
  const type = castNames.has(how) ? templateArguments(c, types)[0] : undefined;
  if (type === undefined) return undefined;
  return { kind: "cast", how, type: type.value, value: lowerExpression(c, value), span: spanOf(c, node) };
}

/** `T{…}`, and the bare `{…}` of an initialiser. */
export function lowerConstruct(c: Cursor, node: Node): Expr {
  const list = node.type === "initializer_list" ? node : field(node, "value");
  const type = node.type === "initializer_list" ? undefined : field(node, "type");
  const args = list === undefined ? [] : argumentsOf(c, list);
  const span = spanOf(c, node);
  if (type === undefined || type.isMissing) return { kind: "construct", args, span };
  return { kind: "construct", type: lowerType(c, type), args, span };
}
