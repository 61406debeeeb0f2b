# A field that is too short behind one whose element type nobody knows: it runs into the next one.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


class Kernel:
    def __init__(self, dtype):
        self.dtype = dtype

    @cute.jit
    def __call__(self, stream):
        gates = cute.make_layout((64, 3, 2))
        rates = cute.make_layout((64, 2))

        @cute.struct
        class Storage:
            values: cute.struct.Align[cute.struct.MemRange[self.dtype, 4096], 128]
            gate: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, cute.cosize(gates)], 16]  #! gate: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, cute.size(gates, mode=[0])], 16]
            rate: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, cute.cosize(rates)], 16]

        self.storage = Storage
        self.kernel(gates, rates).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, gates: cute.Layout, rates: cute.Layout):
        storage = utils.SmemAllocator().allocate(self.storage)
        sGate = storage.gate.get_tensor(gates)  # told
        sRate = storage.rate.get_tensor(rates)
