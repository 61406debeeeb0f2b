// Who writes tiles in shared memory, and whether a TMA store takes what was written there.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Language, Pattern } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { nodesOfKind, visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { isQuietOperation } from "../languages/quiet-calls.ts";
import { storedTo } from "../languages/tma-calls.ts";
import { argument } from "./arguments.ts";
import { calledFunction } from "./barrier-callees.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { expressionAt, givenTo as madeOf, namesIn } from "./made-by.ts";
import type { Site } from "./rule.ts";
import { memoryOf, pointerOf } from "./tensor-parts.ts";
import { tmaAtomOf, tmaDirection } from "./tma-atom.ts";
import { directionByUse } from "./tma-by-use.ts";

/** A tensor as the code says it. */
export interface Tile {
  readonly text: string;
  readonly value: Value | undefined;
  /** Where the code says it. */
  readonly at?: Expr | undefined;
}

/** A place in shared memory that threads write. */
export interface Write {
  readonly site: Site;
  readonly to: Tile;
  /** What a function is handed that writes it: `storage.data`. */
  readonly place?: string;
  /** What a copy reads. */
  readonly source?: Value | undefined;
}

function inShared({ to, place }: Write, one: BarrierFunction, run: Run): boolean {
  const memory = memoryOf(to.value);
  if (place !== undefined || memory !== undefined) return place !== undefined || memory === "smem";
  return isOpen(to.value) && originsOf(to.text, one, run).size > 0;
}

const isOpen = (value: Value | undefined): boolean => value?.kind === "unknown";

/** The copies by threads to shared memory whose place is known. */
const copied = ({ fn }: BarrierFunction, run: Run, language: Language): readonly Write[] =>
  run.facts
    .filter(
      (fact): fact is CallFact =>
        fact.kind === "call" && /^(?:copy|copy_aligned|autovec_copy|basic_copy)$/.test(fact.op),
    )
    .filter((call) => !isTma(argument(call, "atom")?.value) && !mayBeTma(call, fn, language))
    .flatMap((call) => {
      const to = argument(call, "destination", "dst");
      if (to === undefined) return [];
      const tile = { text: to.text, value: to.value, at: expressionAt(namesIn(fn), to.span) };
      const source = argument(call, "source", "src")?.value;
      return [{ site: { item: call.item, span: call.span }, to: tile, source }];
    });

const isTma = (atom: Value | undefined): boolean => tmaAtomOf(atom) !== undefined || tmaDirection(atom) !== undefined;

/** Of an atom that is not known only what the function makes a tiled copy of is none of TMA. */
function mayBeTma(call: CallFact, fn: FunctionItem, language: Language): boolean {
  const atom = argument(call, "atom");
  if (atom === undefined || !isOpen(atom.value)) return false;
  const isTiledCopy = atom.value.kind === "unknown" && atom.value.tiled === "copy";
  // TMA has nothing to do with registers.
  if (isTiledCopy || memoryOf(argument(call, "source", "src")?.value) === "rmem") return false;
  const names = namesIn(fn);
  const expr = expressionAt(names, atom.span);
  const made = expr?.kind === "name" ? madeOf(names, expr.path.join("::")) : undefined;
  const isTiled = made?.kind === "call" && /^make_tiled_copy(?:_\w+)?$/.test(lastName(made.callee));
  return !isTiled || directionByUse(call, fn, language) !== undefined;
}

/** `s(i) = x`, `s[i] = x`, `*(float2*)&s(i) = x`, `SM90_U32x4_STSM_N::copy(a, b, c, d, *(uint128_t*)&s(i))`. */
function assigned({ fn }: BarrierFunction, run: Run): readonly Write[] {
  return placesWritten(fn).flatMap((place) => {
    const tensor = objectOf(place);
    if (tensor === undefined) return [];
    const to = { text: run.text(tensor.span), value: run.values.value(tensor), at: tensor };
    return [{ site: { item: fn.id, span: place.span }, to }];
  });
}

const placesWritten = remembered(({ body }: FunctionItem): readonly Expr[] => [
  ...nodesOfKind(body, "assign").flatMap(({ target }) => (target.kind === "place" ? target.expr : [])),
  ...nodesOfKind(body, "call").flatMap((call) => storedTo(call) ?? []),
]);

