// Items: functions, classes, imports and module-level statements, with stable ids, places, hashes and presets.
//
// A method has a place of its own. Items nested in a function keep the enclosing item's start as their place,
// so that `place.start + span.start` is right for every id.
import type { Node } from "web-tree-sitter";
import type {
  Arg,
  Block,
  ClassItem,
  FunctionItem,
  Item,
  ItemId,
  StatementItem,
  Stmt,
} from "../../../../../src-engine/program/ir.ts";
import { isLater, withLaterBody } from "../../../../../src-engine/program/later-body.ts";
import { textApart } from "../../../apart.ts";
import { type EditedStatements, editedStatements, keepStatements, statementsOf } from "../../edited-statements.ts";
import { numbered } from "./enumerations.ts";
import { lowerArguments, lowerExpression } from "./expressions.ts";
import { hashOf } from "./hash.ts";
import { lowerImport } from "./imports.ts";
import { laterBody } from "./later-body.ts";
import { lowerParameters } from "./parameters.ts";
import { boundNames } from "./patterns.ts";
import { presetsAbove } from "./presets.ts";
import { codeChildren, lineEnd, nameIn, type Source, spanOf, textOf, tooDeep } from "./source.ts";
import { lowerBlock, lowerStatement, yielded } from "./statements.ts";

const definitions = new Set(["function_definition", "class_definition", "decorated_definition"]);
const imports = new Set(["import_statement", "import_from_statement", "future_import_statement"]);

export const isItem = (node: Node): boolean => definitions.has(node.type) || imports.has(node.type);

/** A definition or import anywhere; spans count from `source.base`. */
export function lowerItem(source: Source, node: Node): Item[] {
  if (tooDeep(source)) return [];
  if (imports.has(node.type)) return [lowerImport(source, node, newId(source, "import", "", node))];
  const definition = node.type === "decorated_definition" ? node.childForFieldName("definition") : node;
  if (definition === null) return [];
  const decorators = codeChildren(node).filter((child) => child.type === "decorator");
  return definition.type === "class_definition"
    ? [lowerClass(source, node, definition, decorators)]
    : [lowerFunction(source, node, definition, decorators)];
}

/** An item of the module or of a class body: it starts a new place. */
export function lowerPlacedItem(source: Source, node: Node): Item[] {
  const placed: Source = { ...source, base: node.startIndex };
  if (isItem(node)) return lowerItem(placed, node);
  return lowerStatement(placed, node).flatMap((statement) => statementItem(placed, node, statement));
}

/** Registers a fresh id for the node: `fn:run#0`, and the second `run` is `fn:run#1`. */
function newId(source: Source, kind: string, name: string, node: Node): ItemId {
  const key = `${source.path === "" ? "" : `${source.path}/`}${kind}:${name}`;
  const ordinal = source.registry.ordinals.get(key) ?? 0;
  source.registry.ordinals.set(key, ordinal + 1);
  const id = `${key}#${ordinal}`;
  source.registry.places.set(id, { fragment: source.fragment, start: source.base, end: node.endIndex });
  return id;
}

