// Every operation by name with what a list shows of it: for hover and completion.
//
// Built on demand from the tables; the whole of an atom comes from lookup.ts.
import type { Context } from "../context.ts";
import { tmemCopyNames } from "./copy-tmem.ts";
import { warpCopyNames } from "./copy-warp.ts";
import { copyTraits, mmaAtom } from "./lookup.ts";
import { gmmaNames } from "./mma-gmma.ts";
import { sm120Names } from "./mma-sm120.ts";
import { ummaNames } from "./mma-umma.ts";
import { warpMmaNames } from "./mma-warp.ts";
import { smemAtomNames } from "./smem-atom.ts";

export type AtomFamily =
  | "scalar"
  | "mma.sync"
  | "wgmma"
  | "tcgen05.mma"
  | "ld/st"
  | "cp.async"
  | "ldmatrix"
  | "stmatrix"
  | "cp.async.bulk"
  | "tcgen05.ld"
  | "tcgen05.st"
  | "tcgen05.cp"
  | "shared-memory layout";

export interface CatalogueEntry {
  readonly name: string;
  readonly kind: "mma" | "copy" | "smem-layout";
  readonly family: AtomFamily;
  /** `SM80`, `SM90a`; empty where any will do. */
  readonly arch: string;
  /** `64x128x16`, as far as the name alone says it. */
  readonly shape: string;
  readonly ptx: string;
  /** Template parameters: `tnspA, tnspB, scaleA, scaleB`. */
  readonly signature: string;
}

/** All operations, about 2,500, sorted by kind and architecture as the tables are. */
export function catalogue(ctx: Context): readonly CatalogueEntry[] {
  return [...mmaEntries(ctx), ...copyEntries(ctx), ...smemEntries()];
}

function mmaEntries(ctx: Context): readonly CatalogueEntry[] {
  const plain = warpMmaNames.flatMap((name) => {
    const atom = mmaAtom(ctx, name);
    return atom === undefined ? [] : [mmaEntry(name, atom.arch, atom.ptx, "")];
  });
  const scalar = mmaEntry("UniversalFMA", "", "fma", "D, A, B, C");
  const sm120 = sm120Names.map((n) => mmaEntry(n.name, "SM120", n.ptx, n.signature));
  const wgmma = gmmaNames().map((n) => mmaEntry(n.name, "SM90a", n.ptx, n.signature));
  const umma = ummaNames.map((n) =>
    mmaEntry(n.name, n.name.startsWith("SM103") ? "SM103a" : "SM100a", n.ptx, n.signature),
  );
  return [scalar, ...plain, ...sm120, ...wgmma, ...umma];
}

function mmaEntry(name: string, arch: string, ptx: string, signature: string): CatalogueEntry {
  const shape = /(?:^|_)(\d+x\d+x\d+)_/.exec(name)?.[1] ?? "";
  return { name, kind: "mma", family: familyOfMma(ptx), arch, shape, ptx, signature };
}

function familyOfMma(ptx: string): AtomFamily {
  if (ptx.startsWith("mma.sync")) return "mma.sync";
  if (ptx.startsWith("wgmma")) return "wgmma";
  return ptx.startsWith("tcgen05") ? "tcgen05.mma" : "scalar";
}

function copyEntries(ctx: Context): readonly CatalogueEntry[] {
  const tmem = tmemCopyNames.flatMap((name) => {
    const traits = copyTraits(ctx, name);
    return traits === undefined ? [] : [{ name, arch: traits.arch, ptx: traits.ptx, signature: "" }];
  });
  return [...warpCopyNames, ...tmem].map((n) => ({ ...n, kind: "copy", family: familyOfCopy(n.ptx), shape: "" }));
}

const copyFamilies: readonly AtomFamily[] = [
  "cp.async.bulk",
  "cp.async",
  "ldmatrix",
  "stmatrix",
  "tcgen05.ld",
  "tcgen05.st",
  "tcgen05.cp",
];

function familyOfCopy(ptx: string): AtomFamily {
  if (ptx.startsWith("cp.reduce.async.bulk")) return "cp.async.bulk";
  return copyFamilies.find((family) => ptx.startsWith(family)) ?? "ld/st";
}

const smemEntries = (): readonly CatalogueEntry[] =>
  smemAtomNames.map((name) => ({
    name,
    kind: "smem-layout",
    family: "shared-memory layout",
    arch: name.startsWith("GMMA") ? "SM90a" : "SM100a",
    shape: "",
    ptx: "",
    signature: "T",
  }));
