// Hopper's warpgroup MMA (wgmma): M = 64, N = 8…256, operands in shared memory (SS) or A in registers (RS), dense or sparse.
//
// Everything follows from the name: K covers 256 bits of A (512 sparse), and the layouts follow from N and K.
// Source: CUTLASS 4.7 include/cute/atom/mma_traits_sm90_gmma{,_ext,_sparse,_sparse_ext}.hpp.
import { namedType } from "./element-types.ts";
import { fixed, lit, type Nested, shapeOf } from "./literal.ts";
import { typeOfLetter } from "./register-atom.ts";
import { lastPart, type TypeName } from "./type-name.ts";
import type { DescriptorFragment, Fragment, Major, MmaAtom } from "./types.ts";

interface Family {
  readonly d: readonly string[];
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** Template parameters: 16-bit operands choose their majorness, integers have no input scale. */
  readonly parameters: readonly string[];
  readonly suffixes: readonly string[];
  readonly sameAB: "same" | "free";
}

const scales = ["scaleA", "scaleB"];
const families: readonly Family[] = [
  {
    d: ["F16", "F32"],
    a: ["F16"],
    b: ["F16"],
    parameters: ["tnspA", "tnspB", ...scales],
    suffixes: [""],
    sameAB: "same",
  },
  { d: ["F32"], a: ["BF16"], b: ["BF16"], parameters: ["tnspA", "tnspB", ...scales], suffixes: [""], sameAB: "same" },
  { d: ["F32"], a: ["TF32"], b: ["TF32"], parameters: scales, suffixes: ["_TN"], sameAB: "same" },
  { d: ["S32"], a: ["S8", "U8"], b: ["S8", "U8"], parameters: [], suffixes: ["_TN", "_TN_SATURATE"], sameAB: "free" },
  {
    d: ["F16", "F32"],
    a: ["E4M3", "E5M2"],
    b: ["E4M3", "E5M2"],
    parameters: scales,
    suffixes: ["_TN"],
    sameAB: "free",
  },
];

const pattern =
  /^(SM90_|MMA_|SM90_SPARSE_|GMMA_|SM90_GMMA_)64x(\d+)x(\d+)_(F16|F32|S32)(BF16|TF32|F16|E4M3|E5M2|S8|U8)(BF16|TF32|F16|E4M3|E5M2|S8|U8)_(SS|RS)((?:_TN)?(?:_SATURATE)?)$/;

interface Parsed {
  readonly n: number;
  readonly k: number;
  readonly d: string;
  readonly a: string;
  readonly b: string;
  readonly source: string;
  readonly suffix: string;
  readonly sparse: boolean;
  readonly family: Family;
}

/** Undefined when the name is no wgmma operation of CUTLASS. */
export function gmma(type: TypeName, bare: string): MmaAtom | undefined {
  const parsed = parse(bare);
  if (parsed === undefined) return undefined;
  const { n, k, d, a, b, source, sparse } = parsed;
  const typeA = typeOfLetter(a);
  const [typeB, typeC] = [typeOfLetter(b), typeOfLetter(d)];
  const parameters = parametersOf(parsed, type.args);
  const elemA = sparse ? namedType(`sparse_elem<2,${typeA.name}>`) : typeA;
  const fragmentA: Fragment = source === "SS" ? descriptor(parameters.tnspA) : { kind: "register", dtype: elemA };
  const extra = sparse
    ? {
        E: {
          dtype: namedType(a === "TF32" ? "sparse_elem<4,uint8_t>" : "sparse_elem<8,uint8_t>"),
          layout: metadata(k),
        },
      }
    : {};
  return {
    kind: "mma-atom",
    name: fullName(
      parsed,
      type.args.map((arg) => arg.name),
    ),
    shape: shapeOf(64, n, k),
    thrId: lit(128),
    layoutA: source === "SS" ? fromShared(64, k) : fromRegisters(k),
    layoutB: fromShared(n, k),
    layoutC: lit(
      [
        [4, 8, 4],
        [2, 2, n / 8],
      ],
      [
        [128, 1, 16],
        [64, 8, 512],
      ],
    ),
    typeA: elemA,
    typeB,
    typeC,
    typeD: typeC,
    arch: "SM90a",
    ptx: ptxName(parsed),
    fragmentA,
    fragmentB: descriptor(parameters.tnspB),
    fragmentC: { kind: "register", dtype: typeC },
    extra,
    parameters,
  };
}

