// A Unit as text that people can read: what `show --stage ir` prints and what the lowering's tests compare.
//
// Expressions print in one compact syntax for both languages; statements one per line, blocks indented. Spans are left out.
import type {
  Arg,
  Block,
  Expr,
  FunctionCore,
  Item,
  Param,
  Pattern,
  Stmt,
  TypeParam,
  Unit,
} from "../../../src-engine/program/ir.ts";

export function printUnit(unit: Unit): string {
  const lines = unit.items.flatMap((item) => printItem(item));
  const directives = unit.directives.map((directive) => `directive ${directive.kind}: ${directive.text}`);
  return `${[...lines, ...directives].join("\n")}\n`;
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

// ---- items ---------------------------------------------------------------------------------------------------------

function printItem(item: Item): string[] {
  const presets = item.presets.map((preset) => `preset ${preset}`);
  const alternative = item.alternative === undefined ? [] : [`when ${item.alternative}`];
  return [...presets, ...alternative, ...printBare(item)];
}

function printBare(item: Item): string[] {
  switch (item.kind) {
    case "function": {
      const owner = item.owner === undefined ? "" : `${printExpr(item.owner)}::`;
      const special = item.specialises === undefined ? "" : `<${printArgs(item.specialises)}>`;
      const words = [...item.attributes, item.isKernel ? "kernel" : "function"].join(" ");
      return printFunction(`${words} ${owner}${item.name}${special}`, item);
    }
    case "class": {
      const special = item.specialises === undefined ? "" : `<${printArgs(item.specialises)}>`;
      const bases = item.bases.length === 0 ? "" : ` : ${printArgs(item.bases)}`;
      const head = `${[...item.attributes, "class"].join(" ")} ${item.name}${typeParams(item.typeParams)}${special}${bases}`;
      return [head, ...indent(item.members.flatMap(printItem))];
    }
    case "statement":
      return printStmt(item.statement);
    case "import": {
      const names = item.names.map(({ name, alias }) => (name === alias ? name : `${name} as ${alias}`)).join(", ");
      return [`import ${item.form} ${".".repeat(item.level)}${item.target}${names === "" ? "" : ` (${names})`}`];
    }
    default:
      return never(item);
  }
}

function printFunction(head: string, core: FunctionCore): string[] {
  const returns = core.returns === undefined ? "" : ` -> ${printExpr(core.returns)}`;
  const line = `${head}${typeParams(core.typeParams)}(${core.params.map(printParam).join(", ")})${returns}`;
  return core.body === undefined ? [`${line};`] : [line, ...printBlock(core.body)];
}

function typeParams(params: readonly TypeParam[]): string {
  if (params.length === 0) return "";
  const print = ({ name, form, type, pack, fallback }: TypeParam): string => {
    const kind = form === "value" ? (type === undefined ? "auto" : printExpr(type)) : form;
    return `${kind}${pack ? "..." : ""} ${name}${fallback === undefined ? "" : ` = ${printExpr(fallback)}`}`;
  };
  return `<${params.map(print).join(", ")}>`;
}

const forms: Readonly<Record<Param["form"], string>> = {
  plain: "",
  star: "*",
  "double-star": "**",
  pack: "...",
  "keyword-only": "",
};

function printParam(param: Param): string {
  const type = param.type === undefined ? "" : `: ${printExpr(param.type)}`;
  const fallback = param.fallback === undefined ? "" : ` = ${printExpr(param.fallback)}`;
  const passing = param.passing === "value" ? "" : param.passing === "mutable" ? "&" : "const&";
  const note = param.note === undefined ? "" : ` // ${param.note.text}`;
  return `${forms[param.form]}${param.name}${type}${passing}${fallback}${note}`;
}

// ---- statements ----------------------------------------------------------------------------------------------------

const printBlock = (block: Block): string[] => indent(block.flatMap(printStmt));

function printStmt(stmt: Stmt): string[] {
  switch (stmt.kind) {
    case "let":
      return [printLet(stmt)];
    case "alias":
      return [`alias ${stmt.name}${typeParams(stmt.typeParams)} = ${printExpr(stmt.type)}${noteOf(stmt)}`];
    case "expr":
      return [`${printExpr(stmt.value)}${noteOf(stmt)}`];
    case "return":
    case "raise":
      return [`${stmt.kind}${stmt.value === undefined ? "" : ` ${printExpr(stmt.value)}`}`];
    case "break":
    case "continue":
      return [stmt.kind];
    case "block":
      return [stmt.open === undefined ? "block" : `when ${stmt.open.condition}`, ...printBlock(stmt.body)];
    case "item":
      return printItem(stmt.item);
    case "assert":
      return [
        `${stmt.static ? "static " : ""}assert ${printExpr(stmt.test)}${stmt.message === undefined ? "" : `, "${stmt.message}"`}`,
      ];
    case "outer":
      return [`${stmt.names.join(", ")} of the ${stmt.of}`];
    case "opaque":
      return [`opaque "${stmt.why}"${stmt.writes.length === 0 ? "" : ` writes ${stmt.writes.join(", ")}`}`];
    default:
      return printControl(stmt);
  }
}

function printLet(stmt: Extract<Stmt, { kind: "let" }>): string {
  const words = [...stmt.attributes, "let"].join(" ");
  const type = stmt.type === undefined ? "" : `: ${printExpr(stmt.type)}`;
  const dims = stmt.dims.map((dim) => `[${printExpr(dim)}]`).join("");
  const init = stmt.init === undefined ? "" : ` = ${printExpr(stmt.init)}`;
  return `${words} ${printPattern(stmt.target)}${type}${dims}${init}${noteOf(stmt)}`;
}

const noteOf = (stmt: { readonly note?: { readonly text: string } }): string =>
  stmt.note === undefined ? "" : ` // ${stmt.note.text}`;

type Control = Extract<Stmt, { kind: "if" | "for" | "c-for" | "while" | "switch" | "with" | "try" }>;

function printControl(stmt: Control): string[] {
  const otherwise = (block: Block): string[] => (block.length === 0 ? [] : ["else", ...printBlock(block)]);
  switch (stmt.kind) {
    case "if":
      return [
        `if ${stmt.constexpr ? "constexpr " : ""}${printExpr(stmt.test)}`,
        ...printBlock(stmt.then),
        ...otherwise(stmt.else),
      ];
    case "for":
      return [
        `for ${printPattern(stmt.target)} in ${printExpr(stmt.iter)}`,
        ...printBlock(stmt.body),
        ...otherwise(stmt.else),
      ];
    case "c-for": {
      const init = stmt.init.flatMap(printStmt).join(", ");
      const head = [init, stmt.test, stmt.step].map((part) =>
        part === undefined ? "" : typeof part === "string" ? part : printExpr(part),
      );
      return [`for (${head.join("; ")})`, ...printBlock(stmt.body)];
    }
    case "while":
      return [
        `${stmt.atLeastOnce ? "do " : ""}while ${printExpr(stmt.test)}`,
        ...printBlock(stmt.body),
        ...otherwise(stmt.else),
      ];
    case "switch": {
      const cases = stmt.cases.flatMap(({ tests, isDefault, body }) => [
        `case ${[...tests.map(printExpr), ...(isDefault ? ["default"] : [])].join(", ")}`,
        ...printBlock(body),
      ]);
      return [`switch ${printExpr(stmt.subject)}`, ...indent(cases)];
    }
    case "with": {
      const items = stmt.items.map(
        ({ value, target }) => printExpr(value) + (target === undefined ? "" : ` as ${printPattern(target)}`),
      );
      return [`with ${items.join(", ")}`, ...printBlock(stmt.body)];
    }
    case "try": {
      const handlers = stmt.handlers.flatMap((handler) => ["except", ...printBlock(handler)]);
      const last = stmt.finally.length === 0 ? [] : ["finally", ...printBlock(stmt.finally)];
      return ["try", ...printBlock(stmt.body), ...handlers, ...last];
    }
    default:
      return never(stmt);
  }
}

// ---- expressions ---------------------------------------------------------------------------------------------------

function printPattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case "bind":
      return pattern.name;
    case "unpack":
      return `[${pattern.items.map((item, index) => (index === pattern.star ? "*" : "") + printPattern(item)).join(", ")}]`;
    case "place":
      return printExpr(pattern.expr);
    default:
      return never(pattern);
  }
}

