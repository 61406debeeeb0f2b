// Functions of the project around one PTX instruction: `mbar_init(bar, n)`, `load_2d(map, x, y, smem, bar)`, `bar.arrive_tx(n)`.
//
// A call of one is that operation, where the function does nothing else; an address of shared memory as a number is the place itself.
import type { Block, ClassItem, Expr, FunctionItem, Item, Unit } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import type { Opaque } from "../../../src-engine/program/opaque.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { type Instruction, instructionsIn } from "../languages/assembly.ts";
import { addressesOfShared, libraryWrappers, sleeps, type Wrapper } from "../languages/cuda-barriers.ts";

export interface Wrappers {
  readonly operations: ReadonlyMap<string, Wrapper>;
  /** Functions that give the address of their parameter. */
  readonly addresses: ReadonlySet<string>;
  /** What both of them are, to tell one reading of a function from another. */
  readonly key: string;
}

/** Nothing but the library's. */
export const noWrappers: Wrappers = { operations: libraryWrappers, addresses: addressesOfShared, key: "" };

/** Those of these files; names that mean different things are none. */
export function wrappersIn(units: readonly Unit[]): Wrappers {
  const all = units.map(wrappersOf);
  const [only] = all;
  if (only !== undefined && all.every((one) => one === only || one.key === "")) return only;
  const found = all.filter(({ key }) => key !== "");
  if (found.length < 2) return found[0] ?? noWrappers;
  const operations = new Map([...libraryWrappers, ...found.flatMap((one) => [...one.operations])]);
  const addresses = new Set(found.flatMap((one) => [...one.addresses]));
  const isOne = (name: string): boolean =>
    found.every(
      (one) => !one.operations.has(name) || textOf(one.operations.get(name)) === textOf(operations.get(name)),
    );
  for (const name of operations.keys()) if (!isOne(name)) operations.delete(name);
  return { operations, addresses, key: found.map(({ key }) => key).join() };
}

const textOf = (one: Wrapper | undefined): string =>
  JSON.stringify({
    ...one,
    amount: typeof one?.amount === "object" ? `=${sumText(one.amount)}` : one?.amount,
    group: one?.group && sumText(one.group),
    ofTemplate: one?.ofTemplate?.map(({ name, fallback }) => [name, fallback && sumText(fallback)]),
  });

function sumText(of: Expr): string {
  if (of.kind === "binary") return `(${sumText(of.left)}${of.op}${sumText(of.right)})`;
  return of.kind === "int" ? `${of.value}` : of.kind === "name" ? of.path.join("::") : "";
}

const wrappersOf = remembered((unit: Unit): Wrappers => {
  const functions = functionsIn(unit.items);
  if (!functions.some(({ fn }) => hasAssembly(fn))) return noWrappers;
  const addresses = new Set([...addressesOfShared, ...addressesAmong(functions), ...methodsAmong(functions)]);
  const operations = new Map<string, Wrapper>();
  const others = new Set<string>();
  for (const one of functions) {
    const wrapper = wrapperOf(one, addresses);
    const known = operations.get(one.fn.name);
    if (wrapper === undefined || (known !== undefined && textOf(known) !== textOf(wrapper))) others.add(one.fn.name);
    else operations.set(one.fn.name, wrapper);
  }
  for (const name of others) operations.delete(name);
  if (operations.size === 0 && addresses.size === addressesOfShared.size) return noWrappers;
  const key = [...operations].map(([name, one]) => `${name} ${textOf(one)}`).join(";");
  return {
    operations: new Map([...libraryWrappers, ...operations]),
    addresses,
    key: `${key} ${[...addresses].join()}`,
  };
});

interface Own {
  readonly fn: FunctionItem;
  readonly of: ClassItem | undefined;
}

const functionsIn = (items: readonly Item[], of?: ClassItem): readonly Own[] =>
  items.flatMap((item) =>
    item.kind === "function" ? [{ fn: item, of }] : item.kind === "class" ? functionsIn(item.members, item) : [],
  );

