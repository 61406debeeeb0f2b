// Goldens as calls, with each number as it stands or computed in another way: `_4` as `Int<3+1>{}` or `rank((_1,_1,_1,_1))`.
//
// Two spellings: the calculator's, in the golden's own notation, and C++, from the values that the notation stands for.
import { readFileSync } from "node:fs";
import { isInt } from "../../src-engine/algebra/int/int.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import type { Num, Value } from "../../src-engine/algebra/value.ts";

export interface Golden {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly result?: unknown;
}

/** Picks one of several ways to write the same number. */
export type Pick = (ways: readonly string[]) => string;
export const plainly: Pick = (ways) => ways[0]!;

export const goldensOf = (families: readonly string[]): readonly Golden[] =>
  families.flatMap((family) =>
    readFileSync(new URL(`../goldens/${family}.public.jsonl`, import.meta.url), "utf8")
      .trimEnd()
      .split("\n")
      .map((line): Golden => JSON.parse(line)),
  );

/** A call's arguments: values, then template numbers. Undefined where they stand in another order. */
function parted({
  args,
}: Golden): { readonly values: readonly string[]; readonly numbers: readonly number[] } | undefined {
  const values = args.filter((arg) => typeof arg === "string");
  const numbers = args.slice(values.length).filter((arg) => typeof arg === "number");
  return values.length > 0 && values.length + numbers.length === args.length ? { values, numbers } : undefined;
}

const template = (numbers: readonly number[], pick: Pick): string =>
  numbers.length === 0 ? "" : `<${numbers.map((n) => pick([`${n}`, `${n - 1}+1`, `${n}*1`])).join(",")}>`;

// ---- the calculator -------------------------------------------------------------------------------------------------

export function calculatorCall(golden: Golden, pick: Pick): string | undefined {
  const call = parted(golden);
  if (call === undefined || /\W/.test(golden.op)) return undefined;
  return `${golden.op}${template(call.numbers, pick)}(${call.values.map((text) => notation(text, pick)).join(", ")})`;
}

/** Integers of the notation, and before them what has numbers that are none. */
const integers = /(?:Sw<[^>]*>|smem_ptr\[\d+b\]|M_\S+|[A-Za-z]\w*)|(_?)(-?\d+)((?:@\d+)*)/g;

function notation(text: string, pick: Pick): string {
  // The coordinate of an iterator is read as sums of numbers, nothing else.
  const isIterator = /ArithTuple|counting_iter/.test(text);
  return text.replace(integers, (all: string, mark?: string, digits?: string, basis?: string) => {
    if (digits === undefined) return all;
    const n = Number(digits);
    const isSum = isIterator || basis !== "";
    const ways = mark === "_" ? staticWays(n, isSum) : dynamicWays(n, isSum);
    return `${pick(ways)}${basis}`;
  });
}

function staticWays(n: number, isSum: boolean): readonly string[] {
  const sums = [`_${n}`, `_${n - 1}+_1`, `_${n}*_1`];
  if (isSum) return sums;
  const ones = n >= 1 && n <= 6 ? [`rank((${Array(n).fill("_1").join(",")}))`] : [];
  const sizes = n >= 0 ? [`size((_${n},_1))`] : [];
  return [...sums, ...ones, ...sizes, `Int<${n - 1}+1>{}`, `C<${n}>{}`];
}

const dynamicWays = (n: number, isSum: boolean): readonly string[] =>
  isSum ? [`${n}`, `${n - 1}+1`, `${n}*_1`] : [`${n}`, `${n - 1}+1`, `${n}*_1`, `int(${n - 1}+1)`, `get<0>((${n},_2))`];

// ---- C++ ------------------------------------------------------------------------------------------------------------

export function cppCall(golden: Golden, pick: Pick): string | undefined {
  const call = parted(golden);
  const args = call?.values.map((text) => cpp(parse(text), pick));
  if (call === undefined || args === undefined || args.includes(undefined)) return undefined;
  return cppOperation(golden.op, template(call.numbers, pick), args as readonly string[]);
}

