// Register-to-register MMA operations: UniversalFMA, dp4a (SM61), mma.sync (SM70 to SM120), sparse mma.sync (SM120).
//
// One row per shape and operand layout; the names are made of architecture, shape, types (D A B C) and order.
// Source: CUTLASS 4.7 include/cute/atom/mma_traits{,_sm61,_sm70,_sm75,_sm80,_sm89,_sm90,_sm100,_sm120,_sm120_sparse}.hpp,
// PTX names: include/cute/arch/mma_sm*.hpp.
import type { Layout } from "../value.ts";
import { elementType, namedType } from "./element-types.ts";
import { lit, shapeOf } from "./literal.ts";
import { lastPart, type TypeName } from "./type-name.ts";
import type { ExtraOperand, MmaAtom } from "./types.ts";

const row16x8 = lit(
  [
    [4, 8],
    [2, 2],
  ],
  [
    [32, 1],
    [16, 8],
  ],
);
const row8x8 = lit([[4, 8], 2], [[16, 1], 8]);
const row8x4 = lit([[4, 8], 1], [[8, 1], 0]);
const row8x16 = lit([[4, 8], 4], [[32, 1], 8]);
const row8x32 = lit([[4, 8], [8]], [[64, 1], [8]]);
const row8x128 = lit([[4, 8], 32], [[256, 1], 8]);
const tf32A16x4 = lit([[4, 8], 2], [[16, 1], 8]);
const tf32A16x8 = lit(
  [
    [4, 8],
    [2, 2],
  ],
  [
    [16, 1],
    [8, 64],
  ],
);
const tf32B8x8 = lit([[4, 8], 2], [[8, 1], 32]);
const a16x16 = lit(
  [
    [4, 8],
    [2, 2, 2],
  ],
  [
    [32, 1],
    [16, 8, 128],
  ],
);
const b8x16 = lit(
  [
    [4, 8],
    [2, 2],
  ],
  [
    [16, 1],
    [8, 64],
  ],
);
const a16x32 = lit(
  [
    [4, 8],
    [4, 2, 2],
  ],
  [
    [64, 1],
    [16, 8, 256],
  ],
);
const b8x32 = lit(
  [
    [4, 8],
    [4, 2],
  ],
  [
    [32, 1],
    [8, 128],
  ],
);
const a16x64 = lit(
  [
    [4, 8],
    [8, 2, 2],
  ],
  [
    [128, 1],
    [16, 8, 512],
  ],
);
const b8x64 = lit(
  [
    [4, 8],
    [8, 2],
  ],
  [
    [64, 1],
    [8, 256],
  ],
);

const volta8x4Row = lit([8, 4], [1, 8]);
const volta8x4Col = lit([[4, 2], 4], [[8, 4], 1]);
const volta16 = lit([8, 8], [1, 8]);
const volta32 = lit(
  [
    [2, 2, 2],
    [2, 2, 2],
  ],
  [
    [1, 16, 4],
    [8, 2, 32],
  ],
);

const warp = lit(32);
const single = lit(1);
const quadPair = lit([4, 2], [1, 16]);

interface Row {
  readonly arch: string;
  readonly mnk: readonly [number, number, number];
  /** Type letters of D, A, B and C, one group per operation: `F32 F16 F16 F32`. */
  readonly types: readonly string[];
  /** `TN` and, after a `_`, what else ends the name. */
  readonly orders: readonly string[];
  readonly thrId: Layout;
  readonly a: Layout;
  readonly b: Layout;
  readonly c: Layout;
}

const s32 = (letters: readonly string[]): readonly string[] => letters.map((pair) => `S32 ${pair} S32`);
const signs8 = s32(["S8 S8", "S8 U8", "U8 S8", "U8 U8"]);
const signs4 = s32(["S4 S4", "S4 U4", "U4 S4", "U4 U4"]);
const saturated = ["TN", "TN_SATURATE"];
const popcount = ["TN_XORPOPC", "TN_ANDPOPC"];
const float8 = ["F32", "F16"].flatMap((d) =>
  ["E4M3 E4M3", "E4M3 E5M2", "E5M2 E5M2", "E5M2 E4M3"].map((pair) => `${d} ${pair} ${d}`),
);
const half16 = ["F16 F16 F16 F16", "F32 F16 F16 F32", "F32 BF16 BF16 F32"];
const voltaC = { F16: volta16, F32: volta32 } as const;

