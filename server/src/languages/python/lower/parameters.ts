// Parameters of functions and lambdas: annotations, defaults, `*args`, `**options`, keyword-only, and the contract in the comment.
import type { Node } from "web-tree-sitter";
import type { Expr, Param } from "../../../../../src-engine/program/ir.ts";
import { lowerExpression } from "./expressions.ts";
import { codeChildren, nameIn, noteBehind, opaque, type Source, spanOf } from "./source.ts";

export function lowerParameters(source: Source, node: Node | null): Param[] {
  const params: Param[] = [];
  let keywordOnly = false;
  for (const child of node === null ? [] : codeChildren(node)) {
    if (child.type === "keyword_separator") keywordOnly = true;
    const param = lowerParameter(source, child, keywordOnly ? "keyword-only" : "plain");
    if (param === undefined) continue;
    params.push(param);
    if (param.form === "star") keywordOnly = true;
  }
  return params;
}

function lowerParameter(source: Source, node: Node, form: Param["form"]): Param | undefined {
  const named = nameOf(node);
  if (named === undefined) return undefined;
  const type = node.childForFieldName("type");
  const fallback = node.childForFieldName("value");
  const note = noteBehind(source, node);
  return {
    name: nameIn(source, named.name),
    span: spanOf(source, named.name),
    ...(type === null ? {} : { type: lowerExpression(source, type) }),
    ...(fallback === null ? {} : { fallback: lowerExpression(source, fallback) }),
    passing: "mutable",
    form: named.form ?? form,
    ...(note === undefined ? {} : { note }),
  };
}

/** The identifier inside `x`, `x: T`, `x=1`, `*x`, `**x: T`. */
function nameOf(node: Node): { readonly name: Node; readonly form?: Param["form"] } | undefined {
  switch (node.type) {
    case "identifier":
      return { name: node };
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const name = codeChildren(node)[0];
      return name && { name, form: node.type === "list_splat_pattern" ? "star" : "double-star" };
    }
    case "typed_parameter": {
      const inner = codeChildren(node)[0];
      return inner && nameOf(inner);
    }
    case "default_parameter":
    case "typed_default_parameter": {
      const name = node.childForFieldName("name");
      return name === null || name.type !== "identifier" ? undefined : { name };
    }
    default:
      return undefined;
  }
}

export function lowerLambda(source: Source, node: Node): Expr {
  const body = node.childForFieldName("body");
  if (body === null) return opaque(source, node, "the code is incomplete here");
  const value = lowerExpression(source, body);
  const params = lowerParameters(source, node.childForFieldName("parameters"));
  const span = spanOf(source, node);
  return {
    kind: "lambda",
    function: { typeParams: [], params, body: [{ kind: "return", value, span: value.span }] },
    span,
  };
}
