// Blackwell's tensor-core MMA (tcgen05.mma, "UMMA"): dense, sparse, scaled and block-scaled, by one SM or a pair of SMs.
//
// One row per operation: its template parameters, K, and which operands lie in tensor memory. Layouts follow from M, N, K
// and the number of SMs. Source: CUTLASS 4.7 include/cute/atom/mma_traits_sm100.hpp (also SM103), arch/mma_sm100_umma.hpp.
import type { DType, Layout } from "../value.ts";
import { elementType, namedType } from "./element-types.ts";
import { blockScaledDescriptor, denseDescriptor } from "./instruction-descriptor.ts";
import { lit, shapeOf } from "./literal.ts";
import { lastPart, spell, type TypeName } from "./type-name.ts";
import type { ExtraOperand, Fragment, Major, MmaAtom, TmemAllocation, TmemFragment } from "./types.ts";

export interface UmmaRow {
  readonly name: string;
  readonly parameters: string;
  /** K in elements, or the bits of A that one instruction covers in K. */
  readonly k: { readonly elements: number } | { readonly bits: number };
  /** PTX `kind::`. */
  readonly ptxKind: string;
  readonly form: "dense" | "sparse" | "block-scaled" | "block-scaled-sparse";
}

const abc = "a_type b_type c_type";
const size = "M N a_major b_major";
const neg = "a_neg b_neg";

const dense = (name: string, kind: string, k: UmmaRow["k"], parameters: string): UmmaRow => ({
  name,
  parameters,
  k,
  ptxKind: kind,
  form: "dense",
});
const bits256 = { bits: 256 };

/** Names have `$` where a pair of SMs writes `2x1SM_`. */
const rows: readonly UmmaRow[] = [
  ...["TF32", "F16BF16"].flatMap((type): readonly UmmaRow[] => {
    const kind = type === "TF32" ? "tf32" : "f16";
    return [
      dense(`SM100_MMA_${type}_$SS`, kind, bits256, `${abc} ${size} ${neg}`),
      dense(`SM100_MMA_${type}_$TS`, kind, bits256, `${abc} ${size} ${neg} c_sat`),
      ...(type === "TF32"
        ? []
        : [dense(`SM100_MMA_${type}_$SS_SCALED`, kind, bits256, `${abc} ${size} ScaleC ${neg}`)]),
      dense(`SM100_MMA_${type}_$TS_SCALED`, kind, bits256, `${abc} ${size} ScaleC ${neg} c_sat`),
      { ...dense(`SM100_MMA_${type}_$SS_SPARSE`, kind, { bits: 512 }, `${abc} ${size} ${neg}`), form: "sparse" },
    ];
  }),
  dense("SM100_MMA_TF32_$TS_INTERLEAVED_CF32CTF32CTF32CF32_TN", "tf32", bits256, `${size} ${neg} c_sat`),
  dense("SM100_MMA_S8_$SS", "i8", bits256, `${abc} ${size} c_sat`),
  dense("SM100_MMA_S8_$TS", "i8", bits256, `${abc} ${size} ${neg} c_sat`),
  { ...dense("SM100_MMA_S8_$SS_SPARSE", "i8", { bits: 512 }, `${abc} ${size} c_sat`), form: "sparse" },
  dense("SM100_MMA_F8F6F4_$SS", "f8f6f4", { elements: 32 }, `${abc} ${size} ${neg}`),
  dense("SM100_MMA_F8F6F4_$TS", "f8f6f4", { elements: 32 }, `${abc} ${size} ${neg} c_sat`),
  { ...dense("SM100_MMA_F8F6F4_$SS_SPARSE", "f8f6f4", { elements: 64 }, `${abc} ${size} ${neg}`), form: "sparse" },
  scaled("SM100_MMA_MXF8F6F4_$SS", "mxf8f6f4", 32, "M N", "block-scaled"),
  scaled("SM100_MMA_MXF8F6F4_$SS_SPARSE", "mxf8f6f4", 64, "M N", "block-scaled-sparse"),
  scaled("SM100_MMA_MXF4_$SS", "mxf4nvf4", 64, "M N VS", "block-scaled"),
  scaled("SM100_MMA_MXF4NVF4_$SS_SPARSE", "mxf4nvf4", 128, "M N VS", "block-scaled-sparse"),
  scaled("SM103::SM103_MXF4_ULTRA_$SS_VS", "mxf4nvf4", 96, "M N VS", "block-scaled"),
];

