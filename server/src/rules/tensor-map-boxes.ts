// What one copy with a raw tensor map brings: the box that the map was encoded with where the kernel is launched.
import { dynamicInt, isInt } from "../../../src-engine/algebra/int/int.ts";
import { tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import type { Quantity } from "../../../src-engine/algebra/tma/quantity.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { numberOf } from "../facts/sizes.ts";
import { handleOfMap, mapOfCopy } from "../languages/tma-calls.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { factsByInstance } from "./by-instance.ts";
import { itemOf } from "./cause.ts";
import { rawArguments } from "./encode-arguments.ts";
import { passedFor } from "./passed-for.ts";
import { followed } from "./pipelines.ts";
import type { RuleContext } from "./rule.ts";
import { type Encoding, encodingOf, nameOf } from "./tensor-map-made.ts";

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
  const encoded =
    name === undefined || launching === undefined ? undefined : encodingOf(name, caller, launching, facts);
  return encoded && bytesIn(encoded, context);
}

/** `cp_async_bulk_tensor_…(smem, desc.get_ptr(), …)` of CuTe DSL's bare-metal layer: the handle knows the bytes of its box. */
export function bytesOfHandle(
  call: Extract<Expr, { kind: "call" }>,
  { fn }: BarrierFunction,
  { values }: Run,
): Int | undefined {
  const map = mapOfCopy(call);
  const handle = map && handleOfMap(followed(map, { fn }));
  const made = handle && values.value(handle);
  const bytes = made?.kind === "object" ? made.fields.get("bytes") : undefined;
  return bytes !== undefined && isInt(bytes) ? bytes : undefined;
}

function bytesIn({ call, by }: Encoding, context: RuleContext): Int | undefined {
  const found = rawArguments(call, by.facts, context);
  const type = found === undefined ? undefined : tensorMapTypes[found.dataType];
  // What is spread to 16 bytes takes more of shared memory than it brings.
  if (found === undefined || type === undefined || type.align16 || found.interleave !== 0) return undefined;
  const { bits } = type;
  const [box, steps] = [found.boxDim.map(plain), found.elementStrides.map(plain)];
  const isWhole = box.length === found.rank && steps.length === found.rank && steps.every((step) => step === 1);
  const elements = box.reduce((all, one) => (all === undefined || one === undefined ? undefined : all * one), 1);
  return isWhole && elements !== undefined ? dynamicInt((elements * bits) / 8) : undefined;
}

const plain = (of: Quantity): number | undefined => (typeof of === "number" ? of : numberOf(of));
