// Runs one case of CuTe's IR: `{"op","attrs","inputs"}`, where an input is a type such as `!cute.layout<"(?,8):(1,?)">`.
//
// The same operations as in C++, with the DSL's names and the DSL's types around the results.
import type { Context } from "../algebra/context.ts";
import { isInt } from "../algebra/int/int.ts";
import { parse } from "../algebra/notation/parse.ts";
import { print } from "../algebra/notation/print.ts";
import { mapLeaves } from "../algebra/tuple/tree.ts";
import type { Value } from "../algebra/value.ts";
import { attempt, makeContext } from "./context.ts";
import { answer, type GoldenAnswer } from "./golden.ts";
import { dslOps } from "./ops/dsl.ts";

export interface DslCase {
  readonly op: string;
  readonly attrs: string;
  readonly inputs: readonly string[];
}

export function runDslGolden(input: DslCase): GoldenAnswer {
  const op = dslOps.get(input.op);
  if (op === undefined) return { error: { code: "unknown-op", message: `no operation is called ${input.op}` } };
  const ctx = makeContext("ir");
  return answer(
    attempt(() => {
      const inputs = input.inputs.map((text, i) => parseType(ctx, text, i));
      const result = op.run(
        ctx,
        inputs.map((typed) => typed.value),
        attributes(input.attrs),
      );
      return typeText(op.type ?? inputs[0]?.type ?? "int_tuple", result);
    }),
  );
}

interface Typed {
  readonly type: string;
  readonly value: Value;
}

function parseType(ctx: Context, text: string, i: number): Typed {
  const found = /^\s*!cute\.(\w+)<"(.*)">\s*$/s.exec(text);
  if (found === null) return ctx.stop({ code: "parse", message: `not a CuTe type: ${text}` });
  return { type: found[1]!, value: parse(found[2]!, { dialect: "dsl", origin: `${i}.` }) };
}

/** `<[1, 0]>` is a mode path, `<0, 2>` are numbers. */
const attributes = (text: string): readonly number[] => (text.match(/-?\d+/g) ?? []).map(Number);

/** What the value is decides between layouts; integers and tuples have the type that the operation says. */
function typeText(type: string, value: Value): string {
  return `!cute.${typeName(type, value)}<"${type === "tile" ? tileText(value) : print(asTypeShows(value), "dsl")}">`;
}

function typeName(type: string, value: Value): string {
  switch (value.kind) {
    case "layout":
      return type === "tile" ? "tile" : "layout";
    case "composed":
      return "composed_layout";
    case "swizzle":
      return "swizzle";
    default:
      return type === "layout" || type === "composed_layout" ? "int_tuple" : type;
  }
}

/** A type does not show the numbers that only the run knows. */
function asTypeShows(value: Value): Value {
  switch (value.kind) {
    case "tuple":
      return { kind: "tuple", items: value.items.map((item) => asTypeShows(item)) };
    case "arith":
      return asTypeShows({ kind: "tuple", items: value.items });
    case "layout":
      return {
        kind: "layout",
        shape: mapLeaves(value.shape, hide),
        stride: mapLeaves(value.stride, (d) => (d.kind === "basis" ? { ...d, value: hide(d.value) } : hide(d))),
      };
    case "basis":
      return { ...value, value: hide(value.value) };
    case "composed": {
      const [outer, offset, inner] = [value.outer, value.offset, value.inner].map(asTypeShows);
      return { kind: "composed", outer, offset, inner } as Value;
    }
    default:
      return isInt(value) ? hide(value) : value;
  }
}

const unnamed = parse("?", { dialect: "dsl" });

function hide<T extends Value>(a: T): T {
  return isInt(a) && a.know === "dynamic" ? (unnamed as T) : a;
}

/** `[4:1;_]`: a tile lists its modes between brackets. */
function tileText(value: Value): string {
  if (value.kind !== "tuple") return print(asTypeShows(value), "dsl");
  return `[${value.items.map((item) => print(asTypeShows(item), "dsl")).join(";")}]`;
}
