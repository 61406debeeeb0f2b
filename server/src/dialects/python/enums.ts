// Enumerations of the library. A member is the text `Enum.MEMBER`; equality of texts is equality of members.
import { staticInt } from "../../../../src-engine/int/int.ts";
import type { Value } from "../../../../src-engine/value.ts";
import { driverConstant } from "../driver-constants.ts";
import { bool, text } from "./values.ts";

/** Classes whose members are values, whatever module exports them. */
const classes = new Set(
  (
    "LayoutEnum OperandMajorMode OperandSource CtaGroup SmemLayoutAtomKind Field Repetition Pack Unpack TmemLoadRedOp AddressSpace " +
    "LoadCacheMode StoreCacheMode CacheEvictionPriority L2PrefetchSize MemoryOrder MemoryScope SharedSpace ReductionOp ReductionKind OutputMajorMode " +
    "TensorInitType SmemPartition PipelineUserType Agent TensorMapSwizzle TensorMapInterleave TensorMapFloatOOBFill TensorMapL2Promotion"
  ).split(" "),
);

/** `tcgen05.CtaGroup.ONE` → `CtaGroup.ONE`. */
export function enumMember(canonical: string): Value | undefined {
  const parts = canonical.split(".");
  const member = parts.at(-1) ?? "";
  const owner = parts.at(-2) ?? "";
  if (owner.startsWith("CUtensorMap")) return driverConstant(member);
  return classes.has(owner) && /^[A-Za-z]\w*$/.test(member) && member !== "from_tensor"
    ? text(`${owner}.${member}`)
    : undefined;
}

/** A member of an enumeration is no `str`. */
export const isEnumText = (value: string): boolean => classes.has(value.slice(0, Math.max(0, value.indexOf("."))));

const isRow = (value: string): boolean => value === "LayoutEnum.ROW_MAJOR";

/** What methods of LayoutEnum say for a row-major (`true`) or column-major tensor. */
const layoutMethods: Readonly<Record<string, (rowMajor: boolean) => Value>> = {
  mma_major_mode: (row) => text(row ? "OperandMajorMode.K" : "OperandMajorMode.MN"),
  sm90_mma_major_mode: (row) => text(row ? "OperandMajorMode.K" : "OperandMajorMode.MN"),
  is_k_major_a: bool,
  is_k_major_b: bool,
  is_n_major_c: bool,
  is_m_major_a: (row) => bool(!row),
  is_n_major_b: (row) => bool(!row),
  is_m_major_c: (row) => bool(!row),
};

export const isLayoutMethod = (name: string): boolean => name in layoutMethods;

export function layoutMethod(name: string, self: string): Value | undefined {
  return self.startsWith("LayoutEnum.") ? layoutMethods[name]?.(isRow(self)) : undefined;
}

const numbers: Readonly<Record<string, number>> = { ONE: 1, TWO: 2 };

/** `.value` and `.name` of a member. */
export function enumField(self: string, name: string): Value | undefined {
  const member = self.slice(self.lastIndexOf(".") + 1);
  if (name === "name") return text(member);
  if (name !== "value") return undefined;
  if (self.startsWith("Repetition.")) return staticInt(Number(member.slice(1)));
  const value = numbers[member];
  return value === undefined ? text(member.toLowerCase()) : staticInt(value);
}
