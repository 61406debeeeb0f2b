// What the calculator has fields for. A form is one expression with places to fill in; its values and those of its presets
// are in the notation in which plain numbers are static.

export interface Form {
  readonly id: string;
  readonly group: "Basics" | "Operations" | "Copy and MMA";
  readonly title: string;
  readonly fields: readonly Field[];
  readonly presets: readonly (readonly [name: string, ...values: string[]])[];
  drawn(values: readonly string[]): Drawn;
}

export interface Field {
  readonly label: string;
  /** Several lines: one layout of a tiler a line. */
  readonly lines?: true;
  readonly choices?: readonly string[];
  readonly optional?: true;
}

/** What is typed into the preview, and how it is drawn at first. */
export interface Drawn {
  readonly expression: string;
  readonly controls: Readonly<Record<string, string>>;
}

const operation = { kind: "operation" };
const plain = (expression: string): Drawn => ({ expression, controls: {} });
const at = (values: readonly string[], index: number): string => (values[index] ?? "").trim();

/** `3:4` and `8:1` on two lines are the tiler `(3:4, 8:1)`. */
export function tilerOf(text: string): string {
  const lines = text.split(/\n|\\n/).filter((line) => line.trim() !== "");
  return lines.length > 1 ? `(${lines.map((line) => line.trim()).join(", ")})` : text.trim();
}

/** A shape without strides is compact, the first mode fastest. */
export const layoutOf = (text: string): string => (text.includes(":") ? text.trim() : `make_layout(${text.trim()})`);

const divides = ["zipped_divide", "tiled_divide", "flat_divide"];
const products = ["zipped_product", "tiled_product", "flat_product"];

function binary(id: string, title: string, a: string, b: string, presets: Form["presets"]): Form {
  return {
    id,
    group: "Operations",
    title,
    fields: [{ label: a }, { label: b, lines: true }],
    presets,
    drawn: (values) => ({
      expression: `${id}(${layoutOf(at(values, 0))}, ${tilerOf(at(values, 1))})`,
      controls: operation,
    }),
  };
}

function family(id: string, title: string, names: readonly string[], presets: Form["presets"]): Form {
  return {
    id,
    group: "Operations",
    title,
    fields: [
      { label: "Layout A" },
      { label: "Tiler: one layout a line, or one layout", lines: true },
      { label: "Form", choices: names },
    ],
    presets,
    drawn: (values) => {
      const name = names.includes(at(values, 2)) ? at(values, 2) : (names[0] ?? "");
      return { expression: `${name}(${layoutOf(at(values, 0))}, ${tilerOf(at(values, 1))})`, controls: operation };
    },
  };
}

/** `3, 3, 3` and `Swizzle<3,3,3>` alike. */
const swizzleOf = (text: string): string => `Swizzle<${(text.match(/\d+/g) ?? []).join(",")}>{}`;

