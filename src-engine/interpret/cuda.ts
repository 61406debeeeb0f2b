// CUDA's built-in variables: `blockIdx.x` and its kin are symbols of one thread, the same everywhere in a kernel.
import { dynamicInt } from "../algebra/int/int.ts";
import type { Value } from "../algebra/value.ts";
import type { Session } from "./session.ts";
import { mint } from "./symbol.ts";

const builtins = new Set(["blockIdx", "threadIdx", "blockDim", "gridDim"]);

export function cudaBuiltin(session: Session, name: string): Value | undefined {
  if (name === "warpSize") return dynamicInt(32);
  if (!builtins.has(name)) return undefined;
  const min = name.endsWith("Dim") ? 1 : 0;
  const part = (axis: string): [string, Value] => [
    axis,
    mint(session, { id: `cuda ${name}.${axis}`, name: `${name}.${axis}`, min }),
  ];
  return { kind: "object", name, fields: new Map([part("x"), part("y"), part("z")]) };
}