const rows: readonly Row[] = [
  ...(["F16", "F32"] as const).flatMap((d) =>
    ["TN", "NT", "NN", "TT"].map((order): Row => {
      const a = order[0] === "T" ? volta8x4Row : volta8x4Col;
      const b = order[1] === "N" ? volta8x4Row : volta8x4Col;
      const types = [`${d} F16 F16 ${d}`];
      return { arch: "SM70", mnk: [8, 8, 4], types, orders: [order], thrId: quadPair, a, b, c: voltaC[d] };
    }),
  ),
  row("SM75", [16, 8, 8], half16.slice(0, 2), ["TN"], row16x8, row8x8, row16x8),
  row("SM75", [8, 8, 16], ["S32 S8 S8 S32"], ["TN"], row8x16, row8x16, row8x8),
  row("SM80", [16, 8, 8], half16, ["TN"], row16x8, row8x8, row16x8),
  row("SM80", [16, 8, 16], half16, ["TN"], a16x16, b8x16, row16x8),
  row("SM80", [16, 8, 4], ["F32 TF32 TF32 F32"], ["TN"], tf32A16x4, row8x4, row16x8),
  row("SM80", [16, 8, 8], ["F32 TF32 TF32 F32"], ["TN"], tf32A16x8, tf32B8x8, row16x8),
  row("SM80", [8, 8, 4], ["F64 F64 F64 F64", "C64 C64 C64 C64", "GC64 C64 C64 GC64"], ["TN"], row8x4, row8x4, row8x8),
  row("SM80", [8, 8, 16], signs8, saturated, row8x16, row8x16, row8x8),
  row(
    "SM80",
    [16, 8, 16],
    signs8,
    saturated,
    lit(
      [
        [4, 8],
        [4, 2],
      ],
      [
        [64, 1],
        [16, 8],
      ],
    ),
    row8x16,
    row16x8,
  ),
  row("SM80", [16, 8, 32], signs8, saturated, a16x32, b8x32, row16x8),
  row("SM80", [8, 8, 32], signs4, saturated, row8x32, row8x32, row8x8),
  row(
    "SM80",
    [16, 8, 32],
    signs4,
    saturated,
    lit(
      [
        [4, 8],
        [8, 2],
      ],
      [
        [128, 1],
        [16, 8],
      ],
    ),
    row8x32,
    row16x8,
  ),
  row("SM80", [16, 8, 64], signs4, saturated, a16x64, b8x64, row16x8),
  row(
    "SM80",
    [16, 8, 256],
    ["S32 U1 U1 S32"],
    popcount,
    lit(
      [
        [4, 8],
        [32, 2, 2],
      ],
      [
        [512, 1],
        [16, 8, 2048],
      ],
    ),
    lit(
      [
        [4, 8],
        [32, 2],
      ],
      [
        [256, 1],
        [8, 1024],
      ],
    ),
    row16x8,
  ),
  row("SM80", [8, 8, 128], ["S32 U1 U1 S32"], popcount, row8x128, row8x128, row8x8),
  // The strides of A are nested once too often in CUTLASS; kept, since that is what it prints.
  row(
    "SM80",
    [16, 8, 128],
    ["S32 U1 U1 S32"],
    popcount,
    lit(
      [
        [4, 8],
        [32, 2],
      ],
      [[512, 1], [[16, 8]]],
    ),
    row8x128,
    row16x8,
  ),
  row("SM89", [16, 8, 32], float8, ["TN"], a16x32, b8x32, row16x8),
  row("SM90", [16, 8, 4], ["F64 F64 F64 F64", "C64 C64 C64 C64"], ["TN"], tf32A16x4, row8x4, row16x8),
  row("SM90", [16, 8, 8], ["F64 F64 F64 F64", "C64 C64 C64 C64"], ["TN"], tf32A16x8, tf32B8x8, row16x8),
  row(
    "SM90",
    [16, 8, 16],
    ["F64 F64 F64 F64", "C64 C64 C64 C64"],
    ["TN"],
    lit(
      [
        [4, 8],
        [2, 4],
      ],
      [
        [16, 1],
        [8, 64],
      ],
    ),
    lit([[4, 8], 4], [[8, 1], 32]),
    row16x8,
  ),
];