function objectOf(expr: Expr): Expr | undefined {
  if (expr.kind === "index") return expr.object;
  if (expr.kind === "call") return expr.callee;
  return expr.kind === "unary" && expr.op === "*" ? addressed(expr.value) : undefined;
}

/** The tensor whose element's address is cast to that of something wider. */
function addressed(expr: Expr): Expr | undefined {
  if (expr.kind === "cast") return addressed(expr.value);
  return expr.kind === "unary" && expr.op === "&" ? objectOf(expr.value) : undefined;
}

/** `fill(smem.tile, n)`, a function that gives the elements of its parameter something and does nothing that might be a fence. */
function handed(one: BarrierFunction, run: Run, facts: FileFacts): readonly Write[] {
  const code = { fn: one.fn, unit: facts.unit };
  return one.events.flatMap(({ call, handed: places = [] }) => {
    if (places.length === 0) return [];
    const [fn] = calledFunction(call, code, facts) ?? [];
    if (fn === undefined || isQuietOperation(fn.name)) return [];
    const written = writtenBy(fn);
    return places.flatMap(({ argument: given, place }): readonly Write[] => {
      const { name, value } = given;
      const at = call.args.indexOf(given);
      const isWritten = name === undefined && place.stage === "" && written.has(fn.params[at]?.name ?? "");
      const text = run.text(value.span).replace(/\s+/g, "");
      const site = { item: one.fn.id, span: call.span };
      if (!isWritten) return [];
      const whole = run.values.value(value);
      if (whole?.kind === "tensor") return [{ site, to: { text, value: whole, at: value } }];
      return [{ site, to: { text, value: undefined }, place: text }];
    });
  });
}

/** Parameters whose elements a function of loops, assignments and copies alone gives something. */
const writtenBy = remembered((fn: FunctionItem): ReadonlySet<string> => {
  const written = new Set<string>();
  const own = ownNames(fn);
  let isPlain = true;
  visit(fn.body, (node) => {
    isPlain &&= node.kind !== "opaque" && node.kind !== "lambda" && node.kind !== "item";
    if (node.kind === "call") isPlain &&= isConversion(node as Expr & { kind: "call" }, own);
    const { target } = node as { readonly target?: Pattern };
    const assigned = node.kind === "assign" && target?.kind === "place" ? objectOf(target.expr) : undefined;
    const tensor = node.kind === "call" ? copiedTo(node as Expr & { kind: "call" }) : assigned;
    if (tensor?.kind === "name" && tensor.path.length === 1) written.add(tensor.path[0] ?? "");
  });
  return isPlain ? written : new Set();
});

/** A tensor of its own is read and written by calls, `own(i)`. */
function ownNames({ body }: FunctionItem): ReadonlySet<string> {
  const own = new Set<string>();
  visit(body, (node) => {
    const { target } = node as { readonly target?: Pattern };
    if (node.kind === "let" && target?.kind === "bind") own.add(target.name);
  });
  return own;
}

/** Of `copy(from, to)`, which no TMA does. */
const copiedTo = ({ callee, args }: Expr & { kind: "call" }): Expr | undefined =>
  args.length === 2 && /^(?:copy|autovec_copy|basic_copy)$/.test(lastName(callee)) ? args[1]?.value : undefined;

const isConversion = ({ callee }: Expr & { kind: "call" }, own: ReadonlySet<string>): boolean =>
  (callee.kind === "name" && own.has(lastName(callee))) ||
  isQuietOperation(lastName(callee)) ||
  /^(?:__[a-z]+\d+[a-z]\w*|min|max)$/.test(lastName(callee));

/** All of the function, the last first. */
export const writesIn = (one: BarrierFunction, run: Run, facts: FileFacts, language: Language): readonly Write[] =>
  [...copied(one, run, language), ...assigned(one, run), ...handed(one, run, facts)]
    .filter((write) => inShared(write, one, run))
    .sort((a, b) => b.site.span.start - a.site.span.start);

