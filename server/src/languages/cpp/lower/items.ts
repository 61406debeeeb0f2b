// Items of a file, a namespace or a class: functions, classes, variables and aliases, includes and usings.
//
// Each node becomes a head (id, place, hash) first; what an earlier version holds under the same id and hash is taken over unlowered.
import type { Node } from "web-tree-sitter";
import type {
  Arg,
  Expr,
  FunctionItem,
  ImportItem,
  Item,
  Pattern,
  StatementItem,
  Stmt,
} from "../../../../../src-engine/program/ir.ts";
import { negated } from "../prepare/macros.ts";
import { lowerClass, lowerEnum, lowerNamedByAlias } from "./classes.ts";
import { type Cursor, childOf, codeChildren, field, nameSpanOf, opaque, spanOf, textOf } from "./cursor.ts";
import { attributesOf, lowerAlias, lowerDeclaration, lowerTypedef } from "./declarations.ts";
import { functionCore, lowerConcept, nameOf, typeParameters } from "./functions.ts";
import { cursorOf, type Head, headOf, type ItemSource, reuse, startOf, withStatementsBefore } from "./item-source.ts";
import { lowerName, nameNodes, templateArguments } from "./names.ts";
import { branchNodes, conditionText, isUnusual } from "./preprocessor.ts";
import { lowerStatement, lowerStaticAssert } from "./statements.ts";
import { innerDeclarator, lowerType } from "./types.ts";

/** `outer` is the node with the template lists around it, `templates` those lists, outermost first. */
export interface Declared {
  readonly node: Node;
  readonly outer: Node;
  readonly templates: readonly Node[];
}

/** Nobody's code is nested so deep. */
const deepest = 250;

export const lowerItems = (s: ItemSource, nodes: readonly Node[]): Item[] =>
  s.depth > deepest ? [] : nodes.flatMap((node) => lowerItem({ ...s, depth: s.depth + 1 }, plain(node)));

const plain = (node: Node): Declared => ({ node, outer: node, templates: [] });

export function lowerItem(s: ItemSource, declared: Declared): Item[] {
  const { node, outer, templates } = declared;
  switch (node.type) {
    case "template_declaration":
      return lowerTemplate(s, declared);
    case "function_definition":
    case "inline_method_definition":
      return lowerFunction(s, declared);
    case "declaration":
    case "field_declaration":
      return lowerDeclarations(s, declared);
    case "struct_specifier":
    case "class_specifier":
    case "union_specifier":
      return lowerClass(s, declared);
    case "enum_specifier":
      return lowerEnum(s, declared);
    case "alias_declaration":
      return (
        lowerNamedByAlias(s, declared) ??
        statementItem(s, outer, field(node, "name"), (base) => lowerAlias(cursorOf(s, base), node, templates))
      );
    case "concept_definition":
      return statementItem(s, outer, field(node, "name"), (base) => lowerConcept(cursorOf(s, base), node, templates));
    case "type_definition":
      return lowerTypedefItem(s, declared);
    case "static_assert_declaration":
      return statementItem(s, outer, undefined, (base) => lowerStaticAssert(cursorOf(s, base), node));
    case "template_instantiation":
      return lowerInstantiation(s, declared);
    default:
      return lowerEnclosing(s, node);
  }
}

/** What holds items, and imports. */
function lowerEnclosing(s: ItemSource, node: Node): Item[] {
  switch (node.type) {
    case "namespace_definition":
      return lowerNamespace(s, node);
    case "linkage_specification":
    case "declaration_list":
    case "ERROR":
      return lowerItems(s, codeChildren(node));
    case "preproc_include":
      return [importItem(s, node, "include", textOf(cursorOf(s, 0), field(node, "path") ?? node))];
    case "using_declaration":
      return [usingItem(s, node)];
    case "namespace_alias_definition":
      return lowerNamespaceAlias(s, node);
    case "preproc_if":
    case "preproc_ifdef":
    case "preproc_elif":
    case "preproc_else":
      return lowerAlternativeItems(s, node);
    case "expression_statement":
      return statementItem(s, node, undefined, (base) => lowerStatement(cursorOf(s, base), node)[0]);
    default:
      return [];
  }
}

