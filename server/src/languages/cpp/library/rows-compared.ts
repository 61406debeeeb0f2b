// Comparisons of shapes and coordinates, and zip.
import { elemLess } from "../../../../../src-engine/algebra/layout/predicates.ts";
import { tuple, type Value } from "../../../../../src-engine/algebra/value.ts";
import { arg, type Call, plain, type Row, row } from "./row.ts";
import { byTable } from "./table-row.ts";
import { isLayout, itemsIn, shapeIn } from "./values.ts";

export const comparedRows: readonly Row[] = [
  ...row("elem_less", (call) => {
    refuseUneven(call, (items) => items);
    return elemLess(shapeIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1)));
  }),
  ...row("elem_leq elem_gtr elem_geq lex_less lex_leq lex_gtr lex_geq", (call) => {
    refuseUneven(call, (items) => items);
    return byTable(call);
  }),
  ...row("colex_less colex_leq colex_gtr colex_geq", (call) => {
    refuseUneven(call, (items) => [...items].reverse());
    return byTable(call);
  }),
  ...row("zip", (call) => (isLayout(arg(call, 0)) ? byTable(call) : zipped(call))),
];

type Items = readonly Value[];

/** Item by item a tuple is compared with a tuple and an integer with an integer: there is no `<` for one of each. */
function refuseUneven(call: Call, inOrder: (items: Items) => Items): void {
  const uneven = (a: Value, b: Value): boolean => {
    if (a.kind !== "tuple" || b.kind !== "tuple") return (a.kind === "tuple") !== (b.kind === "tuple");
    const others = inOrder(b.items);
    return inOrder(a.items).some((item, i) => i < others.length && uneven(item, others[i]!));
  };
  if (uneven(arg(call, 0), arg(call, 1)))
    call.ctx.stop({ code: "no-overload", message: `${call.name} compares a tuple with an integer` });
}

/** `zip((a,b), (x,y))` is `((a,x), (b,y))`; where the first is no tuple nothing is taken apart. */
function zipped(call: Call): Value {
  const lists = call.args.length === 1 ? plain(arg(call, 0)) : tuple(call.args.map(plain));
  if (lists.kind !== "tuple") return lists;
  const [first] = lists.items;
  if (first?.kind !== "tuple") return tuple([lists]);
  const columns = lists.items.map((list) => (list.kind === "tuple" ? itemsIn(call.ctx, list) : []));
  if (columns.some((list) => list.length !== first.items.length))
    call.ctx.stop({ code: "mismatched-ranks", message: "zip takes tuples of equal length" });
  return tuple(first.items.map((_, i) => tuple(columns.map((list) => list[i]!))));
}
