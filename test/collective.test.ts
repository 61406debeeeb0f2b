// Mainloops that CollectiveBuilder makes: what CUTLASS 4.7's headers, compiled on the host, print for each row of
// test/collective/mainloops.jsonl. `R` and `C` are RowMajor and ColumnMajor, `*` a pointer to a layout per group.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collectiveMma, majorOfTag } from "../src-engine/algebra/atoms/collective/builder.ts";
import type { MainloopSpec, Operand, StageCount } from "../src-engine/algebra/atoms/collective/types.ts";
import { namedType } from "../src-engine/algebra/atoms/element-types.ts";
import type { TiledCopy } from "../src-engine/algebra/atoms/types.ts";
import { symbol } from "../src-engine/algebra/int/ask.ts";
import { staticInt } from "../src-engine/algebra/int/int.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { tupleOf } from "../src-engine/algebra/tuple/tree.ts";
import type { Int, Value } from "../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../src-engine/calculator/context.ts";

interface Row {
  readonly arch: "Sm90" | "Sm100";
  readonly a: string;
  readonly la: string;
  readonly ala: number;
  readonly b: string;
  readonly lb: string;
  readonly alb: number;
  readonly acc: string;
  readonly tile: readonly number[];
  readonly cluster: readonly (number | "int")[];
  readonly stages: string;
  readonly schedule: string;
  readonly want: Readonly<Record<string, unknown>>;
}

const rows: readonly Row[] = readFileSync(new URL("collective/mainloops.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

const ctx = makeContext("cpp", Number.MAX_SAFE_INTEGER);

const operand = (which: "A" | "B", type: string, layout: string, alignment: number): Operand => ({
  type: namedType(type),
  major: majorOfTag(layout.startsWith("R") ? "RowMajor" : "ColumnMajor", which),
  grouped: layout.endsWith("*"),
  alignment,
});

function stages(text: string): StageCount {
  const n = Number(/<(\d+)>/.exec(text)?.[1] ?? 0);
  return /Carveout|Auto/.test(text) ? { kind: "auto", carveout: n } : { kind: "count", count: staticInt(n) };
}

const extent = (x: number | "int"): Int => (x === "int" ? symbol("cluster", "", { min: 1 }) : staticInt(x));

const specOf = (row: Row): MainloopSpec => ({
  arch: row.arch,
  a: operand("A", row.a, row.la, row.ala),
  b: operand("B", row.b, row.lb, row.alb),
  accumulator: namedType(row.acc),
  tile: tupleOf<Int>(...row.tile.map(staticInt)),
  cluster: tupleOf<Int>(...row.cluster.map(extent)),
  stages: stages(row.stages),
  schedule: row.schedule,
});

function answer(spec: MainloopSpec): Readonly<Record<string, unknown>> {
  const made = collectiveMma(ctx, spec);
  const { policy } = made;
  return {
    policy: policy.name,
    stages: policy.stages.kind === "num" ? policy.stages.value : "open",
    smemAtomA: print(made.smemLayoutAtomA),
    smemAtomB: print(made.smemLayoutAtomB),
    smemA: print(made.smemLayoutA),
    smemB: print(made.smemLayoutB),
    gmemA: gmemCopy(made.gmemTiledCopyA),
    gmemB: gmemCopy(made.gmemTiledCopyB),
    mma: print(made.tiledMma),
    ...(made.shared === undefined ? {} : { shared: made.shared.bytes }),
    ...(policy.accumulatorStages === undefined
      ? {}
      : { pipelines: [policy.schedulerStages, policy.accumulatorStages] }),
    ...(/WarpSpecialized/.test(policy.schedule) && spec.arch === "Sm90" ? { schedule: policy.schedule } : {}),
  };
}

const gmemCopy = (copy: string | TiledCopy): string =>
  typeof copy === "string" ? copy : `${copy.atom.kind} ${print(copy.layoutTV)} ${print(copy.tilerMN as Value)}`;

const title = (row: Row): string =>
  `${row.arch} ${row.a} ${row.la} ${row.b} ${row.lb} ${row.tile.join("x")} ${row.cluster.join("x")} ${row.stages} ${row.schedule}`;

test.each(rows.map((row) => [title(row), row] as const))("%s", (_, row) => {
  expect(row.want).toMatchObject(answer(specOf(row)));
});

const usual = specOf(rows.find((row) => row.arch === "Sm90" && row.lb === "C")!);

test("the stage count is open while the epilogue's storage is not known", () => {
  const made = collectiveMma(ctx, { ...usual, stages: { kind: "auto", carveout: undefined } });
  expect(print(made.smemLayoutA)).toMatch(
    /^Sw<3,4,3> o smem_ptr\[16b\]\(unset\) o \(\(_8,_16\),\(_64,_1\),\(_1,\S+\)\):/,
  );
});

test("what the builder refuses is refused in its words", () => {
  const refused = (change: Partial<MainloopSpec>) => {
    const outcome = attempt(() => collectiveMma(ctx, { ...usual, ...change }));
    return "stop" in outcome ? outcome.stop.message : "made";
  };
  const tile = (...sizes: number[]) => ({ tile: tupleOf<Int>(...sizes.map(staticInt)) });
  expect(refused(tile(96, 128, 64))).toBe("Tile_M must be a multiple of 64.");
  expect(refused(tile(128, 100, 64))).toMatch(/multiple of 8\.$/);
  expect(refused(tile(128, 128, 24))).toBe("Tile_K must be a multiple of 16.");
  expect(refused({ a: { ...usual.a, alignment: 4 }, schedule: "KernelTmaWarpSpecialized" })).toBe(
    "Should meet TMA alignment requirement",
  );
  expect(
    refused({ arch: "Sm100", ...tile(192, 128, 64), cluster: tupleOf<Int>(staticInt(1), staticInt(1), staticInt(1)) }),
  ).toBe("Invalid TileShape_M.");
  expect(refused({ b: { ...usual.b, type: namedType("float_e4m3_t"), alignment: 16 } })).toMatch(/not modelled/);
});
