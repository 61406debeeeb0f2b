// Lowers Python text and prints the IR as short text, for tests that people read.
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";
import { lowerPython } from "../../server/src/languages/python/lower/lower.ts";
import type { Arg, Block, Expr, Item, Pattern, Stmt, Unit } from "../../src-engine/program/ir.ts";

const require = createRequire(import.meta.url);
let parser: Promise<Parser> | undefined;

async function pythonParser(): Promise<Parser> {
  await Parser.init();
  const made = new Parser();
  made.setLanguage(await Language.load(require.resolve("tree-sitter-python/tree-sitter-python.wasm")));
  return made;
}

export const lower = (...texts: readonly string[]): Promise<Unit> => lowerAfter(undefined, ...texts);

/** Lowers once more, with what an earlier lowering made. */
export async function lowerAfter(previous: Unit | undefined, ...texts: readonly string[]): Promise<Unit> {
  parser ??= pythonParser();
  const ready = await parser;
  const trees = texts.map((text) => {
    const tree = ready.parse(text);
    if (tree === null) throw new Error("no tree");
    return tree;
  });
  const fragments = trees.map((tree, i) => ({ text: texts[i] ?? "", root: tree.rootNode }));
  const unit = lowerPython("test.py", fragments, previous);
  for (const tree of trees) tree.delete();
  return unit;
}

export const printUnit = (unit: Unit): string => unit.items.map((item) => printItem(item, "")).join("\n");

function printItem(item: Item, indent: string): string {
  const head = item.presets.map((preset) => `${indent}[${preset}]\n`).join("");
  switch (item.kind) {
    case "import": {
      const names = item.names.map((each) => `${each.name}→${each.alias}`).join(", ");
      return `${head}${indent}${item.form} ${".".repeat(item.level)}${item.target}: ${names}`;
    }
    case "class": {
      const members = item.members.map((member) => printItem(member, `${indent}  `)).join("\n");
      return `${head}${indent}class ${item.name}(${args(item.bases)}) {${item.attributes.join("; ")}}\n${members}`;
    }
    case "function": {
      const params = item.params.map((param) => {
        const mark = { plain: "", star: "*", "double-star": "**", pack: "...", "keyword-only": "kw " }[param.form];
        const type = param.type === undefined ? "" : `: ${expr(param.type)}`;
        return `${mark}${param.name}${type}${param.fallback === undefined ? "" : `=${expr(param.fallback)}`}${param.note === undefined ? "" : ` #${param.note.text}`}`;
      });
      const kernel = item.isKernel ? "kernel" : "def";
      return `${head}${indent}${kernel} ${item.name}(${params.join(", ")}) {${item.attributes.join("; ")}}\n${block(item.body ?? [], `${indent}  `)}`;
    }
    case "statement":
      return head + statement(item.statement, indent);
    default:
      return item satisfies never;
  }
}

const block = (body: Block, indent: string): string => body.map((each) => statement(each, indent)).join("\n");

function statement(s: Stmt, indent: string): string {
  const inner = (body: Block): string => `\n${block(body, `${indent}  `)}`;
  switch (s.kind) {
    case "expr":
      return `${indent}${expr(s.value)}${s.note === undefined ? "" : `  #${s.note.text}`}`;
    case "let":
      return `${indent}let ${pattern(s.target)}${s.type ? `: ${expr(s.type)}` : ""}${s.init ? ` = ${expr(s.init)}` : ""}${s.attributes.map((a) => ` {${a}}`).join("")}`;
    case "return":
    case "raise":
      return `${indent}${s.kind}${s.value === undefined ? "" : ` ${expr(s.value)}`}`;
    case "if":
      return `${indent}if${s.constexpr ? "-constexpr" : ""} ${expr(s.test)}${inner(s.then)}${s.else.length === 0 ? "" : `\n${indent}else${inner(s.else)}`}`;
    case "for":
      return `${indent}for ${pattern(s.target)} in ${expr(s.iter)}${inner(s.body)}`;
    case "while":
      return `${indent}while ${expr(s.test)}${inner(s.body)}`;
    case "with":
      return `${indent}with ${s.items.map((i) => expr(i.value) + (i.target ? ` as ${pattern(i.target)}` : "")).join(", ")}${inner(s.body)}`;
    case "try":
      return `${indent}try${inner(s.body)}${s.handlers.map((h) => `\n${indent}except${inner(h)}`).join("")}${s.finally.length === 0 ? "" : `\n${indent}finally${inner(s.finally)}`}`;
    case "assert":
      return `${indent}assert ${expr(s.test)}${s.message === undefined ? "" : ` "${s.message}"`}`;
    case "item":
      return printItem(s.item, indent);
    case "opaque":
      return `${indent}opaque<${s.why}> writes ${s.writes.join(",")}`;
    default:
      return `${indent}${s.kind}`;
  }
}

const args = (list: readonly Arg[]): string =>
  list.map((a) => `${a.star ?? ""}${a.name === undefined ? "" : `${a.name}=`}${expr(a.value)}`).join(", ");

function pattern(p: Pattern): string {
  if (p.kind === "bind") return p.name;
  if (p.kind === "place") return expr(p.expr);
  return `(${p.items.map((item, i) => (i === p.star ? "*" : "") + pattern(item)).join(", ")})`;
}

function expr(e: Expr): string {
  switch (e.kind) {
    case "int":
    case "float":
    case "bool":
      return String(e.value);
    case "text":
      return JSON.stringify(e.value);
    case "none":
      return "None";
    case "name":
      return e.path.join("::");
    case "member":
      return `${expr(e.object)}.${e.name}`;
    case "call":
      return `${expr(e.callee)}(${args(e.args)})`;
    case "index":
      return `${expr(e.object)}[${args(e.args)}]`;
    case "slice":
      return `${e.lower ? expr(e.lower) : ""}:${e.upper ? expr(e.upper) : ""}${e.step ? `:${expr(e.step)}` : ""}`;
    case "unary":
      return `(${e.op}${expr(e.value)})`;
    case "binary":
      return `(${expr(e.left)} ${e.op} ${expr(e.right)})`;
    case "cond":
      return `(${expr(e.test)} ? ${expr(e.then)} : ${expr(e.else)})`;
    case "lambda":
      return `λ(${e.function.params.map((p) => p.name).join(", ")})`;
    case "tuple":
      return e.list ? `[${args(e.items)}]` : `(${args(e.items)})`;
    case "dict":
      return `{${e.entries.map((x) => (x.key ? `${expr(x.key)}: ` : "**") + expr(x.value)).join(", ")}}`;
    case "comprehension":
      return `[${expr(e.element)}${e.clauses.map((c) => ` for ${pattern(c.target)} in ${expr(c.iter)}${c.tests.map((t) => ` if ${expr(t)}`).join("")}`).join("")}]`;
    case "assign":
      return `${pattern(e.target)} ${e.op}= ${expr(e.value)}`;
    case "opaque":
      return `opaque<${e.why}>${e.reads.length === 0 ? "" : `(${e.reads.map(expr).join(", ")})`}`;
    default:
      return `<${e.kind}>`;
  }
}