function row(
  arch: string,
  mnk: readonly [number, number, number],
  types: readonly string[],
  orders: readonly string[],
  a: Layout,
  b: Layout,
  c: Layout,
): Row {
  return { arch, mnk, types, orders, thrId: warp, a, b, c };
}

const typeOfLetters: Readonly<Record<string, string>> = {
  F16: "half_t",
  BF16: "bfloat16_t",
  TF32: "tfloat32_t",
  F32: "float",
  F64: "double",
  C64: "complex<double>",
  S32: "int32_t",
  S8: "int8_t",
  U8: "uint8_t",
  S4: "int4b_t",
  U4: "uint4b_t",
  U1: "uint1b_t",
  E4M3: "float_e4m3_t",
  E5M2: "float_e5m2_t",
};

/** The element type that the letters in an operation's name stand for: `BF16`, `E4M3`, `S8`. */
export function typeOfLetter(letters: string): MmaAtom["typeA"] {
  // Three doubles: real, imaginary, and the third product of the Gauss trick.
  if (letters === "GC64") return { kind: "dtype", name: "GaussComplex", bits: 192, family: "complex" };
  return namedType(typeOfLetters[letters]!);
}

const fixedAtoms: ReadonlyMap<string, MmaAtom> = new Map(
  [...rows.flatMap(atomsOfRow), ...scalarAtoms()].map((atom): [string, MmaAtom] => [atom.name, atom]),
);

/** Names of the operations without template arguments. */
export const warpMmaNames: readonly string[] = [...fixedAtoms.keys()];

/** Names that take template arguments, with the arguments as a signature. */
export const warpMmaTemplates: Readonly<Record<string, string>> = {
  UniversalFMA: "D, A, B, C",
  SM120_16x8x32_TN: "A, B, C",
  "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS": "A, B, C, SF, VS",
  "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS": "A, B, C, SF, VS",
  "SM120::SPARSE::SM120_SPARSE_16x8x64_TN": "A, B, C",
  "SM120::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x64_TN_VS": "A, B, C, SF, VS",
  "SM120::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x128_TN_VS": "A, B, C, SF, VS",
};

/** Undefined when the name is no register MMA; the SM90 ones are found as `SM90::MMA_16x8x4_…` too. */
export function warpMma(type: TypeName, bare: string): MmaAtom | undefined {
  const fixedName = bare.replace(/^SM90::MMA_/, "SM90_");
  const atom = fixedAtoms.get(fixedName);
  if (atom !== undefined) return atom;
  if (bare === "UniversalFMA") return universalFma(type.args);
  if (/^(?:SM120::(?:BLOCKSCALED::|SPARSE::)*)?SM120_/.test(bare)) return sm120(lastPart(bare), type.args);
  return undefined;
}

function atomsOfRow(r: Row): readonly MmaAtom[] {
  const [m, n, k] = r.mnk;
  return r.types.flatMap((letters) =>
    r.orders.map((order) => {
      const [d, a, b, c] = letters.split(" ");
      const name = `${r.arch}_${m}x${n}x${k}_${d}${a}${b}${c}_${order}`;
      const types = [d, a, b, c].map((letter) => typeOfLetter(letter!));
      return atomOf(name, r, r.arch, ptxName(r, letters, order), types);
    }),
  );
}

interface Layouts {
  readonly mnk: readonly [number, number, number];
  readonly thrId: Layout;
  readonly a: Layout;
  readonly b: Layout;
  readonly c: Layout;
}

