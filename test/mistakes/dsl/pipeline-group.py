import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils


@cute.struct
class Storage:
    bars: cute.struct.MemRange[cutlass.Int64, 6]
    data: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 3 * 128], 128]


@cute.kernel
def copy(x: cute.Tensor, y: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    data = storage.data.get_tensor(cute.make_layout((128, 3)))
    ring = pipeline.PipelineAsync.create(  # told
        barrier_storage=storage.bars.data_ptr(),
        num_stages=3,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),  #! producer_group=128,
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
    )
    if thread < 128:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 3)
        for k in cutlass.range(8):
            ring.producer_acquire(state)
            data[thread, state.index] = x[thread, k]
            ring.producer_commit(state)
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 3)
        for k in cutlass.range(8):
            ring.consumer_wait(state)
            y[thread - 128, k] = data[thread - 128, state.index]
            ring.consumer_release(state)
            state.advance()


@cute.jit
def launch(p: cute.Pointer, q: cute.Pointer):
    layout = cute.make_layout((128, 8))
    copy(cute.make_tensor(p, layout), cute.make_tensor(q, layout)).launch(grid=(1, 1, 1), block=(256, 1, 1))
