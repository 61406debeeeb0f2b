// Register-to-register MMA operations: UniversalFMA, dp4a (SM61), mma.sync (SM70 to SM90).
//
// One row per shape and operand layout; the names are made of architecture, shape, types (D A B C) and order.
// Source: CUTLASS 4.7 include/cute/atom/mma_traits{,_sm61,_sm70,_sm75,_sm80,_sm89,_sm90,_sm100}.hpp,
// PTX names: include/cute/arch/mma_sm*.hpp.
import type { Layout } from "../value.ts";
import { elementType, namedType } from "./element-types.ts";
import { fixed, lit } from "./literal.ts";
import { sm120 } from "./mma-sm120.ts";
import { registerAtom, typeOfLetter } from "./register-atom.ts";
import { lastPart, spell, type TypeName } from "./type-name.ts";
import type { MmaAtom } from "./types.ts";

const row16x8 = fixed("((4,8),(2,2)):((32,1),(16,8))");
const row8x8 = fixed("((4,8),2):((16,1),8)");
const row8x4 = fixed("((4,8),1):((8,1),0)");
const row8x16 = fixed("((4,8),4):((32,1),8)");
const row8x32 = fixed("((4,8),(8)):((64,1),(8))");
const row8x128 = fixed("((4,8),32):((256,1),8)");
const tf32A16x4 = fixed("((4,8),2):((16,1),8)");
const tf32A16x8 = fixed("((4,8),(2,2)):((16,1),(8,64))");
const tf32B8x8 = fixed("((4,8),2):((8,1),32)");
const a16x16 = fixed("((4,8),(2,2,2)):((32,1),(16,8,128))");
const b8x16 = fixed("((4,8),(2,2)):((16,1),(8,64))");
const a16x32 = fixed("((4,8),(4,2,2)):((64,1),(16,8,256))");
const b8x32 = fixed("((4,8),(4,2)):((32,1),(8,128))");
const a16x64 = fixed("((4,8),(8,2,2)):((128,1),(16,8,512))");
const b8x64 = fixed("((4,8),(8,2)):((64,1),(8,256))");

const volta8x4Row = fixed("(8,4):(1,8)");
const volta8x4Col = fixed("((4,2),4):((8,4),1)");
const volta16 = fixed("(8,8):(1,8)");
const volta32 = fixed("((2,2,2),(2,2,2)):((1,16,4),(8,2,32))");

const warp = lit(32);
const single = lit(1);
const quadPair = fixed("(4,2):(1,16)");

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
  row("SM80", [16, 8, 16], signs8, saturated, fixed("((4,8),(4,2)):((64,1),(16,8))"), row8x16, row16x8),
  row("SM80", [16, 8, 32], signs8, saturated, a16x32, b8x32, row16x8),
  row("SM80", [8, 8, 32], signs4, saturated, row8x32, row8x32, row8x8),
  row("SM80", [16, 8, 32], signs4, saturated, fixed("((4,8),(8,2)):((128,1),(16,8))"), row8x32, row16x8),
  row("SM80", [16, 8, 64], signs4, saturated, a16x64, b8x64, row16x8),
  row(
    "SM80",
    [16, 8, 256],
    ["S32 U1 U1 S32"],
    popcount,
    fixed("((4,8),(32,2,2)):((512,1),(16,8,2048))"),
    fixed("((4,8),(32,2)):((256,1),(8,1024))"),
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
    fixed("((4,8),(2,4)):((16,1),(8,64))"),
    fixed("((4,8),4):((8,1),32)"),
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

const fixedAtoms: ReadonlyMap<string, MmaAtom> = new Map(
  [...rows.flatMap(atomsOfRow), ...scalarAtoms()].map((atom): [string, MmaAtom] => [atom.name, atom]),
);

/** Names of the operations without template arguments. */
export const warpMmaNames: readonly string[] = [...fixedAtoms.keys()];

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
      return registerAtom(name, r, r.arch, ptxName(r, letters, order), types);
    }),
  );
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
    registerAtom("SM61_DP4A", { ...base, mnk: [1, 1, 4], a: four, b: four }, "SM61", "dp4a.s32.s32", [
      i32,
      i8,
      i8,
      i32,
    ]),
    registerAtom("SM61_DP2A", { ...base, mnk: [1, 1, 2], a: two, b: two }, "SM61", "dp2a.s32.s32", [
      i32,
      i16,
      i16,
      i32,
    ]),
    registerAtom(
      "SM100_2x1x1_F32F32F32F32",
      { thrId: single, mnk: [2, 1, 1], a: two, b: one, c: two },
      "SM100",
      "fma.rn.f32x2",
      [f32, f32, f32, f32],
    ),
    registerAtom(
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
  const types = names.map((arg) => arg && elementType(spell(arg)));
  if (types.some((type) => type === undefined)) return undefined;
  const known = types.filter((type) => type !== undefined);
  const one = lit([1, 1]);
  const name = `UniversalFMA<${known.map((type) => type.name).join(",")}>`;
  return registerAtom(name, { mnk: [1, 1, 1], thrId: single, a: one, b: one, c: one }, "", "fma", known);
}
