// Functions that certainly fence nothing: all that they call is the library's, or a function that fences nothing either.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionCore, FunctionItem, Pattern, Unit } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { isFenceless } from "../languages/assembly.ts";
import {
  givesTensor,
  isAlgebra,
  isIntrinsic,
  isQuietBuiltin,
  isQuietOperation,
  mayFence,
  onlyComputes,
  quietMethods,
  quietModules,
} from "../languages/quiet-calls.ts";
import { calledFunction, functionsIn } from "./barrier-callees.ts";
import type { Run } from "./barrier-functions.ts";
import { givenTo, namesIn } from "./made-by.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** Nothing that the call leads to is a fence; false where nobody knows what it leads to. */
export function isFenceFree(call: Call, fn: FunctionItem, { values }: Run, facts: FileFacts): boolean {
  const [known] = calledFunction(call, { fn, unit: facts.unit }, facts) ?? [];
  const callee = known ?? codeOf(values.value(call.callee)) ?? methodOf(call.callee, values);
  if (callee !== undefined) return isQuiet(callee, facts, []);
  if (facts.unit.language === "python") return isQuietCall(call, facts, [fn]);
  return isTensor(call.callee, fn) || isOfLibrary(call.callee, facts);
}

/** CuTe's own of layouts, or C++'s: no function of the project has the name. */
const isOfLibrary = (callee: Expr, facts: FileFacts): boolean =>
  callee.kind !== "member" &&
  (isAlgebra(lastName(callee)) || isIntrinsic(lastName(callee))) &&
  !functionsNamed(facts).has(lastName(callee));

/** `t(i)` of what the function itself makes a tensor. */
function isTensor(callee: Expr, fn: FunctionItem): boolean {
  let made = callee.kind === "name" ? givenTo(namesIn(fn), callee.path.join("::")) : undefined;
  while (made?.kind === "call" && made.callee.kind === "call") made = made.callee;
  return made?.kind === "call" && givesTensor(lastName(made.callee));
}

const codeOf = (value: Value | undefined): FunctionCore | undefined =>
  value?.kind === "function" && value.code.body !== undefined ? value.code : undefined;

/** The one function of that name of the object's class. */
function methodOf(callee: Expr, values: Run["values"]): FunctionItem | undefined {
  const object = callee.kind === "member" ? values.value(callee.object) : undefined;
  const members = object?.kind === "object" ? (object.type?.item.members ?? []) : [];
  const name = lastName(callee);
  const found = members.filter((one): one is FunctionItem => one.kind === "function" && one.name === name);
  return found.length === 1 ? found[0] : undefined;
}

function isQuiet(fn: FunctionCore, facts: FileFacts, above: readonly FunctionCore[]): boolean {
  if (above.includes(fn)) return true;
  if (above.length === 4) return false;
  return callsOf(fn).every((call) => isQuietCall(call, facts, [...above, fn]));
}

function isQuietCall(call: Call, facts: FileFacts, above: readonly FunctionCore[]): boolean {
  const name = lastName(call.callee);
  if (name === opaque || mayFence(name)) return false;
  if (isQuietOperation(name) || isQuietBuiltin(name)) return true;
  const isPython = facts.unit.language === "python";
  if (!isPython && (isAlgebra(name) || isIntrinsic(name))) return true;
  const root = rootOf(call.callee);
  if (isPython && root !== undefined && quietModules.has(root)) return true;
  const own = functionsNamed(facts).get(name) ?? [];
  if (own.length > 0) return own.every((one) => isQuiet(one, facts, above));
  return isPython && call.callee.kind === "member" && quietMethods.has(name);
}

const opaque = "<opaque>";

/** Its calls; what is not understood is a call of nobody. */
const callsOf = remembered((fn: FunctionCore): readonly Call[] => {
  const found: Call[] = [];
  const objects = computingIn(fn);
  visit(fn.body, (node) => {
    if (node.kind === "call" && !objects.has(lastName((node as Call).callee))) found.push(node as Call);
    const { assembly } = node as { readonly assembly?: { readonly text: string } };
    if (node.kind !== "opaque" || isFenceless(assembly?.text)) return;
    const { span } = node as Expr;
    found.push({ kind: "call", callee: { kind: "name", path: [opaque], span }, args: [], span });
  });
  return found;
});

/** Its objects of classes that compute: `NumericArrayConverter<half_t, float, 4> convert;` */
function computingIn({ body }: FunctionCore): ReadonlySet<string> {
  const found = new Set<string>();
  visit(body, (node) => {
    const { target, type } = node as { readonly target?: Pattern; readonly type?: Expr };
    if (node.kind === "let" && target?.kind === "bind" && onlyComputes(lastName(type))) found.add(target.name);
  });
  return found;
}

export function rootOf(expr: Expr): string | undefined {
  if (expr.kind === "member" || expr.kind === "index") return rootOf(expr.object);
  if (expr.kind === "call") return rootOf(expr.callee);
  return expr.kind === "name" ? expr.path[0] : undefined;
}

/** Of this file and of those that it leads to. */
const functionsNamed = remembered(({ unit, reached = [] }: FileFacts): ReadonlyMap<string, readonly FunctionItem[]> => {
  const units: ReadonlySet<Unit> = new Set([unit, ...reached.map((one) => one.unit)]);
  const found = new Map<string, FunctionItem[]>();
  for (const one of units)
    for (const fn of functionsIn(one.items)) found.set(fn.name, [...(found.get(fn.name) ?? []), fn]);
  return found;
});
