// Statements and blocks. Loops and switches are in control.ts, declarations in declarations.ts.
import type { Node } from "web-tree-sitter";
import type { Block, Expr, Stmt } from "../../../../../src-engine/program/ir.ts";
import { takenOver } from "../../edited-statements.ts";
import { lowerFor, lowerRangeFor, lowerSwitch, lowerWhile } from "./control.ts";
import {
  type Cursor,
  childOf,
  codeChildren,
  deeper,
  type EditedFunction,
  field,
  has,
  opaque,
  placeOf,
  spanOf,
  textOf,
  tooDeep,
} from "./cursor.ts";
import { lowerAlias, lowerDeclaration, lowerTypedef } from "./declarations.ts";
import { lowerExpression } from "./expressions.ts";
import { localItems } from "./local-items.ts";
import { noteBehind } from "./notes.ts";
import { lowerAlternatives, restingOnMacros } from "./preprocessor.ts";
import { sharedBlock } from "./shared-arguments.ts";

export function lowerBlock(c: Cursor, node: Node): Block {
  if (node.type !== "compound_statement") return lowerStatement(c, node);
  return sharedBlock(c, node) ?? codeChildren(node).flatMap((child) => lowerStatement(c, child));
}

export function lowerStatement(c: Cursor, node: Node): Stmt[] {
  if (tooDeep(c)) return [beyondDepth(c, node)];
  const { items, edited } = c.file;
  if (items === undefined || edited === undefined || c.text !== items.text) return lowerAnew(deeper(c), node);
  const { places } = items;
  const declared = places.size;
  return takenOver(
    edited.statements,
    { start: node.startIndex - edited.start, type: node.type, ends: () => endsIn(c, node, edited) },
    () => lowerAnew(deeper(c), node),
    () => places.size === declared,
  );
}

/** In the file with the rest of the line, and in the text as the grammar reads it. */
function endsIn(c: Cursor, node: Node, { start }: EditedFunction): readonly number[] {
  const { source } = c.file;
  const line = source.indexOf("\n", placeOf(c, node).end);
  const end = node.endIndex - start;
  return [(line < 0 ? source.length : line) - c.base, end, end];
}

function lowerAnew(c: Cursor, node: Node): Stmt[] {
  const span = spanOf(c, node);
  switch (node.type) {
    case "declaration":
    case "field_declaration":
      return [...localItems(c, node), ...restingOnMacros(c, node, lowerDeclaration(c, node))];
    case "expression_statement":
      return restingOnMacros(
        c,
        node,
        codeChildren(node).flatMap((value) => expressionStatement(c, node, value)),
      );
    case "compound_statement":
      return [{ kind: "block", body: lowerBlock(c, node), span }];
    case "if_statement":
      return lowerIf(c, node);
    case "for_statement":
      return lowerFor(c, node);
    case "for_range_loop":
      return lowerRangeFor(c, node);
    case "while_statement":
    case "do_statement":
      return lowerWhile(c, node);
    case "switch_statement":
      return lowerSwitch(c, node);
    case "return_statement":
    case "co_return_statement":
      return [lowerReturn(c, node)];
    case "break_statement":
      return [{ kind: "break", span }];
    case "continue_statement":
      return [{ kind: "continue", span }];
    case "throw_statement":
      return [{ kind: "raise", span }];
    default:
      return lowerOther(c, node);
  }
}

function lowerOther(c: Cursor, node: Node): Stmt[] {
  switch (node.type) {
    case "alias_declaration": {
      const alias = lowerAlias(c, node, []);
      return alias === undefined ? [] : restingOnMacros(c, node, [alias]);
    }
    case "type_definition":
      return lowerTypedef(c, node);
    case "static_assert_declaration":
      return [lowerStaticAssert(c, node)];
    case "using_declaration":
    case "namespace_alias_definition":
    case "struct_specifier":
    case "class_specifier":
    case "union_specifier":
    case "enum_specifier":
    case "function_definition":
    case "template_declaration":
      return localItems(c, node);
    case "labeled_statement":
    case "attributed_statement":
    case "else_clause":
    case "declaration_list":
      return codeChildren(node).flatMap((child) =>
        /identifier$|^attribute/.test(child.type) ? [] : lowerStatement(c, child),
      );
    case "try_statement":
      return [lowerTry(c, node)];
    case "preproc_if":
    case "preproc_ifdef":
    case "preproc_elif":
    case "preproc_else":
      return lowerAlternatives(c, node, (child) => lowerStatement(c, child));
    default:
      return lowerRest(c, node);
  }
}

function lowerRest(c: Cursor, node: Node): Stmt[] {
  if (/^(?:preproc_|comment|;|access_specifier|friend_declaration)/.test(node.type)) return [];
  if (/expression$|identifier$|^lambda/.test(node.type)) return expressionStatement(c, node, node);
  if (node.type === "ERROR")
    return codeChildren(node).flatMap((child) => (isStatement(child) ? lowerStatement(c, child) : []));
  return [opaqueStatement(c, node, node.type.replace(/_/g, " "))];
}

const isStatement = (node: Node): boolean => /statement$|declaration$|_definition$|_loop$/.test(node.type);

function opaqueStatement(c: Cursor, node: Node, why: string): Stmt & { kind: "opaque" } {
  return { kind: "opaque", why, writes: [], reads: [], span: spanOf(c, node) };
}

/** What is below is not followed: whatever it names may be written there. */
function beyondDepth(c: Cursor, node: Node): Stmt {
  const names = node.descendantsOfType("identifier").flatMap((one) => (one === null ? [] : [textOf(c, one)]));
  return { ...opaqueStatement(c, node, "nested too deeply"), writes: [...new Set(names)] };
}

