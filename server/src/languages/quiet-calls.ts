// Calls that certainly make nothing visible to TMA, by their names: none of them is a fence, nor leads to one.

/** The library's own, in both languages. */
const operations =
  /^(?:copy|gemm|make_\w+|partition_\w+|retile\w*|get_\w+|local_\w+|group_modes|slice_?|size\w*|__syncthreads|sync_threads|barrier\w*|sync|tma_\w+|print\w*|clear|fill|with|select|coalesce|flatten|recast\w*|append|tensor|cosize\w*|ceil_div|canonical_\w+|elect_\w+|elect_one|warp_idx|lane_idx|thread_idx|block_idx|cluster_\w+|fence_\w*barrier\w*|prefetch\w*|autovec_copy|basic_copy|copy_aligned|cp_async_\w+|allocate\w*|SmemAllocator|data_ptr|begin|data|range\w*|axpby|transform|assert|arrive\w*|wait\w*|arrive_and_wait)$/;

export const isQuietOperation = (name: string): boolean => operations.test(name) || ofMma.has(name);

/** Around wgmma and tcgen05: registers and tensor memory alone. */
const ofMma: ReadonlySet<string> = new Set([
  ...["arrive", "commit_batch", "wait", "fence_operand"].map((name) => `warpgroup_${name}`),
  ...["load", "store"].map((name) => `fence_view_async_tmem_${name}`),
]);

/** CuTe's of layouts and tuples in C++, which know no memory. */
const algebra =
  /^(?:get|shape|stride|rank|depth|layout|take|front|back|append|prepend|replace|unwrap|(?:logical|zipped|tiled|flat|raked|blocked)_(?:divide|product)|composition|complement|right_inverse|left_inverse|domain_offset|crd2idx|idx2crd|elem_less|filter_zeros|is_\w+|max|min|min_align|gcd|static_assert|decltype|sizeof\w*)$/;

export const isAlgebra = (name: string): boolean => algebra.test(name);

/** CUDA's own: intrinsics, whose names begin so and no one else's may, and mathematics. */
const mathematics: ReadonlySet<string> = new Set(
  "sin cos tan sinh cosh tanh asin acos atan exp exp2 exp10 expm1 log log2 log10 log1p sqrt rsqrt cbrt erf erfc fabs abs fma fmax fmin floor ceil round rint trunc pow fmod ldexp isnan isinf"
    .split(" ")
    .flatMap((name) => [name, `${name}f`]),
);

export const isIntrinsic = (name: string): boolean =>
  (name.startsWith("__") || mathematics.has(name)) && !mayFence(name);

/** Classes of CUTLASS and CUDA whose objects compute and no more. */
const computing = /^(?:Numeric(?:Array)?Converter|FastDivmod\w*|multiplies|plus|minus|maximum|minimum|Array)$/;

export const onlyComputes = (type: string): boolean => computing.test(type);

/** What gives a tensor: to call that is to take a part of it. */
const tensors =
  /^(?:make_(?:tensor|fragment|identity_tensor|coord_tensor)\w*|partition_\w+|local_\w+|retile\w*|get_tma_tensor|recast)$/;

export const givesTensor = (name: string): boolean => tensors.test(name);

/** Whatever a function is, of this name it may be a fence; one of registers or of tensor memory is none of shared memory. */
export const mayFence = (name: string): boolean => name.includes("fence") && !ofMma.has(name);

/** Python's own, and element types: `Int32(x)`. What another class does when it is made, nobody knows by its name. */
const builtins =
  /^(?:len|min|max|abs|sum|int|float|bool|str|tuple|list|dict|zip|enumerate|isinstance|const_expr|partial|print|U?Int\d+|B?Float\d+|Boolean)$/;

export const isQuietBuiltin = (name: string): boolean => builtins.test(name);

/** Modules of CuTe DSL and of Python whose functions are no fences but by their name. */
export const quietModules: ReadonlySet<string> = new Set(["cute", "cutlass", "math"]);

/** Methods of CuTe DSL's tensors, numbers and states. */
export const quietMethods: ReadonlySet<string> = new Set(
  "load to reduce ir_value bitcast append items values keys advance clone toint align".split(" "),
);

/** A thread may wait there for others, whatever the function is: barriers of threads, of clusters, of pipelines. */
export const mayMeet = (name: string): boolean =>
  /sync|barrier|wait|arrive|acquire|release|commit/.test(name) && !ofCopies.test(name) && !alone.test(name);

/** Fences behind the initialisation of barriers: nobody waits there. */
export const initialisesOnly = /^(?:fence_m?barrier_init\w*|m?barrier_init_fence)$/;

/** A thread may wait there for what cp.async brings. */
export const mayWaitForCopies = (name: string): boolean =>
  /wait|acquire|pipeline/.test(name) || (mayMeet(name) && !/^(?:__syncthreads|sync_threads|barrier)$/.test(name));

/** Functions and members that ask for a tensor's layout or type, and for none of its elements. */
export const asksForShape =
  /^(?:size|shape|layout|rank|stride|cosize|element_type|dtype|print|make_identity_tensor|warpgroup_fence_operand)$/;

/** Copies of cp.async up to here are a group; the wait says how many of the newest it leaves on their way. */
export const beginsGroup = /^cp_async_(?:fence|commit_group)$/;
export const waitsForGroups = /^cp_async_wait(?:_group)?$/;

/** Of the thread's own copies, and of what a warp has alike. */
const ofCopies = /^(?:cp_async_(?:fence|wait\w*|commit_group)|tma_store_\w+)$/;
const alone = /^(?:canonical_\w+|elect_one_sync|shfl_sync|__shfl\w*)$/;

/** No function of a project, by its name: CuTe's own, an intrinsic, Python's own or a method of CuTe DSL's numbers and tensors. */
export const isOfLibraries = (name: string): boolean =>
  isQuietOperation(name) || isAlgebra(name) || isIntrinsic(name) || isQuietBuiltin(name) || quietMethods.has(name);
