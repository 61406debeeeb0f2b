// The descriptor that a call makes, through CuTe or by the driver's raw call: the same arguments for the same rules.

import { tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import type { EncodeArguments } from "../../../src-engine/algebra/tma/encode.ts";
import { numberOf } from "../../../src-engine/algebra/tma/quantity.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { rawArguments } from "./encode-arguments.ts";
import type { Finding, RuleContext } from "./rule.ts";
import { atConstruction, descriptorArguments, tmaAtomOf } from "./tma-atom.ts";

export function descriptorOf(
  call: CallFact,
  facts: readonly Fact[],
  context: RuleContext,
): EncodeArguments | undefined {
  if (tmaConstructions.includes(call.op)) return descriptorArguments(tmaAtomOf(call.result));
  return rawArguments(call, facts, context);
}

/** A finding at the construction's name, or at an argument of the raw call. */
export function atDescriptor(call: CallFact, context: RuleContext, role: string, message: string): Finding {
  const at = argument(call, role);
  if (at === undefined) return atConstruction(call, context, message);
  const related = at.declared === undefined ? [] : [{ ...at.declared, message: `${at.text}, declared here` }];
  return { item: call.item, span: at.span, message, related, fixes: [] };
}

export interface Dimension {
  readonly index: number;
  readonly extent: number;
  /** Bytes from one element to the next. */
  readonly stride: number;
}

/** The dimensions with their extents and strides in bytes; undefined where one is not a known number. */
export function dimensionsOf(args: EncodeArguments): readonly Dimension[] | undefined {
  const element = (tensorMapTypes[args.dataType]?.bits ?? 8) / 8;
  const all = Array.from({ length: args.rank }, (_, index) => ({
    index,
    extent: quantityOf(args.globalDim[index]),
    stride: index === 0 ? element : quantityOf(args.globalStrides[index - 1]),
  }));
  const known = all.flatMap(({ index, extent, stride }) =>
    extent === undefined || stride === undefined ? [] : [{ index, extent, stride }],
  );
  return known.length === all.length ? known : undefined;
}

const quantityOf = (value: EncodeArguments["globalDim"][number] | undefined): number | undefined =>
  value === undefined ? undefined : numberOf(value);
