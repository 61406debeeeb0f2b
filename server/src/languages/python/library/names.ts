// Absolute Python names to the canonical names that rows have: `cutlass.cute.core.make_layout` and `cutlass.cute.make_layout`
// are `cute.make_layout`, `cutlass.utils.hopper_helpers.f` is `sm90.f`.

/** Longest prefix first; the right side "" drops the prefix's last part. */
const prefixes: readonly (readonly [string, string])[] = [
  ["cutlass.cute.nvgpu.cpasync", "cpasync"],
  ["cutlass.cute.nvgpu.tcgen05", "tcgen05"],
  ["cutlass.cute.nvgpu.warpgroup", "warpgroup"],
  ["cutlass.cute.nvgpu.warp", "warp"],
  ["cutlass.cute.nvgpu", "nvgpu"],
  ["cutlass.cute.runtime", "runtime"],
  ...["constants", "nvvm_wrappers", "smem", "tmem", "mbar", "elect", "numeric_conversion"].map(
    (inner): readonly [string, string] => [`cutlass.cute.arch.${inner}`, "cute.arch"],
  ),
  ["cutlass.cute", "cute"],
  ["cutlass.utils.hopper_helpers", "sm90"],
  ["cutlass.utils.sm90", "sm90"],
  ["cutlass.utils.blackwell_helpers", "sm100"],
  ["cutlass.utils.sm100", "sm100"],
  ["cutlass.utils.blockscaled_layout", "blockscaled"],
  ["cutlass.utils.mixed_input_helpers", "utils"],
  ["cutlass.tensor_utils", "utils"],
  ["cutlass.utils", "utils"],
  ["cutlass.pipeline", "pipeline"],
  ["cutlass.cutlass_dsl", "cutlass"],
  ["cutlass.base_dsl", "cutlass"],
  ["cutlass.torch", "cutlass_torch"],
  ["cutlass", "cutlass"],
];

/** Modules inside a package whose names the package exports too. */
const transparent: Readonly<Record<string, readonly string[]>> = {
  cute: ["core", "tensor", "atom", "algorithm", "tuple", "typing"],
  cpasync: ["copy", "helpers"],
  tcgen05: ["copy", "mma", "helpers"],
  warpgroup: ["mma", "helpers"],
  warp: ["mma", "copy"],
  nvgpu: ["common", "helpers"],
  utils: ["layout", "smem_allocator", "tmem_allocator", "static_persistent_tile_scheduler", "tensor_helpers"],
  cutlass: ["typing", "arch", "dsl"],
};

/** Packages whose names the dialect answers for, beside cutlass: what has no row is an unknown of the library. */
const foreign = new Set(
  (
    "torch numpy cuda math functools argparse typing typing_extensions dataclasses enum operator itertools inspect collections " +
    "os sys time random warnings logging abc types contextlib pathlib re json copy triton jax tvm_ffi pytest einops cupy ctypes struct subprocess nvshmem"
  ).split(" "),
);

/** The canonical name, or undefined for a name of no library. */
export function canonicalName(dotted: string): string | undefined {
  const root = dotted.split(".", 1)[0] ?? "";
  if (root === "numpy") return numpyName(dotted);
  if (foreign.has(root)) return dotted;
  const found = prefixes.find(([from]) => dotted === from || dotted.startsWith(`${from}.`));
  if (found === undefined) return undefined;
  const rest = dotted
    .slice(found[0].length)
    .split(".")
    .filter((part) => part !== "");
  return [found[1], ...withoutTransparent(found[1], rest)].join(".");
}

/** numpy's own constructors; what else hosts use of numpy and torch makes the same arrays. */
function numpyName(dotted: string): string {
  if (dotted === "numpy" || dotted === "numpy.random") return dotted;
  const rest = dotted.replace(/^numpy\.(random\.)?/, "");
  return `${numpyOwn.has(rest) ? "numpy" : "torch"}.${rest}`;
}

const numpyOwn = new Set("zeros ones empty full rand randn prod array asarray".split(" "));

