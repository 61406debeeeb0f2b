// Expressions to start from, by what they show: layouts, threads, swizzles, each operation of the algebra, copies, MMAs, TMA.
import type { Language } from "./engine.ts";

type Example = readonly [name: string, expression: string];

const groups: readonly (readonly [name: string, examples: readonly Example[]])[] = [
  [
    "Layouts",
    [
      ["column-major", "(_8,_8):(_1,_8)"],
      ["row-major", "(_8,_8):(_8,_1)"],
      ["padded rows", "(_8,_8):(_9,_1)"],
      ["blocks of 2 by 4", "((_2,_4),(_4,_2)):((_1,_8),(_2,_32))"],
      ["rank 3", "(_4,_8,_3):(_8,_1,_32)"],
      ["a mode that repeats", "(_4,_8):(_1,_0)"],
      ["by order", "make_ordered_layout((_4,_8,_2), (_2,_0,_1))"],
    ],
  ],
  [
    "Threads and values",
    [
      ["4×8 threads with 2×2 values", "right_inverse(raked_product((_4,_8):(_8,_1), (_2,_2):(_2,_1)))"],
      ["accumulator of an m16n8 MMA", "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"],
      [
        "A, B and C of an m16n8k8 MMA",
        "gemm(((_4,_8),(_2,_2)):((_32,_1),(_16,_8)), ((_4,_8),_2):((_16,_1),_8), ((_4,_8),(_2,_2)):((_32,_1),(_16,_8)), (_16,_8,_8))",
      ],
    ],
  ],
  [
    "Swizzles",
    [
      ["128 bytes, half_t", "composition(Swizzle<3,3,3>{}, (_8,_64):(_64,_1))"],
      ["64 bytes, half_t", "composition(Swizzle<2,3,3>{}, (_8,_32):(_32,_1))"],
      ["32 banks, float", "composition(Swizzle<5,0,5>{}, (_32,_32):(_32,_1))"],
      ["a GMMA atom", "GMMA::Layout_K_SW128_Atom<half_t>{}"],
      ["tiled to 128×64", "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (_128,_64))"],
    ],
  ],
  [
    "Composition",
    [
      ["a 2×2 of a 4×4", "composition((_4,_4):(_4,_1), (_2,_2):(_1,_2))"],
      ["strided", "composition((_8,_8):(_1,_8), (_2,_4):(_2,_8))"],
      ["broadcast", "composition((_4,_4):(_1,_4), (_4,_4):(_1,_0))"],
      ["by mode", "composition((_12,(_4,_8)):(_59,(_13,_1)), (_3:_4, _8:_2))"],
      ["coalesced", "coalesce((_2,(_1,_6)):(_1,(_6,_2)))"],
    ],
  ],
  [
    "Complement and inverses",
    [
      ["of a strided mode", "complement(_4:_2, _24)"],
      ["of a 2×2 block", "complement((_2,_2):(_1,_4), _16)"],
      ["right inverse", "right_inverse((_4,_8):(_8,_1))"],
      ["left inverse", "left_inverse((_4,_8):(_8,_1))"],
    ],
  ],
  [
    "Divides",
    [
      ["logical, one mode", "logical_divide(_12:_1, _3:_4)"],
      ["logical, by mode", "logical_divide((_12,_32):(_32,_1), (_3:_4, _8:_4))"],
      ["zipped", "zipped_divide((_8,_16):(_16,_1), (_2,_4))"],
      ["tiled", "tiled_divide((_8,_16):(_16,_1), (_2,_4))"],
      ["flat", "flat_divide((_8,_16):(_16,_1), (_2,_4))"],
      ["one tile", "local_tile((_8,_16):(_16,_1), (_4,_8), (1,0))"],
    ],
  ],
  [
    "Products",
    [
      ["logical", "logical_product((_2,_2):(_1,_2), (_3,_2):(_1,_3))"],
      ["blocked", "blocked_product((_2,_2):(_1,_2), (_3,_3):(_1,_3))"],
      ["raked", "raked_product((_2,_2):(_1,_2), (_3,_3):(_1,_3))"],
      ["zipped", "zipped_product((_2,_2):(_1,_2), (_3,_2):(_1,_3))"],
      ["tile to shape", "tile_to_shape((_4,_4):(_4,_1), (_8,_12))"],
    ],
  ],
  [
    "Copies",
    [
      ["one instruction: ldmatrix", "Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}"],
      [
        "a tile: 16-byte loads by 32 threads",
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, (_8,_4):(_4,_1), (_1,_8))",
      ],
      [
        "a tensor by its threads",
        "let copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, (_8,_4):(_4,_1), (_1,_8)); copy.get_slice(0).partition_S((_16,_64):(_64,_1))",
      ],
      [
        "TMA with a 128-byte swizzle",
        "make_tma_atom(SM90_TMA_LOAD{}, gmem_ptr[16b](PTR) o (512,256):(256,_1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, (_64,_64)), (_64,_64))",
      ],
    ],
  ],
  [
    "MMAs",
    [
      ["an Ampere atom", "SM80_16x8x16_F32F16F16F32_TN{}"],
      ["2×2 of it", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (_2,_2,_1), (_32,_32,_16))"],
      [
        "A by its threads",
        "partition_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (_2,_2,_1)), (_32,_32):(_32,_1))",
      ],
      ["a Hopper atom", "SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}"],
    ],
  ],
];

/** A choice fills the input line and is evaluated; the list goes back to its first line. */
export function connectExamples(
  select: HTMLSelectElement,
  language: () => Language,
  run: (expression: string) => void,
): void {
  const first = document.createElement("option");
  first.textContent = "Examples…";
  select.replaceChildren(first, ...groups.map(([name, examples]) => group(name, examples)));
  select.addEventListener("change", () => {
    const expression = select.value;
    select.selectedIndex = 0;
    if (expression !== first.value) run(language() === "python" ? inDsl(expression) : expression);
  });
}

function group(name: string, examples: readonly Example[]): HTMLOptGroupElement {
  const element = document.createElement("optgroup");
  element.label = name;
  for (const [text, expression] of examples) {
    const option = document.createElement("option");
    option.value = expression;
    option.textContent = text;
    element.append(option);
  }
  return element;
}

/** In the DSL's notation plain numbers are static. */
const inDsl = (expression: string): string => expression.replace(/\b_(\d+)\b/g, "$1");
