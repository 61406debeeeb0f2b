// Where a function reads and writes single elements: `dst(i) = src(i)`, `x += gA(m, k)`, `out[t] = sA[t]`, with the loops around.
import type { Block, Expr, FunctionItem, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import type { LoopStmt } from "./loop-range.ts";

/** `t(i, j)` or `t[i, j]`. */
export interface ElementExpr {
  readonly tensor: Expr;
  readonly coord: readonly Expr[];
  readonly span: Span;
}

/** One statement. */
export interface ElementSite {
  readonly stored: ElementExpr | undefined;
  readonly loaded: readonly ElementExpr[];
  /** Nothing happens to what is loaded before it is stored. */
  readonly isCopy: boolean;
  /** Loops whose bodies are this statement alone, innermost first. */
  readonly alone: readonly LoopStmt[];
  readonly span: Span;
}

export function elementSites(fn: FunctionItem): readonly ElementSite[] {
  const sites: ElementSite[] = [];
  inBlock(fn.body ?? [], [], sites);
  return sites;
}

function inBlock(body: Block, alone: readonly LoopStmt[], sites: ElementSite[]): void {
  const [only] = body;
  const isOnly = body.length === 1;
  for (const statement of body) inStatement(statement, isOnly && only === statement ? alone : [], sites);
}

function inStatement(statement: Stmt, alone: readonly LoopStmt[], sites: ElementSite[]): void {
  switch (statement.kind) {
    case "for":
    case "c-for":
    case "while":
      inBlock(statement.body, [statement, ...alone], sites);
      return;
    case "if":
      inBlock(statement.then, [], sites);
      inBlock(statement.else, [], sites);
      return;
    case "block":
      inBlock(statement.body, alone, sites);
      return;
    case "let":
      if (statement.init !== undefined) sites.push(...readSite(statement.init, alone));
      return;
    case "expr":
      if (statement.value.kind === "assign") sites.push(...assignSite(statement.value, alone));
      else sites.push(...readSite(statement.value, alone));
      return;
    default:
      return;
  }
}

type Assign = Extract<Expr, { kind: "assign" }>;

function assignSite({ target, value, op, span }: Assign, alone: readonly LoopStmt[]): readonly ElementSite[] {
  const stored = target.kind === "place" ? elementOf(target.expr) : undefined;
  const direct = op === "" ? elementOf(value) : undefined;
  const read = direct === undefined ? readIn(value) : [direct];
  const inIndex = stored === undefined ? [] : stored.coord.flatMap(readIn);
  const loaded = [...read, ...inIndex, ...(op !== "" && stored !== undefined ? [stored] : [])];
  const isCopy = stored !== undefined && direct !== undefined && inIndex.length === 0;
  return stored === undefined && loaded.length === 0 ? [] : [{ stored, loaded, isCopy, alone, span }];
}

function readSite(value: Expr, alone: readonly LoopStmt[]): readonly ElementSite[] {
  const loaded = readIn(value);
  return loaded.length === 0 ? [] : [{ stored: undefined, loaded, isCopy: false, alone, span: value.span }];
}

function elementOf(value: Expr): ElementExpr | undefined {
  if (value.kind === "call" && value.launch === undefined && value.args.length > 0)
    return { tensor: value.callee, coord: value.args.map(({ value: arg }) => arg), span: value.span };
  if (value.kind !== "index") return undefined;
  const [first] = value.args;
  const isTuple = value.args.length === 1 && first?.value.kind === "tuple";
  const args = isTuple && first?.value.kind === "tuple" ? first.value.items : value.args;
  return { tensor: value.object, coord: args.map(({ value: arg }) => arg), span: value.span };
}

/** `&a[i]` reads nothing. */
const isAddress = (value: Expr): boolean => value.kind === "unary" && value.op === "&";

/** Every call and index below an expression, but for those of a function in it: which of them are elements, the values say. */
function readIn(value: Expr): readonly ElementExpr[] {
  const found: ElementExpr[] = [];
  const functions: Span[] = [];
  const addresses: Span[] = [];
  eachNode(value, (node) => {
    if (!("kind" in node)) return;
    if (node.kind === "lambda") functions.push((node as Extract<Expr, { kind: "lambda" }>).span);
    if (isAddress(node as Expr)) addresses.push((node as Extract<Expr, { kind: "unary" }>).value.span);
    if (node.kind !== "call" && node.kind !== "index") return;
    const element = elementOf(node as Expr);
    if (element !== undefined) found.push(element);
  });
  const isIn = ({ start, end }: Span, of: Span): boolean => of.start <= start && end <= of.end;
  return found.filter(
    ({ span }) =>
      !functions.some((one) => isIn(span, one)) && !addresses.some((one) => isIn(span, one) && isIn(one, span)),
  );
}