export const forms: readonly Form[] = [
  {
    id: "layout",
    group: "Basics",
    title: "Layout",
    fields: [{ label: "Shape : stride" }],
    presets: [
      ["column-major 10×10", "(10,10):(1,10)"],
      ["row-major 8×8", "(8,8):(8,1)"],
      ["padded rows", "(8,8):(9,1)"],
      ["every second element", "(8,8):(2,16)"],
      ["nested", "((4,2),(4,2)):((1,8),(2,32))"],
      ["a warp's row", "(4,32):(32,1)"],
      ["without strides", "(4,(2,3))"],
      ["its inverse", "right_inverse((4,8):(8,1))"],
    ],
    drawn: (values) => plain(/^[\s(\d]/.test(at(values, 0)) ? layoutOf(at(values, 0)) : at(values, 0)),
  },
  {
    id: "tv",
    group: "Basics",
    title: "TV layout over its tile",
    fields: [{ label: "TV layout: (thread, value) to index" }, { label: "Tile: (M,N)" }],
    presets: [
      ["m16n8 accumulator", "((4,8),(2,2)):((32,1),(16,8))", "(16,8)"],
      ["32 threads along rows, 4 values", "(32,4):(1,32)", "(8,16)"],
    ],
    drawn: (values) => ({ expression: at(values, 0), controls: { kind: "tv", tile: at(values, 1) } }),
  },
  {
    id: "make_layout_tv",
    group: "Basics",
    title: "TV layout of threads and values",
    fields: [{ label: "Thread layout" }, { label: "Value layout" }],
    presets: [
      ["2×3 threads, 2×2 values", "(2,3):(3,1)", "(2,2):(2,1)"],
      ["4×8 threads, 2×2 values", "(4,8):(8,1)", "(2,2):(2,1)"],
      ["8×4 column-major threads", "(8,4):(1,8)", "(2,2):(1,2)"],
      ["16×2 threads", "(16,2):(1,16)", "(2,2):(1,2)"],
    ],
    drawn: (values) => {
      const [threads, items] = [layoutOf(at(values, 0)), layoutOf(at(values, 1))];
      return {
        expression: `composition(right_inverse(raked_product(${threads}, ${items})), make_layout((size(${threads}), size(${items}))))`,
        controls: { kind: "tv", tile: `product_each(shape(raked_product(${threads}, ${items})))` },
      };
    },
  },
  {
    id: "swizzle",
    group: "Basics",
    title: "Swizzle",
    fields: [{ label: "Layout" }, { label: "Swizzle: B, M, S" }],
    presets: [
      ["8×8, <3,0,3>", "(8,8):(8,1)", "3, 0, 3"],
      ["128 bytes of half_t", "(8,64):(64,1)", "3, 3, 3"],
      ["32 banks of float", "(32,32):(32,1)", "5, 0, 5"],
      ["column-major, <2,2,2>", "(16,16):(1,16)", "2, 2, 2"],
    ],
    drawn: (values) => ({
      expression: `composition(${swizzleOf(at(values, 1))}, ${layoutOf(at(values, 0))})`,
      controls: { kind: "swizzle" },
    }),
  },
  binary("composition", "Composition", "Layout A", "Layout B, or a tiler: one layout a line", [
    ["a 2×2 of a 4×4", "(4,4):(4,1)", "(2,2):(1,2)"],
    ["strided", "(8,8):(1,8)", "(2,4):(2,8)"],
    ["broadcast", "(4,4):(1,4)", "(4,4):(1,0)"],
    ["by mode", "(12,(4,8)):(59,(13,1))", "3:4\n8:2"],
  ]),
  {
    id: "complement",
    group: "Operations",
    title: "Complement",
    fields: [{ label: "Layout" }, { label: "Cotarget: a layout, a shape or a size" }],
    presets: [
      ["(2,2):(1,2) over 4×4", "(2,2):(1,2)", "(4,4):(1,4)"],
      ["4:2 over 8", "4:2", "8:1"],
      ["3:4 over 12", "3:4", "12:1"],
      ["in a row-major 4×4", "(2,2):(4,1)", "(4,4):(4,1)"],
    ],
    drawn: (values) => ({
      expression: `complement(${layoutOf(at(values, 0))}, size(${layoutOf(at(values, 1))}))`,
      controls: operation,
    }),
  },
  binary("logical_divide", "Logical divide", "Layout A", "Tiler: one layout a line, or one layout", [
    ["one mode", "12:1", "3:4"],
    ["by mode", "(12,32):(32,1)", "3:4\n8:4"],
    ["mixed", "(6,12):(12,1)", "3:2\n4:3"],
    ["nested", "(8,16):(1,8)", "(2,2):(1,4)\n(4,2):(1,8)"],
  ]),
  family("zipped_divide", "Zipped, tiled, flat divide", divides, [
    ["by mode", "(12,32):(32,1)", "3:4\n8:4", "zipped_divide"],
    ["tiles of 2×4", "(8,16):(16,1)", "2:1\n4:1", "tiled_divide"],
    ["mixed, flat", "(6,12):(12,1)", "3:2\n4:3", "flat_divide"],
  ]),
  binary("logical_product", "Logical product", "Layout A: the block", "Tiler: one layout a line, or one layout", [
    ["5 four times", "5:1", "4:1"],
    ["a 5×3 block, 2×2 times", "(5,3):(1,5)", "(2,2):(1,2)"],
    ["by mode", "(4,3):(3,1)", "2:1\n3:1"],
  ]),
  family("zipped_product", "Zipped, tiled, flat product", products, [
    ["5 four times", "5:1", "4:1", "zipped_product"],
    ["5×3, 2×2 times", "(5,3):(1,5)", "(2,2):(1,2)", "tiled_product"],
    ["4×3, 2×3 times", "(4,3):(3,1)", "(2,3):(1,2)", "flat_product"],
  ]),
  binary("blocked_product", "Blocked product", "Layout A: the block", "Tiler", [
    ["2×2 blocks, 3×3 of them", "(2,2):(1,2)", "(3,3):(1,3)"],
    ["row-major", "(3,2):(2,1)", "(2,3):(3,1)"],
  ]),
  binary("raked_product", "Raked product", "Layout A: the block", "Tiler", [
    ["2×2 blocks, 3×3 of them", "(2,2):(1,2)", "(3,3):(1,3)"],
    ["row-major", "(3,2):(2,1)", "(2,3):(3,1)"],
  ]),
  {
    id: "copy_universal_op",
    group: "Copy and MMA",
    title: "Tiled copy",
    fields: [
      { label: "Bits of one copy", choices: ["8", "16", "32", "64", "128"] },
      {
        label: "Element type",
        choices: [
          "half_t",
          "bfloat16_t",
          "float",
          "tfloat32_t",
          "double",
          "int8_t",
          "uint8_t",
          "int16_t",
          "uint16_t",
          "int32_t",
          "uint32_t",
          "int64_t",
          "uint64_t",
          "uint128_t",
        ],
      },
      { label: "Thread layout" },
      { label: "Value layout" },
      { label: "Side", choices: ["src", "dst"] },
      { label: "Tensor, for its partition", optional: true },
    ],
    presets: [
      ["128-bit loads of half_t", "128", "half_t", "(4,8):(8,1)", "(2,8):(8,1)", "src", "(16,64):(64,1)"],
      ["32-bit loads of half_t", "32", "half_t", "(4,8):(8,1)", "(2,2):(2,1)", "src", "(16,64):(64,1)"],
      ["pairs of float", "64", "float", "(2,4):(4,1)", "(2,2):(2,1)", "src", "(8,16):(16,1)"],
      ["the tile alone", "128", "half_t", "(4,8):(8,1)", "(2,8):(8,1)", "src", ""],
    ],
    drawn: (values) => {
      const [bits, type, threads, items] = [at(values, 0), at(values, 1), at(values, 2), at(values, 3)];
      const copy = `make_tiled_copy(Copy_Atom<UniversalCopy<${wordOf(bits)}>, ${type}>{}, ${layoutOf(threads)}, ${layoutOf(items)})`;
      const side = at(values, 4) === "dst" ? "partition_D" : "partition_S";
      const tensor = at(values, 5);
      return plain(tensor === "" ? copy : `let copy = ${copy}; copy.get_slice(0).${side}(${layoutOf(tensor)})`);
    },
  },
  {
    id: "expression",
    group: "Copy and MMA",
    title: "MMA, TMA, any expression",
    fields: [{ label: "Expression", lines: true }],
    presets: [
      ["an Ampere MMA", "SM80_16x8x16_F32F16F16F32_TN{}"],
      ["2×2 of it", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1), (32,32,16))"],
      ["a Hopper MMA", "SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}"],
      ["ldmatrix", "Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}"],
      [
        "TMA with a 128-byte swizzle",
        "make_tma_atom(SM90_TMA_LOAD{}, gmem_ptr[16b](PTR) o (512,256):(256,1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (64,64)), (64,64))",
      ],
    ],
    drawn: (values) => plain(at(values, 0).replaceAll("\n", " ")),
  },
];

const wordOf = (bits: string): string => `uint${/^\d+$/.test(bits) ? bits : "32"}_t`;

export const formOf = (id: string): Form => forms.find((form) => form.id === id) ?? (forms[0] as Form);
