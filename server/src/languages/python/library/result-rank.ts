// How many modes the result of an operation has although what they are is not known: `partition_S` adds one, a divide by a tile gives
// two, a slice has one for each None.
//
// Kernels whose element types only the run knows have no layouts, and yet a coordinate of too many items is wrong in them. The rank
// rests on what is certain: a tensor that nobody passes has none.
import { tuple, tupleLike, type Unknown, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { memoryOf, memoryOfSlice } from "./certain-memory.ts";
import { certainRank } from "./certain-shape.ts";
import { refuse } from "./refusals.ts";
import type { Bound } from "./row.ts";

type RankOf = (b: Bound) => number | undefined;

/** The result, an unknown one with its rank where that is certain; what an operation hands on of an unknown argument is none. */
export function withRank(name: string, b: Bound, result: Value): Value {
  if (result.kind === "unknown")
    return {
      ...ranked(result, ranks.get(name)?.(b)),
      ...tiledBy(name, b.call.self),
      ...memoryOf(name, b),
      ...tmaBy(name),
    };
  // Several results have their ranks from the operation itself.
  if (result.kind === "tuple" && !name.endsWith(".tma_partition"))
    return result.items.some((item) => item.kind === "unknown")
      ? tupleLike(result, result.items.map(withoutRank))
      : result;
  if (result.kind !== "tensor" || result.layout.kind !== "unknown") return result;
  return { ...result, layout: ranked(result.layout, ranks.get(name)?.(b)) };
}

function tiledBy(name: string, self: Value | undefined): Pick<Unknown, "tiled"> {
  if (name === "tiled.get_slice")
    return self?.kind === "unknown" && self.tiled !== undefined ? { tiled: self.tiled } : {};
  return tiledCopies.test(name) ? { tiled: "copy" } : tiledMmas.test(name) ? { tiled: "mma" } : {};
}

/** What chooses the operation of a load loads, with or without multicast. */
const tmaBy = (name: string): Pick<Unknown, "tma"> =>
  /\.cluster_shape_to_tma_atom_(?:A|B|SFB)$/.test(name) ? { tma: "load" } : {};

const tiledCopies = /^(?:cute\.make_tiled_copy\w*|cute\.make_cotiled_copy|tcgen05\.make_(?:tmem|s2t)_copy)$/;
const tiledMmas = /^(?:cute\.make_tiled_mma|sm(?:90|100)\.make_\w*trivial_tiled_mma)$/;

/** `.get_slice`, `.partition_S` of a tiled copy or MMA that is not known; `.shape`, `.layout`, `.outer` of what has a rank. */
export function memberOfUnknown(object: Unknown, name: string): Value | undefined {
  const { rank, tiled } = object;
  const methods = { copy: /^partition_[SD]$/, mma: /^partition_[ABC]$/ };
  if (tiled !== undefined && (name === "get_slice" || methods[tiled].test(name))) {
    const method = name === "get_slice" ? "tiled.get_slice" : `${tiled}.${name}`;
    return { kind: "builtin", name: method, self: object, targs: [] };
  }
  const part = unknown(`.${name} of something unknown`, object);
  if (rank !== undefined && /^(?:shape|stride)$/.test(name)) return itemsOfRank(object, part);
  if (name === "iterator" && object.memory !== undefined) return { ...part, memory: object.memory };
  return rank !== undefined && /^(?:layout|outer)$/.test(name) ? ranked(part, rank) : undefined;
}

const withoutRank = (value: Value): Value => (value.kind === "unknown" ? ranked(value, undefined) : value);

/** A shape or stride of so many items, each of which is not known. */
export const itemsOfRank = ({ rank }: Unknown, item: Unknown): Value =>
  rank === undefined ? item : tuple(Array.from({ length: rank }, (): Value => item));

export function ranked({ rank: _, tiled: __, memory: ___, ...of }: Unknown, rank: number | undefined): Unknown {
  return rank === undefined ? of : { ...of, rank };
}

/** An item, or a slice, of what has so many modes. */
export function indexOfRank(ctx: Bound["ctx"], object: Unknown, args: readonly Value[]): Unknown | undefined {
  const { rank } = object;
  const [only] = args;
  const coord = args.length === 1 && only !== undefined ? only : ({ kind: "tuple", items: args } as const);
  const item = unknown("an item of something unknown", object);
  const memory = memoryOfSlice(object, coord.kind === "tuple" ? coord.items : [coord]);
  if (rank === undefined || coord.kind !== "tuple")
    return memory.memory === undefined ? undefined : { ...item, ...memory };
  const count = coord.items.length;
  if (count !== rank)
    return refuse(
      ctx,
      "tensor",
      `the coordinate has ${count} ${count === 1 ? "item" : "items"} for ${rank} ${rank === 1 ? "mode" : "modes"}: give one for each mode, nested alike`,
    );
  return { ...ranked(item, nones(coord)), ...memory };
}

/** Modes that a coordinate leaves: one for each None; those inside a mode are not counted. */
function nones(coord: Value): number | undefined {
  if (coord.kind !== "tuple" || coord.items.some((item) => item.kind === "tuple" || item.kind === "unknown"))
    return undefined;
  const count = coord.items.filter((item) => item.kind === "underscore").length;
  return count === 0 ? undefined : count;
}

const itemsIn = (value: Value | undefined): number | undefined =>
  value?.kind === "tuple" ? value.items.length : undefined;

const rankIn =
  (name: string, more = 0): RankOf =>
  (b) => {
    const rank = certainRank(b.value(name));
    return rank === undefined ? undefined : rank + more;
  };

const sum = (...parts: readonly (number | undefined)[]): number | undefined =>
  parts.reduce((a, b) => (a === undefined || b === undefined ? undefined : a + b), 0);

/** (tile, rest…): the tiler's modes, then the coordinate's Nones, both behind the projection. */
function localTile(b: Bound): number | undefined {
  const [tiler, coord, proj] = [b.value("tiler"), b.value("coord"), b.optional("proj")];
  if (tiler.kind !== "tuple" || coord.kind !== "tuple" || (proj !== undefined && proj.kind !== "tuple"))
    return undefined;
  const kept = (items: readonly Value[]): readonly Value[] =>
    items.filter((_, i) => proj?.kind !== "tuple" || proj.items[i]?.kind !== "underscore");
  const rest = kept(coord.items);
  if (rest.some((item) => item.kind === "tuple" || item.kind === "unknown")) return undefined;
  return kept(tiler.items).length + rest.filter((item) => item.kind === "underscore").length;
}

function groupModes(b: Bound): number | undefined {
  const rank = certainRank(b.value("input"));
  const [begin, end] = [b.value("begin"), b.optional("end")];
  if (rank === undefined || begin.kind !== "num" || (end !== undefined && end.kind !== "num")) return undefined;
  const [first, last] = [begin.value, end?.value ?? rank];
  return first < 0 || last <= first || last > rank ? undefined : rank - (last - first) + 1;
}

const byTuple =
  (count: RankOf): RankOf =>
  (b) =>
    b.value("tiler").kind === "tuple" ? count(b) : undefined;

const ranks: ReadonlyMap<string, RankOf> = new Map<string, RankOf>([
  ["cute.zipped_divide", () => 2],
  ["cute.tiled_divide", byTuple(rankIn("target", 1))],
  ["cute.flat_divide", byTuple((b) => sum(certainRank(b.value("target")), itemsIn(b.value("tiler"))))],
  ["cute.local_tile", localTile],
  ["cute.group_modes", groupModes],
  ["cute.slice_", (b) => nones(b.value("coord"))],
  ["cute.select", (b) => itemsIn(b.value("mode"))],
  ["cute.make_tensor", rankIn("layout")],
  ["cute.make_layout", (b) => itemsIn(b.value("shape"))],
  ["cute.make_identity_tensor", (b) => itemsIn(b.value("shape"))],
  ["cute.tile_to_shape", (b) => itemsIn(b.value("trg_shape"))],
  ["cute.make_rmem_tensor_like", rankIn("src")],
  ["cute.make_fragment_like", rankIn("src")],
  ["smem.allocate_tensor", rankIn("layout")],
  ["memrange.get_tensor", rankIn("layout")],
  // (M,K,stage), (MMA,MMA_M,MMA_K,stage)
  ...[
    "sm90.make_smem_layout_a",
    "sm90.make_smem_layout_b",
    "sm90.make_smem_layout_epi",
    "sm100.make_smem_layout_epi",
  ].map((name): [string, RankOf] => [name, () => 3]),
  ...["sm100.make_smem_layout_a", "sm100.make_smem_layout_b"].map((name): [string, RankOf] => [name, () => 4]),
  ["copy.retile", rankIn("src")],
  ["copy.partition_S", rankIn("src", 1)],
  ["copy.partition_D", rankIn("dst", 1)],
  ["mma.partition_A", rankIn("input_mk", 1)],
  ["mma.partition_B", rankIn("input_nk", 1)],
  ["mma.partition_C", rankIn("input_mn", 1)],
]);
