// The kernels of the playground, which the build puts here with their texts.

export interface Kernel {
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly text: string;
  readonly cursor: number;
}

declare const PLAYGROUND: readonly (readonly [group: string, name: string, text: string])[];

/** What the cursor is on at first: a name whose picture shows what the kernel is about. */
const first: Readonly<Record<string, string>> = {
  "hopper_gemm_tma.cu": "Tensor sA = ",
  "sgemm.cu": "Tensor sA = ",
  "swizzle.cu": "auto ",
  "ampere_mma.cu": "TiledMMA ",
};

export const kernels: readonly Kernel[] = PLAYGROUND.map(([group, name, text]) => ({
  ...{ name, group, text },
  title: group === "Broken" ? `${headOf(text)}${name.endsWith(".py") ? " (DSL)" : ""}` : `${headOf(text)} · ${name}`,
  cursor: cursorIn(text, first[name]),
}));

function cursorIn(text: string, before: string | undefined): number {
  const at = before === undefined ? -1 : text.indexOf(before);
  if (at >= 0 && before !== undefined) return at + before.length;
  const declared = /\b(?:auto|Tensor|Layout) (?=\w+ = make_)|\w+(?= = cute\.make_)/.exec(text);
  return declared === null ? 0 : declared.index + (text.startsWith("auto", declared.index) ? 5 : 0);
}

/** The first line up to where it goes into particulars: `A Hopper GEMM`, or a rule's name. */
function headOf(text: string): string {
  const [line = ""] = text.split("\n");
  return line.replace(/^(\/\/|#)\s*/, "").split(/[:;,]/)[0] ?? "";
}
