// The golden ops of the families atoms_mma, atoms_copy, tiled and blackwell, by name.
import type { CaseOp } from "../eval/case.ts";
import { blackwellCases } from "./cases/blackwell-cases.ts";
import { copyCases } from "./cases/copy-cases.ts";
import { mmaCases } from "./cases/mma-cases.ts";
import { tiledCases } from "./cases/tiled-cases.ts";

export const atomCases: Readonly<Record<string, CaseOp>> = {
  ...mmaCases,
  ...copyCases,
  ...tiledCases,
  ...blackwellCases,
};
