// Which arguments the functions of CuTe DSL take: Python refuses a call that lacks one, names one that does not exist or has too many.
//
// A signature is written as a row's parameters are: `?` marks what may be missing. `a|b` are the names that one parameter has had in
// different releases, `**` stands for keywords that the function only hands on. Sources: nvidia-cutlass-dsl 4.2 to 4.8.
import type { BuiltinCall, CallArgument } from "../../../../../src-engine/interpret/dialect.ts";

interface Parameter {
  readonly names: readonly string[];
  readonly optional: boolean;
}

interface Signature {
  readonly parameters: readonly Parameter[];
  /** Takes other keywords too. */
  readonly open: boolean;
}

/** What Python says of the arguments of a call; nothing where they fit, or where the function is not written down here. */
export function refusedArguments(name: string, call: BuiltinCall): string | undefined {
  const signature = signatures.get(name);
  if (signature === undefined) return undefined;
  const { parameters, open } = signature;
  const places = call.args.filter((one) => one.name === undefined).length;
  const taken = parameters.map((one) => one.names[0]).join(", ");
  if (places > parameters.length)
    return parameters.length === 0
      ? `${counted(places)} given, it takes none: write ${short(name)}()`
      : `${counted(places)} given, it takes ${parameters.length}: ${short(name)}(${taken})`;
  const strange = open ? undefined : call.args.find((one) => isStrange(one, parameters));
  if (strange?.name !== undefined)
    return parameters.length === 0
      ? `there is no argument ${strange.name}: it takes none`
      : `there is no argument ${strange.name}: it takes ${taken}`;
  const missing = parameters.slice(places).find((one) => !one.optional && !call.args.some((arg) => isFor(arg, one)));
  if (missing === undefined) return undefined;
  const needed = parameters.flatMap((one) => (one.optional ? [] : [one.names[0]])).join(", ");
  return `the argument ${missing.names[0]} is missing: write ${short(name)}(${needed})`;
}

const counted = (count: number): string => (count === 1 ? "1 argument is" : `${count} arguments are`);

const short = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

const isFor = ({ name }: CallArgument, { names }: Parameter): boolean => name !== undefined && names.includes(name);

const isStrange = (argument: CallArgument, parameters: readonly Parameter[]): boolean =>
  argument.name !== undefined &&
  argument.name !== "loc" &&
  argument.name !== "ip" &&
  !parameters.some((one) => isFor(argument, one));

function parse(text: string): readonly [string, Signature] {
  const [name = "", inside = ""] = text.replace(")", "").split("(");
  const words = inside.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
  const parameters = words
    .filter((word) => word !== "**")
    .map((word) => ({ names: word.replace("?", "").split("|"), optional: word.endsWith("?") }));
  return [name, { parameters, open: words.includes("**") }];
}

const lines = (text: string): readonly string[] =>
  text.split("\n").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));

const core = `
cute.autovec_copy(src, dst, **)
cute.basic_copy(src, dst)
cute.basic_copy_if(pred, src, dst)
cute.blocked_product(block, tiler)
cute.ceil_div(input, tiler)
cute.coalesce(input, target_profile?)
cute.complement(input, cotarget)
cute.composition(lhs, rhs)
cute.copy(atom, src, dst, **)
cute.copy_atom_call(atom, src, dst, **)
cute.cosize(obj|a, mode?, **)
cute.domain_offset(coord, tensor)
cute.elem_less(lhs, rhs)
cute.flat_divide(target, tiler)
cute.flat_product(block, tiler)
cute.gemm(atom, d, a, b, c, **)
cute.group_modes(input, begin, end?)
cute.local_partition(target, tiler, index, proj?)
cute.local_tile(input, tiler, coord, proj?)
cute.logical_divide(target, tiler)
cute.logical_product(block, tiler)
cute.make_composed_layout(inner, offset, outer)
cute.make_copy_atom(op, copy_internal_type, **)
cute.make_fragment(layout_or_shape, dtype)
cute.make_fragment_like(src, dtype?)
cute.make_identity_layout(shape)
cute.make_identity_tensor(shape)
cute.make_layout(shape, stride?)
cute.make_layout_image_mask(lay, coord, mode)
cute.make_layout_tv(thr_layout, val_layout)
cute.make_ordered_layout(shape, order)
cute.make_rmem_tensor(layout_or_shape, dtype)
cute.make_rmem_tensor_like(src, dtype?)
cute.make_swizzle(b, m, s)
cute.make_tensor(iterator, layout)
cute.make_tiled_copy(atom, layout_tv, tiler_mn)
cute.make_tiled_copy_A(atom, tiled_mma)
cute.make_tiled_copy_B(atom, tiled_mma)
cute.make_tiled_copy_C(atom, tiled_mma)
cute.make_tiled_copy_C_atom(atom, mma|tiled_mma)
cute.make_tiled_copy_D(atom, tiled_copy)
cute.make_tiled_copy_S(atom, tiled_copy)
cute.make_tiled_copy_tv(atom, thr_layout, val_layout)
cute.make_tiled_mma(op_or_atom, atom_layout_mnk?, permutation_mnk?, **)
cute.prefetch(atom, src)
cute.raked_product(block, tiler)
cute.recast_tensor(src, dtype, swizzle_?)
cute.round_up(a, b)
cute.select(obj|input, mode, **)
cute.size(obj|a, mode?, **)
cute.size_in_bytes(dtype, layout)
cute.slice_(src, coord)
cute.tile_to_shape(atom, trg_shape, order)
cute.tiled_divide(target, tiler)
cute.tiled_product(block, tiler)
cute.where(cond, x, y)
cute.zipped_divide(target, tiler)
cute.zipped_product(block, tiler)
smem.allocate_tensor(element_type, layout, byte_alignment?, swizzle?, partition?)
smem.allocate_array(element_type, num_elems?, **)
`;

