// Block-scaled MMAs of CuTe DSL and their scale factors, as nvidia-cutlass-dsl 4.8 traces them.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("scale factors: where an instruction takes one of them, its mode has the stride 0", () =>
  checkPython(`import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100
import cutlass.utils.blockscaled_layout as blockscaled
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def scales():
    one = sm100.make_blockscaled_trivial_tiled_mma(cutlass.Float8E4M3FN, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float8E8M0FNU, 32, tcgen05.CtaGroup.ONE, (128, 192))
    a = blockscaled.make_smem_layout_sfa(one, (128, 192, 128), 32, 2)
    in_tmem = blockscaled.make_tmem_layout_sfa(one, (128, 192, 128), 32, cute.slice_(a, (None, None, None, 0)))  # in_tmem -> ((((32,4),4),(32,1)),1,4):((((262144,4),8388608),(0,0)),0,1)
    two = sm100.make_blockscaled_trivial_tiled_mma(cutlass.Float4E2M1FN, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float8E8M0FNU, 32, tcgen05.CtaGroup.ONE, (128, 64))
    b = blockscaled.make_smem_layout_sfb(two, (128, 64, 64), 32, 2)
    of_two = blockscaled.make_tmem_layout_sfb(two, (128, 64, 64), 32, cute.slice_(b, (None, None, None, 0)))  # of_two -> ((((32,4),4),(32,2)),1,2):((((262144,4),8388608),(0,1)),0,2)
`));

test("sm_103's MMA of 4-bit floats takes 96 of them at once", () =>
  checkPython(`import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import tcgen05

@cute.jit
def ultra():
    op = tcgen05.SM103MmaMXF4NVF4Op(cutlass.Float8E8M0FNU, (256, 256, 96), tcgen05.CtaGroup.TWO, tcgen05.OperandSource.SMEM)
    pair = cute.make_tiled_mma(cute.make_mma_atom(op))
    shape = pair.shape_mnk  # shape -> (256,256,96)
    again = cute.make_mma_atom(pair.op).shape_mnk  # again -> (256,256,96)
    a = pair.tv_layout_A  # a -> (2,(128,96)):(128,(1,256))
    c = pair.tv_layout_C  # c -> (2,(128,256)):(128,(1,256))
    one = cute.make_tiled_mma(cute.make_mma_atom(tcgen05.SM103MmaMXF4Op((128, 256, 96), tcgen05.CtaGroup.ONE, tcgen05.OperandSource.SMEM)))
    b = one.tv_layout_B  # b -> (1,(256,96)):(256,(1,256))
`));
