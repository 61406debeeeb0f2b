// Random programs of CuTe C++: well-typed statements over layouts, swizzles, tensors, tuples and integers, static and dynamic, most of
// which compile. A statement names what stood before it, or writes its operands out.
import { drawLines, type Grammar, Operands } from "./operands.ts";
import type { Random } from "./random.ts";

/** What an expression is. */
type Kind = "layout" | "composed" | "tensor" | "coordinates" | "shape" | "int";

type Rule = (w: Words) => string;
type Nest = string | readonly Nest[];

/** Lines `auto v1 = …;`. */
export const drawCppProgram = (random: Random, statements: number): string =>
  drawLines(random, statements, grammar, (known) => new Words(random, known)).join("\n");

/** Operands, written by the rules below. */
class Words extends Operands<Kind, Words> {
  protected readonly grammar = () => grammar;

  /** An integer that the compiler knows, now and then one of the run. */
  extent(): string {
    return this.below(8) === 0 ? String(this.size()) : `_${this.size()}{}`;
  }

  nest(leaf: () => string, depth = 2): Nest {
    if (depth <= 0 || this.below(3) === 0) return leaf();
    return Array.from({ length: 1 + this.below(3) }, () => this.nest(leaf, depth - 1 - this.below(2)));
  }

  /** Flat, of a rank. */
  flat(rank: number, leaf: () => string): string {
    return made("make_shape", Array.from({ length: rank }, leaf));
  }

  /** A layout that is written out. */
  plain(): string {
    return simple.layout(this);
  }

  /** A number for a template's argument. */
  number(most: number): string {
    return String(this.below(most));
  }
}

const made = (name: string, nest: Nest): string =>
  typeof nest === "string" ? nest : `${name}(${nest.map((item) => made(name, item)).join(", ")})`;

const like = (nest: Nest, leaf: () => string): Nest =>
  typeof nest === "string" ? leaf() : nest.map((item) => like(item, leaf));

/** As a type, where every integer is static. */
const typed = (name: string, nest: Nest): string =>
  typeof nest === "string" ? nest.replace("{}", "") : `${name}<${nest.map((item) => typed(name, item)).join(", ")}>`;

/** A layout with a shape of its own: compact, ordered, or with strides that one writes. */
function layout(w: Words): string {
  const shape = w.nest(() => w.extent());
  const text = made("make_shape", shape);
  switch (w.below(7)) {
    case 0:
      return `make_layout(${text}, ${made(
        "make_stride",
        like(shape, () => stride(w)),
      )})`;
    case 1:
    case 2:
      return compact(w);
    case 3: {
      const rank = 1 + w.below(3);
      const order = [...Array(rank).keys()].sort(() => w.random.next() - 0.5);
      return `make_ordered_layout(${w.flat(rank, () => w.extent())}, Step<${order.map((i) => `_${i}`).join(", ")}>{})`;
    }
    case 4:
      return `make_layout(${text}, Layout${w.random.pick(["Left", "Right"])}{})`;
    case 5: {
      const all = w.nest(() => `_${w.size()}{}`);
      const strides = like(all, () => `_${w.random.pick([0, 1, 2, 4, 8, 16])}{}`);
      return `Layout<${typed("Shape", all)}, ${typed("Stride", strides)}>{}`;
    }
    default:
      return `make_layout(${text})`;
  }
}

const stride = (w: Words): string => {
  const value = w.random.pick([0, 1, 1, 2, 3, 4, 8, 16, 64]);
  return w.below(8) === 0 ? String(value) : `_${value}{}`;
};

/** Compact, its modes in any order. */
function compact(w: Words): string {
  const shape = Array.from({ length: 1 + w.below(3) }, () => w.size());
  const order = shape.map((_, i) => i).sort(() => w.random.next() - 0.5);
  const strides: number[] = [];
  let next = w.random.pick([1, 1, 1, 2]);
  for (const i of order) {
    strides[i] = next;
    next *= shape[i]!;
  }
  const fixed = (name: string, all: readonly number[]): string => `${name}<${all.map((n) => `Int<${n}>`).join(", ")}>`;
  return `Layout<${fixed("Shape", shape)}, ${fixed("Stride", strides)}>{}`;
}

