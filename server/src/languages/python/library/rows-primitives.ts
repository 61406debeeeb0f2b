// The bare-metal layer of the DSL (`cutlass.Array`, `cutlass.experimental.primitives`): memory without a layout, and the words that
// tcgen05 and wgmma instructions take. Their numbers are the run's.
import { unknown } from "../../../../../src-engine/algebra/value.ts";
import { lenientRow, type Row } from "./row.ts";
import { none, object } from "./values.ts";

const primitives = "cutlass.experimental.primitives";

const handles = ["Tcgen05SmemDesc", "WgmmaSmemDesc"] as const;

const elected = { ofCall: true, ofThread: true, isInteger: true } as const;

export const primitiveRows: readonly Row[] = [
  lenientRow("cutlass.Array", "dtype, size?, *options", (b) => object("cutlass.Array", { dtype: b.value("dtype") })),
  lenientRow("cutlass.Array.load", "*anything", ({ call }) => {
    const dtype = call.self?.kind === "object" ? call.self.fields.get("dtype") : undefined;
    const isNumber = dtype?.kind === "dtype" && (dtype.family === "int" || dtype.family === "uint");
    return isNumber ? call.symbol("loaded") : unknown("a value in memory");
  }),
  lenientRow("cutlass.Array.subview", "*anything", ({ call }) => call.self ?? none),
  ...["cluster_ctarank", "cluster_nctarank"].map((name) =>
    lenientRow(`${primitives}.${name}`, "", ({ call }) => call.symbol(name)),
  ),
  // True in one thread of the warp.
  lenientRow(`${primitives}.elect_sync`, "membermask?", ({ call }) => call.symbol("elect_sync", elected)),
  ...handles.flatMap((name) => [
    lenientRow(`${primitives}.${name}.build`, "*anything", () => object(name)),
    lenientRow(`${name}.advance_start_address`, "byte_increment", () => object(name)),
  ]),
  ...["TmemAddr", "TmemAddr.from_row_col"].map((name) =>
    lenientRow(`${primitives}.${name}`, "*anything", ({ call }) =>
      object("TmemAddr", { col_id: call.symbol("col_id"), row_id: call.symbol("row_id") }),
    ),
  ),
];
