// What rules read off a tensor or pointer: bits of an element, bytes from the start of its buffer, swizzle, layout.
import { cosize } from "../../../src-engine/algebra/layout/coords.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type {
  DType,
  Int,
  Layout,
  Pointer,
  Stride,
  Swizzle,
  Tensor,
  Unknown,
  Value,
} from "../../../src-engine/algebra/value.ts";
import { attempt } from "../facts/attempt.ts";
import { numberOf } from "../facts/sizes.ts";
import type { RuleContext } from "./rule.ts";

export const memoryNames: Readonly<Record<string, string>> = {
  gmem: "global memory",
  smem: "shared memory",
  rmem: "registers",
  tmem: "tensor memory",
};

export function pointerOf(value: Value | undefined): Pointer | undefined {
  if (value?.kind === "pointer") return value;
  return value?.kind === "tensor" && value.engine.kind === "pointer" ? value.engine : undefined;
}

/** The memory that a tensor lies in, also where nothing else of it is known; `coordinates`: the global side of a TMA. */
export const memoryOf = (value: Value | undefined): string | undefined =>
  pointerOf(value)?.space ?? (value?.kind === "unknown" ? value.memory : undefined);

/** As which operand an MMA partitioned a tensor, also where nothing else of it is known. */
export function operandOf(value: Value | undefined): Pointer["operand"] {
  if (value?.kind === "unknown") return value.operand;
  // With its scale factors behind it.
  if (value?.kind === "tuple") return operandOf(value.items[0]);
  return value?.kind === "tensor" && value.engine.kind === "unknown" ? value.engine.operand : pointerOf(value)?.operand;
}

/** An element type that nobody says, also where one is tried: what else is said of the tensor is read off one of its uses. */
export const isNobodys = (dtype: DType | Unknown): boolean => dtype.kind === "unknown" || dtype.assumed === true;

export const elementBits = (pointer: Pointer | undefined): number | undefined =>
  pointer?.dtype.kind === "dtype" ? pointer.dtype.bits : undefined;

/** Bytes from the start of the buffer; undefined where they are not known. */
export function bytesIn(pointer: Pointer | undefined): number | undefined {
  const offset = pointer === undefined || pointer.offset.kind === "unknown" ? undefined : numberOf(pointer.offset);
  const bits = elementBits(pointer);
  return offset === undefined || bits === undefined ? undefined : (offset * bits) / 8;
}

/** The swizzle of a tensor, on its pointer or in its layout; `b` 0: none. Undefined where it is not known. */
export function swizzleOfTensor({ engine, layout }: Tensor): Swizzle | undefined {
  if (layout.kind === "unknown" || engine.kind !== "pointer") return undefined;
  if (engine.swizzle !== undefined) return engine.swizzle;
  return layout.kind === "layout" ? { kind: "swizzle", b: 0, m: 4, s: 3 } : layoutSwizzle(layout);
}

export function layoutSwizzle(value: Value | undefined): Swizzle | undefined {
  if (value?.kind === "type") return layoutSwizzle(value.of);
  return value?.kind === "composed" && value.outer.kind === "swizzle" ? value.outer : undefined;
}

/** The layout without its swizzle. */
export function plainOf(value: Value | undefined): Layout | undefined {
  switch (value?.kind) {
    case "layout":
      return value;
    case "composed":
      return value.inner.kind === "swizzle" ? undefined : plainOf(value.inner);
    case "tensor":
      return plainOf(value.layout);
    case "type":
      return plainOf(value.of);
    default:
      return undefined;
  }
}

/** Bytes from the start of the buffer to the end of what the tensor reaches. */
export function bytesReached(tensor: Tensor, context: RuleContext): number | undefined {
  const { layout } = tensor;
  const start = bytesIn(pointerOf(tensor));
  const bits = elementBits(pointerOf(tensor));
  if (start === undefined || bits === undefined || layout.kind === "unknown") return undefined;
  const reach = numberOf(attempt(context.language, (ctx) => cosize(ctx, layout)));
  return reach === undefined ? undefined : start + Math.ceil((reach * bits) / 8);
}

/** The (extent, stride) pairs of a layout that are numbers and not of extent 1; undefined where one is not known. */
export function numberModes(
  layout: Layout,
): readonly { readonly extent: number; readonly stride: number }[] | undefined {
  const extents = leavesOf<Int>(layout.shape).map((leaf) => numberOf(leaf));
  const strides = leavesOf<Stride>(layout.stride).map((leaf) => numberOf(leaf));
  const modes = extents.map((extent, i) => ({ extent, stride: strides[i] }));
  const known = modes.flatMap(({ extent, stride }) =>
    extent === undefined || stride === undefined ? [] : [{ extent, stride }],
  );
  return known.length === modes.length ? known.filter(({ extent }) => extent !== 1) : undefined;
}

/** The modes after the first, each as a layout: the stages of a partitioned or grouped tensor. */
export const restModes = (layout: Layout): readonly Layout[] => layoutModes(layout).slice(1);
