// The sentence for each rule of cuTensorMapEncodeTiled: names the thing, the numbers and the way out.
//
// Used by the rules over raw descriptors, by those over CuTe's constructions and by `explain`.

import { tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import type { EncodeFinding, EncodeRuleName } from "../../../src-engine/algebra/tma/encode.ts";
import { numberOf, type Quantity } from "../../../src-engine/algebra/tma/quantity.ts";

/** The code of the rule page that a broken driver rule belongs to. */
export const encodeRuleCodes: Readonly<Record<EncodeRuleName, string>> = {
  "data-type": "TMA018",
  rank: "TMA001",
  address: "TMA011",
  "global-dim": "TMA003",
  "global-stride": "TMA004",
  "box-dim": "TMA008",
  "inner-box-bytes": "TMA009",
  "element-stride": "TMA011",
  swizzle: "TMA064",
  "swizzle-width": "TMA009",
  interleave: "TMA011",
  "l2-promotion": "TMA011",
  "oob-fill": "TMA011",
  "box-bytes": "TMA009",
  "packed-type": "TMA018",
};

/** One sentence about a rule that does not hold. */
export function encodeSentence(finding: EncodeFinding): string {
  const value = show(finding.value);
  const i = finding.dimension ?? 0;
  switch (finding.rule) {
    case "data-type":
      return numberOf(finding.value) !== undefined && tensorMapTypes[numberOf(finding.value) ?? -1]?.packed === true
        ? `data type ${tensorMapTypes[numberOf(finding.value) ?? -1]?.name} needs sm_100; sm_90's driver rejects it`
        : `data type ${value} is not a CUtensorMapDataType`;
    case "rank":
      return finding.min === 3
        ? `an interleaved tensor map has 3 to 5 dimensions, got ${value}`
        : `a tensor map has 1 to 5 dimensions, got ${value}: fold modes of the tensor or split it`;
    case "address":
      return `the global address must be a multiple of ${finding.multipleOf} B, it is ${value} B past one`;
    case "global-dim":
      return `globalDim[${i}] is ${value}; it must be 1 to 2^32`;
    case "global-stride":
      return finding.multipleOf === undefined
        ? `the stride of dimension ${i} is ${value} B; it must be below 2^40 B`
        : `the stride of dimension ${i} is ${value} B; TMA needs a multiple of ${finding.multipleOf} B: pad it to ${padded(finding)}`;
    case "box-dim":
      return `boxDim[${i}] is ${value}; a box has 1 to 256 elements in each dimension: split the tile`;
    case "inner-box-bytes":
      return `the inner box is ${value} B wide; it must be a multiple of 16 B: widen the tile's contiguous mode`;
    case "element-stride":
      return `elementStrides[${i}] is ${value}; it must be 1 to 8`;
    case "swizzle":
      return `swizzle ${value} needs sm_100; sm_90 knows NONE, 32B, 64B and 128B`;
    case "swizzle-width":
      return `the inner box is ${value} B wide, the swizzle covers ${finding.max} B: use a wider swizzle or a narrower box`;
    case "interleave":
      return `interleave ${value} is not allowed here`;
    case "l2-promotion":
      return `l2Promotion ${value} is not a CUtensorMapL2promotion`;
    case "oob-fill":
      return finding.max === 0
        ? `out-of-bounds fill ${value} (NaN) is for floating-point types only`
        : `oobFill ${value} is not a CUtensorMapFloatOOBfill`;
    case "box-bytes":
      return `the box has ${value} B; the driver rejects boxes above 228 KiB (233472 B): use a smaller tile`;
    case "packed-type":
      return packedSentence(finding, value, i);
    default:
      return finding.rule satisfies never;
  }
}

function packedSentence(finding: EncodeFinding, value: string, i: number): string {
  if (finding.unit === "enum") return `swizzle ${value} is not allowed for this packed type`;
  return finding.multipleOf === undefined
    ? `boxDim[${i}] is ${value}; a packed type needs exactly ${finding.min}`
    : `globalDim[${i}] is ${value}; a packed type needs a multiple of ${finding.multipleOf}`;
}

function padded(finding: EncodeFinding): string {
  const value = numberOf(finding.value);
  const unit = finding.multipleOf ?? 16;
  return value === undefined ? `a multiple of ${unit} B` : `${Math.ceil(value / unit) * unit} B`;
}

function show(quantity: Quantity): string {
  const value = numberOf(quantity);
  return value === undefined ? "a run-time value" : String(value);
}
