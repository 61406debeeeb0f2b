// Decorators of libraries that leave what a call of the function gives: they hand the function on, or call it with what they are given.

const names = (module: string, list: string): readonly string[] =>
  list.split(" ").map((name) => (module === "" ? name : `${module}.${name}`));

const passing = new Set([
  ...names("", "staticmethod classmethod property"),
  ...names("abc", "abstractmethod abstractproperty abstractclassmethod abstractstaticmethod"),
  ...names("functools", "cache lru_cache cached_property wraps update_wrapper total_ordering"),
  ...names("typing", "overload override final no_type_check runtime_checkable"),
  ...names("typing_extensions", "overload override final deprecated runtime_checkable"),
  ...names("warnings", "deprecated"),
  ...names("atexit", "register"),
  ...names("cute", "jit kernel"),
  ...names("cute.experimental", "jit kernel"),
  ...names(
    "cutlass",
    "dsl_user_op deprecated lru_cache_ir CuTeDSL.jit CuTeDSL.kernel CuteExperimentalDSL.jit CuteExperimentalDSL.kernel",
  ),
  ...names("torch", "no_grad inference_mode enable_grad set_grad_enabled compile"),
  ...names("torch.compiler", "disable allow_in_graph"),
  ...names("torch.library", "custom_op register_fake impl"),
  ...names("torch.amp", "custom_fwd custom_bwd"),
  ...names("torch.cuda.amp", "custom_fwd custom_bwd"),
  ...names("jax", "jit custom_vjp custom_jvp"),
]);

/** By canonical name; the marks of pytest are notes. */
export const passesFunctionOn = (name: string): boolean => passing.has(name) || name.startsWith("pytest.mark.");