function lowerTemplate(s: ItemSource, { node, outer, templates }: Declared): Item[] {
  const list = field(node, "parameters");
  const inner = codeChildren(node).filter((child) => child.id !== list?.id && !/^requires_clause$/.test(child.type));
  const lists = list === undefined ? templates : [...templates, list];
  return inner.flatMap((child) => lowerItem(s, { node: child, outer, templates: lists }));
}

const partsOf = (name: string): string[] => name.split("::").map((part) => part.trim());

function lowerNamespace(s: ItemSource, node: Node): Item[] {
  const name = field(node, "name");
  const names = name === undefined ? [] : partsOf(textOf(cursorOf(s, 0), name));
  const body = field(node, "body");
  return body === undefined ? [] : lowerItems({ ...s, scope: [...s.scope, ...names] }, codeChildren(body));
}

function lowerNamespaceAlias(s: ItemSource, node: Node): Item[] {
  const target = codeChildren(node).at(-1);
  const name = field(node, "name");
  if (target === undefined || name === undefined) return [];
  const path = partsOf(textOf(cursorOf(s, 0), target));
  return statementItem(s, node, name, (base) => {
    const c = cursorOf(s, base);
    const type: Expr = { kind: "name", path, span: spanOf(c, target) };
    return {
      kind: "alias",
      name: textOf(c, name),
      nameSpan: nameSpanOf(c, name),
      typeParams: [],
      type,
      span: spanOf(c, node),
    };
  });
}

const unusual = { unusual: true } as const;

/** One branch after the other: a chain may be longer than the stack is deep. */
function lowerAlternativeItems(s: ItemSource, chain: Node): Item[] {
  const items: Item[][] = [];
  let source = s;
  for (let node: Node | undefined = chain; node !== undefined; node = field(node, "alternative")) {
    const isLast = field(node, "alternative") === undefined;
    const condition = conditionText(cursorOf(source, 0), node);
    const under = node.type === "preproc_else" ? negated(source.alternative ?? "the condition above") : condition;
    const [first, rest] = !isLast && isUnusual(cursorOf(source, 0), node) ? [unusual, {}] : [{}, unusual];
    items.push(lowerItems({ ...source, ...first, alternative: under }, branchNodes(node)));
    source = { ...source, ...rest, alternative: condition };
  }
  return items.flat();
}

// ---- functions -----------------------------------------------------------------------------------------------------

/** Also `operator bool() const { … }`, by the name `operator bool`. */
function lowerFunction(s: ItemSource, { node, outer, templates }: Declared): FunctionItem[] {
  const written = field(node, "declarator");
  const type = written?.type === "operator_cast" ? field(written, "type") : undefined;
  const declarator = type === undefined ? functionDeclarator(written) : field(written!, "declarator");
  if (declarator === undefined) return [];
  const base = startOf(s, outer);
  const c = cursorOf(s, base);
  const split = type === undefined ? splitName(s, base, field(declarator, "declarator")) : { name: type };
  const { owner, name, args }: ReturnType<typeof splitName> = split;
  if (name === undefined) return [];
  const head = headOf(s, "fn", type === undefined ? textOf(c, name) : `operator ${textOf(c, type)}`, outer, name);
  const before = reuse<FunctionItem>(s, head, "function");
  if (before !== undefined) return [before];
  const attributes = [...attributesOf(c, node), ...overridesIn(c, declarator)];
  const file = { ...c.file, items: { ...s, path: head.id } };
  const isKernel = attributes.includes("__global__");
  const special = {
    ...(owner === undefined ? {} : { owner }),
    ...(args === undefined ? {} : { specialises: args }),
    ...(type === undefined ? {} : { returns: lowerType(c, type) }),
  };
  const lowered = withStatementsBefore(s, head, outer, (edited): FunctionItem => {
    const core = functionCore({ ...c, file: { ...file, edited } }, node, declarator, templates);
    return { kind: "function", ...head, ...core, isKernel, attributes, ...special };
  });
  return [lowered];
}

