// Kernels of CuTe DSL whose types, layouts and tiled copies nobody says: in which memory a tensor lies, and which way a TMA copies, is
// known all the same.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

interface Parts {
  readonly operation?: string;
  readonly fence?: string;
  /** What threads copy to the tile. */
  readonly write?: string;
  readonly store?: string;
}

const kernel = ({
  operation = "CopyBulkTensorTileS2GOp",
  fence = "cute.arch.fence_view_async_shared()",
  write = "cute.copy(tiled_copy, tRS_rC, tRS_sC[(None, None, None, k)])",
  store = "cute.copy(tma, bSG_sC[(None, k)], bSG_gC[(None, 0, 0, k)])",
}: Parts): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

class Kernel:
    def parts(self, tma, gC, epi_tile, sC):
        g = cute.group_modes(cute.flat_divide(gC, epi_tile), 0, 2)
        bSG_sC, bSG_gC = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sC, 0, 2), g)
        return bSG_sC, bSG_gC

    @cute.kernel
    def kernel(self, tma: cute.CopyAtom, mC: cute.Tensor, layout: cute.ComposedLayout, tile: cute.Tile, tiled_copy: cute.TiledCopy):
        smem = utils.SmemAllocator()
        sC = smem.allocate_tensor(mC.element_type, layout.outer, 128, swizzle=layout.inner)
        sA = smem.allocate_tensor(mC.element_type, layout.outer, 128, swizzle=layout.inner)
        gC = cute.local_tile(mC, tile, (0, 0))
        warp_idx = cute.arch.warp_idx()
        thr_copy = tiled_copy.get_slice(cute.arch.thread_idx()[0])
        tRS_sC = thr_copy.partition_D(sC)
        tRS_sA = thr_copy.partition_D(sA)
        tRS_rC = cute.make_rmem_tensor(tRS_sC[None, None, None, 0].shape, mC.element_type)
        bSG_sC, bSG_gC = self.parts(tma, gC, tile, sC)
        for k in cutlass.range(4):
            ${write}
            ${fence}
            cute.arch.barrier(barrier_id=1, number_of_threads=128)
            if warp_idx == 0:
                ${store}

    @cute.jit
    def launch(self, mC: cute.Tensor, layout: cute.Layout, tile: cute.Tile, tiled_copy: cute.TiledCopy):
        tma, tensor = cpasync.make_tiled_tma_atom(cpasync.${operation}(), mC, layout, tile)
        self.kernel(tma, tensor, layout, tile, tiled_copy).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

const told = async (parts: Parts): Promise<readonly string[]> => {
  const { problems } = await analysed(kernel(parts), "python");
  return problems.flatMap(({ code, message, severity }) =>
    severity === "error" ? [`${code}: ${message.replace(/ \[\w+:\d+\]$/, "")}`] : [],
  );
};

test("the kernel as it should be", async () => {
  expect(await told({})).toEqual([]);
});

test("the operation goes the other way than the copy", async () => {
  expect(await told({ operation: "CopyBulkTensorTileG2SOp" })).toEqual([
    "tma-direction: this copy goes from shared to global memory, its operation loads: make the atom of CopyBulkTensorTileS2GOp",
  ]);
  expect(await told({ store: "cute.copy(tma, bSG_gC[(None, 0, 0, k)], bSG_sC[(None, k)])" })).toContain(
    "tma-direction: this copy goes from global to shared memory, its operation stores: make the atom of CopyBulkTensorTileG2SOp",
  );
});

test("no fence between what threads write and the store of it", async () => {
  expect(await told({ fence: "pass" })).toEqual([
    'tma-store-fence: no fence between the threads\' writes to this tile and its TMA store: cute.arch.fence_proxy("async.shared", space="cta") before the threads synchronise',
  ]);
  // Another tile, and a copy to registers.
  expect(await told({ fence: "pass", write: "cute.copy(tiled_copy, tRS_rC, tRS_sA[(None, None, None, k)])" })).toEqual(
    [],
  );
  expect(await told({ fence: "pass", write: "cute.copy(tiled_copy, tRS_sC[(None, None, None, k)], tRS_rC)" })).toEqual(
    [],
  );
});
