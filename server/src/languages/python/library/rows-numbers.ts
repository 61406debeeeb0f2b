// What running threads compute from numbers, and objects that the DSL makes anew from values of the run: types are known, values not.
import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { dtypes } from "./dtypes.ts";
import { type Bound, lenientRow, type Row } from "./row.ts";
import { isVector } from "./rows-vector.ts";
import { someNumber, typeOfNumber } from "./run-numbers.ts";
import { list, none, object, textIn } from "./values.ts";

/** Of one type whatever they are given. */
const singles = "fmax fmin rcp_approx exp2 exp atomic_fmax atomic_fmin atomic_max_float32".split(" ");
const pairs = "add_packed_f32x2 mul_packed_f32x2 fma_packed_f32x2 sub_packed_f32x2 exp_packed_f32x2".split(" ");
/** Of the type of what they are given first. */
const alike = (
  "shuffle_sync shuffle_sync_up shuffle_sync_down shuffle_sync_bfly " +
  "warp_reduction warp_reduction_max warp_reduction_sum warp_redux_sync"
).split(" ");
/** The second is the number. */
const atomics = "atomic_add atomic_and atomic_or atomic_xor atomic_max atomic_min atomic_exch".split(" ");

/** Questions to the run. */
const answers =
  "vote_all_sync vote_any_sync vote_uni_sync mbarrier_try_wait mbarrier_test_wait mbarrier_conditional_try_wait".split(
    " ",
  );

export const numberRows: readonly Row[] = [
  ...singles.map((name) => lenientRow(`cute.arch.${name}`, "*numbers", (b) => elementwise(b.rest[0] ?? none))),
  ...pairs.map((name) => lenientRow(`cute.arch.${name}`, "*numbers", () => list([single(), single()]))),
  ...alike.map((name) =>
    lenientRow(`cute.arch.${name}`, "*values", (b) => like(b, b.rest[0] ?? [...b.extra.values()][0])),
  ),
  ...atomics.map((name) => lenientRow(`cute.arch.${name}`, "ptr?, val?", (b) => like(b, b.optional("val")))),
  ...answers.map((name) => lenientRow(`cute.arch.${name}`, "*values", () => typed("Boolean"))),
  lenientRow("atom.get", "field", (b) => fieldOf(textIn(b.value("field")) ?? "")),
  lenientRow("cutlass.new_from_mlir_values", "obj, values", (b) => rebuilt(b, b.value("obj"))),
];

/** What a field of an atom holds is the run's; the flags are Booleans. */
const fieldOf = (name: string): Value =>
  /\.(?:ACCUMULATE|NEGATE_[AB])$/.test(name) ? typed("Boolean") : unknown("a field of an atom");

function typed(name: string): Value {
  const type = dtypes.get(name);
  return type === undefined ? none : someNumber(type);
}

const single = (): Value => typed("Float32");

/** A Float32, of a vector a vector. */
const elementwise = (of: Value): Value => (isVector(of) ? of : single());

/** Another value of the same type. */
function like(b: Bound, value: Value | undefined): Value {
  if (isVector(value)) return value;
  if (value !== undefined && isInt(value)) return b.call.symbol(b.call.name.replace(/^.*\./, ""), { fresh: true });
  const type = value === undefined ? undefined : typeOfNumber(value);
  return type === undefined ? unknown("a number of a type that is not known") : someNumber(type);
}

/** The object with other values of the run: what the trace knows stays, integers are new ones. */
function rebuilt(b: Bound, like: Value): Value {
  if (isInt(like)) return like.know === "static" ? like : b.call.symbol("value", { fresh: true });
  switch (like.kind) {
    case "text":
    case "dtype":
    case "underscore":
    case "float":
    case "function":
    case "class":
      return like;
    case "tuple":
      return list(like.items.map((item) => rebuilt(b, item)));
    case "object":
      return like.name === "FastDivmodDivisor"
        ? object(like.name, { divisor: rebuilt(b, like.fields.get("divisor") ?? none) })
        : unknown("an object that is made anew from values of the run");
    case "unknown":
      return like.type === undefined ? unknown("a value like one that is not known", like) : someNumber(like.type);
    default:
      return unknown("what is made anew from values of the run");
  }
}