function cppOperation(op: string, templates: string, args: readonly string[]): string | undefined {
  const sign = /^int(\W+)$/.exec(op)?.[1];
  if (sign !== undefined) return args.length === 1 ? `${sign}(${args[0]})` : `(${args[0]}) ${sign} (${args[1]})`;
  if (op === "int-neg") return `-(${args[0]})`;
  if (op === "layout_call" || op === "swizzle_apply") return `(${args[0]})(${args[1]})`;
  const [self, ...others] = args;
  if (/^get_\w+_coord$/.test(op)) return `(${self}).${op}(${others.join(", ")})`;
  if (op === "recast_layout") return `recast_layout${templates.replace(/[^<>,]+/g, "uint_bit_t<$&>")}(${self})`;
  if (op === "identity_tensor_slice") return `make_identity_tensor(${self})(${others.join(", ")})`;
  if (op === "tensor_domain_offset")
    return `domain_offset(${self}, make_tensor(counting_iterator<int>(0), ${others[0]}))`;
  if (/^tensor_slice2?$/.test(op)) return `make_tensor(counting_iterator<int>(0), ${self})(${others.join(")(")})`;
  if (/^(local_tile|(local|inner|outer)_partition)$/.test(op))
    return `${op}(make_tensor(counting_iterator<int>(0), ${self}), ${others.join(", ")})`;
  if (/^identity_(local_tile|\w+_partition)$/.test(op))
    return `${op.slice("identity_".length)}(make_identity_tensor(${self}), ${others.join(", ")})`;
  return /^(detail::)?\w+$/.test(op) ? `${op}${templates}(${args.join(", ")})` : undefined;
}

function cpp(value: Value, pick: Pick): string | undefined {
  if (value.kind === "num") return pick(cppWays(value));
  const parts = (values: readonly Value[], join: (texts: readonly string[]) => string): string | undefined => {
    const texts = values.map((one) => cpp(one, pick));
    return texts.includes(undefined) ? undefined : join(texts as readonly string[]);
  };
  switch (value.kind) {
    case "tuple":
      return parts(value.items, (items) => `make_tuple(${items.join(", ")})`);
    case "layout":
      return parts([value.shape, value.stride], ([shape, stride]) => `make_layout(${shape}, ${stride})`);
    case "basis":
      return parts([value.value], ([scale]) => `${scale} * E<${value.path.join(",")}>{}`);
    case "composed":
      if (value.offset.kind !== "flag" && !isInt(value.offset)) return undefined;
      return parts([value.outer, value.offset, value.inner], (all) => `make_composed_layout(${all.join(", ")})`);
    case "swizzle":
      return `Swizzle<${value.b},${value.m},${value.s}>{}`;
    case "flag":
      return `smem_ptr_flag_bits<${value.bits}>{}`;
    case "underscore":
      return "_";
    case "text":
      return `${value.value}{}`;
    default:
      return undefined;
  }
}

function cppWays({ know, value: n }: Num): readonly string[] {
  if (know === "dynamic")
    return [`${n}`, `(${n - 1} + 1)`, `(${n - 1} + one)`, `${n} * _1{}`, `get<0>(make_tuple(${n}, _2{}))`];
  const ones = n >= 1 && n <= 6 ? [`rank(make_tuple(${Array(n).fill("_1{}").join(", ")}))`] : [];
  const sizes = n >= 1 ? [`size(Layout<Int<${n}>>{})`, `size<0>(make_shape(Int<${n}>{}, _2{}))`] : [];
  return [
    `Int<${n}>{}`,
    `Int<${n - 1} + 1>{}`,
    `C<${n}>{}`,
    `(Int<${n - 1}>{} + _1{})`,
    `Int<Three - 3 + ${n}>{}`,
    ...ones,
    ...sizes,
  ];
}