/** Both in the same buffer: of one base, or cut from one tensor. */
export function isSame({ to, place }: Write, from: Tile, one: BarrierFunction, run: Run): boolean {
  const [a, b] = [pointerOf(to.value), pointerOf(from.value)];
  const isLost = (tile: Value | undefined, pointer: typeof a): boolean => pointer === undefined && !isOpen(tile);
  if (isLost(from.value, b) || (isLost(to.value, a) && place === undefined)) return false;
  if (place !== undefined) return originsOf(from.text, one, run).has(place);
  const areKnown = a !== undefined && b !== undefined;
  if (areKnown && (a.base !== undefined || b.base !== undefined)) return a.base === b.base;
  const whole = originsOf(to.text, one, run);
  return [...originsOf(from.text, one, run)].some((name) => whole.has(name));
}

/** The tensors of shared memory, by name, that the expression is cut from: those that are cut from no other. */
export function originsOf(text: string, one: BarrierFunction, run: Run): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = [...cutFrom(text, one, run)];
  while (open.length > 0) {
    const name = open.pop() ?? "";
    if (seen.has(name) || !isShared(name, run)) continue;
    seen.add(name);
    const given = givenTo(name, one);
    const parts = given.flatMap((value) => namesInText(run.text(value.span)));
    if (parts.some((part) => part !== name && isShared(part, run))) open.push(...parts);
    else
      for (const place of [name, ...given.flatMap((value) => placeIn(value) ?? [])]) found.add(placeText(place, run));
  }
  return found;
}

/** The names of an expression; of one that is not known those of what it was partitioned from. */
function cutFrom(text: string, one: BarrierFunction, run: Run, steps = 4): readonly string[] {
  const names = namesInText(text);
  if (steps === 0 || names.some((name) => isShared(name, run))) return names;
  const given = names.flatMap((name) => givenTo(name, one));
  const parts = given.flatMap((value) =>
    value.kind === "call" && cuts.test(lastName(value.callee)) ? value.args : [],
  );
  return parts.flatMap(({ value }) => cutFrom(run.text(value.span), one, run, steps - 1));
}

const cuts = /^(?:partition_[SDC]|local_tile|local_partition|group_modes|flat_divide|tma_partition)$/;

const placeText = (place: Expr | string, run: Run): string =>
  typeof place === "string" ? place : run.text(place.span).replace(/\s+/g, "");

/** Where a tensor lies: `storage.data()` of `make_tensor(make_smem_ptr(storage.data()), layout)`. */
function placeIn(expr: Expr): Expr | undefined {
  if (expr.kind === "cast") return placeIn(expr.value);
  if (expr.kind !== "call") return undefined;
  const [first] = expr.args;
  const isOf = (name: string, of: Expr): boolean => of.kind === "name" && of.path.at(-1) === name;
  if (first === undefined || !isOf("make_tensor", expr.callee)) return undefined;
  const { value } = first;
  const [inside] = value.kind === "call" && isOf("make_smem_ptr", value.callee) ? value.args : [];
  return inside?.value;
}

const namesInText = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/** What the function gives the name, alone or among others. */
export const givenTo = (name: string, { fn }: BarrierFunction): readonly Expr[] => givenIn(fn).get(name) ?? [];

const givenIn = remembered(({ body }: FunctionItem): ReadonlyMap<string, readonly Expr[]> => {
  const given = new Map<string, Expr[]>();
  visit(body, (node) => {
    if (node.kind !== "let" && node.kind !== "assign") return;
    const { target, init, value } = node as { readonly target?: Pattern; readonly init?: Expr; readonly value?: Expr };
    const expr = init ?? value;
    if (target === undefined || expr === undefined) return;
    const names = target.kind === "unpack" ? target.items : [target];
    for (const name of new Set(names.flatMap((one) => (one.kind === "bind" ? one.name : []))))
      given.set(name, [...(given.get(name) ?? []), expr]);
  });
  return given;
});

const isShared = (name: string, run: Run): boolean => sharedIn(run).has(name);

/** Names of tensors, or of what may be one, in shared memory. */
const sharedIn = remembered(({ facts }: Run): ReadonlySet<string> => {
  const isTensor = ({ kind }: Value): boolean => kind === "tensor" || kind === "unknown";
  const shared = facts.filter(
    (fact) => fact.kind === "variable" && isTensor(fact.value) && memoryOf(fact.value) === "smem",
  );
  return new Set(shared.flatMap((fact) => (fact.kind === "variable" ? fact.name : [])));
});
