// Which names of a C++ file are the library's, and under which key their rows stand.
//
// A qualified name says so itself (`cute::size`). A plain one counts in a file that reaches CuTe at all: by an include of its headers or of the
// project's own, or by a `using`; arguments of CuTe's types bring CuTe's functions into sight without any `using`.
// Declarations of the project come before the library's; the evaluator sees to that.
import type { Item, Unit } from "../../../../../src-engine/program/ir.ts";

/** Namespaces that say nothing about the meaning of what is inside. */
const transparent = new Set(
  "cute cutlass std cuda thrust platform arch detail gemm collective transform epilogue fusion nvidia numeric_types experimental".split(
    " ",
  ),
);

/** Roots of the libraries that the dialect knows. */
const roots = new Set(
  "cute cutlass std cuda thrust platform GMMA UMMA SM90 SM100 SM80 TMA TMEM arch lazy ClusterLauncher Status torch at".split(
    " ",
  ),
);

/** The key of a path: without transparent namespaces in front. `undefined` for a name of another library or of the project. */
export function libraryKey(path: readonly string[]): string | undefined {
  const names = path[0] === "" ? path.slice(1) : path;
  const [root] = names;
  if (root === undefined) return undefined;
  // The driver's enumerators are those of plain C: their enumeration may be named or not.
  if (names.length === 2 && /^CUtensorMap\w+$/.test(root) && isDriverName(names[1] ?? "")) return names[1];
  if (names.length > 1 && !roots.has(root) && !transparent.has(root)) return undefined;
  // `cutlass::gemm` is a namespace, `cute::gemm` a function.
  if (names.length === 2 && root === "cutlass" && transparent.has(names[1] ?? "")) return undefined;
  let at = 0;
  while (at < names.length - 1 && transparent.has(names[at] ?? "")) at++;
  if (isWithinGmma(names.slice(at))) at++;
  return names.slice(at).join("::");
}

/** `SM90::GMMA::Layout_K_SW128_Atom` is `GMMA::Layout_K_SW128_Atom`: CuTe has `using namespace SM90`. Operations keep their whole name. */
const isWithinGmma = ([first, second, ...more]: readonly string[]): boolean =>
  first === "SM90" && second === "GMMA" && !/^(?:MMA_|SPARSE$)/.test(more[0] ?? "MMA_");

export const isQualified = (path: readonly string[]): boolean => path.length > 1;

/** Whether the file reaches CuTe. */
export function reachesCute(unit: Unit): boolean {
  return unit.items.some(reaches);
}

function reaches(item: Item): boolean {
  if (item.scope.some((name) => name === "cute" || name === "cutlass")) return true;
  if (item.kind !== "import") return false;
  if (item.form === "include") return item.target.startsWith('"') || /[</](?:cute|cutlass)\//.test(item.target);
  return /^(?:cute|cutlass)(?:::|$)/.test(item.target);
}

/** Names that are C++'s or CUDA's own, visible everywhere. */
export const everywhere = new Set(
  "int unsigned char short long float double bool void size_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t dim3 sizeof... uint4 uint2 int4 int2 float4 float2 half __half nv_bfloat16 __nv_bfloat16 __nv_fp8_e4m3 __nv_fp8_e5m2".split(
    " ",
  ),
);

/** The tensor maps of the CUDA driver, with or without CuTe. */
export const isDriverName = (name: string): boolean => /^(?:CU_TENSOR_MAP_|cuTensorMapEncode)/.test(name);
