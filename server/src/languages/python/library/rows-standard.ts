// What kernels use of Python's standard library: math, functools, dataclasses, argparse, typing.
//
// Command lines are read at their defaults: `parser.parse_args()` is an object with the default of every `add_argument`,
// or with what the command line gives that a run is assumed to have.
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type Float, listOf, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { isDataField, isGiven } from "../semantics/data-fields.ts";
import { givenOption } from "./command-line.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { bool, list, none, object, text, textIn } from "./values.ts";

const floatRow = (name: string, f: (x: number) => number): Row =>
  row(`math.${name}`, "x", (b) => {
    const x = b.value("x");
    return x.kind === "num" || x.kind === "float" ? float(f(x.value)) : unknown("a number of floating point");
  });

const wholeRow = (name: string, f: (x: number) => number): Row =>
  row(`math.${name}`, "x", (b) => {
    const x = b.value("x");
    if (x.kind === "num") return x;
    return x.kind === "float" && Number.isFinite(x.value)
      ? staticInt(f(x.value))
      : unknown("a number of floating point");
  });

const float = (value: number): Float => ({ kind: "float", value });

const numbers = (b: Bound): number[] | undefined => {
  const found = b.rest.flatMap((each) => (each.kind === "num" ? [each.value] : []));
  return found.length === b.rest.length ? found : undefined;
};

const gcd = (x: number, y: number): number => (y === 0 ? Math.abs(x) : gcd(y, x % y));

const foldRow = (name: string, start: number, f: (x: number, y: number) => number): Row =>
  row(`math.${name}`, "*values", (b) => {
    const found = numbers(b);
    return found === undefined ? unknown("an integer that is not known") : staticInt(found.reduce(f, start));
  });

/** An integer of the run, another one at each call. */
function randomInteger(b: Bound): Value {
  const least = b.optional("end") === undefined && b.optional("most") === undefined ? 0 : b.value("least");
  const min = typeof least === "number" ? least : least.kind === "num" ? least.value : undefined;
  return b.call.symbol("random", { fresh: true, ...(min === undefined ? {} : { min }) });
}

const operators: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  truediv: "/",
  floordiv: "//",
  mod: "%",
  pow: "**",
  and_: "&",
  or_: "|",
  xor: "^",
  lshift: "<<",
  rshift: ">>",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
  eq: "==",
  ne: "!=",
};

