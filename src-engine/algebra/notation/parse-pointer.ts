// Pointers in the notation: `gmem_ptr[16b](PTR)`, `Sw<3,4,3>_smem_ptr[16b]`, CuTe DSL's `smem_ptr[16b,S<3,4,3>]`,
// `tmem_[32b](0x0040.0010)`, `GMMA::DescriptorIterator`. The address may be left out; an element is known by its bits.
// What str() of CuTe DSL's own objects says is read too: `ptr<f16, smem, align<1024>, S<3,4,3>>`, `0x7f10@gmem`.
import { ZERO } from "../int/int.ts";
import type { DType, Pointer, Space, Swizzle } from "../value.ts";
import { match, type Scanner } from "./scanner.ts";

const swizzleText = String.raw`S?w?<\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*>`;
const addressText = String.raw`(?:\((PTR|0x[0-9a-fA-F]+(?:\.[0-9a-fA-F]+)?)\))?`;
const pointer = new RegExp(
  String.raw`(?:${swizzleText}_)?(gmem|smem|rmem)?_?(?:sub)?ptr(?:\[(\d+)b(?:\s*,\s*${swizzleText})?\])?${addressText}(?![\w(])`,
  "y",
);
const tensorMemory = new RegExp(String.raw`tmem_(?:ptr)?\[(\d+)b\]${addressText}`, "y");
const iterator = /(?:GMMA|UMMA)::DescriptorIterator/y;
const pointerType = new RegExp(
  String.raw`ptr<\s*(?:[a-z]+(\d+)\w*)?\s*,\s*(\w+)\s*(?:,\s*align<(\d+)>\s*)?(?:,\s*${swizzleText}\s*)?>`,
  "y",
);
const hostPointer = /(0x[0-9a-fA-F]+)@(\w+)/y;

export function parsePointer(s: Scanner): Pointer | undefined {
  const descriptor = match(s, iterator);
  if (descriptor !== undefined) return { ...plain("smem", undefined), iterator: descriptor[0] };
  const tmem = match(s, tensorMemory);
  if (tmem !== undefined) return { ...plain("tmem", tmem[1]), ...tmemAddress(tmem[2]) };
  const type = parsePointerType(s) ?? parseHostPointer(s);
  if (type !== undefined) return type;
  const found = match(s, pointer);
  if (found === undefined) return undefined;
  const swizzle = swizzleOf(found, 1) ?? swizzleOf(found, 6);
  const base = plain(spaceOf(found[4]), found[5]);
  const address = found[9] === undefined || found[9] === "PTR" ? {} : { address: Number(found[9].split(".")[0]) };
  return { ...base, ...address, ...(swizzle === undefined ? {} : { swizzle }) };
}

/** A traced pointer, as its type says: `ptr<f16, smem, align<1024>, S<3,4,3>>`. */
function parsePointerType(s: Scanner): Pointer | undefined {
  const found = match(s, pointerType);
  if (found === undefined) return undefined;
  const swizzle = swizzleOf(found, 4);
  const align = found[3] === undefined ? {} : { align: Number(found[3]) };
  return {
    ...plain(spaceOf(found[2]), found[1]),
    ...align,
    ...(swizzle === undefined ? {} : { swizzle }),
  };
}

/** A pointer of the host: `0x7f10@gmem`. */
function parseHostPointer(s: Scanner): Pointer | undefined {
  const found = match(s, hostPointer);
  return found === undefined ? undefined : { ...plain(spaceOf(found[2]), undefined), address: Number(found[1]) };
}

function plain(space: Space, bits: string | undefined): Pointer {
  const dtype: Pointer["dtype"] =
    bits === undefined ? { kind: "unknown", why: "the notation names no element type" } : elementOfBits(Number(bits));
  return { kind: "pointer", space, dtype, offset: ZERO };
}

const elementOfBits = (bits: number): DType => ({ kind: "dtype", name: `${bits}b`, bits, family: "other" });

const spaceOf = (text: string | undefined): Space =>
  text === "gmem" || text === "smem" || text === "rmem" || text === "tmem" ? text : "generic";

function swizzleOf(found: RegExpExecArray, from: number): Swizzle | undefined {
  const [b, m, s] = [found[from], found[from + 1], found[from + 2]].map(Number);
  if (found[from] === undefined || b === undefined || m === undefined || s === undefined) return undefined;
  return { kind: "swizzle", b, m, s };
}

/** `0x0020.0010`: lanes in the upper half, columns in the lower. */
function tmemAddress(text: string | undefined): { readonly address?: number } {
  if (text === undefined || text === "PTR") return {};
  const [lane, column] = text.slice(2).split(".");
  return { address: Number.parseInt(lane ?? "0", 16) * 65536 + Number.parseInt(column ?? "0", 16) };
}
