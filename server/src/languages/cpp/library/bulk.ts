// libcu++'s bulk copies, `cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar)`: recorded, so that rules see where the
// tile lies (cuda/barrier, cuda/ptx).
import { unknown } from "../../../../../src-engine/algebra/value.ts";
import { type Call, lenientRow, type Row, record } from "./row.ts";

const recorded = (name: string, roles: (call: Call) => readonly string[]): readonly Row[] =>
  lenientRow(name, (call) => {
    record(call, "cp_async_bulk_tensor", roles(call));
    return unknown(`${call.name} gives nothing`);
  });

const tileAt = (index: number): readonly string[] => [...Array<string>(index).fill(""), "tile"];

export const bulkRows: readonly Row[] = [
  ...[1, 2, 3, 4, 5].flatMap((rank) => [
    ...recorded(`device::experimental::cp_async_bulk_tensor_${rank}d_global_to_shared`, () => tileAt(0)),
    ...recorded(`device::experimental::cp_async_bulk_tensor_${rank}d_shared_to_global`, () => tileAt(rank + 1)),
  ]),
  // `(space_cluster, space_global, tile, &map, coordinates, bar)`; a store has no barrier: `(space_global, space_shared, &map, coordinates, tile)`.
  ...recorded("ptx::cp_async_bulk_tensor", ({ args }) => tileAt(args.length > 5 ? 2 : 4)),
];
