// The buffers of shared memory that an instance lays tensors over: their bytes, and their stages where they are a pipeline's.
import { cosize } from "../../../src-engine/algebra/layout/coords.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Stride, Tensor } from "../../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import type { ItemId, Language, Span } from "../../../src-engine/program/ir.ts";
import { attempt } from "../facts/attempt.ts";
import { plainLayout } from "../facts/describe.ts";

export interface SharedBuffer {
  readonly name: string;
  /** What its pointer leads to, as the source names it. */
  readonly base: string;
  readonly bytes: number;
  /** The copies of a pipeline. */
  readonly stages: number | undefined;
  readonly fact: VariableFact;
}

/** What is asked of the source besides the facts. */
export interface BufferSource {
  readonly language: Language;
  text(site: { readonly item: ItemId; readonly span: Span }): string;
  /** Does the comment behind a tensor, or a name of the file, say that so many are stages? */
  isStages(comment: string | undefined, count: number): boolean;
}

/**
 * Undefined where one of them is not known. Two names for one buffer count once; tensors that begin further on in it
 * (`sQ.data() + size(sQ)`) make it as long as the furthest reaches, and it is called what its pointer is.
 */
export function sharedBuffers(
  facts: readonly VariableFact[],
  source: BufferSource,
): readonly SharedBuffer[] | undefined {
  const buffers = new Map<string, SharedBuffer>();
  for (const fact of facts) {
    const { value } = fact;
    const offset = value.kind === "tensor" ? sharedOffset(value) : undefined;
    if (value.kind !== "tensor" || offset === undefined) continue;
    const bytes = bytesOf(value, offset, source.language);
    const base = baseOf(source, fact, value);
    if (base === undefined && source.language === "python") continue;
    if (bytes === undefined || base === undefined) return undefined;
    const before = buffers.get(base);
    if (before !== undefined && before.bytes >= bytes) continue;
    const own = { name: fact.name, stages: stagesOf(source, fact) };
    const part = { name: base, stages: undefined };
    buffers.set(base, { base, bytes, fact, ...(offset === 0 ? own : part) });
  }
  return [...buffers.values()];
}

/** Elements from where the buffer begins, in the same place for all threads. */
function sharedOffset({ engine }: Tensor): number | undefined {
  if (engine.kind !== "pointer" || engine.space !== "smem" || engine.iterator !== undefined) return undefined;
  return engine.offset.kind === "num" ? engine.offset.value : undefined;
}

/** Longer than the name of any field. */
const mostOfName = 200;

/** The buffer behind the pointer: by its name, or in CuTe DSL by the field whose tensor it is, else by the allocation. */
function baseOf(source: BufferSource, { name, item, source: span }: VariableFact, { engine }: Tensor) {
  if (engine.kind === "pointer" && engine.base !== undefined) return engine.base;
  const text = span === undefined ? "" : source.text({ item, span });
  const [before] = text.split(".get_tensor(", 1);
  const field = before === text ? undefined : /[\w.]{1,200}$/.exec(before?.slice(-mostOfName) ?? "")?.[0];
  return field ?? (/\.allocate_tensor\s*\(/.test(text) ? name : undefined);
}

/** To the end of the tensor. */
function bytesOf({ engine, layout }: Tensor, offset: number, language: Language): number | undefined {
  if (engine.kind !== "pointer" || engine.dtype.kind !== "dtype" || layout.kind === "unknown") return undefined;
  const reach = attempt(language, (ctx) => cosize(ctx, layout));
  return reach?.kind === "num" ? Math.ceil(((offset + reach.value) * engine.dtype.bits) / 8) : undefined;
}

/** The last mode, where it steps from one copy of the buffer to the next and is called a stage or pipe. */
function stagesOf(source: BufferSource, { value, note }: VariableFact): number | undefined {
  if (value.kind !== "tensor" || value.layout.kind === "unknown") return undefined;
  const plain = plainLayout(value.layout);
  if (plain?.shape.kind !== "tuple" || plain.stride.kind !== "tuple" || plain.shape.items.length < 3) return undefined;
  const [extent, step] = [plain.shape.items.at(-1), plain.stride.items.at(-1)];
  if (extent === undefined || step === undefined) return undefined;
  const count = product(extent);
  const reach = attempt(source.language, (ctx) => cosize(ctx, plain));
  const steps = leavesOf<Stride>(step).filter((leaf) => leaf.kind !== "num" || leaf.value !== 0);
  const [only] = steps;
  if (count.kind !== "num" || reach?.kind !== "num" || steps.length !== 1 || only?.kind !== "num") return undefined;
  if (only.value * count.value !== reach.value) return undefined;
  return source.isStages(note?.text, count.value) ? count.value : undefined;
}
