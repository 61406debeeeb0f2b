// Tensors of which the code asks for nothing but the shape: `tiles = zipped_divide(c, tiler)`, `tiles[(0, None)].shape`.
import type { Expr, Item, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { remembered } from "../facts/remembered.ts";
import { asksForShape } from "../languages/quiet-calls.ts";
import { givenBy } from "./made-by.ts";

/** Is nothing of what the expression gives read but its shape, neither here nor behind the name that it is given? */
export function isShapeAlone(span: Span, item: Item): boolean {
  const { asked, named, given } = mentionsIn(item);
  if (asked.has(span.start)) return true;
  const name = given.get(span.start);
  return name !== undefined && named.get(name) === true;
}

interface Mentions {
  /** Where expressions begin that are asked for their shape at once. */
  readonly asked: ReadonlySet<number>;
  /** By name, whether every mention asks for the shape. */
  readonly named: ReadonlyMap<string, boolean>;
  /** By where the value begins, the name that it is given. */
  readonly given: ReadonlyMap<number, string>;
}

const mentionsIn = remembered((item: Item): Mentions => {
  const asked = new Set<number>();
  const named = new Map<string, boolean>();
  const given = new Map<number, string>();
  const walk = (part: unknown, isAsked: boolean): void => {
    if (typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) {
      for (const one of part) walk(one, isAsked);
      return;
    }
    const node = part as Expr;
    if (isAsked && node.kind === "call") asked.add(node.span.start);
    switch (node.kind) {
      case "name": {
        const name = node.path.join("::");
        named.set(name, isAsked && named.get(name) !== false);
        return;
      }
      case "member":
        walk(node.object, isMeasure(node.name));
        return;
      case "index":
        walk(node.object, isAsked);
        for (const { value } of node.args) walk(value, false);
        return;
      case "call":
        walk(node.callee, isAsked && node.callee.kind !== "member");
        for (const { value } of node.args) walk(value, isMeasure(lastName(node.callee)));
        return;
      default: {
        for (const { name, value } of givenBy(node)) given.set(value.span.start, name);
        for (const [key, one] of Object.entries(node)) if (key !== "span") walk(one, false);
      }
    }
  };
  walk(item, false);
  return { asked, named, given };
});

/** Who prints a tensor looks at all of it. */
const isMeasure = (name: string): boolean => name !== "print" && asksForShape.test(name);