/** `override`, `final`. */
const overridesIn = (c: Cursor, declarator: Node): string[] =>
  codeChildren(declarator).flatMap((child) => (child.type === "virtual_specifier" ? [textOf(c, child)] : []));

/** The function's own declarator under pointers and references of its return type. */
function functionDeclarator(declarator: Node | undefined): Node | undefined {
  for (let at = declarator, steps = 0; at !== undefined && steps < 64; steps++) {
    if (at.type === "function_declarator") return at;
    at = innerDeclarator(at);
  }
  return undefined;
}

/** `C<T>::f` → owner `C<T>`, name `f`; `f<3>` of a specialisation → name and arguments. */
function splitName(s: ItemSource, base: number, node: Node | undefined): { owner?: Expr; name?: Node; args?: Arg[] } {
  const c = cursorOf(s, base);
  let owner: Expr | undefined;
  let at = node;
  while (at?.type === "qualified_identifier") {
    const scope = field(at, "scope");
    if (scope !== undefined) owner = lowerName(c, scope, owner);
    at = field(at, "name");
  }
  while (at?.type === "parenthesized_declarator" || at?.type === "dependent_name") at = codeChildren(at)[0];
  const list = at?.type === "template_function" ? field(at, "arguments") : undefined;
  const name = list === undefined ? at : field(at ?? list, "name");
  return {
    ...(owner === undefined ? {} : { owner }),
    ...(name === undefined ? {} : { name }),
    ...(list === undefined ? {} : { args: templateArguments(c, list) }),
  };
}

// ---- variables, aliases, instantiations ----------------------------------------------------------------------------

/** Variables of a declaration; the type it may define on the way; functions it declares. */
function lowerDeclarations(s: ItemSource, declared: Declared): Item[] {
  const { node, outer } = declared;
  const type = field(node, "type");
  const declarators = node.childrenForFieldName("declarator").filter((child): child is Node => child !== null);
  const defines = type !== undefined && /_specifier$/.test(type.type) && field(type, "body") !== undefined;
  const types =
    defines && type !== undefined
      ? lowerItem(s, { node: type, outer: declarators.length > 0 ? type : outer, templates: declared.templates })
      : [];
  if (
    declarators.some(
      (declarator) => functionDeclarator(declarator) !== undefined && declarator.type !== "init_declarator",
    )
  ) {
    return [...types, ...lowerFunction(s, declared)];
  }
  return [...types, ...lowerVariables(s, declared, declarators)];
}

/** The names come first: a declaration that the version before holds too is not lowered again. */
function lowerVariables(s: ItemSource, { node, outer, templates }: Declared, declarators: readonly Node[]): Item[] {
  const c = cursorOf(s, startOf(s, outer));
  let lowered: readonly Stmt[] | undefined;
  return declarators.flatMap((declarator): Item[] => {
    const name = nameOf(declarator.type === "init_declarator" ? field(declarator, "declarator") : declarator);
    if (name === undefined) return [];
    const head = headOf(s, "var", textOf(c, name), outer, name);
    const before = reuse<StatementItem>(s, head, "statement");
    if (before !== undefined) return [before];
    lowered ??= lowerDeclaration(c, node);
    const statement = lowered.find((one) => one.kind === "let" && bindsName(one.target, head.name));
    if (statement?.kind !== "let") return [];
    const template = node.hasError ? undefined : variableTemplate(c, statement, head, templates);
    return [{ kind: "statement", ...head, statement: template ?? statement }];
  });
}

const bindsName = (target: Pattern, name: string): boolean => target.kind === "bind" && target.name === name;

