// Tensors from outside and how a host reaches a kernel: what each way of handing over makes known, one way a test.
import { describe, expect, test } from "vitest";
import { printValue } from "../../server/src/facts/notation.ts";
import type { VariableFact } from "../../src-engine/program/facts.ts";
import { openProject } from "./trace.ts";

const head = `import torch
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.runtime import from_dlpack, make_fake_compact_tensor, make_fake_tensor, make_ptr
`;

/** `function.name` → the last value that is shown, symbols by their names. */
async function values(source: string): Promise<Readonly<Record<string, string>>> {
  const project = await openProject(new Map([["/w/a.py", head + source]]));
  const facts = await project.analyse("/w/a.py");
  project.dispose();
  const functions = new Map(facts?.instances.map((each) => [each.id, each.function]));
  const variables = (facts?.facts ?? []).filter((fact): fact is VariableFact => fact.kind === "variable");
  return Object.fromEntries(
    variables.map((fact) => [`${functions.get(fact.instance)}.${fact.name}`, printValue(fact.value, "python")]),
  );
}

const kernel = `
@cute.kernel
def kernel(mA: cute.Tensor):
    tiles = cute.zipped_divide(mA, (16, 32))
    align = mA.iterator.alignment
    major = utils.LayoutEnum.from_tensor(mA)
    bits = mA.element_type.width

@cute.jit
def host(mA: cute.Tensor):
    kernel(mA).launch(grid=[1, 1, 1], block=[128, 1, 1])
`;

/** What the kernel sees of a tensor that the host makes. */
const seen = async (made: string) => {
  const found = await values(`${kernel}\n${made}\n`);
  return ["mA", "tiles", "align", "major", "bits"].map((name) => found[`kernel.${name}`]);
};

