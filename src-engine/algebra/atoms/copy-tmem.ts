// Copies that touch tensor memory: tcgen05.ld, tcgen05.st and tcgen05.cp (UTCCP), with the ValID that make_tmem_copy needs.
//
// `SM100_TMEM_LOAD_16dp256b4x_16b`: 16 lanes (data paths) of 256 bits, 4 times, 16-bit values kept in 32-bit columns.
// All of them follow one formula. Source: CUTLASS 4.7 include/cute/atom/copy_traits_sm100.hpp.
import type { Layout } from "../value.ts";
import { lit, type Nested } from "./literal.ts";
import type { CopyTraits } from "./types.ts";

/** One lane further in tensor memory, in bits. */
export const laneBits = 1 << 21;

interface Pattern {
  readonly lanes: 16 | 32;
  readonly bits: number;
  readonly most: number;
}

const patterns: readonly Pattern[] = [
  { lanes: 16, bits: 256, most: 32 },
  { lanes: 16, bits: 128, most: 64 },
  { lanes: 16, bits: 64, most: 128 },
  { lanes: 16, bits: 32, most: 128 },
  { lanes: 32, bits: 32, most: 128 },
];

const warp = lit(32);

/** Undefined when the name is no tensor-memory copy of CUTLASS. */
export function tmemCopy(bare: string): CopyTraits | undefined {
  if (bare.startsWith("SM100_UTCCP_")) return utccp(bare);
  const match = /^SM100_TMEM_(LOAD|STORE|LOAD_STAT)_(16|32)dp(256|128|64|32)b(\d+)x(_16b)?$/.exec(bare);
  if (match === null) return undefined;
  const [, direction, lanes, bits, times] = match;
  const pattern = patterns.find((p) => p.lanes === Number(lanes) && p.bits === Number(bits));
  const repeat = Number(times);
  const isPower = repeat > 0 && (repeat & (repeat - 1)) === 0;
  if (pattern === undefined || !isPower || repeat > pattern.most) return undefined;
  const packed = match[5] !== undefined;
  if (direction === "LOAD_STAT" && (packed || ![32, 128].includes(repeat) || pattern.lanes === 16)) return undefined;
  const traits = loadOrStore(bare, pattern, repeat, packed ? "16b" : "32b", direction === "STORE" ? "store" : "load");
  return direction === "LOAD_STAT"
    ? { ...traits, ptx: `tcgen05.ld.red.sync.aligned.32x32b.x${repeat}.max.f32` }
    : traits;
}

function loadOrStore(
  name: string,
  pattern: Pattern,
  repeat: number,
  values: "16b" | "32b",
  direction: "load" | "store",
): CopyTraits {
  // 16dp32b reads 32 bits for each half of the warp: 64 bits of a lane.
  const perLane = (pattern.lanes === 16 && pattern.bits === 32 ? 64 : pattern.bits) * repeat;
  const valId =
    values === "32b"
      ? lit([perLane, pattern.lanes], [1, laneBits])
      : lit([[16, perLane / 16], pattern.lanes], [[1, 32], laneBits]);
  const memory = lit([32, perLane * pattern.lanes], [0, 1]);
  const registers = registerLayout(pattern, repeat, perLane);
  const shape = `${pattern.lanes}x${pattern.bits}b`;
  const pack = values === "16b" ? (direction === "load" ? ".pack::16b" : ".unpack::16b") : "";
  return {
    name,
    thrId: warp,
    layoutSrc: direction === "load" ? memory : registers,
    layoutDst: direction === "load" ? registers : memory,
    layoutRef: memory,
    valId,
    arch: "SM100a",
    ptx: `tcgen05.${direction === "load" ? "ld" : "st"}.sync.aligned.${shape}${shape === "16x32b" ? "x2" : ""}.x${repeat}${pack}.b32`,
    parameters: {},
  };
}