const isConstant = (attributes: readonly string[]): boolean =>
  attributes.some((one) => one === "constexpr" || one === "const");

/** `template <class T> constexpr bool is_x = …;` is an alias template whose parameters give a value. */
function variableTemplate(
  c: Cursor,
  statement: Stmt & { kind: "let" },
  { name, nameSpan }: Head,
  templates: readonly Node[],
): Stmt | undefined {
  const typeParams = templates.flatMap((template) => typeParameters(c, template));
  if (typeParams.length === 0 || statement.init === undefined || !isConstant(statement.attributes)) return undefined;
  const { init, span } = statement;
  return { kind: "alias", name, nameSpan, typeParams, type: init, span };
}

function lowerTypedefItem(s: ItemSource, { node, outer }: Declared): Item[] {
  const type = field(node, "type");
  const types = type !== undefined && field(type, "body") !== undefined ? lowerItem(s, plain(type)) : [];
  const aliases = lowerTypedef(cursorOf(s, startOf(s, outer)), node).flatMap((statement): Item[] => {
    if (statement.kind !== "alias") return [];
    const head = { ...headOf(s, "alias", statement.name, outer, undefined), nameSpan: statement.nameSpan };
    return [reuse<StatementItem>(s, head, "statement") ?? { kind: "statement", ...head, statement }];
  });
  return [...types, ...aliases];
}

/** An item of one statement; `lower` gets the item's start and is not called when the version before holds the same. */
export function statementItem(
  s: ItemSource,
  outer: Node,
  name: Node | undefined,
  lower: (base: number) => Stmt | undefined,
): StatementItem[] {
  const text = name === undefined ? "" : textOf(cursorOf(s, 0), name);
  const head = headOf(s, name === undefined ? "stmt" : "alias", text, outer, name);
  const before = reuse<StatementItem>(s, head, "statement");
  if (before !== undefined) return [before];
  const statement = lower(startOf(s, outer));
  return statement === undefined ? [] : [{ kind: "statement", ...head, statement }];
}

/** `template void run<90, half_t>(Params&);`: a call with these template arguments and arguments that nobody sees; or a class by name. */
function lowerInstantiation(s: ItemSource, { node, outer }: Declared): Item[] {
  const named = field(node, "type") === undefined ? field(node, "declarator") : undefined;
  if (named !== undefined && nameNodes.has(named.type))
    return statementItem(s, outer, undefined, (base) => {
      const c = cursorOf(s, base);
      return { kind: "expr", value: lowerName(c, named), span: spanOf(c, named) };
    });
  const declarator = functionDeclarator(field(node, "declarator"));
  const name = declarator === undefined ? undefined : field(declarator, "declarator");
  const list = declarator === undefined ? undefined : field(declarator, "parameters");
  if (name === undefined || list === undefined) return [];
  return statementItem(s, outer, undefined, (base) => {
    const c = cursorOf(s, base);
    const span = spanOf(c, name);
    const given = codeChildren(list).map(
      (param): Arg => ({ value: opaque(c, param, "an argument of an explicit instantiation") }),
    );
    return { kind: "expr", value: { kind: "call", callee: lowerName(c, name), args: given, span }, span };
  });
}

// ---- imports -------------------------------------------------------------------------------------------------------

function importItem(s: ItemSource, node: Node, form: ImportItem["form"], target: string): ImportItem {
  const head = headOf(s, "import", target, node, undefined);
  return reuse<ImportItem>(s, head, "import") ?? { kind: "import", ...head, form, target, names: [], level: 0 };
}

/** `using namespace cute;`, `using cute::Int;` */
export function usingItem(s: ItemSource, node: Node): ImportItem {
  const target = codeChildren(node)[0];
  const text = target === undefined ? "" : textOf(cursorOf(s, 0), target).replace(/\s+/g, "").replace(/^::/, "");
  const form = childOf(node, "namespace") !== undefined ? "using-namespace" : "using";
  return importItem(s, node, form, text);
}