const simple: Readonly<Record<Kind, Rule>> = {
  layout,
  composed: (w) => `composition(Swizzle<${w.below(4)}, ${w.below(5)}, ${3 + w.below(2)}>{}, ${w.plain()})`,
  tensor: (w) => `make_tensor(counting_iterator<int>{${w.below(3) * 5}}, ${w.plain()})`,
  coordinates: (w) =>
    w.below(3) === 0
      ? `make_coord_tensor(make_identity_layout(${made(
          "make_shape",
          w.nest(() => w.extent()),
        )}))`
      : `make_identity_tensor(${made(
          "make_shape",
          w.nest(() => w.extent()),
        )})`,
  shape: (w) =>
    made(
      "make_shape",
      w.nest(() => w.extent()),
    ),
  int: (w) => w.extent(),
};

/** What divides or composes: an extent, one for each mode, or layouts. */
function tiler(w: Words): string {
  const leaf = (): string => (w.below(6) === 0 ? "_" : w.below(5) === 0 ? w.plain() : w.extent());
  switch (w.below(5)) {
    case 0:
      return w.extent();
    case 1:
      return w.one("layout");
    case 2:
      return w.flat(1 + w.below(2), () => w.extent());
    default:
      return `make_tile(${Array.from({ length: 1 + w.below(2) }, leaf).join(", ")})`;
  }
}

/** A coordinate for slices: numbers and open modes. */
const coordinate: Rule = (w) =>
  made(
    "make_coord",
    Array.from({ length: 1 + w.below(3) }, () =>
      w.below(2) === 0 ? "_" : w.below(5) === 0 ? ["_", index(w)] : index(w),
    ),
  );

const index: Rule = (w) => (w.below(2) === 0 ? w.number(4) : `_${w.number(4)}{}`);

const numbers: Rule = (w) =>
  w.below(3) === 0
    ? w.number(30)
    : made(
        "make_coord",
        Array.from({ length: 1 + w.below(3) }, () => index(w)),
      );

const call =
  (name: string, ...args: readonly Rule[]): Rule =>
  (w) =>
    `${name}(${args.map((arg) => arg(w)).join(", ")})`;

const one =
  (kind: Kind): Rule =>
  (w) =>
    w.one(kind);

/** `take<1, 3>`: a name with numbers for its template. */
const ranged =
  (name: string, kind: Kind): Rule =>
  (w) => {
    const from = w.below(3);
    return `${name}<${from}, ${from + 1 + w.below(2)}>(${w.one(kind)})`;
  };

const divisions = ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"];
const products = [
  "logical_product",
  "zipped_product",
  "tiled_product",
  "flat_product",
  "blocked_product",
  "raked_product",
];

const profile: Rule = (w) => `Step<${Array.from({ length: 1 + w.below(2) }, () => "_1").join(", ")}>{}`;

/** Those that take a layout, a composed layout or a tensor alike, and give what they took. */
const onAny = (kind: Kind): readonly Rule[] => [
  call("coalesce", one(kind)),
  call("coalesce", one(kind), profile),
  ...divisions.map((name) => call(name, one(kind), tiler)),
  call("flatten", one(kind)),
  (w) => `layout<${w.below(3)}>(${w.one(kind)})`,
];

const onLayouts = (kind: Kind): readonly Rule[] => [
  ...onAny(kind),
  call("composition", one(kind), tiler),
  (w) => `${w.one(kind)}.compose(${tiler(w)})`,
  (w) => `get<${w.below(3)}>(${w.one(kind)})`,
  ranged("group", kind),
  ranged("take", kind),
  (w) => `select<${Array.from({ length: 1 + w.below(2) }, () => w.below(3)).join(", ")}>(${w.one(kind)})`,
  call("slice", coordinate, one(kind)),
  (w) => `${w.one(kind)}(${coordinate(w)})`,
  (w) => `append<${2 + w.below(3)}>(${w.one(kind)})`,
  (w) => `upcast<${w.random.pick([1, 2, 4])}>(${w.one(kind)})`,
  (w) => `downcast<${w.random.pick([1, 2, 4])}>(${w.one(kind)})`,
  (w) => `recast_layout<${bits(w)}, ${bits(w)}>(${w.one(kind)})`,
  call("tile_to_shape", one(kind), (w) => w.flat(1 + w.below(2), () => `Int<${w.size() * 4}>{}`)),
  call(
    "tile_to_shape",
    one(kind),
    (w) => w.flat(2, () => `Int<${w.size() * 4}>{}`),
    (w) => w.random.pick(["Step<_0, _1>{}", "Step<_1, _0>{}", "LayoutRight{}"]),
  ),
  call("filter", one(kind)),
  call("filter_zeros", one(kind)),
  call("right_inverse", one(kind)),
  call("left_inverse", one(kind)),
  call("make_fragment_like", one(kind)),
  call("make_layout_like", one(kind)),
];