/** (thr,val) → bit of the tile of lanes × bits, lane after lane. */
function registerLayout(pattern: Pattern, repeat: number, perLane: number): Layout {
  const times: readonly Nested[] = repeat === 1 ? [] : [repeat];
  if (pattern.lanes === 32) return lit([32, perLane], [perLane, 1]);
  if (pattern.bits === 32) return lit([[16, 2], perLane / 2], [[perLane, perLane / 2], 1]);
  if (pattern.bits === 64) {
    const values: Nested = repeat === 1 ? 32 : [32, repeat];
    return lit([[2, 2, 8], values], [[perLane * 8, 32, perLane], repeat === 1 ? 1 : [1, 64]]);
  }
  const quad = pattern.bits / 4;
  return lit(
    [
      [4, 8],
      [quad, 2, ...times],
    ],
    [
      [quad, perLane],
      [1, perLane * 8, ...times.map(() => pattern.bits)],
    ],
  );
}

interface Utccp {
  readonly ptx: string;
  readonly valId: Layout;
  readonly src: readonly [Nested, Nested];
  readonly dst: readonly [Nested, Nested];
}

const whole = (bits: number): readonly [Nested, Nested] => [bits, 1];
const fourRows: readonly [Nested, Nested] = [
  [4, 256],
  [32, 128],
];

const utccpRows: Readonly<Record<string, Utccp>> = {
  "128dp256bit": { ptx: "128x256b", valId: lit([128, 256], [laneBits, 1]), src: whole(32768), dst: whole(32768) },
  "128dp128bit": { ptx: "128x128b", valId: lit([128, 128], [laneBits, 1]), src: whole(16384), dst: whole(16384) },
  "4dp256bit": { ptx: "4x256b", valId: lit([128, 256], [laneBits, 1]), src: fourRows, dst: fourRows },
  "4x32dp128bit": {
    ptx: "32x128b.warpx4",
    valId: lit([32, 128, 4], [laneBits, 1, laneBits * 32]),
    src: [
      [32, 128, 4],
      [1, 32, 0],
    ],
    dst: whole(16384),
  },
  "2x64dp128bitlw0213": {
    ptx: "64x128b.warpx2::02_13",
    valId: lit([64, 128, 2], [laneBits, 1, laneBits * 64]),
    src: [
      [64, 128, 2],
      [1, 64, 0],
    ],
    dst: whole(16384),
  },
  "2x64dp128bitlw0123": {
    ptx: "64x128b.warpx2::01_23",
    valId: lit([32, 128, 2, 2], [laneBits, 1, laneBits * 64, laneBits * 32]),
    src: [
      [32, 128, 2, 2],
      [1, 32, 4096, 0],
    ],
    dst: whole(16384),
  },
};

function utccp(name: string): CopyTraits | undefined {
  const match = /^SM100_UTCCP_(\w+)_([12])cta$/.exec(name);
  const row = match === null ? undefined : utccpRows[match[1]!];
  if (match === null || row === undefined) return undefined;
  const sms = Number(match[2]);
  const layoutDst = lit([sms, row.dst[0]], [0, row.dst[1]]);
  return {
    name,
    thrId: lit(sms),
    layoutSrc: lit([sms, row.src[0]], [0, row.src[1]]),
    layoutDst,
    layoutRef: layoutDst,
    valId: row.valId,
    arch: "SM100a",
    ptx: `tcgen05.cp.cta_group::${sms}.${row.ptx}`,
    parameters: {},
  };
}

/** Every tensor-memory copy, for the catalogue. */
export const tmemCopyNames: readonly string[] = [
  ...patterns.flatMap((p) =>
    ["LOAD", "STORE"].flatMap((direction) =>
      Array.from({ length: Math.log2(p.most) + 1 }, (_, i) => 2 ** i).flatMap((times) =>
        ["", "_16b"].map((suffix) => `SM100_TMEM_${direction}_${p.lanes}dp${p.bits}b${times}x${suffix}`),
      ),
    ),
  ),
  "SM100_TMEM_LOAD_STAT_32dp32b32x",
  "SM100_TMEM_LOAD_STAT_32dp32b128x",
  ...Object.keys(utccpRows).flatMap((row) => ["1cta", "2cta"].map((sms) => `SM100_UTCCP_${row}_${sms}`)),
];