const arch = `
cute.arch.block_dim()
cute.arch.block_idx()
cute.arch.grid_dim()
cute.arch.thread_idx()
cute.arch.warp_idx()
cute.arch.lane_idx()
cute.arch.sync_threads()
cute.arch.elect_one()
cute.arch.cluster_wait()
cute.arch.mbarrier_init_fence()
cute.arch.make_warp_uniform(value)
cute.arch.cp_async_commit_group()
cute.arch.cp_async_wait_group(n)
cute.arch.cp_async_bulk_commit_group()
cute.arch.cp_async_bulk_wait_group(group, read?)
cute.arch.mbarrier_init(mbar_ptr, cnt)
cute.arch.mbarrier_wait(mbar_ptr, phase)
cute.arch.mbarrier_try_wait(mbar_ptr, phase)
cute.arch.mbarrier_arrive_and_expect_tx(mbar_ptr, bytes, peer_cta_rank_in_cluster?, **)
cute.arch.mbarrier_expect_tx(mbar_ptr, bytes, peer_cta_rank_in_cluster?, **)
cute.arch.warp_reduction(val, op, threads_in_group?)
cute.arch.shuffle_sync(value, offset, mask?, mask_and_clamp?, **)
cute.arch.shuffle_sync_bfly(value, offset, mask?, mask_and_clamp?, **)
cute.arch.shuffle_sync_down(value, offset, mask?, mask_and_clamp?, **)
cute.arch.shuffle_sync_up(value, offset, mask?, mask_and_clamp?, **)
`;

const atoms = `
cpasync.make_tiled_tma_atom(op, gmem_tensor, smem_layout_|smem_layout, cta_tiler, num_multicast?, gmem_coord_tensor?, internal_type?, **)
cpasync.prefetch_descriptor(tma_atom)
cpasync.tma_partition(atom, cta_coord, cta_layout, smem_tensor, gmem_tensor)
cpasync.create_tma_multicast_mask(cta_layout_vmnk, cta_coord_vmnk, mcast_mode)
nvgpu.make_tiled_tma_atom_A(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk?, internal_type?, **)
nvgpu.make_tiled_tma_atom_B(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk?, internal_type?, **)
warp.LdMatrix8x8x16bOp(transpose?, num_matrices?, unpack_bits?)
warp.StMatrix8x8x16bOp(transpose?, num_matrices?, unpack_bits?)
warp.MmaF16BF16Op(ab_dtype, acc_dtype, shape_mnk)
tcgen05.MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)
tcgen05.make_tmem_copy(atom, tmem_tensor)
warpgroup.MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)
warpgroup.make_smem_layout_atom(kind, element_type)
warpgroup.wait_group(group)
warpgroup.commit_group()
warpgroup.fence()
sm90.make_smem_layout_a(a_layout, mma_tiler_mnk|tile_shape_mnk, a_dtype, num_stages|ab_stage)
sm90.make_smem_layout_b(b_layout, mma_tiler_mnk|tile_shape_mnk, b_dtype, num_stages|ab_stage)
sm90.make_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, atom_layout_mnk, tiler_mn, a_source?)
ssa.bitcast(dtype)
ssa.broadcast_to(target_shape)
ssa.reduce(op, init_val, reduction_profile)
ssa.reshape(shape)
ssa.to(dtype)
pipeline.CooperativeGroup(agent, size?, alignment?)
pipeline.NamedBarrier(barrier_id, num_threads)
pipeline.make_pipeline_state(type, stages)
pipeline.PipelineTmaAsync.create(num_stages, producer_group, consumer_group, tx_count, **)
pipeline.PipelineTmaUmma.create(num_stages, producer_group, consumer_group, tx_count, **)
pipeline.PipelineUmmaAsync.create(num_stages, producer_group, consumer_group, **)
pipeline.PipelineAsync.create(num_stages, producer_group, consumer_group, **)
pipeline.PipelineCpAsync.create(num_stages, producer_group, consumer_group, **)
pipeline.PipelineTmaStore.create(num_stages, producer_group)
`;

const signatures: ReadonlyMap<string, Signature> = new Map([core, arch, atoms].flatMap(lines).map(parse));