export const standardRows: readonly Row[] = [
  floatRow("sqrt", Math.sqrt),
  floatRow("log", Math.log),
  floatRow("log2", Math.log2),
  floatRow("exp", Math.exp),
  wholeRow("ceil", Math.ceil),
  wholeRow("floor", Math.floor),
  foldRow("gcd", 0, gcd),
  foldRow("lcm", 1, (x, y) => (x * y) / (gcd(x, y) || 1)),
  row("math.prod", "items, start?", (b) => {
    const items = b.value("items");
    const all = items.kind === "tuple" ? [b.optional("start") ?? staticInt(1), ...items.items] : [items];
    const product = all.map((each) => (each.kind === "num" ? each.value : Number.NaN)).reduce((x, y) => x * y);
    return Number.isSafeInteger(product) ? staticInt(product) : unknown("an integer that is not known");
  }),
  lenientRow("random.randint", "least, most", randomInteger),
  lenientRow("random.randrange", "least, end?, step?", randomInteger),
  ...Object.entries(operators).map(([name, op]) =>
    lenientRow(`operator.${name}`, "a, b", (b) => b.call.binary(op, b.value("a"), b.value("b"))),
  ),
  lenientRow("functools.partial", "function, *args", partial),
  lenientRow("partial.call", "*args", callPartial),
  lenientRow("contextmanager.call", "*args", (b) => {
    if (b.call.self !== undefined) b.call.invoke(b.call.self, b.rest, b.extra);
    return unknown("what a context manager hands out");
  }),
  lenientRow("functools.reduce", "function, items, start?", (b) => {
    const items = b.value("items");
    if (items.kind !== "tuple") return unknown("a sequence that is not known");
    const all = [...(b.optional("start") === undefined ? [] : [b.value("start")]), ...items.items];
    const [first, ...rest] = all;
    return first === undefined
      ? unknown("nothing to reduce")
      : rest.reduce((x, y) => b.call.invoke(b.value("function"), [x, y]), first);
  }),
  lenientRow("functools.lru_cache", "f?", (b) => b.optional("f") ?? none),
  lenientRow("functools.cache", "f?", (b) => b.optional("f") ?? none),
  lenientRow("dataclasses.field", "default?, default_factory?", (b) => {
    const factory = b.optional("default_factory");
    return (
      b.optional("default") ??
      (factory === undefined ? unknown("a field without a default") : b.call.invoke(factory, []))
    );
  }),
  lenientRow("dataclasses.fields", "of", (b) => fieldsOf(b.value("of"))),
  lenientRow("inspect.signature", "callable", (b) => signatureOf(b.value("callable"))),
  lenientRow("dataclasses.replace", "object", (b) => {
    const from = b.value("object");
    return from.kind === "object" ? replaced(b, from) : unknown("a changed copy of something unknown");
  }),
  ...["typing.NamedTuple._replace", "collections.namedtuple._replace"].map((name) =>
    lenientRow(name, "", (b) => {
      const from = b.call.self;
      if (from?.kind !== "object") return unknown("a changed copy of something unknown");
      return { ...from, fields: new Map([...from.fields, ...b.extra]) };
    }),
  ),
  lenientRow("typing.NamedTuple._asdict", "", (b) => {
    const from = b.call.self;
    if (from?.kind !== "object") return unknown("the fields of something unknown");
    return { kind: "dict", entries: [...from.fields].map(([name, value]) => [text(name), value] as const) };
  }),
  lenientRow("argparse.ArgumentParser", "", () => object("argparse.ArgumentParser")),
  lenientRow("parser.add_argument", "*flags", addArgument),
  lenientRow("parser.add_argument_group", "*title", (b) => b.call.self ?? none),
  lenientRow("parser.add_mutually_exclusive_group", "*options", (b) => b.call.self ?? none),
  lenientRow("parser.set_defaults", "", (b) => {
    if (b.call.self?.kind === "object") for (const [name, value] of b.extra) b.call.self.fields.set(name, value);
    return none;
  }),
  lenientRow("parser.parse_args", "args?", (b) => {
    const parser = b.call.self;
    return parser?.kind === "object"
      ? { ...parser, name: "argparse.Namespace", fields: new Map(parser.fields), ofOneRun: true }
      : unknown("the command line");
  }),
  lenientRow("parser.parse_known_args", "args?", (b) => {
    const parser = b.call.self;
    return parser?.kind === "object"
      ? list([{ ...parser, fields: new Map(parser.fields), ofOneRun: true }, listOf([])])
      : unknown("the command line");
  }),
  lenientRow("parser.error", "message?", () => none),
  // Environment variables are read as not set, command lines at their defaults.
  ...["os.environ.get", "os.getenv"].map((name) =>
    lenientRow(name, "name, default?", (b) => b.argument("default")?.value ?? none),
  ),
  ...["dict", "collections.OrderedDict"].map((name) => lenientRow(name, "items?", dictionary)),
  lenientRow("types.SimpleNamespace", "", (b) => ({ ...object("types.SimpleNamespace"), fields: new Map(b.extra) })),
  lenientRow("typing.cast", "type, value", (b) => b.value("value")),
];

function dictionary(b: Bound): Value {
  const given = b.optional("items");
  const own = [...b.extra].map(([name, value]): readonly [Value, Value] => [text(name), value]);
  if (given === undefined) return { kind: "dict", entries: own };
  const pairs = given.kind === "dict" ? given.entries : pairsIn(given);
  return pairs === undefined
    ? unknown("a dictionary whose items are not known")
    : { kind: "dict", entries: [...pairs, ...own] };
}

/** A copy with other fields. What `__post_init__` computes it computes anew of the fields that the class is made with. */
function replaced(b: Bound, from: ObjectValue): Value {
  const fields = new Map([...from.fields, ...b.extra]);
  const { type } = from;
  if (type === undefined || !type.item.members.some((one) => one.name === "__post_init__")) return { ...from, fields };
  if (type.item.bases.length > 0) return unknown("a changed copy of an object whose class computes fields");
  const given = type.item.members.filter((one) => isDataField(one) && isGiven(one)).map((one) => one.name);
  return b.call.invoke(type, [], new Map([...fields].filter(([name]) => given.includes(name))));
}

/** The fields of a dataclass that has none of a base's, by name and in order. */
function fieldsOf(of: Value): Value {
  const cls = of.kind === "object" ? of.type : of;
  if (cls?.kind !== "class" || cls.item.bases.length > 0) return unknown("the fields of a class that is not known");
  return list(cls.item.members.filter(isDataField).map((one) => object("dataclasses.Field", { name: text(one.name) })));
}

/** Its parameters by name; a method that is bound has its object already. */
function signatureOf(callable: Value): Value {
  if (callable.kind !== "function") return unknown("the signature of a function that is not known");
  const { params } = callable.code;
  // A wrapper that says what it wraps has that function's signature.
  if (params.some(({ form }) => form === "star" || form === "double-star"))
    return unknown("a function that takes any arguments may stand for another");
  const names = (callable.self === undefined ? params : params.slice(1)).map(({ name }) => text(name));
  const entries = names.map((name): readonly [Value, Value] => [name, object("inspect.Parameter", { name })]);
  return object("inspect.Signature", { parameters: { kind: "dict", entries } });
}

