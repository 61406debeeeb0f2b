// What VS Code shows of a hover: the value, one line of facts, the picture, then the details; nothing twice.
import { expect, test } from "vitest";
import { hoverOf, pictureRoom } from "../../server/src/convert/hover.ts";
import { type HoverAnswer, hover } from "../../server/src/features/hover.ts";
import { hoverPicture } from "../../server/src/features/picture.ts";
import { analysed } from "./analysed.ts";
import { readMarks } from "./marks.ts";

async function answerAt(source: string): Promise<HoverAnswer> {
  const { text, cursor } = readMarks(source);
  const { index } = await analysed(text, "cpp");
  const answer = hover(index, { fragment: 0, offset: cursor }, { detail: "short" });
  if (answer === undefined) throw new Error("no hover");
  return answer;
}

const map = { uris: ["file:///w/a.cu"], texts: [""], lines: [] } as never;

function markdown(answer: HoverAnswer): string {
  const choose = (id: string) => `command:choose?${id.length > 0}`;
  const { contents } = hoverOf(map, answer, { markdown: true, picture: "![layout](…)", links: ["[Copy](…)"], choose });
  return typeof contents === "object" && "value" in contents ? contents.value : "";
}

test("a swizzled tensor: its facts in one line above the picture, the words for them below it", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
__global__ void f() {
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<64>{}));
  __shared__ half_t smem[8192];
  Tensor $0sA = make_tensor(make_smem_ptr(smem), layout);
}
`);
  expect(markdown(answer)).toMatchInlineSnapshot(`
    "\`\`\`cute-layout
    sA  Sw<3,4,3>_smem_ptr[16b] o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))
    \`\`\`

    smem half\\_t \\(16 bits\\) of smem · 8192 elements = 16 KiB · accesses up to 16 B · SW128

    ![layout](…)

    | mode | shape      | stride       | size   |
    |------|------------|--------------|--------|
    | 0    | \`(_8,_16)\` | \`(_64,_512)\` | \`_128\` |
    | 1    | \`(_64,_1)\` | \`(_1,_0)\`    | \`_64\`  |

    **contiguous** \`8192 elements = 16 KiB before the swizzle, from mode 1 on\`  
    **swizzle** \`SW128: 16-byte chunks, XORed over 8 rows of 128 bytes; repeats every 1 KiB\`

    [Copy](…)"
  `);
  expect(pictureRoom(answer)).toBeGreaterThanOrEqual(150);
});

test("instances that differ: the value of the title is not said again, the others are a click away", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
template <class L> void g(L layout) { auto $0d = logical_divide(layout, _2{}); }
void a() { g(make_layout(_8{})); }
void b() { g(make_layout(_4{})); }
`);
  expect(markdown(answer)).toMatchInlineSnapshot(`
    "\`\`\`cute-layout
    d  (_2,_4):(_1,_2)
    \`\`\`

    8 elements · 8 in a row from mode 0 on · 2 values by instance

    ![layout](…)

    - \`a:4\`: this value
    - [b:5](command:choose?true): \`(_2,_2):(_1,_2)\`

    from [a:4](file:///test/kernel.cu#L4)

    [Copy](…)"
  `);
});

test("coordinates: their strides are said once", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
void f() { auto $0c = make_identity_tensor(make_shape(_8{}, _4{})); }
`);
  expect(markdown(answer)).toMatchInlineSnapshot(`
    "\`\`\`cute-layout
    c  ArithTuple(_0,_0) o (_8,_4):(_1@0,_1@1)
    \`\`\`

    32 coordinates, no memory

    ![layout](…)

    [Copy](…)"
  `);
});

