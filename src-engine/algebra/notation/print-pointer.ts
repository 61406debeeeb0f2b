// Pointers as CuTe prints them: `gmem_ptr[16b](PTR)`, `Sw<3,4,3>_smem_ptr[16b](0x400)`, `tmem_[32b](0x0040.0010)`.
//
// An address that is not known prints as PTR, a pointer of which not even the memory is known as `?`. Tensor memory has lanes above and columns below; sub-byte elements say which
// bit of the byte they start at (pointer.hpp:385, pointer_base.hpp, pointer_flagged.hpp).
import { isSubByte } from "../atoms/element-types.ts";
import type { DType, Pointer } from "../value.ts";

export function printPointer(
  p: Pointer,
  dialect: "cpp" | "dsl",
  printSwizzle: (p: NonNullable<Pointer["swizzle"]>) => string,
): string {
  if (p.iterator !== undefined) return p.iterator;
  if (p.space === "unknown") return `?${widthOf(p.dtype.kind === "dtype" ? p.dtype : undefined)}`;
  const type = p.dtype.kind === "dtype" ? p.dtype : undefined;
  const swizzled = p.swizzle === undefined || p.swizzle.b === 0 ? "" : printSwizzle(p.swizzle);
  // CuTe DSL's pointer types name the swizzle last: `ptr<f16, smem, align<1024>, S<3,4,3>>`.
  if (dialect === "dsl" && swizzled !== "") return `${p.space}_ptr${widthOf(type).replace("]", `,${swizzled}]`)}(PTR)`;
  const swizzle = swizzled === "" ? "" : `${swizzled}_`;
  if (p.space === "tmem") return `tmem_${widthOf(type)}(${tmemText(p, type)})`;
  const space = p.space === "generic" || p.space === "rmem" || p.space === "counting" ? "" : `${p.space}_`;
  const name = dialect === "cpp" && countsBits(p, type) ? "subptr" : "ptr";
  return `${swizzle}${space}${name}${widthOf(type)}(${addressText(p, type)})`;
}

/** A `subbyte_iterator`: what owns elements smaller than a byte has one, a raw pointer to them is none. */
const countsBits = (p: Pointer, type: DType | undefined): boolean =>
  type !== undefined && isSubByte(type) && (p.packed === true || p.space === "rmem" || p.address !== undefined);

/** sizeof_bits of a sparse element is a static constant, or a ratio where it is less than one bit. */
function widthOf(type: DType | undefined): string {
  if (type === undefined) return "";
  if (!type.name.startsWith("sparse_elem")) return `[${type.bits}b]`;
  return type.bits >= 1 ? `[_${type.bits}b]` : `[_1/_${1 / type.bits}b]`;
}

function addressText(p: Pointer, type: DType | undefined): string {
  if (p.address === undefined || p.offset.kind !== "num" || type === undefined) return "PTR";
  const bits = p.address * 8 + p.offset.value * type.bits;
  const byte = `0x${Math.floor(bits / 8).toString(16)}`;
  return type.bits % 8 === 0 ? byte : `${byte}.${bits % 8}`;
}

function tmemText(p: Pointer, type: DType | undefined): string {
  if (p.address === undefined || p.offset.kind !== "num" || type === undefined) return "PTR";
  const address = tmemAddress(p.address, p.offset.value, type.bits);
  const half = (n: number): string => n.toString(16).padStart(4, "0");
  return `0x${half(Math.floor(address / 65536))}.${half(address % 65536)}`;
}

/** `tmem_ptr + offset`: offsets count elements, addresses 32-bit words; the place in a word goes to the top bits. */
export function tmemAddress(address: number, offset: number, bits: number): number {
  const perWord = Math.max(1, 32 / bits);
  const word = Math.floor(offset / perWord);
  const within = offset - word * perWord;
  return (address + word + (within * 2 ** 32) / perWord) % 2 ** 32;
}
