// The field of a struct that an expression takes memory from: `make_smem_ptr(storage.A.begin())`, `storage.sA.get_tensor(layout)`.
import type { Expr, Item, Stmt, Unit } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { remembered } from "../facts/remembered.ts";
import type { Site } from "./rule.ts";

/** Where it is declared; undefined where several classes of the file have a field of that name, or none has. */
export function fieldBehind(unit: Unit, expr: Expr): Site | undefined {
  const name = fieldIn(expr);
  const [only, ...others] = (name === undefined ? undefined : fieldsIn(unit).get(name)) ?? [];
  return others.length > 0 ? undefined : only;
}

/** The innermost of nested structs; a method of a plain name, `smem.allocate_tensor(…)`, is of no field. */
function fieldIn(expr: Expr | undefined): string | undefined {
  if (expr?.kind === "call") {
    const { callee, args } = expr;
    return callee.kind === "member" && callee.object.kind === "member" ? callee.object.name : fieldIn(args[0]?.value);
  }
  if (expr?.kind === "unary" || expr?.kind === "cast") return fieldIn(expr.value);
  if (expr?.kind === "index") return fieldIn(expr.object);
  return expr?.kind === "member" ? expr.name : undefined;
}

const fieldsIn = remembered((unit: Unit): ReadonlyMap<string, readonly Site[]> => {
  const found = new Map<string, Site[]>();
  const add = (item: string, stmt: Stmt): void => {
    const { target, span } = stmt as Extract<Stmt, { kind: "let" }>;
    if (stmt.kind !== "let" || target.kind !== "bind") return;
    found.set(target.name, [...(found.get(target.name) ?? []), { item, span }]);
  };
  // Of a class inside a function the spans count from the function.
  const collect = (items: readonly Item[], within: string | undefined): void => {
    for (const item of items) {
      if (item.kind === "class") {
        for (const member of item.members)
          if (member.kind === "statement") add(within ?? member.id, member.statement);
          else collect([member], within);
      } else if (item.kind === "function")
        eachNode(item.body ?? [], (node) => {
          const { kind, item: inner } = node as { readonly kind?: string; readonly item?: Item };
          if (kind === "item" && inner?.kind === "class") collect([inner], within ?? item.id);
        });
    }
  };
  collect(unit.items, undefined);
  return found;
});