test("where a thread's part starts: what it rests on in the line of facts, the formula below", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
__global__ void f(half_t* p) {
  Tensor mA = make_tensor(make_gmem_ptr(p), make_layout(Shape<_128, _64>{}, LayoutRight{}));
  TiledCopy copier = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_2, _2>>{});
  Tensor $0tAgA = copier.get_slice(threadIdx.x).partition_S(mA);
}
`);
  const text = markdown(answer);
  expect(text).toContain("gmem half\\_t \\(16 bits\\) of p at an offset by threadIdx.x · ");
  expect(text).toMatch(/\*\*memory\*\* `gmem half_t \(16 bits\) of p at [^`]*threadIdx\.x[^`]*`/);
});

test("coordinates that start at a long formula: their kind in the title, the formula below", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
__global__ void f(int firstTile, int second) {
  int first = firstTile;
  auto tiles = local_tile(make_identity_tensor(Shape<_4096, _4096>{}), Shape<_128, _64>{}, make_coord(_, _));
  TiledCopy copier = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_2, _2>>{});
  Tensor $0tAcA = copier.get_slice(threadIdx.x).partition_S(tiles(_, _, 7 * first + 3 * second, 9 * second + 5 * first));
}
`);
  expect(answer.title).toMatch(/^ArithTuple\(…\) o \(/);
  expect(markdown(answer)).toMatch(/\*\*start\*\* `\([^`]*threadIdx\.x[^`]*`/);
});

test("a configuration of a dozen parameters: those that fit a line", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
void a() { auto $0l = make_layout(_8{}); }
`);
  const parameters = Array.from({ length: 12 }, (_, i) => `parameter${i} = (128,${i})`);
  const text = markdown({ ...answer, origin: [{ kind: "configuration", text: `as ${parameters.join(", ")}` }] });
  expect(text).toContain(
    "`as parameter0 = (128,0), parameter1 = (128,1), parameter2 = (128,2), parameter3 = (128,3), …`",
  );
});

test("a call outside of every function is named by its file", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
void a() { auto $0l = make_layout(_8{}); }
`);
  const calls = [
    { text: "run:12", file: "/w/bench.py", line: 12 },
    { text: "bench.py:98", file: "/w/bench.py", line: 98 },
  ];
  const text = markdown({ ...answer, origin: [{ kind: "path", text: "", calls }] });
  expect(text).toMatch(/from \[run:12\]\(\S+#L12\) ← \[bench.py:98\]\(\S+#L98\)/);
});

test("extents in a comment are no names of modes; registers in the order of their elements have no picture", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
__global__ void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  Tensor $0acc = partition_fragment_C(mma, Shape<_32, _16>{});  // (MMA, 2, 2)
}
`);
  expect(answer.title).toBe("ptr[32b] o ((_2,_2),_2,_2):((_1,_2),_4,_8)");
  expect(answer.modes.map(({ name }) => name)).toEqual(["MMA", "1", "2"]);
  expect(hoverPicture(answer.value, "cpp", "dark", { label: "", color: "", height: 180 })).toBeUndefined();
});

test("a call in an operator() says whose it is", async () => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
struct Inner { template <class L> void operator()(L layout) { auto $0d = logical_divide(layout, _2{}); } };
struct Outer { void operator()() { Inner{}(make_layout(_8{})); } };
void run() { Outer{}(); }
`);
  expect(markdown(answer)).toContain("from [Outer::operator\\(\\):4](");
});

test.each([
  [
    "a tiled MMA: its tile, threads and types",
    "make_tiled_mma(SM90_64x128x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<_2, _1, _1>>{})",
    "tile 128×128×16 · 256 threads · float \\+= bfloat16\\_t × bfloat16\\_t",
  ],
  [
    "a tiled copy: what a thread has of it",
    "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{})",
    "8 values a thread, 16 B at once · tile \\(\\_32,\\_64\\) · 4 KiB by all threads · 256 threads",
  ],
])("%s, in plain words", async (_, made, said) => {
  const answer = await answerAt(`#include <cute/tensor.hpp>
using namespace cute;
void f() { auto $0x = ${made}; }
`);
  expect(
    markdown(answer)
      .split("\n")
      .filter((one) => one !== "")[3],
  ).toBe(said);
});
