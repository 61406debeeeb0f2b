// CuTe DSL's atoms: what nvidia-cutlass-dsl 4.8.1 prints for its MMA and copy operations (test/dsl/atoms.jsonl), by the
// names that the atom tables know them by. `partition_*` are those of identity tensors of two tiles by two.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { namedType } from "../src-engine/algebra/atoms/element-types.ts";
import { copyAtom, mmaAtom } from "../src-engine/algebra/atoms/lookup.ts";
import { mul, staticInt, ZERO } from "../src-engine/algebra/int/int.ts";
import { makeIdentityLayout, makeLayout } from "../src-engine/algebra/layout/make.ts";
import { parse } from "../src-engine/algebra/notation/parse.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { mmaSlice, partitionMma } from "../src-engine/algebra/tiled/partition.ts";
import {
  layoutTV,
  makeTiledMma,
  modesOfOperand,
  type Operand,
  tileSizeMma,
} from "../src-engine/algebra/tiled/tiled-mma.ts";
import { tupleOf } from "../src-engine/algebra/tuple/tree.ts";
import type { Int, Layout, Tensor, Tuple, Underscore } from "../src-engine/algebra/value.ts";
import { makeContext } from "../src-engine/calculator/context.ts";

type Parts = Readonly<Record<`layout${Operand}_TV` | `partition_${Operand}`, string>>;

interface MmaRow extends Parts {
  readonly mma: string;
  readonly atoms: string;
  readonly permutation: string | null;
  readonly print: string;
  readonly thread: number;
}

interface CopyRow {
  readonly copy: string;
  readonly type: string;
  readonly print: string;
}

const rows: readonly (MmaRow | CopyRow)[] = readFileSync(new URL("dsl/atoms.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

const ctx = makeContext("dsl", Number.MAX_SAFE_INTEGER);
const operands: readonly Operand[] = ["A", "B", "C"];

test("copy atoms", () => {
  for (const row of rows) {
    if (!("copy" in row)) continue;
    const atom = copyAtom(ctx, row.copy, { ...namedType(row.type), name: row.type });
    expect(atom && print(atom, "dsl"), row.copy).toBe(row.print);
  }
});

test("tiled MMAs and their partitions", () => {
  for (const row of rows) {
    if ("copy" in row) continue;
    const atom = mmaAtom(ctx, row.mma);
    if (atom === undefined) throw new Error(`no operation ${row.mma}`);
    const mma = makeTiledMma(ctx, atom, makeLayout(shape(row.atoms)), permutation(row.permutation));
    const slice = mmaSlice(ctx, mma, staticInt(row.thread));
    const got = { print: print(mma, "dsl"), ...parts("layout", (o) => print(layoutTV(ctx, mma, o), "dsl")) };
    expect(got, row.mma).toEqual({ print: row.print, ...parts("layout", (o) => row[`layout${o}_TV`]) });
    for (const o of operands) {
      const [i, j] = modesOfOperand[o];
      const tile = [i, j].map((mode) => mul(tileSizeMma(ctx, mma, mode), staticInt(2)));
      expect(print(partitionMma(ctx, slice, o, identity(tile)), "dsl"), `${row.mma} ${o}`).toBe(row[`partition_${o}`]);
    }
  }
});

const parts = (name: string, f: (o: Operand) => string) => Object.fromEntries(operands.map((o) => [name + o, f(o)]));

const identity = (sizes: readonly Int[]): Tensor => ({
  kind: "tensor",
  engine: { kind: "arith", items: sizes.map(() => ZERO) },
  layout: makeIdentityLayout({ dialect: "dsl" }, tupleOf<Int>(...sizes)),
});

function shape(text: string): Tuple<Int> {
  const value = parse(text, { dialect: "dsl" });
  if (value.kind !== "tuple") throw new Error(text);
  return value as Tuple<Int>;
}

const permutation = (text: string | null): Tuple<Layout | Int | Underscore> | undefined =>
  text === null ? undefined : shape(text);
