// numpy's arrays where they differ from torch's tensors: their shape is one argument, their numbers are 64 bits wide by default.
//
// What is alike (`reshape`, `arange`, `empty_like`, …) goes by torch's rows; see names.ts.
import { mul, ONE, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { dtypes } from "./dtypes.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { contiguous } from "./torch-tensor.ts";
import { intIn, none } from "./values.ts";

const notKnown = unknown("an array whose shape is not visible");

const float64 = (): Value => dtypes.get("Float64") ?? none;
const int64 = (): Value => dtypes.get("Int64") ?? none;

const sizesIn = (b: Bound, shape: Value): readonly Int[] =>
  (shape.kind === "tuple" ? shape.items : [shape]).map((each) => intIn(b.ctx, each as Value));

const shaped = ["zeros", "ones", "empty"].map((name) =>
  row(`numpy.${name}`, "shape, dtype?", (b) =>
    contiguous(sizesIn(b, b.value("shape")), b.optional("dtype") ?? float64()),
  ),
);

const random = ["rand", "randn"].map((name) =>
  row(`numpy.${name}`, "*sizes", (b) =>
    contiguous(
      b.rest.map((each) => intIn(b.ctx, each)),
      float64(),
    ),
  ),
);

export const numpyRows: readonly Row[] = [
  ...shaped,
  ...random,
  row("numpy.full", "shape, fill_value, dtype?", (b) => {
    const dtype = b.optional("dtype") ?? typeOf([b.value("fill_value")], float64());
    return dtype === undefined ? notKnown : contiguous(sizesIn(b, b.value("shape")), dtype);
  }),
  row("numpy.prod", "a", (b) => {
    const a = b.value("a");
    return a.kind === "tuple" ? sizesIn(b, a).reduce(mul, ONE) : unknown("the product of an array's elements");
  }),
  ...["array", "asarray"].map((name) =>
    lenientRow(`numpy.${name}`, "data, dtype?", (b) => arrayOf(b.value("data"), b.optional("dtype"), float64())),
  ),
  lenientRow("torch.tensor", "data, dtype?", (b) =>
    arrayOf(b.value("data"), b.optional("dtype"), dtypes.get("Float32") ?? none),
  ),
];

/** A nested list as an array: its shape, and the type of its numbers where none is named. */
function arrayOf(data: Value, dtype: Value | undefined, float: Value): Value {
  const shape = shapeOf(data);
  const type = dtype ?? typeOf([data], float);
  return shape === undefined || type === undefined ? notKnown : contiguous(shape.map(staticInt), type);
}

/** The extents of a regular nested list; undefined where its parts differ. */
function shapeOf(data: Value): readonly number[] | undefined {
  if (data.kind !== "tuple")
    return data.kind === "num" || data.kind === "float" || data.kind === "sym" ? [] : undefined;
  const parts = data.items.map((item) => shapeOf(item as Value));
  const [first] = parts;
  if (first === undefined) return data.items.length === 0 ? [0] : undefined;
  const isRegular = parts.every((part) => part !== undefined && part.join() === first.join());
  return isRegular ? [data.items.length, ...first] : undefined;
}

/** Whole numbers make 64-bit integers, one fraction among them floats. */
function typeOf(values: readonly Value[], float: Value): Value | undefined {
  const kinds = new Set<string>();
  const look = (value: Value): void => {
    if (value.kind === "tuple") for (const item of value.items) look(item as Value);
    else kinds.add(value.kind === "sym" ? "num" : value.kind);
  };
  for (const value of values) look(value);
  if ([...kinds].some((kind) => kind !== "num" && kind !== "float")) return undefined;
  return kinds.has("float") ? float : kinds.has("num") ? int64() : undefined;
}
