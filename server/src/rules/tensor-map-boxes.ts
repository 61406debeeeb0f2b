// What one copy with a raw tensor map brings: the box that the map was encoded with, in the function that launches the kernel.
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import { tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import type { Quantity } from "../../../src-engine/algebra/tma/quantity.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { visit } from "../costs/uniform.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { factsByInstance } from "./by-instance.ts";
import { itemOf, passedFor } from "./cause.ts";
import { rawArguments } from "./encode-arguments.ts";
import type { InstanceFacts, RuleContext } from "./rule.ts";

/** The bytes of the box; undefined where the map may be another one. */
export function boxBytes(
  map: Expr,
  { fn }: BarrierFunction,
  { instance }: Run,
  facts: FileFacts,
  context: RuleContext,
): Int | undefined {
  const place = instance.calls.at(-1);
  const caller = place?.file === facts.unit.file ? itemOf(facts, place.item) : undefined;
  const param = nameOf(map);
  if (param === undefined || place === undefined || caller?.kind !== "function") return undefined;
  const given = passedFor(fn, param, caller, place.start);
  const name = given?.kind === "name" ? nameOf(given) : undefined;
  const launching = factsByInstance(facts).find(
    (one) => one.instance.item === caller.id && isSameData(one.instance.calls, instance.calls.slice(0, -1)),
  );
  const encoded = name === undefined || launching === undefined ? undefined : encoding(name, caller, launching);
  return encoded === undefined || launching === undefined ? undefined : bytesIn(encoded, launching, context);
}

/** The one call that encodes the map, where no other may change it. */
function encoding(name: string, { body }: FunctionItem, { facts }: InstanceFacts): CallFact | undefined {
  let addresses = 0;
  visit(body, (node) => {
    const { op, value } = node as { readonly op?: string; readonly value?: Expr };
    if (node.kind === "unary" && op === "&" && value !== undefined && nameOf(value) === name) addresses++;
    if (
      node.kind === "assign" &&
      nameOf((node as { readonly target?: { readonly expr?: Expr } }).target?.expr) === name
    )
      addresses++;
  });
  const [only, ...others] = facts.filter(
    (fact): fact is CallFact =>
      fact.kind === "call" && fact.op === "cuTensorMapEncodeTiled" && argument(fact, "map")?.text === `&${name}`,
  );
  return addresses === 1 && others.length === 0 && only?.certain === true ? only : undefined;
}

function bytesIn(encoded: CallFact, { facts }: InstanceFacts, context: RuleContext): Int | undefined {
  const found = rawArguments(encoded, facts, context);
  const bits = found === undefined ? undefined : tensorMapTypes[found.dataType]?.bits;
  if (found === undefined || bits === undefined || bits < 8 || found.interleave !== 0) return undefined;
  const [box, steps] = [found.boxDim.map(plain), found.elementStrides.map(plain)];
  const isWhole = box.length === found.rank && steps.length === found.rank && steps.every((step) => step === 1);
  const elements = box.reduce((all, one) => (all === undefined || one === undefined ? undefined : all * one), 1);
  return isWhole && elements !== undefined ? dynamicInt((elements * bits) / 8) : undefined;
}

const plain = (of: Quantity): number | undefined => (typeof of === "number" ? of : numberOf(of));

/** `map`, `&map`, `(uint64_t const*)&map`. */
function nameOf(of: Expr | undefined): string | undefined {
  if (of?.kind === "cast" || (of?.kind === "unary" && of.op === "&")) return nameOf(of.value);
  return of?.kind === "name" && of.path.length === 1 ? of.path[0] : undefined;
}