const pairsIn = (value: Value): readonly (readonly [Value, Value])[] | undefined => {
  if (value.kind !== "tuple") return undefined;
  const pairs = value.items.flatMap((one): (readonly [Value, Value])[] => {
    const [key, item] = one.kind === "tuple" ? one.items : [];
    return key === undefined || item === undefined ? [] : [[key, item]];
  });
  return pairs.length === value.items.length ? pairs : undefined;
};

/** The function and its first arguments travel as the `self` of what is called later. */
function partial(b: Bound): Value {
  const self = {
    ...object("functools.partial"),
    fields: new Map([["", list([b.value("function"), ...b.rest])], ...b.extra]),
  };
  return { kind: "builtin", name: "partial.call", self, targs: [] };
}

function callPartial(b: Bound): Value {
  const made = b.call.self;
  const kept = made?.kind === "object" ? made.fields.get("") : undefined;
  if (made?.kind !== "object" || kept?.kind !== "tuple" || kept.items[0] === undefined)
    return unknown("a partial function");
  const named = new Map([...made.fields, ...b.extra].filter(([name]) => name !== ""));
  return b.call.invoke(kept.items[0], [...kept.items.slice(1), ...b.rest], named);
}

function addArgument(b: Bound): Value {
  const parser = b.call.self;
  const flags = b.rest.flatMap((flag) => textIn(flag) ?? []);
  const name = textIn(b.extra.get("dest")) ?? nameOfFlag(flags);
  if (parser?.kind !== "object" || name === undefined) return none;
  // Of two options of one destination, `--x` and `--no-x`, the first says the default.
  const given = givenOption(b, flags, name) ?? (parser.fields.has(name) ? undefined : defaultOf(b, name));
  if (given !== undefined) parser.fields.set(name, given);
  return none;
}

const nameOfFlag = (flags: readonly string[]): string | undefined => {
  const long = flags.find((flag) => flag.startsWith("--")) ?? flags[0];
  return long?.replace(/^-+/, "").replaceAll("-", "_");
};

/** A default that is a text goes through `type`, as argparse does. */
function defaultOf(b: Bound, name: string): Value {
  const given = b.extra.get("default");
  const action = textIn(b.extra.get("action"));
  if (given === undefined && (action === "store_true" || action === "store_false"))
    return bool(action === "store_false");
  const type = b.extra.get("type");
  if (given?.kind === "text" && type !== undefined) return b.call.invoke(type, [given]);
  if (given !== undefined) return given;
  const isPositional = !b.rest.some((flag) => textIn(flag)?.startsWith("-"));
  return b.extra.get("required") === undefined && !isPositional ? none : unknown(`--${name} has no default`);
}

/** Methods of texts that hosts use to take a command line apart. */
export function textMethod(name: string, self: string, args: readonly Value[]): Value | undefined {
  const [first] = args.map((each) => textIn(each));
  // Characters to strip, a place to begin at, how often at most: with these it is not known.
  if (args.length > (mostArguments[name] ?? 1)) return undefined;
  switch (name) {
    case "join":
      return joined(self, args[0]);
    case "split":
      if (args.length > 0 && !first) return undefined;
      return listOf((first === undefined ? self.trim().split(/\s+/) : self.split(first)).map(text));
    case "strip":
      return text(self.trim());
    case "lower":
      return text(self.toLowerCase());
    case "upper":
      return text(self.toUpperCase());
    case "startswith":
      return first === undefined ? undefined : bool(self.startsWith(first));
    case "endswith":
      return first === undefined ? undefined : bool(self.endsWith(first));
    case "index":
      return first === undefined || !self.includes(first) ? undefined : staticInt(self.indexOf(first));
    case "find":
      return first === undefined ? undefined : staticInt(self.indexOf(first));
    case "replace": {
      const second = textIn(args[1]);
      return first === undefined || second === undefined ? undefined : text(self.replaceAll(first, second));
    }
    case "isdigit":
      return bool(/^\d+$/.test(self));
    default:
      return undefined;
  }
}

/** Arguments of methods that are followed with another number than one. */
const mostArguments: Readonly<Record<string, number>> = { strip: 0, lower: 0, upper: 0, isdigit: 0, replace: 2 };

function joined(by: string, items: Value | undefined): Value | undefined {
  const texts = items?.kind === "tuple" ? items.items.map((item) => textIn(item)) : undefined;
  return texts?.every((one) => one !== undefined) === true ? text(texts.join(by)) : undefined;
}
