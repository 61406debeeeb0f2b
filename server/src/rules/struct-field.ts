// DSL002: a line of `@cute.struct` that gives a class attribute where a field is meant, or a type that is none of storage.

import type { Arg, ClassItem, Expr, Item } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

const storage = (line: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.struct
class Storage:
    bars: cute.struct.MemRange[cutlass.Int64, 2]
    ${line}${mark}

@cute.kernel
def kernel():
    storage = utils.SmemAllocator().allocate(Storage)
    sA = storage.sA.get_tensor(cute.make_layout((64, 64)))
`;

export const structField: FileRule = {
  code: "struct-field",
  number: "DSL002",
  severity: "error",
  title: "A field of `@cute.struct` is assigned where it is to be annotated, or its type is none of storage.",
  absent: { cpp: "fields of C++ structs have no annotations" },
  on: "file",
  check: ({ unit }) => (unit.language === "python" ? unit.items.flatMap(inItem) : []),
};

function inItem(item: Item): readonly Finding[] {
  const found: Finding[] = [];
  eachNode(item, (node) => {
    if ("kind" in node && node.kind === "class") found.push(...inClass(node as ClassItem));
  });
  return found;
}

function inClass(item: ClassItem): readonly Finding[] {
  if (!item.attributes.some((one) => /(?:^|\.)(?:struct|union)$/.test(one))) return [];
  return item.members.flatMap((member) => {
    if (member.kind !== "statement" || member.statement.kind !== "let") return [];
    const { target, type, init } = member.statement;
    if (target.kind !== "bind") return [];
    const { name, span } = target;
    const why = type === undefined ? assigned(name, init) : refusedType(type);
    if (why === undefined) return [];
    return [{ item: member.id, span, message: `${name}${why}`, related: [], fixes: [] }];
  });
}

const assigned = (name: string, init: Expr | undefined): string | undefined =>
  init !== undefined && isStorageType(init)
    ? ` is an attribute of the class, no field of the storage: write \`${name}: …\``
    : undefined;

/** Why what is annotated is no type of storage; undefined where it may be one. */
function refusedType(type: Expr): string | undefined {
  if (type.kind === "call") {
    const called = storageName(type.callee);
    return called === undefined ? undefined : `: ${called} takes its arguments in brackets, ${called}[…]`;
  }
  if (type.kind === "name" && /^(?:int|float|bool)$/.test(type.path.join(".")))
    return `: Python's ${type.path[0]} has no size: take a number of CuTe DSL, ${dslNumbers[type.path[0] ?? ""]}`;
  if (type.kind !== "index") return undefined;
  const generic = storageName(type.object);
  return generic === undefined ? undefined : refusedArguments(generic, itemsOf(type.args));
}

const dslNumbers: Readonly<Record<string, string>> = { int: "Int32", float: "Float32", bool: "Boolean" };

function refusedArguments(generic: StorageName, [of, number, ...rest]: readonly Expr[]): string | undefined {
  const second = generic === "Align" ? "alignment" : "count";
  if (of === undefined || number === undefined || rest.length > 0)
    return `: ${generic} takes two arguments, ${generic}[type, ${second}]`;
  if (of.kind === "int" || storageName(number) !== undefined || (number.kind === "index" && storageName(number.object)))
    return `: the type stands first, ${generic}[type, ${second}]`;
  return generic === "MemRange" && number.kind === "tuple"
    ? `: MemRange counts elements: take the product, or cute.cosize(layout)`
    : undefined;
}

/** `X[a, b]` has two arguments, or one that is a tuple of them. */
const itemsOf = (args: readonly Arg[]): readonly Expr[] => {
  const [only] = args;
  const items = args.length === 1 && only?.value.kind === "tuple" ? only.value.items : args;
  return items.map(({ value }) => value);
};

/** `cute.struct.MemRange[…]`, `cute.struct.Align[…]`. */
const isStorageType = (of: Expr): boolean => storageName(of.kind === "index" ? of.object : of) !== undefined;

type StorageName = "MemRange" | "Align";

function storageName(of: Expr): StorageName | undefined {
  const name = lastName(of);
  return name === "MemRange" || name === "Align" ? name : undefined;
}

/** The page of struct-field. */
export const structFieldPage = (): RulePage => ({
  doc: `
\`@cute.struct\` makes a field of each annotation: \`sA: cute.struct.MemRange[Float16, 4096]\`. With \`=\` the name is an attribute of the
class: the storage has no room for it, and the trace ends where it is used ("has no attribute 'get_tensor'").

Write a colon. What stands behind it in the file is read as if it were there.

What is annotated is a type of storage: a number of CuTe DSL, another struct, \`MemRange[type, count]\`, or \`Align[type, alignment]\`. Both take their arguments in brackets; the trace says "Align() takes no arguments".`,
  references: ["cutlass/cute/core.py: struct reads the class's __annotations__ (nvidia-cutlass-dsl 4.7)"],
  examples: [
    {
      language: "python",
      bad: storage(
        "sA = cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], 128]",
        "\n#   ^^ sA is an attribute of the class, no field of the storage: write `sA: …`",
      ),
      good: storage("sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], 128]"),
    },
    {
      language: "python",
      bad: storage(
        "sA: cute.struct.Align(cute.struct.MemRange[cutlass.Float16, 4096], 128)",
        "\n#   ^^ sA: Align takes its arguments in brackets, Align[…]",
      ),
      good: storage("sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], 128]"),
    },
  ],
});