function scaled(name: string, ptxKind: string, elements: number, sizes: string, form: UmmaRow["form"]): UmmaRow {
  return { name, ptxKind, k: { elements }, form, parameters: `${abc} sf_type ${sizes} a_major b_major ${neg}` };
}

interface Operation {
  readonly row: UmmaRow;
  readonly sms: 1 | 2;
}

const operations: ReadonlyMap<string, Operation> = new Map(
  rows.flatMap((row): [string, Operation][] => [
    [row.name.replace("$", ""), { row, sms: 1 }],
    [row.name.replace("$", "2x1SM_"), { row, sms: 2 }],
  ]),
);

/** Every operation's name with its template parameters, for the catalogue. */
export const ummaNames: readonly { readonly name: string; readonly signature: string; readonly ptx: string }[] = [
  ...operations,
].map(([name, { row, sms }]) => ({ name, signature: row.parameters.replace(/ /g, ", "), ptx: ptxName(row, sms) }));

/** Undefined when the name is no UMMA operation, or arguments that shapes depend on are missing or not known. */
export function umma(type: TypeName, bare: string): MmaAtom | undefined {
  const operation = operations.get(bare) ?? operations.get(`SM103::${bare}`);
  if (operation === undefined) return undefined;
  const { row, sms } = operation;
  const names = row.parameters.split(" ");
  const given = Object.fromEntries(names.flatMap((name, i) => (type.args[i] ? [[name, spell(type.args[i])]] : [])));
  return atomOf(bare, row, sms, type, given);
}

function atomOf(
  bare: string,
  row: UmmaRow,
  sms: 1 | 2,
  type: TypeName,
  given: Readonly<Record<string, string>>,
): MmaAtom | undefined {
  const interleaved = row.name.includes("INTERLEAVED");
  const typeA = elementType(interleaved ? "complex<tfloat32_t>" : (given.a_type ?? ""));
  const typeB = elementType(interleaved ? "complex<tfloat32_t>" : (given.b_type ?? ""));
  const typeC = elementType(interleaved ? "float" : (given.c_type ?? ""));
  const [m, n] = [Number(given.M), Number(given.N)];
  if (!typeA || !typeB || !typeC || !Number.isInteger(m) || !Number.isInteger(n)) return undefined;
  const k = "elements" in row.k ? row.k.elements : Math.floor(row.k.bits / typeA.bits);
  const storedA = row.form.endsWith("sparse") ? sparseA(bare, typeA) : typeA;
  const scale = given.sf_type === undefined ? undefined : elementType(given.sf_type);
  const fragments = fragmentsOf(bare, sms, typeA, typeC, majorOf(given.a_major), majorOf(given.b_major));
  const vectorSize = scale === undefined ? {} : { vectorSize: Number(given.VS ?? k) };
  return {
    kind: "mma-atom",
    name: spell({ ...type, name: bare }),
    shape: shapeOf(m, n, k),
    thrId: lit(sms),
    layoutA: operand(m, k, sms),
    layoutB: operand(n, k, sms),
    layoutC: operand(m, n, sms),
    typeA: storedA,
    typeB,
    typeC,
    typeD: typeC,
    arch: row.name.startsWith("SM103") ? "SM103a" : "SM100a",
    ptx: ptxName(row, sms),
    ...fragments,
    extra: extraOperands(row, sms, m, typeA, scale),
    ...vectorSize,
    instructionDescriptor: descriptorOf(row, given, m, n, typeA, typeB, typeC, scale),
    parameters: given,
  };
}

/** (thr,val) → (MN,K): a pair of SMs splits the first mode. */
function operand(mn: number, k: number, sms: 1 | 2): Layout {
  return sms === 1 ? lit([1, [mn, k]], [0, [1, mn]]) : lit([2, [mn / 2, k]], [mn / 2, [1, mn]]);
}

