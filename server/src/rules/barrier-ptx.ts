// Instructions that libcu++ gives names to, `cuda::ptx::mbarrier_init(&bar, n)`: which operation a call is, by its state spaces.
//
// Of `mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &bar, bytes)` the first arguments say only how (cuda/ptx).
import type { Expr } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import type { Wrapper } from "./barrier-wrappers.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** The operation that a call of `ptx::…` is; its parameters are numbered as they stand there. */
export function ptxCall({ callee, args }: Call): Wrapper | undefined {
  const path = callee.kind === "name" ? callee.path : [];
  if (path.at(-2) !== "ptx" || args.some(({ name }) => name !== undefined)) return undefined;
  const words = args.map(({ value }) => (value.kind === "name" ? lastName(value) : ""));
  const first = words.findIndex((word) => !/^(?:sem|scope|space)_\w+$/.test(word));
  const at = first < 0 ? args.length : first;
  const spaces = words.slice(0, at).filter((word) => word.startsWith("space_"));
  const one = operationOf(path.at(-1) ?? "", { at, left: args.length - at, spaces });
  return one && { isMethod: false, params: args.length, further: false, ...one };
}

interface Form {
  /** The first argument behind those that say how. */
  readonly at: number;
  /** So many from there on. */
  readonly left: number;
  readonly spaces: readonly string[];
}

type Operation = Pick<Wrapper, "operation"> & Partial<Wrapper>;

function operationOf(name: string, { at, left, spaces }: Form): Operation | undefined {
  const isRemote = spaces.includes("space_cluster");
  switch (name) {
    case "mbarrier_init":
      return left === 2 ? { operation: "init", barrier: at, amount: at + 1 } : undefined;
    case "mbarrier_arrive":
      return { operation: "arrive", barrier: at, further: isRemote || left > 1 };
    case "mbarrier_arrive_expect_tx":
      return left === 2 ? { operation: "arrive-expect", barrier: at, amount: at + 1, further: isRemote } : undefined;
    case "mbarrier_expect_tx":
      return left === 2 ? { operation: "expect", barrier: at, amount: at + 1, further: isRemote } : undefined;
    case "cp_async_bulk":
      return inBulk(at, left, spaces);
    case "cp_async_bulk_tensor":
      return ofTensor(at, left, spaces);
    default:
      return /^mbarrier_(?:test|try)_wait/.test(name) ? { operation: "wait", barrier: at } : undefined;
  }
}

/** `(to, from, dst, src, bytes, bar)`, with a mask of CTAs where it brings them to several. */
function inBulk(at: number, left: number, [to, from]: readonly string[]): Operation | undefined {
  if (to === "space_global" && from === "space_shared") return { operation: "copy", source: at + 1 };
  if (left < 4) return undefined;
  return { operation: "copy", barrier: at + 3, bytes: at + 2, further: from !== "space_global" || left > 4 };
}

/** `(to, from, dst, map, coordinates, bar)`; a store is `(to, from, map, coordinates, src)`. */
function ofTensor(at: number, left: number, [to, from]: readonly string[]): Operation | undefined {
  if (to === "space_global" && from === "space_shared") return { operation: "copy", map: at, source: at + 2 };
  if (left < 4) return undefined;
  return { operation: "copy", map: at + 1, barrier: at + 3, further: left > 4 };
}
