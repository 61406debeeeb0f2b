// TIL002: local_tile at a coordinate that the tensor does not have.

import { less } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt, isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (coord: string, mark = ""): string =>
  cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(${coord}, _));${mark}`);

const dsl = (coord: string, mark = ""): string =>
  dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    gA = cute.local_tile(mA, (128, 64), (${coord}, None))${mark}`);

export const tileCoordinate: CallRule = {
  code: "tile-coordinate",
  number: "TIL002",
  severity: "error",
  title: "The coordinate of a local_tile is beyond the last tile.",
  on: "call",
  ops: ["local_tile"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const tensor = argument(call, "tensor", "input");
  const coord = argument(call, "coord");
  const sizes = modeSizes(tensor?.value);
  const projection = argument(call, "projection", "proj")?.value;
  const tiles = projected(argument(call, "tiler")?.value, projection);
  const coords = projected(coord?.value, projection);
  if (tensor === undefined || coord === undefined || sizes === undefined || tiles === undefined || coords === undefined)
    return [];
  if (tiles.length !== coords.length || tiles.length > sizes.length) return [];
  for (const [i, at] of coords.entries()) {
    const [index, tile, size] = [numberOf(at), numberOf(tiles[i]), numberOf(sizes[i])];
    if (!isInt(at) || tile === undefined || size === undefined || size === 0 || tile === 0) continue;
    const count = Math.ceil(size / tile);
    // Of `32 + j` it is enough to know that j is not negative.
    if (less(at, dynamicInt(count)) !== "no") continue;
    const message = `tile ${index ?? context.print(at)} of mode ${i} does not exist: ${size} elements are ${count} tiles of ${tile}, 0 to ${count - 1}`;
    const severity = tensor.value.kind === "tensor" && tensor.value.engine.kind === "pointer" ? "error" : "information";
    return [
      { item: call.item, span: coord.span, message, severity, related: declarations(context, [tensor]), fixes: [] },
    ];
  }
  return [];
}

/** The items that a projection keeps: `Step<_1, X, _1>` drops the second. */
export function projected(value: Value | undefined, projection: Value | undefined): readonly Value[] | undefined {
  if (value?.kind !== "tuple") return undefined;
  if (projection === undefined) return value.items;
  if (projection.kind !== "tuple" || projection.items.length !== value.items.length) return undefined;
  return value.items.filter((_, i) => projection.items[i]?.kind !== "underscore");
}

/** The page of tile-coordinate. */
export const tileCoordinatePage = (): RulePage => ({
  doc: `
A tensor of 512 rows has four tiles of 128: 0 to 3. CuTe does not check coordinates, the tile at 4 is memory behind the tensor.
Through a TMA tensor it is zeros, since TMA fills what is out of bounds.

Take a coordinate below ceil_div(extent, tile).`,
  references: ["cute/tensor_impl.hpp:1016-1130 (CUTLASS 4.7): coordinates are not checked"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "4",
        "\n  //                                           ^^^^^^^^^^^^^^^^ tile 4 of mode 0 does not exist: 512 elements are 4 tiles of 128",
      ),
      good: cpp("3"),
    },
    {
      language: "python",
      bad: dsl(
        "4",
        "\n    #                                   ^^^^^^^^^ tile 4 of mode 0 does not exist: 512 elements are 4 tiles of 128",
      ),
      good: dsl("3"),
    },
  ],
});
