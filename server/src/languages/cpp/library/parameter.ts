// What a parameter of an unbound template type is, from what CUTLASS's contracts and the body's own uses say of it.
//
// `auto [M,N,K,L] = problem_shape;` takes a tuple of four apart: each part is a run-time number under its name. In collectives
// `load_inputs` is what `load_init` made and `mma_inputs` what `mma_init` made (the contract that their headers state; of `load_ab`
// what `load_ab_init` made), on Blackwell `tmem_storage` what `init_tmem_tensors` made, and `accum` is the accumulator of the class's TiledMma over its TileShape, as every kernel makes it.

import { tuple, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { Parameter, ParameterQuery } from "../../../../../src-engine/interpret/dialect.ts";
import { isFunctionItem } from "../../../../../src-engine/interpret/session.ts";
import { blocksOf } from "../../../../../src-engine/program/blocks.ts";
import type { Expr, Pattern, Stmt } from "../../../../../src-engine/program/ir.ts";
import { eachNode } from "../../../../../src-engine/program/nodes.ts";
import { unknownIn } from "./row.ts";

export function parameterOf(query: ParameterQuery): Parameter | undefined {
  const { annotation, param } = query;
  if (annotation === undefined) return undefined;
  if (unknownIn(annotation, 0) === undefined) return hasOpenTensor(annotation) ? byContract(query) : undefined;
  const contract = byContract(query);
  // `tuple<GTensorA, uint16_t>` says of each part what it is, or that nobody knows.
  if (contract !== undefined || (annotation.kind === "type" && annotation.of.kind === "tuple")) return contract;
  return takenApart(query, param.name);
}

/** `Tensor<Engine, Layout>` of types that nobody binds, or a tuple with one. */
function hasOpenTensor(type: Value): boolean {
  if (type.kind === "type") return hasOpenTensor(type.of);
  if (type.kind === "tuple") return type.items.some((item) => hasOpenTensor(item as Value));
  return type.kind === "tensor" && type.layout.kind === "unknown";
}

const initialisers: Readonly<Record<string, string>> = {
  load_inputs: "load_init",
  mma_inputs: "mma_init",
  tmem_storage: "init_tmem_tensors",
  accumulators: "slice_accumulator",
  accumulators_pair: "slice_accumulator",
};

function byContract({ code, param, own }: ParameterQuery): Parameter | undefined {
  const usual = initialisers[param.name];
  if (usual === undefined) return undefined;
  const isOwn = isFunctionItem(code) && usual.endsWith("_init");
  for (const maker of isOwn ? [`${code.name}_init`, usual] : [usual]) {
    const value = own?.(maker);
    if (value !== undefined && value.kind !== "unknown") return { value, why: `what ${maker} gives` };
  }
  return undefined;
}

/** The names that the body gives to the parts, directly or behind `append<4>(parameter, 1)`. */
function takenApart(query: ParameterQuery, name: string): Parameter | undefined {
  const body = statementsIn(query.code.body ?? []);
  const full = appended(body, name);
  const parts = partsOf(body, name) ?? (full === undefined ? undefined : (partsOf(body, full.name) ?? full.parts));
  if (parts === undefined) return undefined;
  const things = usedAsThings(query.code.body ?? []);
  const value: Value = tuple(
    parts.map((part, i) =>
      things.has(part)
        ? unknown(`what ${part} is the type of ${name} says, which no use binds`)
        : query.symbol(part === "_" ? `${name}.${i}` : part),
    ),
  );
  const numbers = parts.filter((part) => !things.has(part)).length;
  return { value, why: numbers === 0 ? "" : `${numbers} numbers, as the body takes it apart` };
}

/** Names that are called, or whose members or modes are asked for: no numbers. */
function usedAsThings(body: readonly Stmt[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (expr: Expr | undefined): void => {
    if (expr?.kind === "name" && expr.path.length === 1) found.add(expr.path[0] ?? "");
  };
  eachNode(body, (node) => {
    const expr = node as Expr;
    if (expr.kind === "member") add(expr.object);
    if (expr.kind !== "call") return;
    add(expr.callee);
    const callee = expr.callee.kind === "template" ? expr.callee.callee : expr.callee;
    if (callee.kind === "name" && asksForModes.test(callee.path.at(-1) ?? "")) add(expr.args[0]?.value);
  });
  return found;
}

const asksForModes = /^(?:get|shape|stride|layout|tensor|local_tile|local_partition|group_modes|recast)$/;

/** All of a block, what branches and loops hold too. */
function statementsIn(block: readonly Stmt[]): readonly Stmt[] {
  return block.flatMap((one) => [one, ...blocksOf(one).flatMap(statementsIn)]);
}

/** `auto [a, b, c] = name;` */
function partsOf(body: readonly Stmt[], name: string): readonly string[] | undefined {
  for (const one of body) {
    if (one.kind !== "let" || one.target.kind !== "unpack" || !isName(one.init, name)) continue;
    const parts = one.target.items.map((item: Pattern) => (item.kind === "bind" ? item.name : undefined));
    if (parts.every((part) => part !== undefined)) return parts as readonly string[];
  }
  return undefined;
}

/** `auto full = append<4>(name, 1);`: a shape of up to four; with four the appended part is not there. */
function appended(
  body: readonly Stmt[],
  name: string,
): { readonly name: string; readonly parts: readonly string[] } | undefined {
  for (const one of body) {
    if (one.kind !== "let" || one.target.kind !== "bind") continue;
    const direct = appendedTo(one.init, name);
    // `select<0,1,3>(append<4>(name, 1))`: what is selected has no name for the whole.
    const count = direct ?? appendedTo(one.init?.kind === "call" ? one.init.args[0]?.value : undefined, name);
    if (count === undefined) continue;
    return {
      name: direct === undefined ? "" : one.target.name,
      parts: Array.from({ length: count }, (_, i) => `${name}.${i}`),
    };
  }
  return undefined;
}

function appendedTo(expr: Expr | undefined, name: string): number | undefined {
  if (expr?.kind !== "call" || expr.callee.kind !== "template" || !isName(expr.args[0]?.value, name)) return undefined;
  const { callee, args } = expr.callee;
  const size = args[0]?.value;
  return callee.kind === "name" && callee.path.at(-1) === "append" && size?.kind === "int" && size.value <= 8
    ? size.value
    : undefined;
}

const isName = (expr: Expr | undefined, name: string): boolean =>
  expr?.kind === "name" && expr.path.length === 1 && expr.path[0] === name;
