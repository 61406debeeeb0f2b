// The kernels of the playground, which the build puts here with their texts.

export interface Kernel {
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly text: string;
  readonly cursor: number;
}

declare const PLAYGROUND: readonly (readonly [group: string, name: string, text: string])[];

/** What the cursor is on at first, the last word of it: a name whose picture shows what the kernel is about. */
const first: Readonly<Record<string, string>> = {
  "ampere_mma.cu": "Mma",
  "elementwise.py": "tiled_copy",
  "dsl_gemm.py": "sA",
  "hopper_gemm_tma.cu": "Tensor sA",
  "sgemm.cu": "Tensor sA",
  "swizzle.cu": "SwizzledAtom",
  "tiled_copy.cu": "TiledCopy tiled_copy",
  "transpose.cu": "Tensor sT",
  "tma_rank.cu": "auto sA",
  "tma_size_mismatch.cu": "auto sA",
};

export const kernels: readonly Kernel[] = PLAYGROUND.map(([group, name, text]) => ({
  ...{ name, group, text },
  title:
    group === "Broken"
      ? `${headOf(text).replace(" in the DSL", "")}${name.endsWith(".py") ? " (DSL)" : ""}`
      : `${headOf(text)} · ${name}`,
  cursor: cursorIn(text, first[name]),
}));

/** What the page opens with. */
export const firstKernel = kernels.find(({ name }) => name === "hopper_gemm_tma.cu");

/** The address under which the server knows a source of the page. */
export const openedAs = (name: string): string => `file:///page/${encodeURIComponent(name)}`;

/** At the name that is declared by `… = `, else at the first call that makes something. */
function cursorIn(text: string, wanted = "\\w+"): number {
  const name = wanted.split(" ").at(-1) ?? "";
  const found = new RegExp(`^\\s*(?:\\w+ )?${wanted} += |(?<=^\\s*)\\w+ = cute\\.make_`, "m").exec(text);
  if (found === null) return 0;
  return name === "\\w+" ? text.indexOf("=", found.index) - 2 : found.index + found[0].lastIndexOf(name);
}

/** The first line up to where it goes into particulars: `A Hopper GEMM`, or a rule's name. */
function headOf(text: string): string {
  const [line = ""] = text.split("\n");
  return line.replace(/^(\/\/|#)\s*/, "").split(/[:;,]/)[0] ?? "";
}
