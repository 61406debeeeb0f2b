// CuTe DSL's spellings of calls, with its keyword arguments: `cute.make_layout((8,4), stride=(4,1))`, `cute.size(L, mode=[0])`.
import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import type { Value } from "../algebra/value.ts";
import { dslOps } from "./ops/dsl.ts";
import { ops } from "./ops/table.ts";

export interface NamedArguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

type Call = (ctx: Context, args: NamedArguments) => Value;

function run(ctx: Context, name: string, args: readonly Value[]): Value {
  const op = ops.get(name);
  if (op !== undefined) return op.run(ctx, args);
  const dsl = dslOps.get(name) ?? ctx.stop({ code: "unknown-op", message: `no operation is called ${name}` });
  return dsl.run(ctx, args, []);
}

/** Keyword arguments in the order of the positional ones. */
const ordered = (args: NamedArguments, names: readonly string[]): readonly Value[] => [
  ...args.positional,
  ...names.flatMap((name) => args.named.get(name) ?? []),
];

/** `mode=[0,1]` is a mode path. */
function withMode(args: NamedArguments): readonly Value[] {
  const mode = args.named.get("mode");
  const path = mode === undefined ? [] : mode.kind === "tuple" ? mode.items : [mode];
  return [...args.positional, ...path];
}

const moded = (name: string): [string, Call] => [name, (ctx, args) => run(ctx, name, withMode(args))];
const renamed = (name: string, to: string, keywords: readonly string[] = []): [string, Call] => [
  name,
  (ctx, args) => run(ctx, to, ordered(args, keywords)),
];

export const dslCalls: ReadonlyMap<string, Call> = new Map<string, Call>([
  ...["size", "rank", "depth", "cosize", "coshape", "coprofile"].map(moded),
  ["get", (ctx, args) => run(ctx, "get", withMode(args))],
  ["select", (ctx, args) => run(ctx, "select", withMode(args))],
  renamed("make_layout", "make_layout", ["stride"]),
  renamed("make_ordered_layout", "make_ordered_layout", ["order"]),
  renamed("tile_to_shape", "tile_to_shape", ["order"]),
  renamed("coalesce", "coalesce", ["target_profile"]),
  renamed("group_modes", "group", ["begin", "end"]),
  renamed("local_tile", "local_tile", ["tiler", "coord", "proj"]),
  renamed("local_partition", "local_partition", ["tiler", "index", "proj"]),
  renamed("append_ones", "append_ones", ["up_to_rank"]),
  renamed("prepend_ones", "prepend_ones", ["up_to_rank"]),
  renamed("composition", "composition", ["rhs"]),
  ["make_swizzle", (ctx, { positional }) => run(ctx, positional.length === 3 ? "Swizzle" : "make_swizzle", positional)],
  [
    "recast_layout",
    (ctx, { positional: [to, from, layout] }) =>
      run(
        ctx,
        "recast_layout",
        [layout, from, to].map((v) => v ?? staticInt(1)),
      ),
  ],
  ...[...dslOps.keys()].filter((name) => !ops.has(name) && name !== "group_modes").map((name) => renamed(name, name)),
]);
