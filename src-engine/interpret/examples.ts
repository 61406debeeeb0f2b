// Parameters that no code in sight binds: kernels whose instances a build step writes (`CTA_M`, `TypeA`).
//
// Where such a parameter leaves nothing to say, the program is evaluated once more with examples: what another use has given, or
// what the code itself asks of the parameter. What that shows is conditional and says so, "if TypeA = half_t, CTA_M = 128": a
// preset or a real use replaces it. A name says nothing: what has no such example stays as it is.
import { staticInt } from "../algebra/int/int.ts";
import {
  type DType,
  type Int,
  type Pointer,
  type Tensor,
  type Tuple,
  tuple,
  underscore,
  type Value,
} from "../algebra/value.ts";
import type { FunctionCore, TypeParam } from "../program/ir.ts";
import { assertedElement, assertedNumber } from "./asserted.ts";
import { donated } from "./donors.ts";
import { isHost } from "./entry.ts";
import { exampleText } from "./example-text.ts";
import type { Session } from "./session.ts";
import type { Assumption } from "./untaken.ts";

const name = "<examples>";

export const examples: Assumption = { name, value: underscore, text: "parameters are as in an example" };

export const isExample = (assume: readonly Assumption[]): boolean => assume.some((one) => one.name === name);

/** What the examples of an evaluation were: `TypeA = half_t, CTA_M = 128`. */
export function examplesUsed(session: Session): string {
  return exampleText([...session.seen.examples]).join(", ");
}

export const hasUnbound = (session: Session): boolean => session.seen.isUnbound;

/** What another use has given for a template parameter of that name; undefined outside such an evaluation. */
export function exampleFor(session: Session, param: TypeParam): Value | undefined {
  session.seen.isUnbound = true;
  if (!isExample(session.assume) || param.pack || param.form === "value") return undefined;
  const given = donated(session, param.name);
  return given === undefined ? undefined : said(session, `${param.name} as in ${given.from}`, given.value);
}

function said(session: Session, text: string, value: Value): Value {
  tellExample(session, text);
  return value;
}

export const tellExample = (session: Session, text: string): void => void session.seen.examples.add(text);

/**
 * The same for a parameter of a Python function that nobody calls: the element type, the number or the extents of a tile that the
 * function asserts. What is known otherwise stays.
 */
export function examplePython(session: Session, param: string, value: Value, code: FunctionCore): Value {
  switch (value.kind) {
    case "tensor":
      return value.engine.kind === "pointer" && value.engine.dtype.kind === "unknown" && isTold(session)
        ? exampleTensor(session, param, value, value.engine, code)
        : value;
    case "sym":
      return isConfiguration(value, code, param) ? exampleByAssertion(session, param, value, code) : value;
    case "tuple":
      return value.items.every((one) => one.kind === "sym") && isTold(session)
        ? exampleTile(session, param, value, code)
        : value;
    default:
      return value;
  }
}

function exampleTensor(session: Session, param: string, tensor: Tensor, engine: Pointer, code: FunctionCore): Value {
  const dtype = assertedType(assertedElement(code, param));
  if (dtype === undefined) return tensor;
  return said(session, `${param}.element_type = ${dtype.name}`, { ...tensor, engine: { ...engine, dtype } });
}

/** Is this the evaluation with examples? Notes that one would be of use. */
function isTold(session: Session): boolean {
  session.seen.isUnbound = true;
  return isExample(session.assume);
}

function exampleTile(session: Session, param: string, tile: Tuple<Value>, code: FunctionCore): Value {
  const asserted = tile.items.map((_, i) => assertedNumber(code, param, i));
  if (asserted.every((one) => one === undefined)) return tile;
  const told = asserted.map((one) => one ?? "?").join(",");
  const items = tile.items.map((one, i) => (asserted[i] === undefined ? one : staticInt(asserted[i])));
  return said(session, `${param} = (${told})`, tuple(items));
}

/** A Python number when the code is traced: of a plain function each, of a traced one what is annotated so. */
const isConfiguration = (value: Int, code: FunctionCore, param: string): boolean =>
  value.know === "static" || (isHost(code) && code.params.some((one) => one.name === param && one.type === undefined));

/** What a function asserts of a number that is not known. */
export function exampleByAssertion(session: Session, param: string, value: Value, code: FunctionCore): Value {
  if (value.kind !== "sym" || !isTold(session)) return value;
  const asserted = assertedNumber(code, param);
  return asserted === undefined ? value : said(session, `${param} = ${asserted}`, staticInt(asserted));
}

const pythonTypes = {
  half: { kind: "dtype", name: "Float16", bits: 16, family: "float" },
  single: { kind: "dtype", name: "Float32", bits: 32, family: "float" },
} as const satisfies Readonly<Record<string, DType>>;

function assertedType(asserted: string | number | undefined): DType | undefined {
  const { half, single } = pythonTypes;
  const named = [half, single].find(({ name }) => name === asserted);
  return named ?? [half, single].find(({ bits }) => bits === asserted);
}
