// MMA atoms of operations that a project defines itself, from the members of its `MMA_Traits<Operation>`.
//
// Fragment types are read by their spelling: `UMMA::tmem_frg_ws_1sm<float>` (atom/mma_traits_sm100_frag.hpp), `UMMA::smem_desc<major>`.
import { elementType } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import {
  lastPart,
  parseTypeName,
  spell as spelled,
  type TypeName,
} from "../../../../../src-engine/algebra/atoms/type-name.ts";
import type { Fragment, MmaAtom, TmemAllocation, TmemFragment } from "../../../../../src-engine/algebra/atoms/types.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import type { DType, Value } from "../../../../../src-engine/algebra/value.ts";
import { operationText } from "./operation-names.ts";
import { plain, type TypeRow, typeRow } from "./row.ts";
import { dtypeIn, plainLayoutIn, shapeIn, typeOf } from "./values.ts";

const fragmentNames =
  "UMMA::tmem_frg UMMA::tmem_frg_1sm UMMA::tmem_frg_2sm UMMA::tmem_frg_ws UMMA::tmem_frg_ws_1sm UMMA::tmem_sf_frg UMMA::tmem_e_frg UMMA::tmem_e_frg_ws UMMA::smem_desc GMMA::smem_desc";

/** Fragment types stand for themselves, by their spelling. */
export const fragmentTypes: readonly TypeRow[] = fragmentNames
  .split(" ")
  .flatMap((name) => typeRow(name, (args) => typeOf(operationText(name, args))));

/** The atom of an operation of the project; undefined where it has no traits or they say too little. */
export function projectAtom(ctx: Context, operation: Value): MmaAtom | undefined {
  const member = ctx.traits?.("MMA_Traits", operation);
  if (member === undefined) return undefined;
  const value = (name: string): Value =>
    plain(member(name) ?? ctx.stop({ code: "not-known", message: `its MMA_Traits have no ${name}` }));
  const [typeA, typeB, typeC] = ["A", "B", "C"].map((one) => dtypeIn(ctx, value(`ValType${one}`))) as DType[];
  const fragment = (operand: string, own: DType): Fragment =>
    member(`FrgType${operand}`) === undefined ? register(own) : fragmentIn(ctx, value(`FrgType${operand}`));
  const name = operation.kind === "object" ? operation.name : operation.kind === "class" ? operation.item.name : "";
  return {
    kind: "mma-atom",
    name,
    shape: shapeIn(ctx, value("Shape_MNK")),
    thrId: plainLayoutIn(ctx, value("ThrID")),
    layoutA: plainLayoutIn(ctx, value("ALayout")),
    layoutB: plainLayoutIn(ctx, value("BLayout")),
    layoutC: plainLayoutIn(ctx, value("CLayout")),
    typeA: typeA!,
    typeB: typeB!,
    typeC: typeC!,
    typeD: dtypeIn(ctx, value("ValTypeD")),
    arch: "",
    ptx: "",
    fragmentA: fragment("A", typeA!),
    fragmentB: fragment("B", typeB!),
    fragmentC: fragment("C", typeC!),
    extra: {},
    parameters: {},
  };
}

const register = (dtype: DType): Fragment => ({ kind: "register", dtype });

function fragmentIn(ctx: Context, value: Value): Fragment {
  if (value.kind === "dtype") return register(value);
  const type = value.kind === "text" ? parseTypeName(value.value) : undefined;
  const found = type === undefined ? undefined : fragmentOf(type);
  return found ?? ctx.stop({ code: "unsupported", message: "a fragment type that is not known here" });
}

/** The fragment in tensor memory that a fragment type says: whoever makes a tensor of that type gets it. */
export function tmemFragmentIn(type: Value): TmemFragment | undefined {
  const name = type.kind === "text" ? parseTypeName(type.value) : undefined;
  const found = name === undefined || !lastPart(name.name).startsWith("tmem_") ? undefined : fragmentOf(name);
  return found?.kind === "tmem" ? found : undefined;
}

/** The type of an operand's fragment, as `fragmentOf` reads it. */
export function fragmentSpelling(fragment: TmemFragment, vector: number | undefined): string | undefined {
  const { form, dtype, sms, allocation } = fragment;
  if (form === "metadata") return `UMMA::tmem_e_frg<${dtype.name}>`;
  if ((form !== "SFA" && form !== "SFB") || vector === undefined) return undefined;
  return `UMMA::tmem_sf_frg<${dtype.name},${vector},${sms},${form === "SFA"},UMMA::TmemAllocMode::${allocation}>`;
}

function fragmentOf(type: TypeName): Fragment | undefined {
  const name = lastPart(type.name);
  const args = type.args.map(spelled);
  if (name === "smem_desc") {
    const major = lastPart(args[0] ?? "") === "MN" ? "MN" : "K";
    return { kind: "smem-descriptor", unit: type.name.startsWith("GMMA") ? "GMMA" : "UMMA", major };
  }
  const dtype = elementType(args[0] ?? "");
  if (name.startsWith("tmem_e_frg")) return dtype === undefined ? undefined : metadata(dtype, name.endsWith("_ws"));
  if (name === "tmem_sf_frg") return dtype === undefined ? undefined : scaleFactors(dtype, args);
  const storage = elementType(args[1] ?? "uint32_t");
  if (dtype === undefined || storage === undefined) return undefined;
  const counted = /_([12])sm$/.exec(name)?.[1];
  const sms = Number(counted ?? args[2]) === 2 ? 2 : 1;
  const mode = lastPart(args[counted === undefined ? 3 : 2] ?? "Interleaved");
  const allocation: TmemAllocation = mode === "NonInterleaved" || mode === "Duplicated" ? mode : "Interleaved";
  const form = name.startsWith("tmem_frg_ws") ? "weight-stationary" : "operand";
  return { kind: "tmem", form, dtype, storageBits: storage.bits, sms, allocation };
}

const metadata = (dtype: DType, isWeightStationary: boolean): TmemFragment => ({
  kind: "tmem",
  form: isWeightStationary ? "metadata-weight-stationary" : "metadata",
  dtype,
  storageBits: dtype.bits,
  sms: 1,
  allocation: "Interleaved",
});

/** `tmem_sf_frg<ValueType, SFVecSize, N_SM, Is_SFA, TmemAlloc>`. */
function scaleFactors(dtype: DType, [, , sms, isA, mode]: readonly string[]): TmemFragment | undefined {
  const form = /^(?:true|1)$/.test(isA ?? "") ? "SFA" : /^(?:false|0)$/.test(isA ?? "") ? "SFB" : undefined;
  if (form === undefined) return undefined;
  const halves = lastPart(mode ?? "") === "ScaleFactorDuplicated2by2";
  const allocation = halves ? "ScaleFactorDuplicated2by2" : "ScaleFactorDuplicated4by1";
  return { kind: "tmem", form, dtype, storageBits: dtype.bits, sms: sms === "2" ? 2 : 1, allocation };
}
