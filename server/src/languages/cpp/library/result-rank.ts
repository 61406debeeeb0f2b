// How many modes the result of an operation has although what they are is not known: `partition_S` adds one, a slice has one for each `_`.
//
// Collectives whose layouts and atoms are template parameters that nobody here binds have no values, and yet a coordinate of too few
// items is wrong in every instance of them. A rank is given only where the operation's arguments decide it.
import { dynamicInt } from "../../../../../src-engine/algebra/int/int.ts";
import { tmaOperation } from "../../../../../src-engine/algebra/tma/operations.ts";
import { type Tensor, tuple, type Unknown, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { type Call, lenientRow, modes, plain, type Row } from "./row.ts";
import { builtin, textIn } from "./values.ts";

type RankOf = (call: Call) => number | undefined;

/** The result, an unknown one with its rank where that is certain: what a row hands on of an unknown argument had another one. */
export function withRank(call: Call, result: Value): Value {
  const name = call.name.slice(Math.max(call.name.lastIndexOf(":"), call.name.lastIndexOf(".")) + 1);
  if (name === "tma_partition" && result.kind === "unknown") return bothSides(call, result);
  if (result.kind === "unknown" && tiledCopies.test(name)) return { ...result, tiled: "copy" };
  if (result.kind === "unknown" && tmaAtoms.test(name)) return { ...result, ...directionOf(call.args[0]) };
  const rankOf = ofMethods.get(name) ?? (call.self === undefined ? ranks.get(name) : undefined);
  const given = result.kind === "unknown" ? withOperand(name, result) : result;
  if (rankOf === undefined) return given;
  if (given.kind === "unknown") return ranked(given, rankOf(call));
  const open = result.kind === "tensor" && result.layout.kind === "unknown" ? result.layout : undefined;
  return open === undefined ? result : { ...(result as Tensor), layout: ranked(open, rankOf(call)) };
}

const ranked = ({ rank: _, ...of }: Unknown, rank: number | undefined): Unknown =>
  rank === undefined || rank < 1 ? of : { ...of, rank };

/** What an operation hands on of an unknown argument is another operand, or none. */
function withOperand(name: string, { operand, ...of }: Unknown): Unknown {
  const made = operandOf(name) ?? (keepsOperand.test(name) ? operand : undefined);
  return made === undefined ? of : { ...of, operand: made };
}

/** Of `partition_A`, `make_fragment_A`, `partition_fragment_A`. */
const operandOf = (name: string): Unknown["operand"] =>
  /^(?:partition|make_fragment|partition_fragment)_[ABC]$/.test(name)
    ? (name.slice(-1) as NonNullable<Unknown["operand"]>)
    : undefined;

const keepsOperand = /^(?:make_(?:fragment|tensor)_like|recast)$/;

const tiledCopies = /^make_(?:co)?tiled_copy(?:_\w+)?$|^make_(?:tmem|utccp)_copy$/;

const tmaAtoms = /^make_(?:im2col_)?tma_(?:copy|atom)(?:_[ABC]_sm\d+)?$/;

/** Which way an atom copies its operation says, whatever it copies. */
function directionOf(operation: Value | undefined): Pick<Unknown, "tma"> {
  const name = operation && textIn(plain(operation));
  const direction = name === undefined ? undefined : tmaOperation(name)?.direction;
  return direction === undefined ? {} : { tma: direction };
}

/** `tma_partition(atom, coord, layout, smem, gmem)`: what is at rest in each stays. */
function bothSides({ args }: Call, why: Unknown): Value {
  const side = (value: Value | undefined): Value => {
    const rank = value === undefined ? undefined : certainRank(value);
    return rank === undefined ? why : { ...why, rank };
  };
  return args.length < 5 ? why : tuple([side(args[4]), side(args[3])]);
}

/** The modes that a value certainly has at its top. */
function certainRank(given: Value): number | undefined {
  const value = plain(given);
  if (value.kind === "unknown") return value.rank;
  if (value.kind === "tuple") return value.items.length;
  if (value.kind === "tensor") return value.layout.kind === "unknown" ? value.layout.rank : certainRank(value.layout);
  let at: Value = value;
  while (at.kind === "composed") at = at.inner;
  return at.kind === "layout" && at.shape.kind === "tuple" ? at.shape.items.length : undefined;
}

const at =
  (index: number, more = 0): RankOf =>
  ({ args }) => {
    const value = args[index];
    const rank = value === undefined ? undefined : certainRank(value);
    return rank === undefined ? undefined : rank + more;
  };

const numbersOf = (call: Call): readonly number[] => {
  const all = call.targs.map(plain);
  return all.every((one) => one.kind === "num") ? modes(call) : [];
};

/** Without mode numbers the same modes. */
const whole: RankOf = (call) => (call.targs.length === 0 && call.args.length === 1 ? at(0)(call) : undefined);

const itemsOf = (value: Value | undefined): readonly Value[] | undefined => {
  const given = value === undefined ? undefined : plain(value);
  return given?.kind === "tuple" ? given.items.map((item) => plain(item as Value)) : undefined;
};

/** (tile…, rest…): of the rest a coordinate leaves what it has `_` for and what it does not reach. */
function localTile({ args }: Call): number | undefined {
  const [tensor, tiler, coord, proj] = args;
  const kept = proj === undefined ? undefined : itemsOf(proj);
  if (tensor === undefined || coord === undefined || (proj !== undefined && kept === undefined)) return undefined;
  const isKept = (i: number): boolean => kept === undefined || (kept[i] !== undefined && kept[i].kind !== "underscore");
  const rank = certainRank(tensor);
  const tile = kept === undefined ? tiler && certainRank(tiler) : kept.filter((_, i) => isKept(i)).length;
  const items = itemsOf(coord)?.filter((_, i) => isKept(i));
  if (rank === undefined || tile === undefined || items === undefined || items.length > rank) return undefined;
  if (items.some((item) => item.kind === "tuple")) return undefined;
  return tile + items.filter((item) => item.kind === "underscore").length + (rank - items.length);
}

function grouped(call: Call): number | undefined {
  const [begin, end] = numbersOf(call);
  const rank = at(0)(call);
  if (rank === undefined || begin === undefined || end === undefined || end <= begin || end > rank) return undefined;
  return rank - (end - begin) + 1;
}

function appended(call: Call): number | undefined {
  if (call.args.length !== 2) return undefined;
  const [count] = numbersOf(call);
  return call.targs.length === 0 ? at(0, 1)(call) : count;
}

function taken(call: Call): number | undefined {
  const [begin, end] = numbersOf(call);
  return begin === undefined || end === undefined ? undefined : end - begin;
}

/** `make_tensor<T>(layout)`, `make_tensor(pointer, layout)`, `make_tensor(pointer, shape, stride)`. */
const made: RankOf = (call) => shaped(call.targs.length > 0 ? 0 : 1)(call);

/** Where the strides are others in number, nobody knows which of the two is meant. */
const shaped =
  (index: number): RankOf =>
  (call) => {
    const [rank, strides] = [at(index)(call), itemsOf(call.args[index + 1])?.length];
    return strides !== undefined && strides !== rank ? undefined : rank;
  };

const flat: RankOf = (call) => {
  const [rank, tile] = [at(0)(call), itemsOf(call.args[1])?.length];
  return rank === undefined || tile === undefined || tile > rank ? undefined : rank + tile;
};

const byName: readonly (readonly [string, RankOf])[] = [
  ["tile_to_shape tile_to_mma_shape", at(1)],
  ["partition_shape_A partition_shape_B partition_shape_C partition_fragment_C", at(1, 1)],
  ["make_layout", shaped(0)],
  ["make_identity_tensor make_coord_tensor make_identity_layout", at(0)],
  ["make_tensor", made],
  ["make_fragment_like make_tensor_like recast as_position_independent_swizzle_tensor filter_zeros", at(0)],
  ["as_position_independent_swizzle_layout get_nonswizzle_portion", at(0)],
  ["domain_offset", at(1)],
  ["shape stride layout", whole],
  ["local_tile", localTile],
  ["local_partition", at(0)],
  ["zipped_divide", () => 2],
  ["tiled_divide", (call) => (itemsOf(call.args[1]) === undefined ? undefined : at(0, 1)(call))],
  ["flat_divide", flat],
  ["group_modes group", grouped],
  ["take", taken],
  ["select", (call) => (call.targs.length === 0 ? undefined : call.targs.length)],
  ["append prepend", appended],
];

const added = ["S", "D", "A", "B", "C"].map((side) => `partition_${side}`);
const fragments = ["A", "B", "C"].flatMap((operand) => [`partition_fragment_${operand}`, `make_fragment_${operand}`]);
const methods: readonly (readonly [string, RankOf])[] = [
  ...added.map((name) => [name, at(0, 1)] as const),
  ...fragments.map((name) => [name, at(0, name.startsWith("partition") ? 1 : 0)] as const),
  ["retile_S", at(0)],
  ["retile_D", at(0)],
  ["get_tma_tensor", at(0)],
];

const ofMethods = new Map(methods);

const ranks: ReadonlyMap<string, RankOf> = new Map(
  byName.flatMap(([names, rank]) => names.split(" ").map((name) => [name, rank] as const)),
);

/** What the methods of tiled copies and MMAs give that nobody here binds. */
export const unknownRows: readonly Row[] = [
  ...lenientRow("unknown.with", ({ self }) => self ?? unknown("what with gives is not known")),
  ...methods.flatMap(([name, rank]) =>
    lenientRow(`unknown.${name}`, (call) => {
      const why = unknown(`what ${name} gives is not known`, call.self?.kind === "unknown" ? call.self : undefined);
      const [known, operand] = [rank(call), operandOf(name)];
      return {
        ...why,
        ...(known === undefined ? {} : { rank: known }),
        ...(operand === undefined ? {} : { operand }),
      };
    }),
  ),
];

/** Methods of something unknown: those of tiled copies and MMAs, and `layout` and its kin of what has a rank, which `T::rank` is too. */
export function memberOfUnknown(object: Unknown, name: string): Value | undefined {
  if (name === "rank" && object.rank !== undefined) return dynamicInt(object.rank);
  if (ofMethods.has(name) || (name === "with" && object.tma !== undefined)) return builtin(`unknown.${name}`, object);
  return undefined;
}

/** `t(_, _, k)` of what certainly has so many modes, or is an operand of an MMA; undefined where nothing can be said. */
export function sliceOfRank(of: Unknown, call: Call): Unknown | undefined {
  const { rank, operand } = of;
  if ((rank === undefined && operand === undefined) || call.args.length < 2) return undefined;
  const items = call.args.map(plain);
  const left = items.filter((item) => item.kind === "underscore").length;
  const why = {
    ...unknown("a part of something unknown", of),
    ...(operand === undefined || left === 0 ? {} : { operand }),
  };
  if (rank === undefined) return why;
  if (items.length !== rank) {
    call.raw.record(
      "tensor",
      call.raw.args.map((argument, i) => ({ role: `argument ${i}`, argument })),
    );
    const message = "the coordinate and the shape have different numbers of modes";
    return call.ctx.stop({ code: "mismatched-ranks", message, at: "underscore.hpp:149" });
  }
  return left === 0 || items.some((item) => item.kind === "tuple") ? why : { ...why, rank: left };
}