const endings = new Set(["abort", "exit", "__trap", "trap", "__builtin_unreachable", "__builtin_trap"]);

function expressionStatement(c: Cursor, node: Node, value: Node): Stmt[] {
  const span = spanOf(c, node);
  if (value.type === "comma_expression")
    return codeChildren(value).flatMap((part) => expressionStatement(c, node, part));
  if (value.type === "gnu_asm_expression") return [lowerAsm(c, value)];
  const callee = value.type === "call_expression" ? field(value, "function") : undefined;
  const name = callee === undefined ? "" : textOf(c, callee);
  if (name === "assert") return [lowerAssert(c, value)];
  if (endings.has(name.replace(/^(?:::)?std::|^::/, ""))) return [{ kind: "raise", span }];
  const note = noteBehind(c, node);
  return [{ kind: "expr", value: lowerExpression(c, value), ...(note === undefined ? {} : { note }), span }];
}

function lowerAsm(c: Cursor, node: Node): Stmt {
  const outputs = field(node, "output_operands");
  const inputs = field(node, "input_operands");
  const values = (list: Node | undefined): Node[] =>
    list === undefined ? [] : codeChildren(list).flatMap((operand) => field(operand, "value") ?? []);
  const outputValues = values(outputs);
  const writes = outputValues.map((value) => /^[*(&\s]*([A-Za-z_]\w*)/.exec(textOf(c, value))?.[1] ?? "");
  const reads = values(inputs).map((value) => lowerExpression(c, value));
  return {
    kind: "opaque",
    why: "inline assembly",
    writes: writes.filter((name) => name !== ""),
    reads,
    assembly: { text: assemblyText(c, node), outputs: outputValues.length },
    span: spanOf(c, node),
  };
}

/** The instructions, as one text. */
function assemblyText(c: Cursor, node: Node): string {
  const code = field(node, "assembly_code");
  const parts = code === undefined ? [] : code.type === "concatenated_string" ? codeChildren(code) : [code];
  return parts.map((part) => textOf(c, part).replace(/^[A-Za-z]*"|"$/g, "")).join("");
}

function lowerAssert(c: Cursor, call: Node): Stmt {
  const list = field(call, "arguments");
  const test = list === undefined ? undefined : codeChildren(list)[0];
  const lowered = test === undefined ? opaque(c, call, "an assertion of nothing") : lowerExpression(c, test);
  return { kind: "assert", test: lowered, static: false, span: spanOf(c, call) };
}

/** `static_assert` and `CUTE_STATIC_ASSERT_V`, which the grammar sees as the same. */
export function lowerStaticAssert(c: Cursor, node: Node): Stmt {
  const condition = field(node, "condition");
  const message = field(node, "message");
  const test = condition === undefined ? opaque(c, node, "an assertion of nothing") : lowerExpression(c, condition);
  const said = message === undefined ? undefined : lowerExpression(c, message);
  const text = said?.kind === "text" ? { message: said.value } : {};
  return { kind: "assert", test, static: true, ...text, span: spanOf(c, node) };
}

/** An `if`; with an initialiser or a declared condition it stands in a block of its own. */
function lowerIf(c: Cursor, node: Node): Stmt[] {
  const span = spanOf(c, node);
  const clause = field(node, "condition");
  const then = field(node, "consequence");
  const otherwise = field(node, "alternative");
  const { before, test } = conditionOf(c, clause, node);
  const stmt: Stmt = {
    kind: "if",
    test,
    constexpr: has(node, "constexpr"),
    then: then === undefined ? [] : lowerBlock(c, then),
    else: otherwise === undefined ? [] : elseOf(c, otherwise),
    span,
  };
  return before.length === 0 ? [stmt] : [{ kind: "block", body: [...before, stmt], span }];
}

function elseOf(c: Cursor, node: Node): Block {
  const parts = node.type === "else_clause" ? codeChildren(node) : [node];
  return parts.flatMap((part) => lowerBlock(c, part));
}

/** The condition of `if`, `while`, `switch`, and the declarations in it. */
export function conditionOf(c: Cursor, clause: Node | undefined, around: Node): { before: Stmt[]; test: Expr } {
  if (clause === undefined) return { before: [], test: opaque(c, around, "a condition is missing") };
  const initialiser = field(clause, "initializer");
  const before = initialiser === undefined ? [] : codeChildren(initialiser).flatMap((part) => lowerStatement(c, part));
  const value = field(clause, "value");
  if (value?.type !== "declaration") return { before, test: lowerExpression(c, value ?? clause) };
  const declared = lowerDeclaration(c, value);
  const first = declared[0];
  const name = first?.kind === "let" && first.target.kind === "bind" ? first.target.name : "";
  return { before: [...before, ...declared], test: { kind: "name", path: [name], span: spanOf(c, value) } };
}

function lowerReturn(c: Cursor, node: Node): Stmt {
  const value = codeChildren(node)[0];
  const span = spanOf(c, node);
  if (value === undefined) return { kind: "return", span };
  const lowered = lowerExpression(c, value);
  const typed = lowered.kind === "construct" && lowered.type === undefined && c.returns !== undefined;
  return { kind: "return", value: typed ? { ...lowered, type: c.returns } : lowered, span };
}

function lowerTry(c: Cursor, node: Node): Stmt {
  const body = field(node, "body");
  const handlers = codeChildren(node).filter((child) => child.type === "catch_clause");
  return {
    kind: "try",
    body: body === undefined ? [] : lowerBlock(c, body),
    handlers: handlers.map((handler) => {
      const block = field(handler, "body") ?? childOf(handler, "compound_statement");
      return block === undefined ? [] : lowerBlock(c, block);
    }),
    finally: [],
    span: spanOf(c, node),
  };
}
