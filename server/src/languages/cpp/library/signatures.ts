// How CuTe's functions and methods may be called: with how many arguments of which kinds, and with numbers or types as template
// arguments or without.
//
// Read off the declarations of CUTLASS 4.7; the compiler refuses any other call, so that no value is given of it. What is not listed
// (functions of several libraries under one name, packs of types) is called as it comes.

import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall } from "../../../../../src-engine/interpret/dialect.ts";
import { plain } from "./row.ts";

interface Signature {
  readonly least: number;
  readonly most: number;
  /** `size<0>(x)`, `take<0, 2>(x)`: at least so many numbers in front of what is deduced; absent where there are none. */
  readonly numbers: number | undefined;
}

const any = Number.POSITIVE_INFINITY;

function listed(least: number, most: number, names: string, numbers?: number): [string, Signature][] {
  return names.split(" ").map((name) => [name, { least, most, numbers }]);
}

const signatures: ReadonlyMap<string, Signature> = new Map([
  ...listed(
    1,
    1,
    "as_arithmetic_tuple as_position_independent_swizzle_layout as_position_independent_swizzle_tensor back basis_value flatten flatten_to_tuple front get_nonswizzle_portion get_swizzle_portion left_inverse make_coord_tensor make_fragment_like make_identity_layout make_identity_tensor make_layout_like nullspace product_each recast_layout right_inverse signum sum unwrap wrap",
  ),
  ...listed(1, 1, "coprofile coshape cosize depth layout rank select shape size stride tensor", 0),
  ...listed(1, 1, "remove repeat tuple_repeat", 1),
  ...listed(1, 1, "group group_modes take", 2),
  ...listed(1, 2, "coalesce compact_col_major compact_row_major filter filter_zeros make_coord_iterator make_smem_ptr"),
  ...listed(1, 2, "append prepend", 0),
  ...listed(1, 3, "complement make_tiled_mma"),
  ...listed(1, any, "basis_get ceil_div gcd logical_divide make_layout max min slice_and_offset zip zipped_divide"),
  ...listed(
    2,
    2,
    "blocked_product colex_geq colex_gtr colex_leq colex_less compatible congruent dice domain_distribute domain_offset elem_geq elem_gtr elem_leq elem_less elem_scale evenly_divides flat_divide flat_product fold_first inner_product lex_geq lex_gtr lex_leq lex_less logical_product make_ordered_layout max_common_layout max_common_vector product_like raked_product repeat_like replace_back replace_front round_up shape_div shiftl shiftr slice tile_unzip tiled_divide tiled_product unflatten weakly_congruent zipped_product",
  ),
  ...listed(2, 2, "insert replace", 1),
  ...listed(2, 3, "crd2idx idx2crd tile_to_shape transform_leaf"),
  ...listed(2, 3, "composition", 0),
  ...listed(2, 4, "compact_order filter_tuple"),
  ...listed(2, any, "transform_layout"),
  ...listed(3, 3, "crd2crd inner_partition make_composed_layout outer_partition"),
  ...listed(3, 4, "local_partition local_tile"),
  ...listed(3, 5, "make_tma_copy"),
  ...listed(0, 0, "composed.layout_a composed.layout_b composed.offset tensor.data tensor.engine"),
  ...listed(
    0,
    0,
    "layout.layout layout.shape layout.stride tensor.size thr-mma.tile_size_mnk tiled-mma.tile_size_mnk",
    0,
  ),
  ...listed(0, 0, "tiled-copy.get_layoutS_TV tiled-copy.get_layoutD_TV tiled-mma.get_thr_layout_vmnk"),
  ...listed(0, 0, "tiled-mma.get_layoutA_TV tiled-mma.get_layoutB_TV tiled-mma.get_layoutC_TV"),
  ...listed(1, 1, "layout.get_flat_coord layout.get_hier_coord layout.get_1d_coord"),
  ...listed(1, 1, "tiled-mma.get_slice tiled-mma.get_thread_slice tiled-copy.get_slice tiled-copy.get_thread_slice"),
  ...listed(0, any, "layout.compose layout.with_shape"),
  ...listed(0, 0, "is_static sizeof_bits", 0),
  ...listed(1, 1, "cast_smem_ptr_to_uint max_alignment move product raw_pointer_cast reverse"),
  ...listed(1, 1, "get", 1),
  ...listed(1, 2, "make_gmem_ptr make_rmem_ptr make_tmem_ptr"),
  ...listed(2, 2, "select_cluster_shape"),
  ...listed(1, any, "make_arithmetic_tuple make_rmem_tensor make_tensor make_tensor_like tuple_cat"),
]);