function assemblyIn(body: Block | undefined): readonly (Opaque & Required<Pick<Opaque, "assembly">>)[] {
  const found: (Opaque & Required<Pick<Opaque, "assembly">>)[] = [];
  visit(body, (node) => {
    const { assembly } = node as Partial<Opaque>;
    if (assembly !== undefined) found.push({ ...(node as Opaque), assembly });
  });
  return found;
}

const hasAssembly = remembered(({ body }: FunctionItem): boolean => assemblyIn(body).length > 0);

/** `return static_cast<uint32_t>(__cvta_generic_to_shared(p));` */
const addressesAmong = (functions: readonly Own[]): readonly string[] =>
  functions.flatMap(({ fn }) => {
    const value = returnedBy(fn);
    const inside = value && uncast(value);
    const [given] = inside?.kind === "call" && addressesOfShared.has(lastName(inside.callee)) ? inside.args : [];
    const isOwn = given !== undefined && fn.params.length === 1 && isNameOf(uncast(given.value), fn.params[0]?.name);
    return isOwn ? [fn.name] : [];
  });

/** `ptr()`, a method that gives the address of the one field. */
const methodsAmong = (functions: readonly Own[]): readonly string[] =>
  functions.flatMap(({ fn, of }) => {
    const value = of === undefined || fn.params.length > 0 ? undefined : returnedBy(fn);
    return value !== undefined && paramOf(value, { fn, of, addresses: addressesOfShared }) === "object"
      ? [fn.name]
      : [];
  });

/** What it returns, where it does nothing else. */
function returnedBy({ body = [] }: FunctionItem): Expr | undefined {
  const [only, ...more] = body;
  return only?.kind === "return" && more.length === 0 ? only.value : undefined;
}

const uncast = (expr: Expr): Expr =>
  expr.kind === "cast"
    ? uncast(expr.value)
    : expr.kind === "call" && isCast(expr.callee)
      ? uncast(expr.args[0]?.value ?? expr)
      : expr;

/** `reinterpret_cast<uint32_t>(x)` where it is read as a call. */
const isCast = (callee: Expr): boolean =>
  callee.kind === "template" && /^(?:static|reinterpret|const)_cast$/.test(lastName(callee.callee));

const isNameOf = (expr: Expr, name: string | undefined): boolean =>
  expr.kind === "name" && expr.path.length === 1 && expr.path[0] === name;

function wrapperOf({ fn, of }: Own, addresses: ReadonlySet<string>): Wrapper | undefined {
  if (fn.isKernel || fn.body === undefined || !hasAssembly(fn)) return undefined;
  const one = instructionOf(fn.body);
  // Who spins waits, however often; all else is done once, by everybody who comes.
  if (one === undefined || !isPlain(fn, addresses, one.operation === "wait")) return undefined;
  const place = { fn, of, addresses };
  const param = (given: Expr | undefined): number | "object" | undefined => given && paramOf(given, place);
  const [barrier, bytes, source, map] = [one.barrier, one.bytes, one.source, one.map].map(param);
  const amount = param(one.amount) ?? (one.amount && (constantIn(one.amount) ?? sumIn(one.amount, fn)));
  const isLost =
    (one.barrier !== undefined && barrier === undefined) || (one.amount !== undefined && amount === undefined);
  if (isLost || amount === "object") return undefined;
  const group = one.group && sumIn(one.group, fn);
  const hasTemplate = typeof amount === "object" || group !== undefined;
  return {
    operation: one.operation,
    further: one.further || (one.group !== undefined && group === undefined),
    isMethod: of !== undefined,
    params: fn.params.length,
    ...(fn.attributes.includes("static") && of !== undefined ? { isStatic: true } : {}),
    ...(hasTemplate ? { names: fn.params.map(({ name }) => name), ofTemplate: fn.typeParams } : {}),
    ...(group === undefined ? {} : { group }),
    ...(typeof bytes === "number" ? { bytes } : {}),
    ...(typeof source === "number" ? { source } : {}),
    ...(barrier === undefined ? {} : { barrier }),
    ...(map === undefined ? {} : { map }),
    ...(amount === undefined ? {} : { amount }),
  };
}

/** A class that is a tensor map: one of its methods gives an instruction the address of its field. */
export const isOwnMap = remembered((of: ClassItem): boolean =>
  of.members.some((fn) => fn.kind === "function" && wrapperOf({ fn, of }, addressesOfShared)?.map === "object"),
);

