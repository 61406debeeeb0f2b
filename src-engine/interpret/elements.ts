// Element types that nobody in sight says: a tensor that torch gives, `typename Traits::Element` of traits that nothing binds.
//
// What is wrong whatever the type is, shows when the program is evaluated with one type after another. Each such evaluation stands by
// itself: nothing of it is a fact of the program, and only what all of them say is told.
import type { DType } from "../algebra/value.ts";
import type { Expr, Item, TypeParam, Unit } from "../program/ir.ts";
import { eachNode } from "../program/nodes.ts";
import type { Frame } from "./session.ts";
import type { Assumption } from "./untaken.ts";

const name = "<elements>";

export const elementsAre = (type: DType): Assumption => {
  const value = { ...type, assumed: true } as const;
  return { name, value, text: `elements are ${type.name}` };
};

export const isOfElements = (assume: readonly Assumption[]): boolean => assume.some((one) => one.name === name);

/** The type that is taken where nobody says one; notes where the target wants one. */
export function elementTaken({ session, file }: Pick<Frame, "session" | "file">): DType | undefined {
  if (file.file === session.program.target) session.seen.wantsElement = true;
  const value = session.assume.find((one) => one.name === name)?.value;
  return value?.kind === "dtype" ? value : undefined;
}

/** A template parameter whose template points to it (`T*`), where nothing binds it. */
export function elementOfParameter(frame: Frame, param: TypeParam): DType | undefined {
  const isElement = param.form === "type" && !param.pack && pointees(frame.file.linked.unit).has(param);
  return isElement ? elementTaken(frame) : undefined;
}

const known = new WeakMap<Unit, ReadonlySet<TypeParam>>();

function pointees(unit: Unit): ReadonlySet<TypeParam> {
  const found = known.get(unit) ?? new Set(unit.items.flatMap(pointeesOf));
  known.set(unit, found);
  return found;
}

function pointeesOf(item: Item): readonly TypeParam[] {
  if (item.kind !== "function" && item.kind !== "class") return [];
  const inside = item.kind === "class" ? item.members.flatMap(pointeesOf) : [];
  if (item.typeParams.length === 0) return inside;
  const names = new Set<string>();
  eachNode(item, (node) => {
    const { kind, of } = node as { readonly kind?: string; readonly of?: Expr };
    if (kind === "pointer-type" && of?.kind === "name" && of.path.length === 1) names.add(of.path[0] ?? "");
  });
  return [...inside, ...item.typeParams.filter((param) => names.has(param.name))];
}
