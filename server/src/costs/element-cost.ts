// What goes element by element costs: single accesses, axpby, and what cooperative_copy deals out to its threads.
import { isInt, ZERO } from "../../../src-engine/algebra/int/int.ts";
import { elementOf } from "../../../src-engine/algebra/tiled/fragment.ts";
import type { Tensor, Value } from "../../../src-engine/algebra/value.ts";
import type { makeContext } from "../../../src-engine/calculator/context.ts";
import { cooperation } from "../../../src-engine/costs/cooperative.ts";
import { bitsOf, type Cost, copyCost, type Threads } from "../../../src-engine/costs/copy-cost.ts";
import { elementPolicy } from "../../../src-engine/costs/instruction.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";

type Ctx = ReturnType<typeof makeContext>;

const unknown = (why: string): Cost => ({ kind: "unknown", why });

/** Where one side is named, the other is a register. */
export function elementCost(
  ctx: Ctx,
  source: Value | undefined,
  destination: Value | undefined,
  threads: Threads,
): Cost {
  const [from, to] = [source ?? destination, destination ?? source];
  if (from?.kind !== "tensor" || to?.kind !== "tensor") return unknown("its tensor is not known");
  const register = (one: Tensor): Tensor => ({ ...one, engine: { ...registers, dtype: elementOf(one) } });
  return copyCost(
    ctx,
    { kind: "policy", name: elementPolicy },
    source === undefined ? register(from) : from,
    destination === undefined ? register(to) : to,
    threads,
  );
}

const registers = { kind: "pointer", space: "rmem", offset: ZERO } as const;

/** `y(i) = alpha * x(i) + beta * y(i)`: y is read too, unless beta is 0. */
export function axpbyCost(ctx: Ctx, x: Value | undefined, y: Value | undefined, threads: Threads): Cost {
  const stored = elementCost(ctx, x, y, threads);
  const loaded = elementCost(ctx, y, undefined, threads);
  if (stored.kind !== "copy" || loaded.kind !== "copy") return stored;
  const before = loaded.sides.map((side) => ({ ...side, role: "destination" as const }));
  return { ...stored, sides: [...before, ...stored.sides] };
}

export function cooperativeCost(ctx: Ctx, call: CallFact, threads: Threads): Cost {
  const given = (role: string): Value | undefined => call.args.find((one) => one.role === role)?.value;
  const [source, destination, index, count] = ["source", "destination", "index", "threads"].map(given);
  if (source?.kind !== "tensor" || destination?.kind !== "tensor") return unknown("its tensors are not known");
  const bits = bitsOf(destination);
  const most = given("bits") ?? undefined;
  if (bits === undefined) return unknown("its element type is not known");
  if (count?.kind !== "num" || index === undefined || !isInt(index)) return unknown("which threads take part");
  const mostBits = most?.kind === "num" ? most.value : bits;
  const own = cooperation(ctx, source, destination, bits, { index, threads: count.value, mostBits });
  if ("why" in own) return unknown(own.why);
  const policy = { kind: "policy", name: elementPolicy, elements: own.elements } as const;
  return copyCost(ctx, policy, own.source, own.destination, { ...threads, count: own.threads });
}
