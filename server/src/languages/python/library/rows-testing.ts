// `cutlass.testing`: its tuner calls a function with each configuration of its parameters, and is a caller like any other.
import { type Tuple, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { type Bound, lenientRow, type Row } from "./row.ts";
import { itemsIn, list, object, text, textIn } from "./values.ts";

const both = (name: string): readonly string[] => [`cute.testing.${name}`, `cutlass.testing.${name}`];

export const testingRows: readonly Row[] = [
  ...both("JitArguments").map((name) => lenientRow(name, "*args", argumentsOf)),
  ...both("tune").map((name) => lenientRow(name, "func, params_dict?, kernel_arguments?", tune)),
];

/** What a kernel is called with, kept for later. */
function argumentsOf(b: Bound): Value {
  const kwargs = [...b.extra].map(([name, value]): [Value, Value] => [text(name), value]);
  return object("testing.JitArguments", { args: list(b.rest), kwargs: { kind: "dict", entries: kwargs } });
}

/** As many configurations as the parameters of one call may have alternatives. */
const most = 16;

/** Calls the function with each configuration; which of them is the fastest is not known. */
function tune(b: Bound): Value {
  const given = b.optional("kernel_arguments");
  const [args, kwargs] = given?.kind === "object" ? [given.fields.get("args"), given.fields.get("kwargs")] : [];
  const parameters = namedIn(b.optional("params_dict"));
  for (const one of configurations(b, parameters).slice(0, most))
    b.call.invoke(b.value("func"), args?.kind === "tuple" ? itemsOf(args) : [], new Map([...namedIn(kwargs), ...one]));
  return unknown("the fastest configuration");
}

const itemsOf = (value: Tuple<Value>): readonly Value[] => value.items;

/** The entries of a dict whose keys are texts. */
const namedIn = (value: Value | undefined): readonly (readonly [string, Value])[] =>
  value?.kind !== "dict"
    ? []
    : value.entries.flatMap(([key, each]): [string, Value][] => {
        const name = textIn(key);
        return name === undefined ? [] : [[name, each]];
      });

type Configuration = readonly (readonly [string, Value])[];

/** Every choice of one value for each parameter. */
function configurations(b: Bound, parameters: Configuration): readonly Configuration[] {
  return parameters.reduce<readonly Configuration[]>(
    (all, [name, values]) => {
      const choices = values.kind === "tuple" ? itemsIn(b.ctx, values) : [unknown(`one of the values of ${name}`)];
      return all.slice(0, most).flatMap((one) => choices.map((choice): Configuration => [...one, [name, choice]]));
    },
    [[]],
  );
}
