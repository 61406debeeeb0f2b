// One instruction of a warp as memory sees it: rows of 32 words of 4 bytes, and in each word the threads that want it.
//
// Of shared memory a column is a bank: words of one bank that are wanted together wait for each other, and are framed. Of global
// memory eight words are a sector: what of a touched sector nobody wants is moved for nothing.
import { partsOf, type WarpAccess } from "../costs/wavefronts.ts";
import { cellsOf } from "./layout-view.ts";
import { nobody, threadScale } from "./tv-view.ts";
import type { Cell, View } from "./view.ts";

export interface AccessPanel {
  readonly space: "shared" | "global";
  readonly title: string;
  readonly access: WarpAccess;
  /** The first thread of the warp. */
  readonly first: number;
}

const words = 32;
const wordBytes = 4;
const sectorWords = 8;
/** Rows that are drawn in one piece, though some of them are not touched. */
const together = 40;

interface Wanted {
  readonly threads: number[];
  /** In which of the instruction's passes it is served; 0 is the first. */
  pass: number;
  /** Other words of its bank are wanted with it. */
  isConflict: boolean;
}

const warp = 32;

export function accessView(panel: AccessPanel): View {
  const { space, title, access } = panel;
  const wanted = space === "shared" ? servedWords(access) : wantedWords(access);
  const sectors = new Set([...wanted.keys()].map((word) => Math.floor(word / sectorWords)));
  const rows = rowsOf([...wanted.keys()]);
  const axes = {
    rows: { extent: rows.length, periods: [], name: "row of 128 bytes" },
    columns: {
      extent: words,
      periods: space === "shared" ? [] : [sectorWords],
      name: space === "shared" ? "bank" : "word, eight a sector",
    },
  };
  const labels = ["thread", space === "shared" ? "bank" : "sector", "byte"];
  return {
    kind: "access",
    title,
    ...axes,
    labelModes: space === "shared" ? [...labels, "wavefront"] : labels,
    colorModes: space === "shared" ? ["thread", "conflict", "wavefront", "bank"] : ["thread", "use", "sector"],
    scales: threadScale(warp),
    summary: `${title}: ${wanted.size} words of 4 bytes in ${rows.length} rows of 128 bytes`,
    cells: (window) =>
      cellsOf(window, axes.rows, axes.columns, (row, column) => {
        const word = (rows[row] ?? 0) * words + column;
        const isMoved = sectors.has(Math.floor(word / sectorWords));
        return cellOf({ row, column, word, isMoved, panel }, wanted.get(word));
      }),
  };
}

/** The rows between the first and the last, or those that are touched where they lie far apart. */
function rowsOf(all: readonly number[]): readonly number[] {
  const touched = [...new Set(all.map((word) => Math.floor(word / words)))].sort((a, b) => a - b);
  const [first = 0, last = 0] = [touched[0], touched.at(-1)];
  return last - first < together ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : touched;
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly word: number;
  readonly isMoved: boolean;
  readonly panel: AccessPanel;
}

function cellOf({ row, column, word, isMoved, panel: { space, first } }: Place, wanted: Wanted | undefined): Cell {
  const sector = Math.floor(word / sectorWords);
  const plain = { bank: String(column), sector: String(sector), byte: String(word * wordBytes) };
  const place = { row, column };
  if (wanted === undefined) {
    const tones = { thread: nobody, conflict: 0, wavefront: 0, bank: column, sector: isMoved ? sector : 0 };
    return { ...place, labels: { ...plain, thread: "" }, tones: { ...tones, use: isMoved ? 2 : 0 } };
  }
  const { threads, pass, isConflict } = wanted;
  const [thread = 0] = threads;
  const more = threads.length > 1 ? `+${threads.length - 1}` : "";
  const labels = { ...plain, thread: `T${first + thread}${more}`, wavefront: String(pass) };
  const conflict = isConflict ? 4 : 3;
  const tones = { thread: first + thread, conflict, wavefront: pass + 1, bank: column, sector, use: 3 };
  return { ...place, labels, tones, ...(space === "shared" && isConflict ? { accent: 0 } : {}) };
}

/** Each word with the threads that want it. Of a matrix the offsets are its rows, given by one thread each. */
function wantedWords({ offsets, bytes }: WarpAccess): Map<number, Wanted> {
  const found = new Map<number, Wanted>();
  for (const [thread, at] of offsets.entries())
    for (let word = Math.floor(at / wordBytes); word * wordBytes < at + bytes; word++) {
      const one = found.get(word) ?? { threads: [], pass: 0, isConflict: false };
      one.threads.push(thread);
      found.set(word, one);
    }
  return found;
}

/** Part after part, and in each the words of a bank one after the other. */
function servedWords(access: WarpAccess): ReadonlyMap<number, Wanted> {
  const found = wantedWords(access);
  const served = new Set<number>();
  let pass = 0;
  for (const part of partsOf(access)) {
    const banks = new Map<number, number[]>();
    for (const word of wantedWords({ ...access, offsets: part }).keys())
      banks.set(word % words, [...(banks.get(word % words) ?? []), word]);
    for (const inBank of banks.values())
      for (const [rank, word] of inBank.entries()) {
        const one = found.get(word);
        if (one === undefined || served.has(word)) continue;
        served.add(word);
        one.pass = pass + rank;
        one.isConflict = inBank.length > 1;
      }
    pass += Math.max(0, ...[...banks.values()].map((inBank) => inBank.length));
  }
  return found;
}
