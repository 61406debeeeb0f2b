// Names that are values or plain types: element types, `_`, `_128`, layout tags, majors, and the containers of host code.
import { elementType } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { print } from "../../../../../src-engine/algebra/notation/print.ts";
import { type DType, underscore, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { vectorType } from "./containers.ts";
import { tagged } from "./pointers.ts";
import { plain, type TypeRow, typeRow } from "./row.ts";
import { bool, elementOrUnknown, text, typeOf } from "./values.ts";

export const voidType: DType = { kind: "dtype", name: "void", bits: 8, family: "other" };

/** Tags: a text that operations read. */
const tags: Readonly<Record<string, string>> = {
  LayoutLeft: "LayoutLeft",
  GenColMajor: "LayoutLeft",
  LayoutRight: "LayoutRight",
  GenRowMajor: "LayoutRight",
};

/** Numbers that CUTLASS names (cutlass/cutlass.h). */
const constants: Readonly<Record<string, number>> = {
  NumThreadsPerWarp: 32,
  NumThreadsPerWarpGroup: 128,
  NumWarpsPerWarpGroup: 4,
  NumThreadsPerHalfWarp: 16,
  NumThreadsPerQuad: 4,
  NumThreadsPerQuadPair: 8,
};

/** `_8`, `_24`, `_384`: the numbers that have a name (cute/numeric/integral_constant.hpp). */
const isNamedConstant = (n: number): boolean =>
  n <= 10 || n === 12 || n === 16 || (n >= 24 && n <= 256 && n % 8 === 0) || otherConstants.has(n);

const otherConstants: ReadonlySet<number> = new Set([
  384, 512, 768, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288,
]);

/** A plain name's value, or undefined where it is no such name. */
export function standardValue(key: string): Value | undefined {
  if (key === "_") return underscore;
  if (key === "X" || key === "Underscore") return typeOf(underscore, "X");
  if (key === "void") return voidType;
  const number = /^_(\d+)$/.exec(key)?.[1];
  if (number !== undefined) return isNamedConstant(Number(number)) ? typeOf(staticInt(Number(number))) : undefined;
  const tag = tags[key];
  if (tag !== undefined) return typeOf(text(tag));
  if (key === "true_type" || key === "false_type") return typeOf(bool(key === "true_type"));
  if (/^(?:GMMA|UMMA|SM90::GMMA)::(?:Major|ScaleIn|ScaleOut|Saturate|TmemAllocMode)::\w+$/.test(key))
    return text(key.replace("SM90::", ""));
  const constant = constants[key];
  if (constant !== undefined) return staticInt(constant);
  if (
    /^(?:Kernel(?:Tma|CpAsync|Schedule|PtrArray|Multistage|Mixed|WarpSpecialized)\w*|OpClass\w+|StageCountAuto)$/.test(
      key,
    ) ||
    /^(?:epilogue::(?:collective::)?)?(?:Epilogue(?:Tile|Schedule)Auto|(?:PtrArray)?(?:Tma|NoSmem)WarpSpecialized\w*)$/.test(
      key,
    )
  )
    return typeOf(text(key.replace(/^.*::/, "")), key);
  if (/^Sm\d+$/.test(key)) return typeOf(text(key));
  if (/^(?:epilogue::)?(?:fusion::)?Sm90AccFetch$/.test(key)) return typeOf(text("Sm90AccFetch"), key);
  if (/^Status::k\w+$/.test(key)) return text(key);
  if (key === "identity") return typeOf(text(key), key);
  if (key === "nullptr_t") return typeOf(text(key));
  const vector = vectorType(key);
  if (vector !== undefined) return vector;
  if (/^layout::(?:RowMajor|ColumnMajor|PackedVectorLayout|Tensor\w+|Affine\w+)$/.test(key))
    return typeOf(text(key.slice(8)));
  if (key === "smem_ptr_flag") return typeOf({ kind: "flag", bits: 1 });
  if (/^(?:Auto|AutoVectorizingCopy|EpilogueTileAuto|StageCountAuto)/.test(key)) return undefined;
  return elementType(key);
}

const missing = unknown("a pointer type is missing");

/** `smem_ptr<half_t*>`: a pointer that says where it leads. */
function pointerIn(space: "gmem" | "smem", of: Value | undefined): Value {
  const pointer = of === undefined ? missing : plain(of);
  return pointer.kind === "pointer" ? typeOf(tagged(space, pointer)) : (of ?? missing);
}

/** `swizzle_ptr<Swizzle<3,4,3>, half_t*>`. */
function swizzledPointer(by: Value | undefined, of: Value | undefined): Value {
  const [swizzle, pointer] = [by, of].map((one) => (one === undefined ? missing : plain(one)));
  return swizzle?.kind === "swizzle" && pointer?.kind === "pointer" ? typeOf({ ...pointer, swizzle }) : missing;
}

/** A base that aligns a class and holds nothing; its second argument tells it from that of what the class holds. */
function alignedStruct(align: Value | undefined, kind: Value | undefined): Value {
  const given = align === undefined ? undefined : plain(align);
  const bytes = align === undefined ? 1 : given?.kind === "num" ? given.value : undefined;
  const name = `aligned_struct<${[align, kind].flatMap((one) => (one === undefined ? [] : [print(plain(one))])).join(",")}>`;
  const size = bytes === undefined ? {} : { size: { bytes, align: bytes, empty: name } };
  return { kind: "object", name: "aligned_struct", fields: new Map(), ...size };
}

export const standardTypes: readonly TypeRow[] = [
  ...typeRow("gmem_ptr", ([of]) => pointerIn("gmem", of)),
  ...typeRow("smem_ptr", ([of]) => pointerIn("smem", of)),
  ...typeRow("rmem_ptr", ([of]) => of ?? missing),
  ...typeRow("tmem_ptr", ([of]) => typeOf(tagged("tmem", missing, elementOrUnknown(of)))),
  ...typeRow("swizzle_ptr", ([swizzle, of]) => swizzledPointer(swizzle, of)),
  ...typeRow("aligned_struct", ([align, kind]) => typeOf(alignedStruct(align, kind))),
  ...typeRow("sizeof...", ([of]) =>
    of?.kind === "tuple" ? staticInt(of.items.length) : unknown("the length of a pack"),
  ),
];
