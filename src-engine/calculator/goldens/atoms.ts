// The golden ops of the families atoms_mma, atoms_copy, tiled and blackwell, by name.
import type { CaseOp } from "../case.ts";
import { blackwellCases } from "./atoms/blackwell-cases.ts";
import { copyCases } from "./atoms/copy-cases.ts";
import { mmaCases } from "./atoms/mma-cases.ts";
import { tiledCases } from "./atoms/tiled-cases.ts";

export const atomCases: Readonly<Record<string, CaseOp>> = {
  ...mmaCases,
  ...copyCases,
  ...tiledCases,
  ...blackwellCases,
};