function printArgs(args: readonly Arg[]): string {
  const print = ({ value, name, star }: Arg): string => {
    const named = name === undefined ? printExpr(value) : `${name}=${printExpr(value)}`;
    return star === "pack" ? `${named}...` : `${star ?? ""}${named}`;
  };
  return args.map(print).join(", ");
}

export function printExpr(expr: Expr): string {
  switch (expr.kind) {
    case "int":
    case "float":
    case "bool":
      return String(expr.value);
    case "text":
      return JSON.stringify(expr.value);
    case "none":
      return "none";
    case "name":
      return expr.path.join("::");
    case "scope":
      return `${printExpr(expr.object)}::${expr.name}`;
    case "template":
      return `${printExpr(expr.callee)}<${printArgs(expr.args)}>`;
    case "call": {
      const launch = expr.launch === undefined ? "" : `<<<${expr.launch.map(printExpr).join(", ")}>>>`;
      return `${printExpr(expr.callee)}${launch}(${printArgs(expr.args)})`;
    }
    case "construct":
      return `${expr.type === undefined ? "" : printExpr(expr.type)}{${printArgs(expr.args)}}`;
    case "member":
      return `${printExpr(expr.object)}.${expr.name}`;
    case "index":
      return `${printExpr(expr.object)}[${printArgs(expr.args)}]`;
    case "unary":
      return `${expr.op}${/\w$/.test(expr.op) ? " " : ""}${printExpr(expr.value)}`;
    case "binary":
      return `(${printExpr(expr.left)} ${expr.op} ${printExpr(expr.right)})`;
    case "cond":
      return `(${printExpr(expr.test)} ? ${printExpr(expr.then)} : ${printExpr(expr.else)})`;
    default:
      return printLong(expr);
  }
}

