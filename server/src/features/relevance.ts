// Does a file speak of CuTe at all? If not, nothing is evaluated and nothing is shown: no cost.

const word = /\b(?:cute|cutlass|cutlass_dsl)\b|\bcu(?:te|tlass)_|\bCUTE_|\bCUTLASS_|cuTensorMapEncode/;

export function speaksOfCute(fragments: readonly string[]): boolean {
  return fragments.some((text) => word.test(text));
}
