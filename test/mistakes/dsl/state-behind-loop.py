import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils


@cute.kernel
def kernel(rounds: cutlass.Int32):
    smem = utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, 4)
    pipe = pipeline.PipelineAsync.create(
        num_stages=2,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
        barrier_storage=bars,
    )
    slots = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 2)), 16)
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    lane = cute.arch.lane_idx()
    total = cutlass.Float32(0.0)
    if warp == 0:
        filled = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for k in cutlass.range(rounds):
            pipe.producer_acquire(filled)
            slots[lane, filled.index] = cutlass.Float32(1.0)
            pipe.producer_commit(filled)
            filled.advance()
        pipe.producer_tail(filled)
    else:
        emptied = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for k in cutlass.range(rounds):
            pipe.consumer_wait(emptied)  # told
            total += slots[lane, emptied.index]
            pipe.consumer_release(emptied)
            emptied.advance()  #! (nothing)


@cute.jit
def launch(rounds: cutlass.Int32):
    kernel(rounds).launch(grid=(1, 1, 1), block=(64, 1, 1))