type Kinds = readonly Value["kind"][];

const layouts: Kinds = ["layout", "composed", "tensor", "tiled-copy", "tiled-mma", "copy-atom", "mma-atom", "swizzle"];

/** What no argument may be: a layout where integers and tuples of them are meant, anything but an address where one is. */
const refusedKinds: ReadonlyMap<string, Kinds> = new Map([
  ...refusing(
    layouts,
    "compact_col_major compact_row_major elem_geq elem_gtr elem_leq elem_less elem_scale gcd make_coord_iterator max min product product_each product_like round_up shape_div",
  ),
  ...refusing(["composed"], "make_layout_like replace"),
  ...refusing(
    [...layouts, "tuple", "basis"],
    "make_gmem_ptr make_rmem_ptr make_smem_ptr make_tmem_ptr raw_pointer_cast",
  ),
]);

/** The same where it is the only argument: `filter` of a composed layout needs a profile (layout_composed.hpp:559). */
const refusedAlone: ReadonlyMap<string, Kinds> = new Map(refusing(["composed"], "filter"));

function refusing(kinds: Kinds, names: string): [string, Kinds][] {
  return names.split(" ").map((name) => [name, kinds]);
}

/** These are told the type of elements; what others are told is the type of an argument. */
const ofElements = new Set(
  "get make_fragment_like make_gmem_ptr make_rmem_ptr make_rmem_tensor make_smem_ptr make_tensor make_tensor_like make_tma_copy make_tmem_ptr move raw_pointer_cast recast_layout".split(
    " ",
  ),
);

/** What is of no element's type. */
const holdsParts: ReadonlySet<Value["kind"] | undefined> = new Set([...layouts, "tuple"] as const);

/** Why the compiler refuses the call; undefined where it is called as it is declared. */
export function misuse(name: string, { args, targs }: BuiltinCall): string | undefined {
  const signature = signatures.get(name);
  if (signature === undefined) return undefined;
  const { least, most, numbers } = signature;
  const written = name.slice(name.indexOf(".") + 1);
  const values = args.map(({ value }) => plain(value));
  if (args.length < least || args.length > most) return `${written} takes ${countOf(least, most)}`;
  const refused = refusedKinds.get(name) ?? (values.length === 1 ? refusedAlone.get(name) : undefined);
  const odd = values.find((one) => refused?.includes(one.kind));
  if (odd !== undefined) return `${written} takes no ${odd.kind.replace("-", " ")}`;
  const isTold = (one: Value, i: number): boolean => one.kind === "dtype" && holdsParts.has(values[i]?.kind);
  if (!ofElements.has(name) && targs.map(plain).some(isTold)) return `${written}'s argument is of another type`;
  const given = targs.filter((one) => isInt(plain(one))).length;
  if (given > 0 && numbers === undefined) return `${written} takes no numbers as template arguments`;
  return targs.length < (numbers ?? 0)
    ? `${written} needs ${numbers === 1 ? "a number" : `${numbers} numbers`} as template arguments`
    : undefined;
}

function countOf(least: number, most: number): string {
  if (least === most) return least === 0 ? "no arguments" : least === 1 ? "one argument" : `${least} arguments`;
  return most === any ? `${least} or more arguments` : `${least} to ${most} arguments`;
}
