// What libcu++ calls the instructions on barriers in shared memory and on bulk copies: which operation a call is, by its arguments.
//
// `cuda::ptx::mbarrier_init(&bar, n)`; of `mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &bar, bytes)` the first
// arguments say only how (cuda/ptx).
import type { Expr, TypeParam } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import type { Instruction } from "./assembly.ts";

/** A function around one instruction: the library's, or the project's own. */
export interface Wrapper {
  readonly operation: Instruction["operation"];
  /** The parameter that is the barrier, by its number; that of a method may be its object. */
  readonly barrier?: number | "object";
  /** The parameter that is the amount, or what it always is; a sum or product of parameters by their names. */
  readonly amount?: number | Expr;
  readonly names?: readonly string[];
  /** Template parameters, whose arguments a call gives first: `expect<bytes>(bar)`. */
  readonly ofTemplate?: readonly TypeParam[];
  /** So many CTAs do it, a template parameter. */
  readonly group?: Expr;
  /** The parameters that are the bytes of a copy, and what a store takes from shared memory. */
  readonly bytes?: number;
  readonly source?: number;
  /** The parameter that is the address of the tensor map. */
  readonly map?: number | "object";
  /** The parameter that is the number of arrivals, where there is one. */
  readonly arrivals?: number;
  readonly further: boolean;
  readonly isMethod: boolean;
  /** It has no object: `Class::init(bar, n)`. */
  readonly isStatic?: true;
  readonly params: number;
}

const free = { further: false, isMethod: false };
const tensor = { ...free, operation: "copy" as const };

/** Functions of cuda/barrier and of cuda::device::experimental. */
export const libraryWrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["barrier_arrive_tx", { ...free, operation: "arrive-expect", barrier: 0, arrivals: 1, amount: 2, params: 3 }],
  ["barrier_expect_tx", { ...free, operation: "expect", barrier: 0, amount: 1, params: 2 }],
  ["cp_async_bulk_global_to_shared", { ...free, operation: "copy", barrier: 3, bytes: 2, params: 4 }],
  ["cp_async_bulk_shared_to_global", { ...free, operation: "copy", source: 1, params: 3 }],
  ...[1, 2, 3, 4, 5].flatMap((n): [string, Wrapper][] => [
    [`cp_async_bulk_tensor_${n}d_global_to_shared`, { ...tensor, map: 1, barrier: n + 2, params: n + 3 }],
    [`cp_async_bulk_tensor_${n}d_shared_to_global`, { ...tensor, map: 0, source: n + 1, params: n + 2 }],
  ]),
]);

/** They give the address of shared memory as a number. */
export const addressesOfShared: ReadonlySet<string> = new Set(["__cvta_generic_to_shared", "cast_smem_ptr_to_uint"]);

/** It lets its thread sleep for a while, and does nothing else. */
export const sleeps = "__nanosleep";

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
