// Names that the program computes: `overlapping = num_stages == 1`. To assume them otherwise would contradict what they come from;
// a flag that is only handed on (a parameter, a default, an attribute set from one) may be turned.
import type { Expr, Item } from "../program/ir.ts";
import { isLater } from "../program/later-body.ts";
import { type LinkedUnit, ownText } from "../program/program.ts";

/** Each assumption that is tried asks again. */
const known = new WeakMap<Item, ReadonlySet<string>>();

/** Does code of the file give a variable, an attribute or a keyword argument of that name a computed value? */
export const isDerivedIn = (linked: LinkedUnit, name: string): boolean =>
  linked.mayName(name) && linked.unit.items.some((item) => isDerivedBy(linked, item, name));

function isDerivedBy(linked: LinkedUnit, item: Item, name: string): boolean {
  if (item.kind === "class") return item.members.some((one) => isDerivedBy(linked, one, name));
  if (item.kind === "function" && isLater(item) && !ownText(linked, item).includes(name)) return false;
  return derivedIn(item).has(name);
}

function derivedIn(item: Item): ReadonlySet<string> {
  const before = known.get(item);
  if (before !== undefined) return before;
  const found = new Set<string>();
  const stack: unknown[] = [item];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== "object" || node === null) continue;
    if (Array.isArray(node)) {
      stack.push(...node);
      continue;
    }
    for (const name of computed(node as Partial<Node>)) found.add(name);
    for (const [key, part] of Object.entries(node)) if (key !== "span" && typeof part === "object") stack.push(part);
  }
  known.set(item, found);
  return found;
}

/** What is looked at of a node of the IR, whatever its kind. */
interface Node {
  readonly kind: string;
  readonly target: unknown;
  readonly value: Expr;
  readonly init: Expr;
  readonly name: string;
  readonly args: readonly { readonly name?: string; readonly value: Expr }[];
}

function computed(node: Partial<Node>): readonly string[] {
  if (node.kind === "call") {
    return (node.args ?? []).flatMap((one) => (one.name === undefined || isGiven(one.value) ? [] : [one.name]));
  }
  const value = node.kind === "assign" ? node.value : node.kind === "let" ? node.init : undefined;
  return value === undefined || isGiven(value) ? [] : targetNames(node.target);
}

/** `a`, `self.a`; each of several targets counts as computed, because its part of the value is not looked for. */
function targetNames(target: unknown): readonly string[] {
  if (typeof target !== "object" || target === null || !("kind" in target)) return [];
  if (target.kind === "bind" && "name" in target && typeof target.name === "string") return [target.name];
  if (target.kind === "unpack" && "items" in target && Array.isArray(target.items))
    return target.items.flatMap(targetNames);
  if (target.kind !== "place" || !("expr" in target)) return [];
  const place = target.expr as Expr;
  return place.kind === "member" ? [place.name] : [];
}

/** A value as it came: a name, an attribute, a literal, or one of those in `bool(…)`. */
function isGiven(value: Expr): boolean {
  switch (value.kind) {
    case "name":
    case "member":
    case "bool":
    case "none":
    case "text":
    case "int":
      return true;
    case "call":
      return (
        value.args.length === 1 &&
        value.callee.kind === "name" &&
        value.callee.path[0] === "bool" &&
        isGiven(value.args[0]!.value)
      );
    default:
      return false;
  }
}
