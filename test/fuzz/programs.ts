// Random programs of CuTe DSL: well-typed statements over layouts, tensors, shapes and integers, most of which the library accepts.
// A statement names what stood before it, or writes its operands out.
import { drawLines, type Grammar, Operands } from "./operands.ts";
import type { Random } from "./random.ts";

/** What an expression is. */
type Kind = "layout" | "composed" | "tensor" | "shape" | "int";

type Rule = (w: Words) => string;

/** Lines `v1 = …`, with `m` and `n` as integers of the run. */
export const drawProgram = (random: Random, statements: number): string =>
  drawLines(random, statements, grammar, (known) => new Words(random, known)).join("\n");

const kinds: readonly Kind[] = [
  "layout",
  "layout",
  "layout",
  "layout",
  "composed",
  "tensor",
  "tensor",
  "shape",
  "int",
  "int",
];

/** Operands, written by the rules below. */
class Words extends Operands<Kind, Words> {
  protected readonly grammar = () => grammar;

  /** An integer, now and then of the run. */
  extent(): string {
    return this.below(25) === 0 ? this.random.pick(["m", "n"]) : String(this.size());
  }

  tree(leaf: () => string, depth = 2): string {
    if (depth <= 0 || this.below(3) === 0) return leaf();
    const items = Array.from({ length: 1 + this.below(3) }, () => this.tree(leaf, depth - 1 - this.below(2)));
    return `(${items.join(",")},)`;
  }

  /** Flat, of a rank. */
  tuple(rank: number, leaf: () => string): string {
    return `(${Array.from({ length: rank }, leaf).join(",")},)`;
  }

  /** A layout that is written out. */
  plain(): string {
    return simple.layout(this);
  }
}

/** A layout with a shape of its own: compact, ordered, or with strides that one writes. */
function layout(w: Words): string {
  const shape = w.tree(() => w.extent());
  switch (w.below(5)) {
    case 0:
      return `cute.make_layout(${shape}, stride=${shape.replace(/\d+|[mn]/g, () => String(w.random.pick([0, 1, 1, 2, 3, 4, 8, 16, 64])))})`;
    case 1:
      return compact(w);
    case 2: {
      const rank = 1 + w.below(3);
      const order = [...Array(rank).keys()].sort(() => w.random.next() - 0.5);
      return `cute.make_ordered_layout(${w.tuple(rank, () => String(w.size()))}, order=(${order.join(",")},))`;
    }
    default:
      return `cute.make_layout(${shape})`;
  }
}

/** Compact, its modes in any order. */
function compact(w: Words): string {
  const shape = Array.from({ length: 1 + w.below(3) }, () => w.size());
  const order = shape.map((_, i) => i).sort(() => w.random.next() - 0.5);
  const stride: number[] = [];
  let next = w.random.pick([1, 1, 1, 2]);
  for (const i of order) {
    stride[i] = next;
    next *= shape[i]!;
  }
  return `cute.make_layout((${shape.join(",")},), stride=(${stride.join(",")},))`;
}

const pointer = (w: Words): string =>
  `cute.make_ptr(cutlass.${w.random.pick(["Float16", "Float32", "Int8"])}, 0, cute.AddressSpace.${w.random.pick(["gmem", "smem"])}, assumed_align=128)`;

const simple: Readonly<Record<Kind, Rule>> = {
  layout,
  composed: (w) =>
    `cute.make_composed_layout(cute.make_swizzle(${w.below(4)},${w.below(5)},${3 + w.below(2)}), 0, ${w.plain()})`,
  tensor: (w) =>
    w.below(4) === 0
      ? `cute.make_identity_tensor(${w.tree(() => w.extent())})`
      : `cute.make_tensor(${pointer(w)}, ${w.plain()})`,
  shape: (w) => w.tree(() => w.extent()),
  int: (w) => String(w.size()),
};

const mode = (w: Words): string => `mode=[${w.below(3)}]`;

/** What divides or composes: an extent, one for each mode, or layouts. */
function tiler(w: Words): string {
  const leaf = (): string => (w.below(6) === 0 ? "None" : w.below(5) === 0 ? w.plain() : String(w.size()));
  switch (w.below(4)) {
    case 0:
      return String(w.size());
    case 1:
      return w.one("layout");
    default:
      return w.tuple(1 + w.below(2), leaf);
  }
}

/** A coordinate for slices: numbers and open modes. */
const coordinate = (w: Words): string =>
  w.tuple(1 + w.below(3), () =>
    w.below(2) === 0 ? "None" : w.below(5) === 0 ? `(None,${w.below(3)})` : String(w.below(4)),
  );

const call =
  (name: string, ...args: readonly Rule[]): Rule =>
  (w) =>
    `cute.${name}(${args.map((arg) => arg(w)).join(", ")})`;

const one =
  (kind: Kind): Rule =>
  (w) =>
    w.one(kind);