const bits: Rule = (w) => w.random.pick(["uint8_t", "half_t", "float", "double", "uint4_t"]);

const onTensors = (kind: Kind): readonly Rule[] => [
  ...onAny(kind).slice(0, -1),
  ranged("group_modes", kind),
  ranged("take", kind),
  (w) => `tensor<${w.below(3)}>(${w.one(kind)})`,
  call("local_tile", one(kind), (w) => w.flat(1 + w.below(2), () => w.extent()), coordinate),
  call(
    "local_tile",
    one(kind),
    (w) => w.flat(3, () => w.extent()),
    coordinate,
    () => "Step<_1, X, _1>{}",
  ),
  call("local_partition", one(kind), one("layout"), (w) => w.number(4)),
  call("domain_offset", numbers, one(kind)),
  call("filter_zeros", one(kind)),
  (w) => `${w.one(kind)}(${coordinate(w)})`,
  (w) => `${w.one(kind)}.compose(${tiler(w)})`,
  (w) => `inner_partition(${w.one(kind)}, ${w.flat(1 + w.below(2), () => w.extent())}, ${numbers(w)})`,
  (w) => `outer_partition(${w.one(kind)}, ${w.flat(1 + w.below(2), () => w.extent())}, ${numbers(w)})`,
];

const operations: Readonly<Record<Kind, readonly Rule[]>> = {
  layout: [
    ...onLayouts("layout"),
    ...products.map((name) => call(name, one("layout"), one("layout"))),
    ...products.slice(0, 4).map((name) => call(name, one("layout"), tiler)),
    call("composition", one("layout"), one("layout")),
    call("complement", one("layout"), (w) => `Int<${w.size() * w.size()}>{}`),
    call("complement", one("layout"), one("shape")),
    call("complement", one("layout")),
    call("append", one("layout"), one("layout")),
    call("prepend", one("layout"), one("layout")),
    (w) => `replace<${w.below(3)}>(${w.one("layout")}, ${w.one("layout")})`,
    call("dice", coordinate, one("layout")),
    call("max_common_layout", one("layout"), one("layout")),
    call("make_layout", one("layout"), one("layout")),
    call("make_layout", one("shape")),
    call("make_layout", one("shape"), (w) => `compact_row_major(${w.one("shape")})`),
    call("make_identity_layout", one("shape")),
    call("nullspace", one("layout")),
    (w) => `${w.one("layout")}.with_shape(${w.one("shape")})`,
    (w) => `${w.one("tensor")}.layout()`,
    (w) => `${w.one("coordinates")}.layout()`,
    (w) => `${w.one("composed")}.layout_b()`,
    call("get_nonswizzle_portion", one("composed")),
  ],
  composed: onLayouts("composed"),
  tensor: onTensors("tensor"),
  coordinates: onTensors("coordinates"),
  shape: [
    (w) => `${w.one("layout")}.shape()`,
    (w) => `${w.one("layout")}.stride()`,
    call("shape", one("tensor")),
    call("stride", one("coordinates")),
    (w) => `shape<${w.below(3)}>(${w.one("layout")})`,
    call("coshape", one("layout")),
    call("coprofile", one("layout")),
    call("flatten", one("shape")),
    call("product_each", one("shape")),
    call("product_like", one("shape"), one("shape")),
    call("idx2crd", (w) => w.number(40), one("shape")),
    call("idx2crd", (w) => w.number(40), one("shape"), one("shape")),
    call("ceil_div", one("shape"), one("shape")),
    call("ceil_div", one("shape"), one("int")),
    call("shape_div", one("shape"), one("shape")),
    call("round_up", one("shape"), one("shape")),
    call("elem_scale", one("shape"), one("shape")),
    call("append", one("shape"), one("int")),
    call("prepend", one("shape"), one("int")),
    call("tuple_cat", one("shape"), one("shape")),
    call("compact_col_major", one("shape")),
    call("compact_row_major", one("shape")),
    call("compact_order", one("shape"), (w) => w.random.pick(["Step<_1, _0>{}", "Step<_2, _0, _1>{}", "Step<_0>{}"])),
    call("make_basis_like", one("shape")),
    call("unflatten", one("shape"), one("shape")),
    call("zip", one("shape"), one("shape")),
    call("reverse", one("shape")),
    call("slice", coordinate, one("shape")),
    call("dice", coordinate, one("shape")),
    call("repeat_like", one("shape"), one("int")),
    call("transform_leaf", one("shape"), () => "[](auto const& x) { return x * _2{}; }"),
    call("transform", one("shape"), one("shape"), () => "[](auto const& x, auto const& y) { return x * y; }"),
    (w) => `repeat<${1 + w.below(3)}>(${w.one("int")})`,
    (w) => `select<${w.below(3)}, ${w.below(3)}>(${w.one("shape")})`,
    ranged("take", "shape"),
    ranged("group", "shape"),
    (w) => `replace<${w.below(3)}>(${w.one("shape")}, ${w.one("int")})`,
    (w) => `remove<${w.below(3)}>(${w.one("shape")})`,
    (w) => `insert<${w.below(3)}>(${w.one("shape")}, ${w.one("int")})`,
    (w) => `${w.one("layout")}.get_hier_coord(${w.number(30)})`,
    (w) => `${w.one("layout")}.get_flat_coord(${w.number(30)})`,
    (w) => `${w.one("coordinates")}(${numbers(w)})`,
  ],
  int: [
    call("size", one("layout")),
    call("size", one("tensor")),
    call("size", one("shape")),
    (w) => `size<${w.below(3)}>(${w.one("layout")})`,
    (w) => `size<${w.below(3)}>(${w.one("shape")})`,
    call("cosize", one("layout")),
    call("cosize", one("composed")),
    (w) => `cosize<${w.below(3)}>(${w.one("layout")})`,
    call("rank", one("layout")),
    call("depth", one("layout")),
    call("rank", one("shape")),
    call("depth", one("shape")),
    call("product", one("shape")),
    call("inner_product", one("shape"), one("shape")),
    call("crd2idx", numbers, one("shape")),
    call("crd2idx", numbers, one("shape"), one("shape")),
    call("max_common_vector", one("layout"), one("layout")),
    call("congruent", one("shape"), one("shape")),
    call("weakly_congruent", one("shape"), one("shape")),
    call("compatible", one("shape"), one("shape")),
    call("weakly_compatible", one("shape"), one("shape")),
    call("evenly_divides", one("shape"), one("shape")),
    call("elem_less", one("shape"), one("shape")),
    call("lex_less", one("shape"), one("shape")),
    call("colex_less", one("shape"), one("shape")),
    call("ceil_div", one("int"), one("int")),
    call("gcd", one("int"), one("int")),
    call("lcm", one("int"), one("int")),
    call("max", one("int"), one("int")),
    call("min", one("int"), one("int")),
    call("get<0>", one("shape")),
    (w) => `${w.one("layout")}(${numbers(w)})`,
    (w) => `${w.one("composed")}(${numbers(w)})`,
    (w) => `${w.one("tensor")}(${numbers(w)})`,
    (w) =>
      `${w.one("int")} ${w.random.pick(["+", "-", "*", "/", "%", "<", "==", ">=", "&", "|", "^", "&&"])} ${w.one("int")}`,
    (w) => `int(${w.one("int")})`,
    (w) => `Swizzle<${w.below(4)}, ${w.below(4)}, 3>{}(${w.one("int")})`,
  ],
};

const kinds: readonly Kind[] = [
  ...Array<Kind>(5).fill("layout"),
  ...Array<Kind>(2).fill("composed"),
  ...Array<Kind>(2).fill("tensor"),
  "coordinates",
  ...Array<Kind>(3).fill("shape"),
  ...Array<Kind>(2).fill("int"),
];

const grammar: Grammar<Kind, Words> = {
  kinds,
  simple,
  operations,
  line: (name, text) => `auto ${name} = ${text};`,
};
