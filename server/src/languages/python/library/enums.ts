// Enumerations of the library. A member is the text `Enum.MEMBER`; equality of texts is equality of members.
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { driverConstant } from "../../driver-constants.ts";
import { bool, text } from "./values.ts";

/** Classes whose members are values, whatever module exports them. */
const classes = new Set(
  (
    "LayoutEnum OperandMajorMode OperandSource CtaGroup SmemLayoutAtomKind Field Repetition Pack Unpack TmemLoadRedOp AddressSpace OperationTypeEnum " +
    "LoadCacheMode StoreCacheMode CacheEvictionPriority L2PrefetchSize MemoryOrder MemoryScope SharedSpace ReductionOp ReductionKind OutputMajorMode " +
    "TransformMode TensorInitType SmemPartition PipelineUserType Agent TensorMapSwizzle TensorMapInterleave TensorMapFloatOOBFill TensorMapL2Promotion"
  ).split(" "),
);

/** Members by what they are worth, where that is a number or a text of Python; the others are worth something of the compiler's. */
const worth: Readonly<Record<string, Readonly<Record<string, number | string>>>> = {
  LayoutEnum: { ROW_MAJOR: "row_major", COL_MAJOR: "col_major" },
  OutputMajorMode: { M: "m", N: "n" },
  CtaGroup: { ONE: 1, TWO: 2 },
  Repetition: { x1: 1, x2: 2, x4: 4, x8: 8, x16: 16, x32: 32, x64: 64, x128: 128 },
  Pack: { NONE: 1, PACK_16b_IN_32b: 2 },
  Unpack: { NONE: 1, UNPACK_32b_IN_16b: 2 },
  TensorInitType: { SKIP: "skip", SCALAR: "scalar", RANDOM: "random", GAUSSIAN: "gaussian" },
  TransformMode: { ConvertOnly: 1, ConvertScale: 2 },
  Agent: { Thread: 1, Warp: 2, ThreadBlock: 3, ThreadBlockCluster: 4 },
  PipelineUserType: { Producer: 1, Consumer: 2, ProducerConsumer: 3 },
  SmemPartition: { RESERVED: 0, USER: 1 },
};

/** Enumerations that take the name of a member in any case, `OperandMajorMode("mn")`. */
const byName: Readonly<Record<string, readonly string[]>> = { OperandMajorMode: ["MN", "K"] };

/** `CtaGroup(2)`, `OperandMajorMode("mn")`: the member of that value; undefined for what is no enumeration. */
export function enumByValue(canonical: string, args: readonly Value[]): Value | undefined {
  const owner = canonical.slice(canonical.lastIndexOf(".") + 1);
  const [given] = args;
  if (!classes.has(owner) || given === undefined) return undefined;
  if (given.kind === "text" && given.value.startsWith(`${owner}.`)) return given;
  const named = given.kind === "text" ? byName[owner]?.find((one) => one === given.value.toUpperCase()) : undefined;
  const own = given.kind === "num" || given.kind === "text" ? given.value : undefined;
  const found = named ?? Object.entries(worth[owner] ?? {}).find(([, value]) => value === own)?.[0];
  return found === undefined
    ? unknown(`which member of ${owner} has this value is not known`)
    : text(`${owner}.${found}`);
}

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

/** `.value` and `.name` of a member. */
export function enumField(self: string, name: string): Value | undefined {
  const [owner = "", member = ""] = self.split(".");
  if (!classes.has(owner)) return undefined;
  if (name === "name") return text(member);
  if (name !== "value") return undefined;
  const value = worth[owner]?.[member];
  if (value === undefined) return unknown(`what ${self} is worth to the compiler`);
  return typeof value === "number" ? staticInt(value) : text(value);
}
