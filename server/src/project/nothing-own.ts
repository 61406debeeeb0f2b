// Is there anything in a file that a finding could stand at? `template void run<80, half_t>(Params&);` and includes alone are not:
// what they make is code of the headers, and that is told where the headers are checked.
//
// Kernel libraries split their instances over hundreds of such files to compile them in parallel.
import type { Unit } from "../../../src-engine/program/ir.ts";

/** C++ at file scope has no expressions as statements: what is lowered to one is an explicit instantiation. */
export const hasNothingOwn = ({ language, items }: Unit): boolean =>
  language === "cpp" &&
  items.every((item) => item.kind === "import" || (item.kind === "statement" && item.statement.kind === "expr"));
