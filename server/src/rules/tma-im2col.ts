// TMA040 to TMA043: an im2col tensor map that the driver rejects.
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, refusal } from "./arguments.ts";
import { arrayElements } from "./array-elements.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, tmaAtomOf } from "./tma-atom.ts";

const cpp = (upper: string, mark = ""): string =>
  cppFunction(`
  auto shape = make_shape(make_shape(32, 16, 8), Int<64>{});
  auto mA = make_tensor(make_gmem_ptr(A), make_layout(shape, make_stride(make_stride(64, 2048, 32768), Int<1>{})));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = make_im2col_tma_copy(SM90_TMA_LOAD_IM2COL{}, mA, sA, make_tile(Int<128>{}, Int<64>{}), Int<1>{}, make_tuple(-1, -1),${mark}
                                  make_tuple(${upper}), make_tuple(-1, -1), make_tuple(1, 1), make_tuple(1, 1), make_tuple(0, 0), make_tuple(1, 1));`);

const raw = (pixels: number, mark = ""): string =>
  cppFunction(`
  CUtensorMap map{};
  uint64_t size[4] = {64, 32, 16, 8};
  uint64_t stride[3] = {128, 4096, 65536};
  int lower[2] = {-1, -1};
  int upper[2] = {-1, -1};
  uint32_t element[4] = {1, 1, 1, 1};
  cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, shared, size, stride, lower, upper, 64, ${pixels}, element,${mark}
                          CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                          CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);`);

