// Completion of operations' names by what fits the place: copies in `Copy_Atom<…`, MMAs in `make_tiled_mma(…` and
// `MMA_Atom<…`, TMA copies in `make_tma_atom(…`. Elsewhere only for a word that begins as an operation does.
import { tmemCopyNames } from "../../../src-engine/algebra/atoms/copy-tmem.ts";
import { warpCopyNames } from "../../../src-engine/algebra/atoms/copy-warp.ts";
import { gmmaNames } from "../../../src-engine/algebra/atoms/mma-gmma.ts";
import { ummaNames } from "../../../src-engine/algebra/atoms/mma-umma.ts";
import { warpMmaNames } from "../../../src-engine/algebra/atoms/mma-warp.ts";
import { describeAtom } from "../facts/describe-atom.ts";
import { atomAt } from "./atom-at.ts";
import { callAt } from "./call-at.ts";

export interface AtomName {
  readonly name: string;
  /** `mma, sm_80 and later · ldmatrix…`: kind, architecture, PTX. */
  readonly signature: string;
}

/** Arguments of an operation that is a template, for its documentation: the usual ones. */
const usual = ["", "<GMMA::Major::K, GMMA::Major::K>"];

/** What a hover on the operation would say, as Markdown; "" where nothing more is known than its name. */
export function atomDoc(name: string): string {
  const found = usual.map((args) => atomAt(name + args, 0)).find((each) => each !== undefined);
  if (found === undefined) return "";
  const lines = describeAtom(found.atom, "cpp").map(({ label, text }) => `- ${label}: \`${text}\``);
  return [...lines, ...found.notes.map((note) => `- ${note}`)].join("\n");
}

type Wanted = "mma" | "copy" | "tma";

/** No list longer than an editor shows at once; more letters narrow it. */
const most = 400;

export function atomNames(text: string, offset: number, word: string): readonly AtomName[] {
  const wanted = wantedAt(text, offset, word);
  if (wanted === undefined && !/^(?:SM\d|Univ|AutoV)/i.test(word)) return [];
  const offered = [...(wanted === "copy" || wanted === "tma" ? [] : mmas()), ...(wanted === "mma" ? [] : copies())];
  const lower = word.toLowerCase();
  const fitting = wanted === "tma" ? offered.filter(({ name }) => name.includes("_TMA_")) : offered;
  return fitting.filter(({ name }) => name.toLowerCase().includes(lower)).slice(0, most);
}

/** What the place before the word takes, where it says so. */
function wantedAt(text: string, offset: number, word: string): Wanted | undefined {
  const before = text.slice(Math.max(0, offset - 300), offset - word.length);
  if (/\bCopy_(?:Atom|Traits)\s*<\s*(?:cute::)?$/.test(before)) return "copy";
  if (/\bMMA_(?:Atom|Traits)\s*<\s*(?:cute::)?$/.test(before)) return "mma";
  const call = callAt(text, offset - word.length);
  if (call === undefined || call.argument !== 0 || /[\w>]\s*$/.test(before)) return undefined;
  if (call.name === "make_tiled_mma") return "mma";
  return /^make_tma_(?:copy|atom)/.test(call.name) ? "tma" : undefined;
}

const mmas = (): readonly AtomName[] => [
  ...warpMmaNames.map((name) => named(name, "MMA", "")),
  ...gmmaNames().map(({ name, ptx }) => named(name, "MMA", ptx)),
  ...ummaNames.map(({ name, ptx }) => named(name, "MMA", ptx)),
];

const copies = (): readonly AtomName[] => [
  ...warpCopyNames.map(({ name, ptx }) => named(name, "copy", ptx)),
  ...tmemCopyNames.map((name) => named(name, "copy", "")),
];

function named(name: string, kind: string, ptx: string): AtomName {
  const arch = /^SM(\d+)/.exec(name)?.[1];
  const since = arch === undefined ? kind : `${kind}, sm_${arch} and later`;
  return { name, signature: ptx === "" ? since : `${since} · ${ptx}` };
}