function sparseA(bare: string, typeA: DType): DType {
  return namedType(bare.includes("MXF4NVF4") ? "sparse_elem<4,uint8_t>" : `sparse_elem<2,${typeA.name}>`);
}

const majorOf = (spelling: string | undefined): Major => (lastPart(spelling ?? "") === "MN" ? "MN" : "K");

function fragmentsOf(bare: string, sms: 1 | 2, typeA: DType, typeC: DType, majorA: Major, majorB: Major) {
  const fromTmem = /_TS(?:_|$)/.test(bare);
  // A in tensor memory and C must agree on lanes: a single SM does not interleave, a pair keeps A twice.
  const allocationA: TmemAllocation = sms === 1 ? "NonInterleaved" : "Duplicated";
  const allocationC: TmemAllocation = fromTmem && sms === 1 ? "NonInterleaved" : "Interleaved";
  const fragmentA: Fragment = fromTmem
    ? { kind: "tmem", form: "operand", dtype: typeA, storageBits: typeA.bits, sms, allocation: allocationA }
    : { kind: "smem-descriptor", unit: "UMMA", major: majorA };
  const fragmentB: Fragment = { kind: "smem-descriptor", unit: "UMMA", major: majorB };
  const fragmentC: Fragment = {
    kind: "tmem",
    form: "operand",
    dtype: typeC,
    storageBits: 32,
    sms,
    allocation: allocationC,
  };
  return { fragmentA, fragmentB, fragmentC };
}

function extraOperands(
  row: UmmaRow,
  sms: 1 | 2,
  m: number,
  typeA: DType,
  scale: DType | undefined,
): Readonly<Record<string, ExtraOperand>> {
  const extra: Record<string, ExtraOperand> = {};
  if (row.form.endsWith("sparse")) extra.E = metadataOf(row.name, sms, typeA);
  if (scale !== undefined) {
    const allocation = sms === 2 && m === 128 ? "ScaleFactorDuplicated2by2" : "ScaleFactorDuplicated4by1";
    const base = { kind: "tmem", dtype: scale, storageBits: scale.bits, sms, allocation } as const;
    extra.SFA = { dtype: scale, fragment: { ...base, form: "SFA" } };
    extra.SFB = { dtype: scale, fragment: { ...base, form: "SFB" } };
  }
  return extra;
}

function metadataOf(name: string, sms: 1 | 2, typeA: DType): ExtraOperand {
  const element = name.includes("TF32") ? 4 : name.includes("MXF4NVF4") ? 16 : 8;
  const byte = name.includes("F8F6F4") ? namedType("uint8_t") : typeA;
  const dtype = namedType(`sparse_elem<${element},uint8_t>`);
  const fragment: TmemFragment = {
    kind: "tmem",
    form: "metadata",
    dtype: byte,
    storageBits: byte.bits,
    sms,
    allocation: "Interleaved",
  };
  return { dtype, fragment };
}

function descriptorOf(
  row: UmmaRow,
  given: Readonly<Record<string, string>>,
  m: number,
  n: number,
  typeA: DType,
  typeB: DType,
  typeC: DType,
  scale: DType | undefined,
): number {
  const flag = (name: string, on: string): boolean => lastPart(given[name] ?? "") === on;
  const fields = {
    m,
    n,
    typeA: innerType(typeA),
    typeB: innerType(typeB),
    transposeA: flag("a_major", "MN"),
    transposeB: flag("b_major", "MN"),
    negateA: flag("a_neg", "Neg"),
    negateB: flag("b_neg", "Neg"),
    sparse: row.form.endsWith("sparse"),
  };
  if (scale !== undefined) return blockScaledDescriptor({ ...fields, scale });
  return denseDescriptor({ ...fields, typeC, saturate: flag("c_sat", "True") });
}

function innerType(type: DType): DType {
  const inner = /^complex<(.+)>$/.exec(type.name);
  return (inner && elementType(inner[1]!)) || type;
}

function ptxName(row: UmmaRow, sms: 1 | 2): string {
  const sparse = row.form.endsWith("sparse") ? ".sp" : "";
  const blocks = row.form.startsWith("block-scaled") ? ".block_scale" : "";
  return `tcgen05.mma${sparse}.cta_group::${sms}.kind::${row.ptxKind}${blocks}`;
}