function atomOf(name: string, l: Layouts, arch: string, ptx: string, types: readonly MmaAtom["typeA"][]): MmaAtom {
  const [typeD, typeA, typeB, typeC] = [types[0]!, types[1]!, types[2]!, types[3]!];
  return {
    kind: "mma-atom",
    name,
    shape: shapeOf(...l.mnk),
    thrId: l.thrId,
    layoutA: l.a,
    layoutB: l.b,
    layoutC: l.c,
    typeA,
    typeB,
    typeC,
    typeD,
    arch,
    ptx,
    fragmentA: { kind: "register", dtype: typeA },
    fragmentB: { kind: "register", dtype: typeB },
    fragmentC: { kind: "register", dtype: typeC },
    extra: {},
    parameters: {},
  };
}

function ptxName(r: Row, letters: string, order: string): string {
  const [m, n, k] = r.mnk;
  const [a, b, ...rest] = order.split("");
  const major = `${a === "T" ? "row" : "col"}.${b === "N" ? "col" : "row"}`;
  const types = letters.toLowerCase().replace(/u1/g, "b1").split(" ");
  const dotted = (types[0] === "c64" || types[0] === "gc64" ? ["f64", "f64", "f64", "f64"] : types).join(".");
  const tail = rest
    .join("")
    .replace("_SATURATE", ".satfinite")
    .replace("_XORPOPC", ".xor.popc")
    .replace("_ANDPOPC", ".and.popc");
  return `mma.sync.aligned.m${m}n${n}k${k}.${major}.${dotted}${tail}`;
}

function scalarAtoms(): readonly MmaAtom[] {
  const [i32, i16, i8, f32] = ["int32_t", "int16_t", "int8_t", "float"].map(namedType) as [never, never, never, never];
  const one = lit([1, 1]);
  const two = lit([1, 2]);
  const four = lit([1, 4]);
  const base = { thrId: single, c: one };
  return [
    atomOf("SM61_DP4A", { ...base, mnk: [1, 1, 4], a: four, b: four }, "SM61", "dp4a.s32.s32", [i32, i8, i8, i32]),
    atomOf("SM61_DP2A", { ...base, mnk: [1, 1, 2], a: two, b: two }, "SM61", "dp2a.s32.s32", [i32, i16, i16, i32]),
    atomOf(
      "SM100_2x1x1_F32F32F32F32",
      { thrId: single, mnk: [2, 1, 1], a: two, b: one, c: two },
      "SM100",
      "fma.rn.f32x2",
      [f32, f32, f32, f32],
    ),
    atomOf(
      "SM100_1x2x1_F32F32F32F32",
      { thrId: single, mnk: [1, 2, 1], a: one, b: two, c: two },
      "SM100",
      "fma.rn.f32x2",
      [f32, f32, f32, f32],
    ),
  ];
}

function universalFma(args: readonly TypeName[]): MmaAtom | undefined {
  // template <class D, class A = D, class B = A, class C = D>
  const names = [args[0], args[1] ?? args[0], args[2] ?? args[1] ?? args[0], args[3] ?? args[0]];
  const types = names.map((arg) => arg && elementType(spellType(arg)));
  if (types.some((type) => type === undefined)) return undefined;
  const known = types.filter((type) => type !== undefined);
  const one = lit([1, 1]);
  const name = `UniversalFMA<${known.map((type) => type.name).join(",")}>`;
  return atomOf(name, { mnk: [1, 1, 1], thrId: single, a: one, b: one, c: one }, "", "fma", known);
}

const spellType = (type: TypeName): string =>
  type.template ? `${type.name}<${type.args.map(spellType).join(",")}>` : type.name;

const sfa = (k: number): Layout => lit([[2, 2, 8], k], [[8, 0, 1], 16]);
const sfb = (k: number): Layout => lit([[4, 8], k], [[0, 1], 8]);

interface Sm120 extends Layouts {
  readonly storageA: string;
  readonly storageB: string;
  readonly e?: Layout;
  readonly typeE?: string;
  readonly ptx: string;
}

