# Two sides of a pipeline: each state goes round as many stages as the pipeline has.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline


@cute.kernel
def going(out: cute.Tensor, rounds: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.warp_idx()
    smem = cutlass.utils.SmemAllocator()
    data = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 4)), 16)
    bars = smem.allocate_array(cutlass.Int64, 8)
    pipe = pipeline.PipelineAsync.create(
        num_stages=4,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
        barrier_storage=bars,
    )
    if warp == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 4)
        for t in cutlass.range(rounds):
            pipe.producer_acquire(state)
            data[tidx, state.index] = cutlass.Float32(t)
            pipe.producer_commit(state)
            state.advance()
    if warp == 1:
        reading = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 4)  #! reading = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for t in cutlass.range(rounds):
            pipe.consumer_wait(reading)
            out[tidx - 32] = data[tidx - 32, reading.index]
            pipe.consumer_release(reading)
            reading.advance()


@cute.jit
def launch(out: cute.Tensor, rounds: cutlass.Int32):
    going(out, rounds).launch(grid=(1, 1, 1), block=(64, 1, 1))
