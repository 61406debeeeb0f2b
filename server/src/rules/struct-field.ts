// DSL002: a line of `@cute.struct` that gives a class attribute where a field is meant.

import type { ClassItem, Expr, Item } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import type { FileRule, Finding } from "./rule.ts";

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
  title: "A field of `@cute.struct` is assigned where it is to be annotated.",
  doc: `
\`@cute.struct\` makes a field of each annotation: \`sA: cute.struct.MemRange[Float16, 4096]\`. With \`=\` the name is an attribute of the
class: the storage has no room for it, and the trace ends where it is used ("has no attribute 'get_tensor'").

Write a colon. What stands behind it in the file is read as if it were there.`,
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
  ],
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
    if (target.kind !== "bind" || type !== undefined || init === undefined || !isStorageType(init)) return [];
    const { name, span } = target;
    const message = `${name} is an attribute of the class, no field of the storage: write \`${name}: …\``;
    return [{ item: member.id, span, message, related: [], fixes: [] }];
  });
}

/** `cute.struct.MemRange[…]`, `cute.struct.Align[…]`. */
function isStorageType(of: Expr): boolean {
  const named = of.kind === "index" ? of.object : of;
  const name = named.kind === "member" ? named.name : named.kind === "name" ? named.path.at(-1) : undefined;
  return name === "MemRange" || name === "Align";
}