const number =
  (most: number): Rule =>
  (w) =>
    String(w.below(most));

const divisions = ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"];
const products = [
  "logical_product",
  "zipped_product",
  "tiled_product",
  "flat_product",
  "blocked_product",
  "raked_product",
];

/** Those that take a layout, a composed layout or a tensor alike, and give what they took. */
const onAny = (kind: Kind): readonly Rule[] => [
  call("coalesce", one(kind)),
  call("coalesce", one(kind), (w) => `target_profile=${w.tuple(1 + w.below(2), () => "1")}`),
  ...divisions.map((name) => call(name, one(kind), tiler)),
  call("composition", one(kind), tiler),
  call("flatten", one(kind)),
  call("group_modes", one(kind), number(2), (w) => String(1 + w.below(3))),
  call("select", one(kind), (w) => `mode=[${Array.from({ length: 1 + w.below(2) }, () => w.below(3)).join(",")}]`),
  call("slice_", one(kind), coordinate),
  call("append_ones", one(kind), (w) => `up_to_rank=${2 + w.below(3)}`),
  call("filter_zeros", one(kind)),
];

const operations: Readonly<Record<Kind, readonly Rule[]>> = {
  layout: [
    ...onAny("layout"),
    ...products.map((name) => call(name, one("layout"), one("layout"))),
    call("composition", one("layout"), one("layout")),
    call("complement", one("layout"), (w) => String(w.size() * w.size())),
    call("complement", one("layout")),
    call("right_inverse", one("layout")),
    call("left_inverse", one("layout")),
    call("filter", one("layout")),
    call("append", one("layout"), one("layout")),
    call("prepend", one("layout"), one("layout")),
    call("dice", one("layout"), coordinate),
    call("get", one("layout"), mode),
    call(
      "tile_to_shape",
      one("layout"),
      (w) => w.tuple(1 + w.below(2), () => String(w.size() * 4)),
      (w) => w.random.pick(["order=(0,1)", "order=(1,0)", "order=(0,)"]),
    ),
    call(
      "recast_layout",
      (w) => w.random.pick(["4", "8", "16", "32"]),
      (w) => w.random.pick(["4", "8", "16", "32"]),
      one("layout"),
    ),
    call("max_common_layout", one("layout"), one("layout")),
    (w) => `${w.one("tensor")}.layout`,
    (w) => `${w.one("composed")}.inner`,
    (w) => `cute.make_layout(${w.one("shape")})`,
  ],
  composed: onAny("composed"),
  tensor: [
    ...onAny("tensor"),
    call("local_tile", one("tensor"), (w) => w.tuple(1 + w.below(2), () => String(w.size())), coordinate),
    call("local_partition", one("tensor"), one("layout"), number(4)),
    call("domain_offset", coordinateOfNumbers, one("tensor")),
    call("filter", one("tensor")),
    (w) => `${w.one("tensor")}[${coordinate(w)}]`,
  ],
  shape: [
    (w) => `${w.one("layout")}.shape`,
    (w) => `${w.one("layout")}.stride`,
    (w) => `${w.one("tensor")}.shape`,
    call("idx2crd", number(40), one("shape")),
    call("flatten_to_tuple", one("shape")),
    call("product_each", one("shape")),
    call("ceil_div", one("shape"), one("shape")),
    call("shape_div", one("shape"), one("shape")),
    call("append", one("shape"), one("int")),
    call("prepend", one("shape"), one("int")),
    call("select", one("shape"), (w) => `mode=[${w.below(3)}]`),
    call("slice_", one("shape"), coordinate),
    call("product_like", one("shape"), one("shape")),
    call("repeat_like", one("int"), one("shape")),
  ],
  int: [
    call("size", one("layout")),
    call("size", one("tensor")),
    call("size", one("shape")),
    call("size", one("layout"), mode),
    call("cosize", one("layout")),
    call("cosize", one("composed")),
    call("rank", one("layout")),
    call("depth", one("layout")),
    call("rank", one("shape")),
    call("depth", one("shape")),
    call("product", one("shape")),
    call("crd2idx", coordinateOfNumbers, one("layout")),
    call("crd2idx", number(30), one("composed")),
    call("max_common_vector", one("layout"), one("layout")),
    call("is_congruent", one("shape"), one("shape")),
    call("is_weakly_congruent", one("shape"), one("shape")),
    call("elem_less", one("shape"), one("shape")),
    call("is_major", number(2), one("layout")),
    (w) => `${w.one("layout")}(${coordinateOfNumbers(w)})`,
    call("ceil_div", one("int"), one("int")),
  ],
};

function coordinateOfNumbers(w: Words): string {
  return w.below(3) === 0 ? String(w.below(30)) : w.tuple(1 + w.below(3), () => String(w.below(5)));
}

const grammar: Grammar<Kind, Words> = { kinds, simple, operations, line: (name, text) => `${name} = ${text}` };