function printExpand({ pattern, fold }: Extract<Expr, { kind: "expand" }>): string {
  if (fold === undefined) return printExpr(pattern);
  const init = fold.init === undefined ? [] : [printExpr(fold.init)];
  const parts = fold.from === "left" ? [...init, "...", printExpr(pattern)] : [printExpr(pattern), "...", ...init];
  return `(${parts.join(` ${fold.op} `)})`;
}

type Long = Extract<
  Expr,
  {
    kind:
      | "slice"
      | "lambda"
      | "tuple"
      | "dict"
      | "comprehension"
      | "expand"
      | "typeof"
      | "pointer-type"
      | "sizeof"
      | "cast"
      | "assign"
      | "opaque";
  }
>;

function printLong(expr: Long): string {
  switch (expr.kind) {
    case "slice":
      return [expr.lower, expr.upper, expr.step].map((part) => (part === undefined ? "" : printExpr(part))).join(":");
    case "lambda":
      return printFunction("lambda", expr.function).join("\n");
    case "tuple":
      if (expr.list === "set") return `{${printArgs(expr.items)}}`;
      return expr.list
        ? `[${printArgs(expr.items)}]`
        : `(${printArgs(expr.items)}${expr.items.length === 1 ? "," : ""})`;
    case "dict":
      return `{${expr.entries.map(({ key, value }) => (key ? `${printExpr(key)}: ` : "**") + printExpr(value)).join(", ")}}`;
    case "comprehension": {
      const clauses = expr.clauses.map(({ target, iter, tests }) =>
        [`for ${printPattern(target)} in ${printExpr(iter)}`, ...tests.map((test) => `if ${printExpr(test)}`)].join(
          " ",
        ),
      );
      return `[${printExpr(expr.element)} ${clauses.join(" ")}]`;
    }
    case "expand":
      return printExpand(expr);
    case "typeof":
      return `decltype(${printExpr(expr.of)})`;
    case "pointer-type":
      return `${printExpr(expr.of)}*`;
    case "sizeof":
      return `sizeof(${printExpr(expr.of)})`;
    case "cast":
      return `${expr.how}<${printExpr(expr.type)}>(${printExpr(expr.value)})`;
    case "assign":
      return `${printPattern(expr.target)} ${expr.op}= ${printExpr(expr.value)}`;
    case "opaque":
      return `opaque("${expr.why}"${expr.reads.map((read) => `, ${printExpr(read)}`).join("")})`;
    default:
      return never(expr);
  }
}

function never(value: never): never {
  throw new Error(`no such node: ${JSON.stringify(value)}`);
}
