// `costs --json` against the counters of an H200: instructions, wavefronts and sectors of each kernel, added up from what is printed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { costsText } from "../../server/src/cli/costs.ts";

const folder = new URL("../costs/kernels/", import.meta.url);

interface Row {
  readonly function: string;
  readonly instance: string;
  readonly op: string;
  readonly instruction?: string;
  readonly accesses?: readonly {
    readonly access?: string;
    readonly wavefronts?: number;
    readonly total?: number;
    readonly warpInstructions?: number;
  }[];
}

/** Executed warp instructions, wavefronts, sectors. */
type Sums = Record<string, readonly [number, number, number]>;

async function rowsOf(file: string): Promise<readonly Row[]> {
  const { costs } = JSON.parse(await costsText(fileURLToPath(new URL(file, folder)), { json: true })) as {
    readonly costs: readonly Row[];
  };
  return costs;
}

/** The kernels' copies and no others: a device function belongs to the kernel that calls it. */
function printed(rows: readonly Row[], nameOf: (row: Row) => string): Sums {
  const sums: Record<string, [number, number, number]> = {};
  for (const row of rows.filter(({ op }) => op === "copy" || op === "copy_if"))
    for (const [i, one] of (row.accesses ?? []).entries()) {
      const isAsync = row.instruction === "cp.async";
      const key = `${nameOf(row)} ${sassOf(one.access ?? "", isAsync)}`;
      const sum = sums[key] ?? [0, 0, 0];
      sums[key] = sum;
      // Both sides of cp.async are one instruction.
      if (!isAsync || i === 0) sum[0] += one.warpInstructions ?? Number.NaN;
      sum[one.wavefronts === undefined ? 2 : 1] += one.total ?? Number.NaN;
    }
  return sums;
}

function sassOf(access: string, isAsync: boolean): string {
  const matrices = /^(ld|st)matrix(\.trans)?\.x(\d)/.exec(access);
  if (matrices !== null)
    return `${matrices[1] === "ld" ? "LDSM" : "STSM"}.16.M${matrices[2] === undefined ? "" : "T"}88.${matrices[3]}`;
  const [, direction, space, bits = ""] = /^(ld|st)\.(\w+)\.b(\d+)$/.exec(access) ?? [];
  const size = { 8: ".U8", 16: ".U16", 32: "", 64: ".64", 128: ".128" }[bits] ?? "?";
  return isAsync ? `LDGSTS${size}` : `${direction === "ld" ? "LD" : "ST"}${space === "shared" ? "S" : "G"}${size}`;
}

/** Of a table of counters, without what an instruction's name says of caches. */
function counted(name: string): Sums {
  const lines = readFileSync(new URL(name, folder), "utf8").split("\n");
  const rows = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split(/\s+/));
  return Object.fromEntries(
    rows.map(([kernel, op = "", ...numbers]) => {
      const [executed = 0, wavefronts = 0, sectors = 0, times = 1] = numbers.map(Number);
      const short = op.replace(/^(LDG|STG)\.E/, "$1").replace(/^LDGSTS\.E(?:\.BYPASS)?\.LTC128B/, "LDGSTS");
      return [`${kernel} ${short}`, [executed / times, wavefronts / times, sectors / times] as const];
    }),
  );
}

test("nine kernels: transposes, ldmatrix, cp.async into padded rows, stores down columns, 2 and 8 bytes", async () => {
  const rows = await rowsOf("nine.cu");
  const launches = (name: string): readonly string[] =>
    [...new Set(rows.filter((row) => row.function === name).map(({ instance }) => instance))].sort();
  const sums = printed(rows, (row) => `${row.function}/${launches(row.function).indexOf(row.instance)}`);
  expect(sums).toEqual(counted("counted-nine.txt"));
  expect(Object.keys(sums).length).toBe(72);
});

test("plain, padded and swizzled tiles of one kernel each", async () => {
  const kernelOf = ({ function: name, instance }: Row): string => {
    const [caller = ""] = instance.split(":");
    return caller === "" || caller === "main" ? name : caller;
  };
  const all = { ...printed(await rowsOf("kernels.cu"), kernelOf), ...printed(await rowsOf("shapes.cu"), kernelOf) };
  const hardware = Object.entries(counted("counted.txt")).filter(([key]) => !key.startsWith("wgmma"));
  expect(all).toEqual(Object.fromEntries(hardware));
});

test("instances that say the same are one row of the table", async () => {
  const text = await costsText(fileURLToPath(new URL("styles.cu", folder)), {});
  const rows = text.split("\n").filter((line) => /^ *\d+ +copy +looped/.test(line) || / one /.test(line));
  expect(rows.map((row) => row.replace(/ {2,}/g, "  ").slice(0, 110))).toMatchInlineSnapshot(`
    [
      "78  copy  one (all:83 < looped:97 < main:292, and 1 more)  ld.global + st.shared 16 B × 4 per thread · 8 KiB p",
      "78  copy  one (all:83 < looped:103)  ld.shared + st.global 2 B × 1 per thread · 256 B per CTA; shared: 32 wave",
    ]
  `);
  expect(new Set(text.split("\n\n")[0]?.split("\n")).size).toBe(text.split("\n\n")[0]?.split("\n").length);
});