const dsl = (upper: string, mark = ""): string =>
  dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout(((32, 16, 8), 64), stride=((64, 2048, 32768), 1)))
    swizzle = cute.make_swizzle(3, 4, 3)
    layout = cute.make_composed_layout(swizzle, 0, cute.make_layout((128, 64), stride=(64, 1)))
    op = cpasync.CopyBulkTensorIm2ColG2SOp()
    atom, tensor = cpasync.make_im2col_tma_atom(${mark}
        op, mA, layout, (128, 64), (-1, -1), ${upper}, (-1, -1), (1, 1), (1, 1), (0, 0), (1, 1)
    )`);

export const tmaIm2col: InstanceRule = {
  code: "tma-im2col",
  number: "TMA040",
  severity: "error",
  title: "The driver or CuTe refuses this im2col tensor map.",
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((call) => {
      if (call.kind !== "call" || !call.certain) return [];
      if (call.op === "cuTensorMapEncodeIm2col") return rawFindings(call, facts, context);
      return call.op === "make_im2col_tma_copy" ? constructionFindings(call, context) : [];
    }),
};

interface Im2col {
  readonly rank: number | undefined;
  readonly lower: readonly (number | undefined)[];
  readonly upper: readonly (number | undefined)[];
  readonly channels: number | undefined;
  readonly pixels: number | undefined;
}

/** What is broken, and the role of the raw call's argument that breaks it. */
function broken({
  rank,
  lower,
  upper,
  channels,
  pixels,
}: Im2col): readonly (readonly [role: string, message: string])[] {
  if (rank !== undefined && (rank < 3 || rank > 5))
    return [["rank", `an im2col tensor map has 3 to 5 dimensions, got ${rank}`]];
  const reach = rank === undefined ? undefined : ([32_768, 128, 16][rank - 3] ?? 16);
  const corners = reach === undefined ? [] : [...cornersOf("lower", lower, reach), ...cornersOf("upper", upper, reach)];
  return [...corners, ...outside("channels", channels, 256, "channels"), ...outside("pixels", pixels, 1024, "pixels")];
}

function cornersOf(name: string, corner: Im2col["lower"], reach: number): readonly (readonly [string, string])[] {
  const i = corner.findIndex((each) => each !== undefined && (each < -reach || each >= reach));
  if (i < 0) return [];
  const message = `the ${name} corner ${corner[i]} of spatial dimension ${i} is outside ${-reach} to ${reach - 1}: less padding, or a tiled TMA`;
  return [[`${name}Corner`, message]];
}

const outside = (
  role: string,
  n: number | undefined,
  most: number,
  what: string,
): readonly (readonly [string, string])[] =>
  n === undefined || (n >= 1 && n <= most)
    ? []
    : [[role, `${n} ${what} an instruction; the driver takes 1 to ${most}: use a smaller tile`]];

function rawFindings(call: CallFact, facts: readonly Fact[], context: RuleContext): readonly Finding[] {
  const number = (role: string) => numberOf(argument(call, role)?.value);
  const list = (role: string) =>
    arrayElements(call, argument(call, role), facts, context).map((each) =>
      typeof each === "number" ? each : numberOf(each),
    );
  const input = {
    lower: list("lowerCorner"),
    upper: list("upperCorner"),
    channels: number("channels"),
    pixels: number("pixels"),
  };
  return broken({ rank: number("rank"), ...input }).map(([role, message]) => {
    const at = argument(call, role);
    const related = at?.declared === undefined ? [] : [{ ...at.declared, message: `${at.text}, declared here` }];
    return { item: call.item, span: at?.span ?? call.nameSpan, message, related, fixes: [] };
  });
}

function constructionFindings(call: CallFact, context: RuleContext): readonly Finding[] {
  if (refusal(call, "cpasync/helpers.py:325") !== undefined) {
    const message = "an im2col load needs its whole window: corners, paddings, stride_whd, lower_srt and stride_srt";
    return [atConstruction(call, context, message)];
  }
  const shape = refusal(call, "cpasync/helpers.py:351")?.facts?.shape;
  if (shape !== undefined) {
    const message = `the window leaves no elements, (${context.print(shape).replace(/[()]/g, "")}): look at corners and paddings`;
    return [atConstruction(call, context, message)];
  }
  const refused = refusal(call, "copy_traits_sm90_im2col.hpp:594", "copy_traits_sm90_im2col.hpp:632");
  if (refused !== undefined) {
    const { smem, tile } = refused.facts ?? {};
    const message =
      smem === undefined || tile === undefined
        ? "shared memory follows fewer than two whole modes of the tensor: lay it out channels first, then pixels"
        : `smem tile ${context.print(smem)} and CTA tile ${context.print(tile)} must have the same modes for im2col`;
    return [atConstruction(call, context, message)];
  }
  const descriptor = tmaAtomOf(call.result)?.descriptor;
  if (descriptor?.im2col === undefined) return [];
  const { lowerCorner, upperCorner } = descriptor.im2col;
  const [channels, pixels] = descriptor.boxDim.map(numberOf);
  const corners = { lower: lowerCorner.map(numberOf), upper: upperCorner.map(numberOf) };
  return broken({ rank: descriptor.rank, ...corners, channels, pixels }).map(([, message]) =>
    atConstruction(call, context, message),
  );
}

/** The page of tma-im2col. */
export const tmaIm2colPage = (): RulePage => ({
  doc: `
An im2col tensor map has 3 to 5 dimensions: channels, one to three of W, H, D, and the batch. The corners of the box in which the base
pixel moves fit 16 bits with one spatial dimension (-32768 to 32767), 8 bits with two (-128 to 127), 5 bits with three (-16 to 15). One
instruction brings up to 256 channels and 1024 pixels. CuTe wants shared memory to have the tile's modes, two of which follow whole
modes of the tensor.

Large paddings and dilations move the corners; use fewer channels or pixels a tile, or a tiled TMA over a padded tensor.`,
  references: [
    "CUDA Driver API, cuTensorMapEncodeIm2col",
    "cute/atom/copy_traits_sm90_im2col.hpp:594, :632 (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "-1, 200",
        "\n  //         ^^^^^^^^^^^^^^^^^^^^ the upper corner 200 of spatial dimension 1 is outside -128 to 127",
      ),
      good: cpp("-1, -1"),
    },
    {
      language: "cpp",
      bad: raw(
        2048,
        "\n  //                                                                                                        ^^^^ 2048 pixels an instruction; the driver takes 1 to 1024",
      ),
      good: raw(1024),
    },
    {
      language: "python",
      bad: dsl(
        "(-1, 200)",
        "\n    #                      ^^^^^^^^^^^^^^^^^^^^ the window leaves no elements, (32,217,8,64,3,-198)",
      ),
      good: dsl("(-1, -1)"),
    },
  ],
});
