import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline


class Consumer:
    @cute.jit
    def read(self, pipe: pipeline.PipelineAsync, slots: cute.Tensor, state: pipeline.PipelineState, rounds: cutlass.Int32):
        released = state.clone()
        total = cutlass.Float32(0.0)
        for k in cutlass.range(rounds):
            pipe.consumer_wait(state)  # told
            total += slots[state.index]
            pipe.consumer_release(released)
            state.advance()  #! (nothing)
            released.advance()
        return total
