// cuda-python's tensor maps, `driver.cuTensorMapEncodeTiled(type, rank, address, …)`: recorded under the driver's own names, so that the
// rules see them as they see C++'s.

import { unknown } from "../../../../../src-engine/algebra/value.ts";
import { im2colRoles, tiledRoles } from "../../driver-constants.ts";
import { type Bound, lenientRow, type Row } from "./row.ts";
import { list } from "./values.ts";

const modules = ["cuda.bindings.driver", "cuda.bindings.cydriver", "cuda.cuda"];

export const driverRows: readonly Row[] = modules.flatMap((module) => [
  encoder(module, "cuTensorMapEncodeTiled", tiledRoles),
  encoder(module, "cuTensorMapEncodeIm2col", im2colRoles),
  // Integers of the driver's widths.
  ...["cuuint64_t", "cuuint32_t"].map((name) => lenientRow(`${module}.${name}`, "value", (b) => b.value("value"))),
]);

function encoder(module: string, name: string, roles: readonly string[]): Row {
  return lenientRow(`${module}.${name}`, roles.map((role) => `${role}?`).join(", "), (b: Bound) => {
    const args = roles.flatMap((role) => {
      const argument = b.argument(role);
      return argument === undefined ? [] : [{ role, argument }];
    });
    b.call.record(name, args);
    const told = unknown("the driver's answer is known when the program runs");
    return list([told, told]);
  });
}