function lowerFunction(source: Source, outer: Node, node: Node, decorators: readonly Node[]): FunctionItem {
  const name = node.childForFieldName("name") ?? node;
  const called = name === node ? "" : nameIn(source, name);
  const id = newId(source, "fn", called, outer);
  const hash = hashOf(source, outer, []);
  const same = takeOver(source, outer, id, hash);
  if (same?.kind === "function") return same;
  const yields = isGenerator(source, node);
  const before = earlierFunction(source, outer, id);
  const edited = before && editedFunction(source, before, outer, yields);
  const inner: Source = { ...source, path: id.replace(/#0$/, ""), scope: [...source.scope, called], yields, edited };
  const returns = node.childForFieldName("return_type");
  const attributes = decorators.map((each) => decoratorText(source, each));
  const lower = (own: Source, definition: Node): Block => [
    ...lowerBlock(own, functionIn(definition).childForFieldName("body")),
    ...(yields ? [yielded(own, functionIn(definition))] : []),
  ];
  const head: Omit<FunctionItem, "body"> = {
    kind: "function",
    id,
    name: called,
    nameSpan: spanOf(source, name),
    scope: source.scope,
    hash,
    presets: presetsAbove(source, outer),
    typeParams: [],
    params: lowerParameters(source, node.childForFieldName("parameters")),
    ...(returns === null ? {} : { returns: lowerExpression(source, returns) }),
    isKernel: attributes.some((text) => /^(\w+\.)*kernel\b/.test(text)),
    ...(attributes.some((text) => /^(\w+\.)*(jit|kernel)\b/.test(text)) ? { traced: true } : {}),
    attributes,
    ...lowerDecorators(source, decorators),
  };
  const { later } = source.registry;
  if (later !== undefined && source.base === outer.startIndex && !outer.hasError)
    return withLaterBody(head, laterBody(inner, outer, later, lower));
  const lowered: FunctionItem = { ...head, body: lower(inner, outer) };
  if (before !== undefined) keepStatements(lowered, edited ?? statementsOf(before));
  return lowered;
}

const functionIn = (definition: Node): Node =>
  definition.type === "decorated_definition" ? (definition.childForFieldName("definition") ?? definition) : definition;

/** The version before of a function with a place of its own. */
function earlierFunction({ base, registry }: Source, node: Node, id: ItemId): FunctionItem | undefined {
  const before = base === node.startIndex ? registry.earlier?.items.get(id) : undefined;
  return before?.kind === "function" ? before : undefined;
}

/** Undefined where the grammar may have read code before an error in the light of what is behind it. */
function editedFunction(
  source: Source,
  before: FunctionItem,
  node: Node,
  yields: boolean,
): EditedStatements | undefined {
  if (node.hasError) return undefined;
  const end = lineEnd(source, node);
  const text = source.text.slice(source.base, end);
  return editedStatements(before, { texts: [text, text], around: yields ? "a generator" : "" });
}

/** Is there a `yield` that belongs to this body, and to no function inside? */
function isGenerator(source: Source, node: Node): boolean {
  const body = textOf(source, node).includes("yield") ? node.childForFieldName("body") : null;
  if (body === null) return false;
  const inside = (one: Node): boolean => one.type === "yield" || (!isScope(one) && codeChildren(one).some(inside));
  return codeChildren(body).some(inside);
}

const isScope = ({ type }: Node): boolean =>
  type === "lambda" || type === "function_definition" || type === "class_definition";

function lowerDecorators(source: Source, decorators: readonly Node[]): Pick<FunctionItem, "decorators"> {
  const lowered = decorators.flatMap((each) => {
    const expr = codeChildren(each)[0];
    return expr === undefined ? [] : [lowerExpression(source, expr)];
  });
  return lowered.length === 0 ? {} : { decorators: lowered };
}

const decoratorText = (source: Source, node: Node): string =>
  textApart(textOf(source, node).replace(/^@\s*/, "").trim());

function lowerClass(source: Source, outer: Node, node: Node, decorators: readonly Node[]): ClassItem {
  const name = node.childForFieldName("name") ?? node;
  const called = name === node ? "" : nameIn(source, name);
  const id = newId(source, "cls", called, outer);
  const inner: Source = {
    ...source,
    path: id.replace(/#0$/, ""),
    scope: [...source.scope, called],
    depth: source.depth + 1,
  };
  const body = node.childForFieldName("body");
  const children = body === null ? [] : codeChildren(body);
  // A class inside a function stays within its function's place.
  const isPlaced = source.base === outer.startIndex;
  const bases = basesOf(source, node);
  const members = children.flatMap((child) =>
    lowerMember(isPlaced ? { ...inner, base: child.startIndex } : inner, child),
  );
  return {
    kind: "class",
    id,
    name: called,
    nameSpan: spanOf(source, name),
    scope: source.scope,
    hash: hashOf(source, outer, children),
    presets: presetsAbove(source, outer),
    typeParams: [],
    bases,
    members: numbered(bases, members),
    attributes: decorators.map((each) => decoratorText(source, each)),
  };
}

function basesOf(source: Source, node: Node): Arg[] {
  const superclasses = node.childForFieldName("superclasses");
  return superclasses === null ? [] : lowerArguments(source, codeChildren(superclasses));
}

/** The earlier item of this id, if its text is the same; what is nested in it moves along. */
function takeOver(source: Source, node: Node, id: ItemId, hash: string): Item | undefined {
  const { earlier, places } = source.registry;
  const before = earlier?.items.get(id);
  const from = earlier?.places.get(id);
  if (earlier === undefined || before === undefined || from === undefined || before.hash !== hash) return undefined;
  // Its body would be read from the text before.
  if (before.kind === "function" && isLater(before)) return undefined;
  // A nested item counts from the function around it, which is not the same any more.
  if (source.base !== node.startIndex || !sameTexts(before.presets, presetsAbove(source, node))) return undefined;
  const shift = source.base - from.start;
  for (const nested of earlier.nested.get(id) ?? []) {
    const place = earlier.places.get(nested);
    if (place !== undefined)
      places.set(nested, { fragment: source.fragment, start: place.start + shift, end: place.end + shift });
  }
  return before;
}

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

function lowerMember(source: Source, node: Node): Item[] {
  if (isItem(node)) return lowerItem(source, node);
  return lowerStatement(source, node).flatMap((statement) =>
    statementItem(source, node, fieldOf(source, node, statement)),
  );
}

/** In a class body `x = 1` and `x: T = 1` are fields: a `let`, `static` for the form without an annotation. */
function fieldOf(source: Source, node: Node, statement: Stmt): Stmt {
  if (statement.kind !== "expr" || statement.value.kind !== "assign" || statement.value.op !== "") return statement;
  const type = codeChildren(node)[0]?.childForFieldName("type") ?? null;
  return {
    kind: "let",
    target: statement.value.target,
    ...(type === null ? {} : { type: lowerExpression(source, type) }),
    init: statement.value.value,
    dims: [],
    attributes: type === null ? ["static"] : [],
    ...(statement.note === undefined ? {} : { note: statement.note }),
    span: statement.span,
  };
}

function statementItem(source: Source, node: Node, statement: Stmt): Item[] {
  if (statement.kind === "item") return [statement.item];
  const name = namesOf(statement)[0] ?? "";
  const item: StatementItem = {
    kind: "statement",
    id: newId(source, "stmt", name, node),
    name,
    nameSpan: statement.span,
    scope: source.scope,
    hash: hashOf(source, node, []),
    presets: presetsAbove(source, node),
    statement,
  };
  return [item];
}

function namesOf(statement: Stmt): string[] {
  if (statement.kind === "let") return boundNames(statement.target);
  if (statement.kind === "expr" && statement.value.kind === "assign") return boundNames(statement.value.target);
  return [];
}
