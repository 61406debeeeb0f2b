// The macros and qualifiers of CUDA, CuTe and CUTLASS that stand where the grammar expects something else: their headers are not read.
// They are blanked before the parse: tables only. A project's own macros are expanded, or named in the settings.

/** Words that mean nothing for layouts: qualifiers, unroll hints, inline hints. */
export const bareMacros: readonly string[] = [
  "CUTE_HOST_DEVICE",
  "CUTE_DEVICE",
  "CUTE_HOST",
  "CUTE_HOST_RTC",
  "CUTE_UNROLL",
  "CUTE_NO_UNROLL",
  "CUTE_INLINE_CONSTANT",
  "CUTE_GRID_CONSTANT",
  "CUTLASS_HOST_DEVICE",
  "CUTLASS_DEVICE",
  "CUTLASS_HOST",
  "CUTLASS_PRAGMA_UNROLL",
  "CUTLASS_PRAGMA_NO_UNROLL",
  "CUTLASS_GRID_CONSTANT",
  "CUTLASS_CONSTEXPR_IF_CXX17",
  "CUTLASS_CONSTEXPR_IF_CXX20",
  "CUTLASS_LAMBDA_FUNC_INLINE",
  "CUTLASS_API",
  "CUTLASS_GEMM_LOOP",
  "CUTLASS_THREAD_LOCAL",
  "CUTLASS_GCC_UNREACHABLE",
  "CUTE_GCC_UNREACHABLE",
  "__forceinline__",
  "__noinline__",
  "__inline__",
  "__restrict__",
  "__restrict",
  "__grid_constant__",
  "__forceinline",
  "__nv_pure__",
];

/** Macros with an argument list that is blanked along. */
export const callMacros: readonly string[] = [
  "__launch_bounds__",
  "__cluster_dims__",
  "__block_size__",
  "__maxnreg__",
  "__attribute__",
  "__declspec",
  "CUTLASS_UNUSED",
  "_Pragma",
];

/** Constraint macros that stand for a template parameter. */
/** The type of the parameter that a requirement is read as; no longer than the macros' names. */
export const requirementType = "required_if";

export const requireMacros: readonly string[] = ["__CUTE_REQUIRES", "CUTE_REQUIRES"];

/** Assertions over static values; they parse as `static_assert` everywhere, also at class scope. */
export const assertMacros: readonly string[] = ["CUTE_STATIC_ASSERT_V", "CUTE_STATIC_ASSERT"];

/** Qualifiers that the grammar knows before a function but not after a lambda's introducer. */
export const lambdaQualifiers: readonly string[] = ["__device__", "__host__", "__global__"];
