// Expressions in CuTe's words: `let A = (4,8):(1,4); logical_divide(A, (_2,_4))`, C++ and DSL spellings.
//
// Values are the notation; a name followed by `(`, `<…>(` or `{` is a call of an operation, a constructor (`Int<8>{}`,
// `Layout<Shape<_4>,Stride<_1>>{}`) or of a bound layout. Evaluated while it is read. An error says where: `facts.offset`.
import type { Context, Stop } from "../algebra/context.ts";
import { OpStop } from "../algebra/context.ts";
import { dynamicInt, isInt, staticInt } from "../algebra/int/int.ts";
import { namesOf, parseValue } from "../algebra/notation/parse.ts";
import type { Names } from "../algebra/notation/parse-int.ts";
import {
  accept,
  expect,
  match,
  parseError,
  peek,
  type Scanner,
  scanner,
  skipSpace,
} from "../algebra/notation/scanner.ts";
import type { Int, Value } from "../algebra/value.ts";
import { atomAt, atomCalls } from "./atom-calls.ts";
import { constructors } from "./constructors.ts";
import { dslCalls, type NamedArguments } from "./dsl-calls.ts";
import { analysisOps } from "./ops/analysis.ts";
import { ops } from "./ops/table.ts";

export function evaluateText(ctx: Context, text: string): Value {
  const s = scanner(text);
  const bound = new Map<string, Value>();
  const names: Names = {
    ...namesOf({ dialect: ctx.dialect, resolve: (name) => bound.get(name) }),
    call: (at, name, start) => call(ctx, at, names, bound, name, start),
  };
  for (let name = binding(s); name !== undefined; name = binding(s)) {
    bound.set(name, parseValue(s, names));
    if (!accept(s, ";")) parseError(s.at, "expected `;` after the binding");
  }
  const value = parseValue(s, names);
  accept(s, ";");
  skipSpace(s);
  if (s.at < text.length) parseError(s.at, `unexpected \`${text[s.at]}\``);
  return value;
}

/** `let NAME =` or `auto NAME =` or `NAME =`. */
const binding = (s: Scanner): string | undefined =>
  match(s, /(?:(?:let|auto|const)\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)\s*/uy)?.[1];

function call(
  ctx: Context,
  s: Scanner,
  names: Names,
  bound: ReadonlyMap<string, Value>,
  path: string,
  start: number,
): Value | undefined {
  const dot = path.lastIndexOf(".");
  const self = dot < 0 ? undefined : bound.get(path.slice(0, dot));
  const name =
    self === undefined ? path.replace(/^(?:cute|cutlass|std)(?:::|\.)(?:cute(?:::|\.))?/, "") : path.slice(dot + 1);
  const plain = bound.get(name);
  if (self === undefined && plain !== undefined)
    return peek(s) === "(" ? applied(ctx, s, names, plain, start) : undefined;
  const atom = self === undefined ? located(start, path.length, () => atomAt(ctx, s, path)) : undefined;
  if (atom !== undefined) return chained(ctx, s, names, atom);
  const templates = templateArguments(s, names);
  if (templates === undefined && peek(s) !== "(" && peek(s) !== "{") return bare(name);
  const given = callArguments(s, names);
  if (given === undefined && templates === undefined) return undefined;
  const positional = self === undefined ? (given?.positional ?? []) : [self, ...(given?.positional ?? [])];
  const result = located(start, path.length, () =>
    run(ctx, name, templates ?? [], { positional, named: given?.named ?? new Map() }),
  );
  const whole =
    peek(s) === "(" && given !== undefined && !isInt(result) ? applied(ctx, s, names, result, start) : result;
  return chained(ctx, s, names, whole);
}

