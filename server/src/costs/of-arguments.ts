// The cost of a call's arguments by their roles: a copy of its atom, its source and its destination, an MMA of its operands.
import type { MmaAtom, TiledMma } from "../../../src-engine/algebra/atoms/types.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { makeContext } from "../../../src-engine/calculator/context.ts";
import { type AnyCopy, type Cost, copyCost, type Threads } from "../../../src-engine/costs/copy-cost.ts";
import { fmaGemm } from "../../../src-engine/costs/fma-gemm.ts";
import { type GemmCost, gemmCost } from "../../../src-engine/costs/gemm-cost.ts";
import { reasons, whyOf } from "../../../src-engine/interpret/why.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { blockCopyOp } from "../languages/costly-ops.ts";
import { axpbyCost, cooperativeCost, elementCost } from "./element-cost.ts";

/** Single elements, read and written as C++ and Python do: `dst(i) = src(i)`. */
export const elementOp = "element";

type Ctx = ReturnType<typeof makeContext>;

export const unknown = (why: string): Cost => ({ kind: "unknown", why });

export function copyOf(ctx: Ctx, call: CallFact, threads: Threads): Cost {
  const [source, destination] = [argument(call, "source", "src"), argument(call, "destination", "dst")];
  if (call.op === elementOp) return elementCost(ctx, source, destination, threads);
  if (call.op === "cooperative_copy") return cooperativeCost(ctx, call, threads);
  if (call.op === "axpby") return axpbyCost(ctx, source, destination, threads);
  const atom = argument(call, "atom");
  const copy = atomOf(atom);
  if (copy === "unknown") return unknown(reason("the atom", atom));
  if (source?.kind !== "tensor") return unknown(reason("the source", source));
  if (destination?.kind !== "tensor") return unknown(reason("the destination", destination));
  if (call.op === blockCopyOp && copy?.kind !== "tma-atom") return unknown("block_copy shares the tile out itself");
  if (call.op === blockCopyOp && !isLeftOut(argument(call, "tma_multicast")))
    return unknown("which part of the tile each CTA of the cluster loads is the compiler's choice");
  return copyCost(ctx, copy, source, destination, threads);
}

/** `[tCrA, tCtSFA]`: an operand with its scale factors, which lie in tensor memory. */
function withoutScales(value: Value | undefined): Value | undefined {
  const [first, ...scales] = value?.kind === "tuple" ? value.items : [];
  const isScale = (one: Value): boolean =>
    one.kind === "tensor" && one.engine.kind === "pointer" && one.engine.space === "tmem";
  return first?.kind === "tensor" && scales.length > 0 && scales.every(isScale) ? first : value;
}

/** No cluster is named, or one of a single CTA. */
function isLeftOut(value: Value | undefined): boolean {
  if (value?.kind !== "dict") return value === undefined || value.kind === "underscore";
  const shape = value.entries.find(([key]) => key.kind === "text" && key.value === "cluster_shape")?.[1];
  const ctas = shape?.kind === "tuple" ? shape.items : [];
  return ctas.length > 0 && ctas.every((one) => one.kind === "num" && one.value === 1);
}

/** In the words of what it first rests on: `an argument of retile_S is not known` says less than why it is not. */
function reason(what: string, value: Value | undefined): string {
  if (value === undefined) return `${what} is not given`;
  if (value.kind === "unknown") return `${what}: ${reasons(value).at(-1)}`;
  const why = value.kind === "alternatives" ? whyOf(value) : undefined;
  if (why !== undefined) return `${what} ${why}`;
  if (value.kind === "alternatives") return `${what} is one of several, and the run decides which`;
  return value.kind === "tuple" ? `${what} is several tensors` : `${what} is of a kind that is not counted`;
}

export function atomOf(value: Value | undefined): AnyCopy | "unknown" {
  switch (value?.kind) {
    case undefined:
      return undefined;
    case "copy-atom":
    case "tma-atom":
    case "tiled-copy":
      return value;
    case "thr-copy":
      return value.tiled;
    case "text":
      return { kind: "policy", name: value.value.replace(/^cute::/, "") };
    default:
      return "unknown";
  }
}

/** An atom with its tiled MMA, or what is given for it. */
export interface GivenMma {
  readonly given: Value | undefined;
  readonly atom?: MmaAtom;
  readonly tiled?: TiledMma | undefined;
}

export function mmaOf(call: CallFact, tiledOf: (atom: MmaAtom) => TiledMma | undefined): GivenMma {
  const given = argument(call, "mma", "atom");
  const tiled = given?.kind === "thr-mma" ? given.tiled : given;
  if (tiled?.kind === "tiled-mma") return { given, atom: tiled.atom, tiled };
  return tiled?.kind === "mma-atom" ? { given, atom: tiled, tiled: tiledOf(tiled) } : { given };
}

export function gemmOf(ctx: Ctx, call: CallFact, { given, atom, tiled }: GivenMma, threads: Threads): Cost | GemmCost {
  const [a, b, c] = [argument(call, "a"), argument(call, "b"), argument(call, "c")].map(withoutScales);
  if (a?.kind !== "tensor") return unknown(reason("operand A", a));
  if (b?.kind !== "tensor") return unknown(reason("operand B", b));
  if (c?.kind !== "tensor") return unknown(reason("the accumulator", c));
  if (atom !== undefined) return gemmCost(ctx, atom, tiled, { a, b, c }, threads);
  const own = given === undefined ? fmaGemm(ctx, { a, b, c }, threads) : undefined;
  if (own !== undefined) return own;
  return unknown(given === undefined ? "gemm without an MMA: the compiler chooses" : reason("the MMA", given));
}

export const argument = (call: CallFact, ...roles: readonly string[]): Value | undefined =>
  call.args.find(({ role }) => roles.includes(role))?.value;