/** `copy` is both a module of cpasync and the function cute.copy: only what stands before another name is a module. */
function withoutTransparent(base: string, rest: readonly string[]): readonly string[] {
  const [first, ...others] = rest;
  const inner = transparent[base] ?? [];
  return first !== undefined && others.length > 0 && inner.includes(first) ? others : rest;
}

/** Canonical names that are modules or packages themselves. */
const modules = new Set(
  (
    "numpy.random cutlass cute nvgpu cpasync tcgen05 warpgroup warp runtime sm90 sm100 blockscaled utils pipeline cutlass_torch cute.arch cute.math " +
    "cute.testing cutlass.testing cutlass._mlir utils.gemm utils.gemm.sm100 cutlass.jax cutlass.address_space torch.cuda torch.nn torch.nn.functional " +
    "torch.testing torch.backends os.path cuda.bindings cuda.bindings.driver cuda.bindings.runtime collections.abc concurrent torch.distributed nvshmem.core utils.distributed"
  ).split(" "),
);

const transparentModules = new Set(
  Object.entries(transparent).flatMap(([base, inner]) => inner.map((name) => `${base}.${name}`)),
);

/** Functions and modules of one name: the function is what programs mean. */
const functions = new Set(["cute.copy", "cute.tuple"]);

export const isModule = (name: string): boolean =>
  modules.has(name) || foreign.has(name) || (transparentModules.has(name) && !functions.has(name));

/** The absolute name of a member of a canonical module, for a further step of resolution. */
export function memberName(module: string, name: string): string {
  const prefix = prefixes.filter(([, to]) => module === to || module.startsWith(`${to}.`)).at(-1);
  if (prefix === undefined) return `${module}.${name}`;
  return `${prefix[0]}${module.slice(prefix[1].length)}.${name}`;
}

/** `cutlass.utils` exports the helpers of Blackwell under their names, those of Hopper with `sm90_`. */
export const exportedHelper = (canonical: string): string => {
  const name = canonical.startsWith("utils.") ? canonical.slice("utils.".length) : "";
  return name.startsWith("sm90_") ? `sm90.${name.slice("sm90_".length)}` : `sm100.${name}`;
};

/** Modules of helpers give what they import themselves, as every module of Python does. */
const importing: Readonly<Record<string, readonly string[]>> = {
  sm90: ["warpgroup", "warp", "nvgpu", "utils"],
  sm100: ["tcgen05", "cpasync", "warp", "nvgpu", "utils"],
  utils: ["pipeline"],
};

/** The names under which a name of a module is known elsewhere: `sm100.make_smem_layout_atom` is tcgen05's. */
export function importedNames(canonical: string): readonly string[] {
  const at = canonical.indexOf(".");
  return (importing[canonical.slice(0, at)] ?? []).map((module) => `${module}${canonical.slice(at)}`);
}

/** Modules of CuTe DSL's helpers that are plain Python over `cute.*`. */
const helperModules: Readonly<Record<string, string>> = {
  sm90: "cutlass.utils.hopper_helpers",
  sm100: "cutlass.utils.blackwell_helpers",
  blockscaled: "cutlass.utils.blockscaled_layout",
  utils: "cutlass.utils",
};

const helperNames = new Map<string, string | undefined>();

/** `sm90.make_smem_layout_a` → `cutlass.utils.hopper_helpers.make_smem_layout_a`; classes and constants are no helpers. */
export function helperName(canonical: string): string | undefined {
  if (!helperNames.has(canonical)) helperNames.set(canonical, helperOf(canonical));
  return helperNames.get(canonical);
}

function helperOf(canonical: string): string | undefined {
  if (canonical.startsWith("utils.gemm.sm100.")) return `cutlass.${canonical}`;
  const [module = "", name, ...others] = canonical.split(".");
  const dotted = others.length === 0 ? helperModules[module] : undefined;
  return dotted !== undefined && name !== undefined && /^[a-z]/.test(name) ? `${dotted}.${name}` : undefined;
}
