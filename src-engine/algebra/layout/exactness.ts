// Is a composition what the mathematics says, A(B(i)) for every i?
//
// CuTe lets pass what it cannot or does not check: strides below a size need not divide it (NVIDIA/cutlass#3177), dynamic
// sizes may lose elements (#3513). While composing, each step that is not provably exact is noted as a doubt. Only then the
// values are compared, for at most `SAMPLES` indices, and a need says what came out.
import type { Answer, Context, Need } from "../context.ts";
import { divides } from "../int/ask.ts";
import { abs, isSameInt, staticInt } from "../int/int.ts";
import { product } from "../tuple/int-tuple.ts";
import { asArith } from "../tuple/scalar.ts";
import type { Int, Layout } from "../value.ts";
import { layoutAt } from "./coords.ts";

const SAMPLES = 2048;

/** The steps of one composition whose exactness is not proven by divisibility. */
export class Doubts {
  readonly needs: Need[] = [];
  any = false;

  /**
   * A mode of size `taken`, the smaller of what is left of A's mode (`next`) and of B's (`rest`), is split off: the step must
   * divide the mode (or the reverse), and `taken` the rest. With symbols the need is the tile's: rest divides next.
   */
  split(step: Int, modeSize: Int, rest: Int, next: Int, taken: Int): void {
    this.ask(step, modeSize);
    if (isSameInt(taken, rest)) return;
    if (taken.kind === "num" && rest.kind === "num") this.note(divides(taken, rest), taken, rest);
    else if (divides(next, rest) !== "yes") this.note(divides(rest, next), rest, next);
  }

  /** The step passes the whole mode: it must be a multiple of its size. */
  skip(step: Int, modeSize: Int): void {
    this.ask(step, modeSize);
  }

  private ask(step: Int, modeSize: Int): void {
    if (step.kind === "num" && modeSize.kind === "num") {
      const s = Math.abs(step.value);
      if (s === 0 || s % modeSize.value === 0 || modeSize.value % s === 0) return;
      this.any = true;
      return;
    }
    const over = divides(modeSize, step);
    if (over === "yes") return;
    const under = divides(abs(step), modeSize);
    if (under === "yes") return;
    this.note(
      over === "no" ? under : over === "unknown" && under === "no" ? over : "unknown",
      over === "no" ? abs(step) : modeSize,
      over === "no" ? modeSize : step,
    );
  }

  private note(holds: Answer, divisor: Int, of: Int): void {
    if (holds === "yes") return;
    this.any = true;
    if (divisor.kind === "num" && of.kind === "num") return;
    this.needs.push({ kind: "divides", holds, facts: { divisor, of } });
  }
}

/** Records what the symbols must fulfil, or compares the result with A(B(i)) and records what it finds. */
export function checkExact(ctx: Context, a: Layout, b: Layout, result: Layout, doubts: Doubts): void {
  const size = product(b.shape);
  for (const need of doubts.needs) ctx.need(need);
  if (doubts.needs.length > 0) return;
  if (size.kind !== "num") {
    ctx.need({ kind: "exact", holds: "unknown", facts: { left: a, right: b, result } });
    return;
  }
  const lost = product(result.shape);
  if (lost.kind === "num" && lost.value !== size.value) {
    ctx.need({ kind: "exact", holds: "no", facts: { left: a, right: b, result, size, resultSize: lost } });
    return;
  }
  ctx.need(compareValues(ctx, a, b, result, size.value));
}

function compareValues(ctx: Context, a: Layout, b: Layout, result: Layout, size: number): Need {
  const count = Math.min(size, SAMPLES);
  ctx.step(count);
  const facts = { left: a, right: b, result };
  for (let n = 0; n < count; n++) {
    const i = count === size ? n : Math.floor((n * (size - 1)) / (count - 1));
    const want = applyTwice(ctx, a, b, i);
    const got = numberAt(ctx, result, i);
    if (want === undefined || got === undefined) return { kind: "exact", holds: "unknown", facts };
    if (want !== got) {
      return { kind: "exact", holds: "no", facts: { ...facts, index: staticInt(i) } };
    }
  }
  return { kind: "exact", holds: count === size ? "yes" : "unknown", facts };
}

function applyTwice(ctx: Context, a: Layout, b: Layout, i: number): string | undefined {
  const at = layoutAt(ctx, b, i);
  const coord = asArith(at);
  if (coord.kind === "sym") return undefined;
  return numberAt(ctx, a, coord.kind === "num" ? coord.value : { kind: "tuple", items: coord.items });
}

function numberAt(ctx: Context, a: Layout, at: number | Parameters<typeof layoutAt>[2]): string | undefined {
  const value = asArith(layoutAt(ctx, a, at));
  if (value.kind === "num") return String(value.value);
  return value.kind === "sym" ? undefined : JSON.stringify(value.items);
}
