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

/** A whole tile by its atom, which the function itself shares out. */
export const blockCopyOp = "block_copy";

export const costlyOps: ReadonlySet<string> = new Set([...copyOps, blockCopyOp, "gemm"]);

/** What helpers are looked into for besides: they make of the tensors that they are handed what an instruction can take, or not. */
const operandOps = ["A", "B", "C"].flatMap((role) => [`make_fragment_${role}`, `partition_fragment_${role}`]);

/** What CuTe DSL's allocator gives of shared memory. */
export const allocatingOps: ReadonlySet<string> = new Set(["allocate", "allocate_array", "allocate_tensor"]);

/** Operations whose mistakes in functions of other files are told at the call that leads there, and what a kernel takes there. */
export const askedElsewhere: ReadonlySet<string> = new Set([
  ...costlyOps,
  ...operandOps,
  ...allocatingOps,
  "tma_partition",
]);
