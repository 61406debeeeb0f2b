// All rules. A new rule is one file and one line here.
import { divideNotExact } from "./divide-not-exact.ts";
import { layoutNotCongruent } from "./layout-not-congruent.ts";
import type { Rule } from "./rule.ts";
import { tmaRank } from "./tma-rank.ts";
import { tmaSizeMismatch } from "./tma-size-mismatch.ts";

export const rules: readonly Rule[] = [tmaSizeMismatch, tmaRank, layoutNotCongruent, divideNotExact];
