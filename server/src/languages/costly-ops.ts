// Operations that move data or compute: what a kernel costs are the calls of these, wherever the functions stand that make them.

/** In both languages, by CuTe's own names. */
export const copyOps: ReadonlySet<string> = new Set([
  "copy",
  "copy_if",
  "copy_aligned",
  "autovec_copy",
  "basic_copy",
  "cooperative_copy",
  "axpby",
]);

export const costlyOps: ReadonlySet<string> = new Set([...copyOps, "gemm"]);
