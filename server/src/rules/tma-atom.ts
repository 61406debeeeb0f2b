// What rules read off a TMA construction: its atom, and the driver's rules over the descriptor that it makes.
import type { TmaAtom } from "../../../src-engine/algebra/atoms/types.ts";
import { tensorMapInterleaves, tensorMapSwizzles, tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import {
  type EncodeArch,
  type EncodeArguments,
  type EncodeFinding,
  type EncodeRuleName,
  encodeFindings,
} from "../../../src-engine/algebra/tma/encode.ts";
import { tmaOperation } from "../../../src-engine/algebra/tma/operations.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { remembered } from "../facts/remembered.ts";
import type { Arch } from "../settings/schema.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import type { Finding, RuleContext } from "./rule.ts";

/** The atom in a TmaAtom, a TiledCopy, or the DSL's pair of atom and tensor. */
export function tmaAtomOf(value: Value | undefined): TmaAtom | undefined {
  switch (value?.kind) {
    case "tma-atom":
      return value;
    case "tiled-copy":
      return value.atom.kind === "tma-atom" ? value.atom : undefined;
    case "tuple":
      return tmaAtomOf(value.items[0]);
    default:
      return undefined;
  }
}

/** Which way the atom copies: known by its operation also where nothing else of it is. */
export function tmaDirection(value: Value | undefined): "load" | "store" | undefined {
  if (value?.kind === "unknown") return value.tma;
  if (value?.kind === "alternatives") {
    // A configuration without the atom copies nothing by it.
    const made = value.options.filter((option) => option.value.kind !== "underscore");
    const [first, ...others] = made.map((option) => tmaDirection(option.value));
    return others.every((other) => other === first) ? first : undefined;
  }
  return tmaOperation((tmaAtomOf(value)?.op ?? "").replace(/_OP$/, ""))?.direction;
}

/** An atom that is not known may be one. */
export const mayBeTma = (atom: Value | undefined): boolean =>
  atom?.kind === "unknown" || tmaAtomOf(atom) !== undefined || tmaDirection(atom) !== undefined;

/** The driver's rules are measured for sm_90; from sm_100 on the documented ones apply. */
export const encodeArch = (arch: Arch): EncodeArch => (arch.startsWith("sm_9") ? "sm_90" : "sm_100");

/** What the driver certainly rejects in the descriptor of a construction. */
export function brokenByDescriptor(
  call: CallFact,
  context: RuleContext,
  rules: readonly EncodeRuleName[],
): readonly EncodeFinding[] {
  return rejected[encodeArch(context.arch)](call).filter(({ rule }) => rules.includes(rule));
}

const rejectedOn = (arch: EncodeArch) =>
  remembered((call: CallFact): readonly EncodeFinding[] => {
    const args = descriptorArguments(tmaAtomOf(call.result));
    return args === undefined ? [] : encodeFindings(args, arch).filter(({ holds }) => holds === "no");
  });

/** Several rules ask about one construction. */
const rejected = { sm_90: rejectedOn("sm_90"), sm_100: rejectedOn("sm_100") } satisfies Record<EncodeArch, unknown>;

export function descriptorArguments(atom: TmaAtom | undefined): EncodeArguments | undefined {
  const descriptor = atom?.descriptor;
  // An im2col box is channels by pixels: tma-im2col judges it.
  if (descriptor === undefined || descriptor.im2col !== undefined) return undefined;
  const index = (names: readonly string[], name: string): number => Math.max(names.indexOf(name), 0);
  return {
    dataType: tensorMapTypes.findIndex((type) => type.name === descriptor.dtype),
    rank: descriptor.rank,
    globalDim: descriptor.globalDim,
    globalStrides: descriptor.globalStrides,
    boxDim: descriptor.boxDim,
    elementStrides: descriptor.elementStrides,
    interleave: index(tensorMapInterleaves, descriptor.interleave),
    swizzle: index(tensorMapSwizzles, descriptor.swizzle),
    l2Promotion: 2,
    oobFill: 0,
  };
}

/** A finding at the construction's name, linked to the declarations of what it was made from. */
export function atConstruction(
  call: CallFact,
  context: RuleContext,
  message: string,
  ...at: readonly (CallArg | undefined)[]
): Finding {
  const related = declarations(context, [argument(call, "smem"), argument(call, "tiler"), argument(call, "gmem")]);
  return { ...guilty(call, ...at), message, related, fixes: [] };
}

/** Inside `decltype(…)` only types count: extents, strides and addresses there are stand-ins, and no descriptor is made. */
export function isTypeOnly(call: CallFact, context: RuleContext): boolean {
  if (call.typeOnly === true || context.language !== "cpp") return call.typeOnly === true;
  const before = context.text({ item: call.item, span: { start: 0, end: call.nameSpan.start } });
  let closed = 0;
  for (let at = before.length - 1; at >= 0 && before[at] !== ";"; at--) {
    const char = before[at] ?? "";
    if (/[)}]/.test(char)) closed++;
    else if (/[({]/.test(char) && closed > 0) closed--;
    else if (char === "{") return false;
    else if (char === "(" && /\b(?:decltype|sizeof)\s*$/.test(before.slice(Math.max(0, at - 12), at))) return true;
  }
  return false;
}