/** The only instruction of a function, or the waits of one. */
function instructionOf(body: Block): Instruction | undefined {
  const found = assemblyIn(body).map(({ assembly, reads }) => instructionsIn(assembly, reads));
  const [first, ...more] = found.flatMap((each) => each ?? []);
  const isOne =
    first !== undefined && (more.length === 0 || [first, ...more].every(({ operation }) => operation === "wait"));
  return found.includes(undefined) || !isOne ? undefined : first;
}

const constantIn = (expr: Expr): Expr | undefined => (uncast(expr).kind === "int" ? uncast(expr) : undefined);

/** `count + more`, of parameters, of the template's too, and numbers alone. */
function sumIn(expr: Expr, { params, typeParams }: Pick<FunctionItem, "params" | "typeParams">): Expr | undefined {
  const of = uncast(expr);
  const isParam = of.kind === "name" && [...params, ...typeParams].some(({ name }) => isNameOf(of, name));
  if (of.kind === "int" || isParam) return of;
  if (of.kind !== "binary" || !/^[-+*]$/.test(of.op)) return undefined;
  const [left, right] = [of.left, of.right].map((side) => sumIn(side, { params, typeParams }));
  return left && right && { ...of, left, right };
}

/** It calls nothing but what gives addresses; and it chooses neither threads nor rounds, unless it only waits. */
function isPlain({ body }: FunctionItem, addresses: ReadonlySet<string>, waits: boolean): boolean {
  let isSo = true;
  visit(body, (node) => {
    if (node.kind === "call") {
      const { callee } = node as Expr & { kind: "call" };
      isSo &&= addresses.has(lastName(callee)) || isCast(callee) || lastName(callee) === sleeps;
    }
    if (node.kind === "lambda" || node.kind === "item") isSo = false;
    if (!waits && /^(?:if|for|c-for|while|switch)$/.test(node.kind)) isSo = false;
  });
  return isSo;
}

interface Place {
  readonly fn: FunctionItem;
  readonly of: ClassItem | undefined;
  readonly addresses: ReadonlySet<string>;
}

/** The parameter that the operand is, or its address; "object" for a field of the object. */
function paramOf(operand: Expr, place: Place, depth = 0): number | "object" | undefined {
  const expr = uncast(operand);
  if (depth > 4) return undefined;
  if (expr.kind === "unary" && (expr.op === "&" || expr.op === "*")) return paramOf(expr.value, place, depth + 1);
  if (expr.kind === "call") {
    const [given, ...more] = expr.args;
    if (!place.addresses.has(lastName(expr.callee)) || more.length > 0) return undefined;
    return given === undefined ? ofObject(expr, place, depth) : paramOf(given.value, place, depth + 1);
  }
  if (expr.kind !== "name" || expr.path.length !== 1) return undefined;
  const [name] = expr.path;
  const at = place.fn.params.findIndex((one) => one.name === name);
  if (at >= 0) return at;
  const init = localOf(name ?? "", place.fn.body ?? []);
  if (init !== undefined) return paramOf(init, place, depth + 1);
  return isOnlyField(name ?? "", place.of) ? "object" : undefined;
}

function localOf(name: string, body: Block): Expr | undefined {
  const found = body.flatMap((stmt) =>
    stmt.kind === "let" && stmt.target.kind === "bind" && stmt.target.name === name ? [stmt.init] : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

/** `ptr()` of the class itself, `bar.ptr()` of a parameter. */
const ofObject = ({ callee }: Expr & { kind: "call" }, place: Place, depth: number): number | "object" | undefined =>
  callee.kind === "member" ? paramOf(callee.object, place, depth + 1) : place.of === undefined ? undefined : "object";

/** A class that is no more than its barrier. */
function isOnlyField(name: string, of: ClassItem | undefined): boolean {
  const fields = (of?.members ?? []).flatMap((one) =>
    one.kind === "statement" && one.statement.kind === "let" && one.statement.target.kind === "bind"
      ? [one.statement.target.name]
      : [],
  );
  return fields.length === 1 && fields[0] === name;
}