describe("a tensor that the host makes", () => {
  const tensor = 'a = torch.empty(256, 64, dtype=torch.float16, device="cuda")\n';

  test("from_dlpack(...).mark_layout_dynamic(leading_dim=…): all of it is the run's but the stride of 1", async () => {
    expect(
      await seen(`${tensor}host(from_dlpack(a, assumed_align=16).mark_layout_dynamic(leading_dim=1))`),
    ).toMatchInlineSnapshot(`
      [
        "gmem_ptr[16b](PTR) o (a.shape[0],a.shape[1]):(a.stride[0],1)",
        "gmem_ptr[16b](PTR) o ((16,32),(⌈a.shape[0]/16⌉,⌈a.shape[1]/32⌉)):((a.stride[0],1),(16*a.stride[0],32))",
        "16",
        "LayoutEnum.ROW_MAJOR",
        "16",
      ]
    `);
  });

  test("mark_compact_shape_dynamic: one extent is the run's, with what divides it", async () => {
    expect(
      await seen(
        `${tensor}host(from_dlpack(a).mark_compact_shape_dynamic(mode=0, stride_order=(0, 1), divisibility=8))`,
      ),
    ).toMatchInlineSnapshot(`
      [
        "gmem_ptr[16b](PTR) o (a.shape[0],64):(64,1)",
        "gmem_ptr[16b](PTR) o ((16,32),(⌈a.shape[0]/16⌉,2)):((64,1),(1024,32))",
        "2",
        "LayoutEnum.ROW_MAJOR",
        "16",
      ]
    `);
  });

  test("make_fake_compact_tensor with cute.sym_int(divisibility=…) and assumed_align", async () => {
    expect(
      await seen(
        "m, k = cute.sym_int(), cute.sym_int(divisibility=16)\\ncute.compile(host, make_fake_compact_tensor(cutlass.BFloat16, (m, k), stride_order=(1, 0), assumed_align=32))".replace(
          "\\n",
          "\n",
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "gmem_ptr[16b](PTR) o (mA.shape[0],mA.shape[1]):(mA.stride[0],1)",
        "gmem_ptr[16b](PTR) o ((16,32),(⌈mA.shape[0]/16⌉,⌈mA.shape[1]/32⌉)):((mA.stride[0],1),(16*mA.stride[0],32))",
        "32",
        "LayoutEnum.ROW_MAJOR",
        "16",
      ]
    `);
  });

  test("make_fake_tensor with its own strides", async () => {
    expect(
      await seen(
        "n = cute.sym_int64(divisibility=8)\ncute.compile(host, make_fake_tensor(cutlass.Float32, (128, 64), stride=(1, n), assumed_align=16))",
      ),
    ).toMatchInlineSnapshot(`
      [
        "gmem_ptr[32b](PTR) o (128,64):(1,mA.stride[1])",
        "gmem_ptr[32b](PTR) o ((16,32),(8,2)):((1,mA.stride[1]),(16,32*mA.stride[1]))",
        "16",
        "LayoutEnum.COL_MAJOR",
        "32",
      ]
    `);
  });

  test("a permuted and transposed torch tensor keeps its strides", async () => {
    expect(
      await seen(
        "a = torch.zeros(4, 256, 64).permute(1, 2, 0)\nhost(from_dlpack(a)[None, None, 0] if False else from_dlpack(a))",
      ),
    ).toMatchInlineSnapshot(`
      [
        "gmem_ptr[32b](PTR) o (256,64,4):(64,1,16384)",
        "gmem_ptr[32b](PTR) o ((16,32),(16,2,4)):((64,1),(1024,32,16384))",
        "4",
        "LayoutEnum.ROW_MAJOR",
        "32",
      ]
    `);
  });

  test("a tensor's address is an integer of the run", async () => {
    const found = await values(`
a = torch.empty(256, 64, dtype=torch.float16)
address = a.data_ptr()
pointer = make_ptr(cutlass.Float16, address, cute.AddressSpace.gmem, assumed_align=16)
`);
    expect(found[".address"]).toBe("data_ptr");
    expect(found[".pointer"]).toBe("gmem_ptr[16b](PTR)");
  });

  test("a pointer and a problem size: the layout is made inside", async () => {
    const found = await values(`
@cute.jit
def host(ptr: cute.Pointer, size: tuple):
    m, n = size
    tensor = cute.make_tensor(ptr, cute.make_layout((m, n), stride=(n, 1)))

host(make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16), (64, 32))
`);
    expect(found["host.tensor"]).toMatchInlineSnapshot(`"gmem_ptr[16b](PTR) o (size[0],size[1]):(size[1],1)"`);
  });
});

describe("which mode of a torch tensor is contiguous", () => {
  const strides = async (made: string) => {
    const found = await values(
      `a = torch.empty(4, 256, 64, dtype=torch.float16).permute(1, 2, 0)\nb = ${made}\nt = from_dlpack(b)\n`,
    );
    return found[".t"];
  };

  test("arithmetic keeps the strides of a permuted tensor, and of two that agree", async () => {
    expect(await strides("a / 8")).toBe("gmem_ptr[16b](PTR) o (256,64,4):(64,1,16384)");
    expect(await strides("a + a")).toBe("gmem_ptr[16b](PTR) o (256,64,4):(64,1,16384)");
  });

  test("contiguous tensors broadcast to a contiguous one", async () => {
    expect(await strides("torch.empty(1, 64) + torch.empty(256, 1)")).toBe("gmem_ptr[32b](PTR) o (256,64):(64,1)");
  });

  test("an axis of 1 has the stride that torch and DLPack write there, unless the tensor is contiguous", async () => {
    const one = "torch.empty(1, 256, 64).permute(1, 2, 0)";
    expect(await strides("torch.empty(1, 256, 64)")).toBe("gmem_ptr[32b](PTR) o (1,256,64):(16384,64,1)");
    expect(await strides(one)).toBe("gmem_ptr[32b](PTR) o (256,64,1):(64,1,b.stride[2])");
    expect(await strides("torch.empty(1, 64, 1).permute(1, 2, 0)")).toBe(
      "gmem_ptr[32b](PTR) o (64,1,1):(1,1,b.stride[2])",
    );
    expect(await strides("torch.empty(1) * 2")).toBe("gmem_ptr[32b](PTR) o (1):(1)");
    expect(await strides(`${one} * ${one}`)).toBe("gmem_ptr[32b](PTR) o (256,64,1):(64,1,b.stride[2])");
  });

  test("the order of axes of equal strides is not deduced", async () => {
    const marked = (mode: string) => values(`t = from_dlpack(torch.empty(256, 64, 1)).${mode}\n`);
    expect((await marked("mark_compact_shape_dynamic(mode=0)"))[".t"]).toBe("unknown");
    const given = await marked("mark_compact_shape_dynamic(mode=0, stride_order=(2, 0, 1))");
    expect(given[".t"]).toBe("gmem_ptr[32b](PTR) o (from_dlpack.shape[0],64,1):(64,1,0)");
  });

  test("a permuted tensor under another shape is a view where its strides allow one, else a copy", async () => {
    expect(await strides("a.reshape(256, 256)")).toBe("gmem_ptr[16b](PTR) o (256,256):(256,1)");
    expect(await strides("a.reshape(2, 128, 64, 4)")).toBe("gmem_ptr[16b](PTR) o (2,128,64,4):(8192,64,1,16384)");
  });

  test("beside another tensor the first that tells the axes apart decides, and the wider type", async () => {
    expect(await strides("a + torch.empty(256, 64, 4)")).toBe("gmem_ptr[32b](PTR) o (256,64,4):(64,1,16384)");
    expect(await strides("torch.empty(256, 64, 4) + a")).toBe("gmem_ptr[32b](PTR) o (256,64,4):(256,4,1)");
  });

  test("elements of another size are not followed", async () => {
    expect(await strides("a.view(torch.float32)")).toBe("unknown");
  });
});

describe("a tensor that no caller gives", () => {
  const shape = async (body: string, annotation = ": cute.Tensor") =>
    (await values(`@cute.kernel\ndef kernel(mA${annotation}):\n    ${body}\n`))["kernel.mA"];

  test("unpacking and slices prove its rank; in which memory it lies nobody says", async () => {
    expect(await shape("m, k, l = mA.shape")).toMatchInlineSnapshot(
      `"? o (mA.shape[0],mA.shape[1],mA.shape[2]):(mA.stride[0],mA.stride[1],mA.stride[2])"`,
    );
    expect(await shape("one = mA[None, None, 3]")).toMatchInlineSnapshot(
      `"? o (mA.shape[0],mA.shape[1],mA.shape[2]):(mA.stride[0],mA.stride[1],mA.stride[2])"`,
    );
  });

  test("a tiler and grouped modes give a lower bound, and a comment may be stale: neither is its rank", async () => {
    expect(await shape("tile = cute.local_tile(mA, (128, 64), (0, None))")).toBe("? o unknown");
    expect(await shape("grouped = cute.group_modes(mA, 0, 3)")).toBe("? o unknown");
    expect(await shape("pass", ": cute.Tensor,  # (M, N, L)\n")).toBe("? o unknown");
  });

  test("what is grouped of an unknown number of modes is not known either", async () => {
    const found = await values(`
@cute.jit
def load(sA: cute.Tensor):
    grouped = cute.group_modes(sA, 0, 3)
`);
    expect(found["load.grouped"]).toBe("unknown");
  });

  test("what a function gets that launches a kernel lies in global memory", async () => {
    const found = await values(`
@cute.jit
def host(mA: cute.Tensor):
    m, k = mA.shape
    kernel(mA).launch(grid=[1, 1, 1], block=[128, 1, 1])
`);
    expect(found["host.mA"]).toBe("gmem_ptr(PTR) o (mA.shape[0],mA.shape[1]):(mA.stride[0],mA.stride[1])");
  });
});

describe("how a host reaches the kernel", () => {
  test("an object is called, its methods run in the order of calls, and what they set holds from there on", async () => {
    const found = await values(`
class Gemm:
    def __init__(self, stages):
        self.tile = (128, 128)
        self.stages = stages

    def _setup(self, k):
        self.tile = (*self.tile, k)
        self.layouts = self._layouts(self.tile, self.stages)

    @staticmethod
    def _layouts(tile, stages):
        a = cute.make_layout((tile[0], tile[2], stages))
        b = cute.make_layout((tile[1], tile[2], stages))
        return a, b

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        before = self.tile
        self._setup(64)
        sA_layout, sB_layout = self.layouts
        self.kernel(sA_layout, sB_layout).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, sA_layout: cute.Layout, sB_layout: cute.Layout):
        tile = self.tile
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, sA_layout, 128)

gemm = Gemm(3)
gemm(from_dlpack(torch.empty(256, 64)))
`);
    expect(found["Gemm.__call__.before"]).toBe("(128,128)");
    expect(found["Gemm.kernel.tile"]).toBe("(128,128,64)");
    expect(found["Gemm.kernel.sB_layout"]).toBe("(128,64,3):(1,128,8192)");
    expect(found["Gemm.kernel.sA"]).toContain("(128,64,3):(1,128,8192)");
  });

  test("cute.compile of a function or an object, functools.partial and keyword arguments", async () => {
    const found = await values(`
from functools import partial

@cute.jit
def scale(mA: cute.Tensor, factor: cutlass.Constexpr, tile: cutlass.Constexpr = (8, 8)):
    tiled = cute.zipped_divide(mA, (tile[0] * factor, tile[1]))

class Op:
    @cute.jit
    def __call__(self, mA: cute.Tensor, width: cutlass.Constexpr):
        part = cute.local_tile(mA, (width, width), (0, 0))

a = make_fake_compact_tensor(cutlass.Float16, (64, 64), stride_order=(1, 0))
cute.compile(partial(scale, tile=(4, 16)), a, factor=2)
cute.compile(Op(), a, 32)
`);
    expect(found["scale.tiled"]).toContain("((8,16),(8,4)):((64,1),(512,16))");
    expect(found["Op.__call__.part"]).toContain("(32,32):(64,1)");
  });

  test("bytes and alignment of @cute.struct storage, a union inside it", async () => {
    const found = await values(`
@cute.jit
def host():
    @cute.struct
    class Storage:
        barrier: cute.struct.MemRange[cutlass.Int64, 6]
        sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], 1024]
        flag: cutlass.Int32
    size = Storage.size_in_bytes()
    align = Storage.__alignof__()

host()
`);
    expect([found["host.size"], found["host.align"]]).toEqual(["10240", "1024"]);
  });
});
