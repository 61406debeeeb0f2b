// What the run holds and the trace knows the kind of: shared storage, barriers, tensor maps in memory, a grouped scheduler's find.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

const head = `import argparse
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.pipeline as pipeline
`;

test("a field of shared storage has an address; a tensor of n elements needs no layout", () =>
  checkPython(`${head}
@cute.struct
class Storage:
    bars: cute.struct.MemRange[cutlass.Int64, 4]
    holding: cutlass.Int32

@cute.kernel
def kernel():
    smem = cutlass.utils.SmemAllocator()
    storage = smem.allocate(Storage)
    holding = storage.holding.ptr  # holding -> smem_ptr[32b]
    bars = storage.bars.data_ptr()  # bars -> smem_ptr[64b]
    sums = smem.allocate_tensor(cutlass.Float32, 5)  # sums -> smem_ptr[32b] o 5:1
`));

test("a barrier is 64 bits of shared memory; a tensor map is an address", () =>
  checkPython(`${head}
class Manager(utils.TensorMapManager):
    pass

@cute.kernel
def kernel(p: cute.Pointer):
    pipe = pipeline.PipelineTmaAsync.create(barrier_storage=None, num_stages=2)
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
    barrier = pipe.producer_get_barrier(state)  # barrier -> smem_ptr[64b]
    manager = Manager(utils.TensorMapUpdateMode.GMEM, 128)
    map = manager.get_tensormap_ptr(p)  # map -> gmem_ptr
`));

test("a group that a scheduler finds has a shape of the run", () =>
  checkPython(`${head}
@cute.kernel
def kernel(sizes: cute.Tensor):
    helper = utils.GroupedGemmTileSchedulerHelper(4, None, (128, 128, 64), None)
    found = helper.delinearize_z((0, 0, 0), sizes)
    shape = (found.problem_shape_m, found.problem_shape_n)  # shape -> (problem_shape_m,problem_shape_n)
`));

test("of two options of one destination the first says the default", () =>
  checkPython(`${head}
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true", default=True)
    parser.add_argument("--no-check", action="store_false", dest="check", default=False)
    args = parser.parse_args()
    check = args.check  # check -> True

main()
`));

test("a pointer class of the project's own is a pointer of the compiler's once it is traced", () =>
  checkPython(`${head}
import cutlass._mlir.dialects.cute as cute_ir
from cutlass.cute.typing import AddressSpace, Pointer

class Address(Pointer):
    def __init__(self, address, dtype, space, align):
        self.dtype_, self.space, self.align_ = dtype, space, align

    def __get_mlir_types__(self):
        return [self.mlir_type]

    def __new_from_mlir_values__(self, values):
        return values[0]

    @property
    def mlir_type(self):
        return cute_ir.PtrType.get(self.dtype_.mlir_type, self.space, self.align_)

@cute.jit
def run(p: cute.Pointer):
    t = cute.make_tensor(p, cute.make_layout((4, 8)))  # t -> gmem_ptr[16b] o (4,8):(1,4)

def main():
    run(Address(16, cutlass.Float16, AddressSpace.gmem, 16))
`));