function parse(bare: string): Parsed | undefined {
  const match = pattern.exec(lastPart(bare));
  if (match === null) return undefined;
  const [, prefix, nText, kText, d, a, b, source, suffix] = match as unknown as readonly string[];
  const sparse = bare.includes("SPARSE::") || prefix === "SM90_SPARSE_" || prefix === "GMMA_";
  const [n, k] = [Number(nText), Number(kText)];
  const family = families.find(
    (f) => f.d.includes(d!) && f.a.includes(a!) && f.b.includes(b!) && f.suffixes.includes(suffix!),
  );
  if (family === undefined || (family.sameAB === "same" && a !== b)) return undefined;
  if (!sizesOfN(family).includes(n) || k !== depth(a!, sparse)) return undefined;
  return { n, k, d: d!, a: a!, b: b!, source: source!, suffix: suffix!, sparse, family };
}

const depth = (letterA: string, sparse: boolean): number => ((sparse ? 512 : 256) / typeOfLetter(letterA).bits) | 0;

/** Shared-memory operands: every thread of the warpgroup sees the whole (MN,K) tile. */
const fromShared = (mn: number, k: number) => lit([128, [mn, k]], [0, [1, mn]]);

/** A in registers: 4 threads share a row of 8x8 cores, each holding K/8 (at least 2) neighbours of a row. */
function fromRegisters(k: number) {
  if (k === 8) return fixed("((4,8,4),(2,2)):((64,1,16),(8,256))");
  const v = k / 8;
  return lit(
    [
      [4, 8, 4],
      [v, 2, 2],
    ],
    [
      [64 * v, 1, 16],
      [64, 8, 32 * k],
    ],
  );
}

/** Sparse metadata (thr,val) → (M,K). */
function metadata(k: number) {
  const shapes: Readonly<Record<number, readonly [Nested, Nested]>> = {
    64: [
      [[2, 2, 8, 4], [32]],
      [[8, 2048, 1, 16], [64]],
    ],
    32: [
      [
        [2, 2, 8, 4],
        [16, 2],
      ],
      [
        [1024, 0, 1, 16],
        [64, 8],
      ],
    ],
    16: [
      [
        [2, 2, 8, 4],
        [8, 2],
      ],
      [
        [512, 0, 1, 16],
        [64, 8],
      ],
    ],
  };
  return lit(...shapes[k]!);
}

function parametersOf(parsed: Parsed, args: readonly TypeName[]): Readonly<Record<string, string>> {
  const names = [...parsed.family.parameters, ...(parsed.sparse ? ["spsel"] : [])];
  const given = names.map((name, i): [string, string] => [name, args[i] === undefined ? "" : lastPart(args[i].name)]);
  const defaults = { tnspA: "K", tnspB: "K", scaleA: "One", scaleB: "One" };
  return { ...defaults, ...Object.fromEntries(given.filter(([, value]) => value !== "")) };
}

function descriptor(major: string | undefined): DescriptorFragment {
  const known: Major = major === "MN" ? "MN" : "K";
  return { kind: "smem-descriptor", unit: "GMMA", major: known };
}

function fullName(p: Parsed, args: readonly string[]): string {
  const base = p.sparse ? "SM90::GMMA::SPARSE::GMMA_" : "SM90_";
  const name = `${base}64x${p.n}x${p.k}_${p.d}${p.a}${p.b}_${p.source}${p.suffix}`;
  return args.length > 0 ? `${name}<${args.join(",")}>` : name;
}

function ptxName(p: Parsed): string {
  const types = [p.d, p.a, p.b].map((letters) => letters.toLowerCase()).join(".");
  const sparse = p.sparse ? ".sp" : "";
  const saturate = p.suffix.endsWith("_SATURATE") ? ".satfinite" : "";
  return `wgmma.mma_async${sparse}.sync.aligned.m64n${p.n}k${p.k}.${types}${saturate}`;
}

/** N of the operations that CUTLASS has: integers skip most multiples of 8. */
function sizesOfN(family: Family): readonly number[] {
  const all = Array.from({ length: 32 }, (_, i) => 8 * (i + 1));
  return family.d.includes("S32") ? all.filter((n) => n === 8 || n === 24 || n % 16 === 0) : all;
}

export interface GmmaName {
  readonly name: string;
  readonly signature: string;
  readonly ptx: string;
}

/** Every wgmma operation's name, for the catalogue. */
export const gmmaNames = (): readonly GmmaName[] =>
  families.flatMap(operationsOf).map((p) => ({
    name: fullName(p, []),
    signature: [...p.family.parameters, ...(p.sparse ? ["spsel"] : [])].join(", "),
    ptx: ptxName(p),
  }));

function operationsOf(family: Family): readonly Parsed[] {
  const all: Parsed[] = [];
  for (const sparse of [false, true])
    for (const d of family.d)
      for (const a of family.a)
        for (const b of family.sameAB === "same" ? [a] : family.b)
          for (const source of ["SS", "RS"])
            for (const suffix of family.suffixes)
              for (const n of sizesOfN(family))
                all.push({ n, k: depth(a, sparse), d, a, b, source, suffix, sparse, family });
  return all;
}
