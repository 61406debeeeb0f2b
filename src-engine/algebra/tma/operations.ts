// The TMA copy operations of CuTe by name: which way they copy, whether they multicast, and whether they gather rows.
//
// Source: arch/copy_sm90_tma.hpp, arch/copy_sm100_tma.hpp and the DSL's cpasync operations.

export interface TmaOperation {
  readonly name: string;
  readonly direction: "load" | "store";
  readonly multicast: boolean;
  /** Gather4 and scatter4: one column, four row indices an instruction. */
  readonly rows4: boolean;
  readonly im2col: boolean;
  /** CTAs of the MMA that share one load: 2 for the 2SM forms. */
  readonly ctas: 1 | 2;
}

const names = [
  "SM90_TMA_LOAD",
  "SM90_TMA_LOAD_MULTICAST",
  "SM90_TMA_STORE",
  "SM90_TMA_REDUCE_ADD",
  "SM90_TMA_LOAD_IM2COL",
  "SM90_TMA_LOAD_IM2COL_MULTICAST",
  "SM90_TMA_STORE_IM2COL",
  "SM100_TMA_2SM_LOAD",
  "SM100_TMA_2SM_LOAD_MULTICAST",
  "SM100_TMA_2SM_LOAD_IM2COL",
  "SM100_TMA_2SM_LOAD_IM2COL_MULTICAST",
  "SM100_TMA_LOAD_2D_GATHER4",
  "SM100_TMA_LOAD_MULTICAST_2D_GATHER4",
  "SM100_TMA_STORE_2D_SCATTER4",
];

export const tmaOperations: ReadonlyMap<string, TmaOperation> = new Map(
  names.map((name) => [
    name,
    {
      name,
      direction: /STORE|REDUCE/.test(name) ? "store" : "load",
      multicast: name.includes("MULTICAST"),
      rows4: /GATHER4|SCATTER4/.test(name),
      im2col: name.includes("IM2COL"),
      ctas: name.includes("_2SM_") ? 2 : 1,
    },
  ]),
);

/** The operation of a name, with or without a namespace, or undefined when it is no TMA operation. */
export const tmaOperation = (name: string): TmaOperation | undefined =>
  tmaOperations.get(name.replace(/^.*::/, "").replace(/\{\}$/, ""));