/** `copy.get_slice(0).partition_S(x)`: members of what a call gave. */
function chained(ctx: Context, s: Scanner, names: Names, first: Value): Value {
  let value = first;
  for (;;) {
    const start = s.at;
    const name = match(s, /\.\s*([A-Za-z]\w*)\s*(?=\()/y)?.[1];
    if (name === undefined) return value;
    const self = value;
    const { positional = [], named = new Map() } = callArguments(s, names) ?? {};
    value = located(start, s.at - start, () => run(ctx, name, [], { positional: [self, ...positional], named }));
  }
}

/** `_8` and type names without braces. */
const bare = (name: string): Value | undefined => constructors.get(name)?.(undefined, []);

function run(ctx: Context, name: string, templates: readonly Value[], args: NamedArguments): Value {
  const construct = constructors.get(name);
  const constructed = construct?.(ctx, templates.length > 0 ? templates : args.positional);
  if (constructed !== undefined) return constructed;
  const dsl = dslCalls.get(name);
  if (dsl !== undefined && (ctx.dialect === "dsl" || !ops.has(name))) return dsl(ctx, args);
  const op = ops.get(name) ?? analysisOps.get(name);
  const tiled = op === undefined ? atomCalls.get(name) : undefined;
  if (tiled !== undefined) return tiled(ctx, [...args.positional, ...args.named.values()]);
  if (op === undefined) return ctx.stop({ code: "unknown-op", message: `no operation is called ${name}` });
  return op.run(ctx, [...args.positional, ...templates.map(templateNumber)]);
}

/** Template numbers are plain: `size<0>(x)`. */
const templateNumber = (v: Value): Value => (v.kind === "num" ? staticInt(v.value) : v);

/** `layout(coord)`, `swizzle(offset)`. */
function applied(ctx: Context, s: Scanner, names: Names, value: Value, start: number): Value {
  const args = callArguments(s, names)?.positional ?? [];
  const coord: Value = args.length === 1 && args[0] !== undefined ? args[0] : { kind: "tuple", items: [...args] };
  const name = value.kind === "swizzle" ? "swizzle_apply" : value.kind === "tensor" ? "tensor_slice" : "layout_call";
  return located(start, s.at - start, () => run(ctx, name, [], { positional: [value, coord], named: new Map() }));
}

/** `<…>` right behind a name: types and numbers. */
function templateArguments(s: Scanner, names: Names): readonly Value[] | undefined {
  if (s.text[s.at] !== "<") return undefined;
  const start = s.at;
  s.at++;
  const items: Value[] = [];
  while (!accept(s, ">")) {
    items.push(bits(s) ?? parseValue(s, { ...names, plain: "static", inTemplate: true }));
    if (peek(s) !== ">") {
      if (peek(s) === "") parseError(start, "this bracket is not closed");
      expect(s, ",");
    }
  }
  return items;
}

/** A C++ type's width, where a number of bits is wanted: `recast_layout<half_t, uint8_t>`. */
function bits(s: Scanner): Int | undefined {
  const found = match(
    s,
    /(?:cutlass::)?(?:(?:u?int|float|uint)(\d+)_t|half_t|bfloat16_t|tfloat32_t|float|double|int|char)\b(?!\s*[<({])/y,
  );
  if (found === undefined) return undefined;
  const name = found[0].replace("cutlass::", "");
  const known: Readonly<Record<string, number>> = {
    half_t: 16,
    bfloat16_t: 16,
    tfloat32_t: 32,
    float: 32,
    double: 64,
    int: 32,
    char: 8,
  };
  return staticInt(found[1] === undefined ? (known[name] ?? 32) : Number(found[1]));
}

function callArguments(s: Scanner, names: Names): NamedArguments | undefined {
  const close = accept(s, "(") ? ")" : accept(s, "{") ? "}" : undefined;
  if (close === undefined) return undefined;
  const start = s.at - 1;
  const positional: Value[] = [];
  const named = new Map<string, Value>();
  while (!accept(s, close)) {
    const key = match(s, /([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)\s*/uy)?.[1];
    const value = parseValue(s, names);
    if (key === undefined) positional.push(value);
    else named.set(key, value);
    if (peek(s) === "") parseError(start, "this bracket is not closed");
    if (peek(s) !== close) expect(s, ",");
  }
  return { positional, named };
}

/** A stop inside gets the place of the call, unless one further inside has it. */
function located<T extends Value | undefined>(offset: number, length: number, f: () => T): T {
  try {
    return f();
  } catch (error) {
    if (!(error instanceof OpStop) || error.stop.facts?.offset !== undefined) throw error;
    const facts = { ...error.stop.facts, offset: dynamicInt(offset), length: dynamicInt(length) };
    throw new OpStop({ ...error.stop, facts } satisfies Stop);
  }
}
