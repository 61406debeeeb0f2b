// What docs/costs.md says that is predicted is what is computed today: its table row by row, of kernels of our own that access memory
// as those do which were counted. What the hardware counted stands behind the dot of each cell.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { analysed } from "../features/analysed.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

/** A kernel of the page by its name there: the function of page.cu that launches the same, or a kernel of bad.cu. */
const ours: Readonly<Record<string, readonly string[]>> = {
  "`sgemm_1` NT": ["sgemm_1_NT"],
  "`sgemm_1` TN": ["sgemm_1_TN"],
  "`sgemm_2` NT": ["sgemm_2_NT"],
  "`sgemm_2` TN": ["sgemm_2_TN"],
  "`sgemm_sm70` NT": ["sgemm_2_NT"],
  "`sgemm_sm70` TN": ["sgemm_2_TN"],
  "`sgemm_sm80` TN, half": ["sgemm_sm80_TN"],
  "`wgmma_sm90` NT": ["wgmma_sm90_NT"],
  "`wgmma_sm90` TN": ["wgmma_sm90_TN"],
  "`wgmma_tma_sm90` NT": ["wgmma_tma_sm90_NT"],
  "`wgmma_tma_sm90` TN": ["wgmma_tma_sm90_TN"],
  "FlashAttention 2 forward, head 64": ["flash_attention", "cp_async_elsewhere"],
  "CuTe DSL `tensorop_gemm`, Ampere": ["tensorop_gemm"],
  "CuTe DSL `sgemm`": ["sgemm_dsl"],
  "CuTe DSL `dense_gemm`, Hopper": ["dense_gemm"],
  "a bad GEMM of ours": ["bad_gemm"],
  "columns of ours": ["bad_columns"],
};

/** What the tool says of one access: `ld.global 16 B`, `ldmatrix.x4`, `wgmma 64x64x16`, `TMA`, `gemm reads ld.shared 4 B`. */
interface Access {
  readonly of: string;
  readonly count: number;
  readonly shared: string;
  readonly global: string;
}

interface Row {
  readonly kernel: string;
  readonly access: string;
  /** Instructions, wavefronts, sectors; before the dot. */
  readonly cells: readonly string[];
}

const rows = rowsOf(read("../../docs/costs.md"));
const found = await accesses(["kernels/page.cu", "kernels/bad.cu"]);

test("the page's table has all its rows", () => expect(rows.length).toBe(50));

describe.each(rows)("$kernel: $access", ({ kernel, access, cells }) => {
  const own = found.filter(({ of }) => ours[kernel]?.includes(of.split(": ")[0] ?? ""));
  const [instructions = "", wavefronts = "", sectors = ""] = cells;
  const all = kindsOf(access).flatMap((kind) => {
    const same = own.filter(({ of }) => of.endsWith(`: ${kind}`));
    return access.endsWith("along K") ? same.slice(0, 1) : access.endsWith("along N") ? same.slice(1) : same;
  });
  test("is what is computed", () => {
    expect(all).not.toEqual([]);
    if (instructions !== "") expect(distinct(all.map(({ count }) => count))).toEqual(distinct(numbers(instructions)));
    expect(distinct(all.flatMap(({ shared }) => numbers(shared)))).toEqual(distinct(numbers(wavefronts)));
    expect(distinct(all.flatMap(({ global }) => numbers(global)))).toEqual(distinct(numbers(sectors)));
    expect(all.some(({ shared }) => shared.includes("at least"))).toBe(wavefronts.includes("at least"));
  });
});

function rowsOf(page: string): readonly Row[] {
  const table = page.split("\n").filter((line) => line.startsWith("|"));
  const [first, last] = [
    table.findIndex((line) => line.startsWith("| Kernel")),
    table.findIndex((l) => /^\| GPU/.test(l)),
  ];
  let kernel = "";
  return table.slice(first + 2, last).map((line) => {
    const [name = "", access = "", ...cells] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    kernel = name === "" ? kernel : name;
    return { kernel, access, cells: cells.map((cell) => (cell.split("·")[0] ?? "").replace(/\[\d\]/, "").trim()) };
  });
}

/** The size behind the last of several kinds is that of all: `st.shared, ld.shared 4 B`. */
function kindsOf(access: string): readonly string[] {
  const form =
    /(?:ld|st)\.(?:global|shared)(?: \d+ B)?|cp\.async \d+ B|(?:ld|st)matrix(?:\.trans)?\.x4|wgmma [\dx]+|TMA/g;
  const kinds = access.match(form) ?? [];
  const size = / \d+ B/.exec(access)?.[0] ?? "";
  const whole = kinds.map((kind) => (/^(?:ld|st)\.\w+$/.test(kind) ? kind + size : kind));
  return access.startsWith("gemm reads") ? whole.map((kind) => `gemm reads ${kind}`) : whole;
}

async function accesses(files: readonly string[]): Promise<readonly Access[]> {
  const all = files.map(async (file) => {
    const { index } = await analysed(read(file), "cpp");
    return costList(index).flatMap((one): readonly Access[] => {
      const instance = index.instances.get(one.placed.fact.instance);
      const caller = instance?.label.split(":")[0] ?? "";
      const names = caller === "main" ? (instance?.function ?? "") : caller;
      const { title, lines } = costWords(one, "cpp");
      const line = (label: string): string => lines.find((each) => each.label === label)?.text ?? "";
      const count = Number(/× (\d+)/.exec(title)?.[1]);
      const shared = line("shared").split(" wavefront")[0] ?? "";
      const global = /^[\d to]+ sectors/.exec(line("global"))?.[0] ?? "";
      const reads = ["A read", "B read"].flatMap((label) => readOf(names, line(label)));
      if (reads.length > 0) return reads;
      return namesOf(title).map((kind) => ({
        of: `${names}: ${kind}`,
        count,
        shared: /global|TMA/.test(kind) ? "" : shared,
        global: /shared|matrix/.test(kind) ? "" : global,
      }));
    });
  });
  return (await Promise.all(all)).flat();
}

/** `ld.shared.b32 × 64 per thread: 4 wavefronts of 1, …`. */
function readOf(names: string, text: string): readonly Access[] {
  const parts = /^(ld\.shared)\.b(\d+) × (\d+) per thread: (\d+) wavefront/.exec(text);
  if (parts === null) return [];
  const [, name, bits, count, wavefronts = ""] = parts;
  const of = `${names}: gemm reads ${name} ${Number(bits) / 8} B`;
  return [{ of, count: Number(count), shared: wavefronts, global: "" }];
}

/** `ld.global + st.shared 4 B × 4 per thread` is two. */
function namesOf(title: string): readonly string[] {
  if (title.startsWith("TMA")) return ["TMA"];
  const wgmma = /^SM90_([\dx]+)_/.exec(title);
  if (wgmma !== null) return [`wgmma ${wgmma[1]}`];
  const [name = ""] = title.split(" ×");
  const size = / \d+ B$/.exec(name)?.[0] ?? "";
  return name
    .replace(size, "")
    .split(" + ")
    .map((each) => each + size);
}

const numbers = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);

const distinct = (all: readonly number[]): readonly number[] => [...new Set(all)].sort((a, b) => a - b);