const dense32: Sm120 = {
  mnk: [16, 8, 32],
  thrId: warp,
  a: a16x32,
  b: b8x32,
  c: row16x8,
  storageA: "uint8_t",
  storageB: "uint8_t",
  ptx: "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col",
};
const dense64: Sm120 = {
  mnk: [16, 8, 64],
  thrId: warp,
  a: a16x64,
  b: b8x64,
  c: row16x8,
  storageA: "uint4_t",
  storageB: "uint4_t",
  ptx: "mma.sync.aligned.kind::mxf4nvf4.block_scale.m16n8k64.row.col",
};
const sparse64: Sm120 = {
  mnk: [16, 8, 64],
  thrId: warp,
  a: a16x64,
  b: lit(
    [
      [4, 8],
      [4, 4],
    ],
    [
      [32, 1],
      [8, 128],
    ],
  ),
  c: row16x8,
  storageA: "sparse_elem<2,$A>",
  storageB: "uint8_t",
  e: lit([[2, 2, 8], 32], [[8, 512, 1], 16]),
  typeE: "sparse_elem<8,uint8_t>",
  ptx: "mma.sync.aligned.kind::f8f6f4.sp::ordered_metadata.m16n8k64.row.col",
};
const sparse128: Sm120 = {
  mnk: [16, 8, 128],
  thrId: warp,
  a: lit(
    [
      [4, 8],
      [16, 2, 2],
    ],
    [
      [256, 1],
      [16, 8, 1024],
    ],
  ),
  b: lit(
    [
      [4, 8],
      [8, 4],
    ],
    [
      [64, 1],
      [8, 256],
    ],
  ),
  c: row16x8,
  storageA: "sparse_elem<4,uint8_t>",
  storageB: "uint4_t",
  e: lit([[2, 2, 8], [64]], [[8, 1024, 1], [16]]),
  typeE: "sparse_elem<16,uint8_t>",
  ptx: "mma.sync.aligned.kind::mxf4nvf4.block_scale.sp::ordered_metadata.m16n8k128.row.col",
};

const sm120Rows: Readonly<Record<string, Sm120>> = {
  SM120_16x8x32_TN: dense32,
  SM120_16x8x32_TN_VS: { ...dense32, ptx: "mma.sync.aligned.kind::mxf8f6f4.block_scale.m16n8k32.row.col" },
  SM120_16x8x64_TN_VS: dense64,
  SM120_SPARSE_16x8x64_TN: sparse64,
  SM120_SPARSE_16x8x64_TN_VS: {
    ...sparse64,
    ptx: "mma.sync.aligned.kind::mxf8f6f4.block_scale.sp::ordered_metadata.m16n8k64.row.col",
  },
  SM120_SPARSE_16x8x128_TN_VS: sparse128,
};

function sm120(name: string, args: readonly TypeName[]): MmaAtom | undefined {
  const r = sm120Rows[name];
  const types = args.slice(0, 3).map((arg) => elementType(spellType(arg)));
  const [typeA, , typeC] = types;
  if (r === undefined || typeA === undefined || typeC === undefined) return undefined;
  const storageA = namedType(r.storageA.replace("$A", typeA.name));
  const atom = atomOf(name, r, "SM120", r.ptx, [typeC, storageA, namedType(r.storageB), typeC]);
  const extra: Record<string, ExtraOperand> = {};
  if (r.e !== undefined && r.typeE !== undefined) extra.E = { dtype: namedType(r.typeE), layout: r.e };
  const scale = args[3] && elementType(spellType(args[3]));
  const k = r.mnk[2];
  if (scale !== undefined) {
    extra.SFA = { dtype: scale, layout: sfa(k) };
    extra.SFB = { dtype: scale, layout: sfb(k) };
  }
  const parameters = Object.fromEntries(
    args.map((arg, i) => [["A", "B", "C", "SF", "VS"][i] ?? `${i}`, spellType(arg)]),
  );
  const full = `${name}<${args.map(spellType).join(",")}>`;
  const vectorSize = args[4] === undefined ? {} : { vectorSize: Number(args[4].name) };
  return { ...atom, name: full, extra, parameters, ...vectorSize };
}
