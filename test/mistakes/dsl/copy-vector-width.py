# No caller says what the elements are.
import cutlass.cute as cute


@cute.kernel
def kernel(gA: cute.Tensor, gB: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), gA.element_type, num_bits_per_copy=128)  #! atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), gA.element_type, num_bits_per_copy=96)
    cute.copy(atom, gA, gB)
