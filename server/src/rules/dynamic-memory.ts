// How much dynamic shared memory a kernel uses: how far its tensors reach into its `extern __shared__` array.
import type { Pointer, Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { visit } from "../facts/code-nodes.ts";
import { isTmaPartition } from "../languages/tma-calls.ts";
import { isCallAt } from "./barrier-callees.ts";
import { factsByInstance } from "./by-instance.ts";
import { itemOf } from "./cause.ts";
import type { InstanceFacts, RuleContext, Site } from "./rule.ts";
import { bytesReached, elementBits, pointerOf } from "./tensor-parts.ts";
import { isTouched } from "./tensor-touched.ts";

export interface UsedMemory {
  /** What uses it: the tensor, or the array itself. */
  readonly name: string;
  /** At least so many. */
  readonly bytes: number;
  /** With all of an array, of which it may use a part. */
  readonly isWhole?: true;
  readonly site: Site;
}

/** A call of the kernel, in one instance of the function that launches it. */
export interface Launch {
  readonly by: Instance;
  /** Where its callee begins. */
  readonly at: number;
}

/** What the kernel's certain instances of this launch use, as far as it is known. */
export function usedMemory(
  kernel: FunctionItem,
  launch: Launch,
  facts: FileFacts,
  context: RuleContext,
): readonly UsedMemory[] {
  const arrays = new Set(dynamicArrays(kernel));
  if (arrays.size === 0) return [];
  return factsByInstance(facts)
    .filter((one) => isLaunched(one, kernel, launch))
    .flatMap((one) => usedBy(kernel, one, { names: arrays, bases: arrays, depth: 0 }, facts, context));
}

interface Arrays {
  /** What the function calls them. */
  readonly names: ReadonlySet<string>;
  /** What the kernel calls them, after which pointers into them are named. */
  readonly bases: ReadonlySet<string>;
  /** So many functions have handed them on. */
  readonly depth: number;
}

/** Functions hand the array on so far: a kernel to an operator, which hands it to its mainloop. */
const deepest = 3;

function usedBy(
  fn: FunctionItem,
  one: InstanceFacts,
  arrays: Arrays,
  facts: FileFacts,
  context: RuleContext,
): readonly UsedMemory[] {
  const partitions = partitionsOfTma(fn);
  const objects = objectsIn(one, objectsOver(fn, arrays.names));
  const tensors = tensorsIn(one, arrays.bases, objects, context);
  const handed = arrays.depth < deepest ? handedOn(fn, one, arrays.names, facts) : [];
  return [
    ...tensors.filter(({ name }) => !partitions.has(name) && isTouched(fn, name)),
    ...objects.flatMap((object) => fieldsUsed(fn, object)),
    ...handed.flatMap(({ callee, there, names }) =>
      usedBy(callee, there, { ...arrays, names, depth: arrays.depth + 1 }, facts, context),
    ),
  ];
}

interface HandedOn {
  readonly callee: FunctionItem;
  readonly there: InstanceFacts;
  readonly names: ReadonlySet<string>;
}

/** The instances of functions of this file that this one hands the array to, and what they call it. */
function handedOn(
  fn: FunctionItem,
  { instance }: InstanceFacts,
  names: ReadonlySet<string>,
  facts: FileFacts,
): readonly HandedOn[] {
  const found: HandedOn[] = [];
  visit(fn.body, (node) => {
    const call = node as Extract<Expr, { kind: "call" }>;
    if (node.kind !== "call") return;
    const given = call.args.flatMap(({ value }, at) => (isNameOf(value, names) ? [at] : []));
    if (given.length === 0) return;
    for (const there of factsByInstance(facts)) {
      const { calls, certain, item } = there.instance;
      const last = calls.at(-1);
      const isCalled = certain && last?.item === fn.id && isCallAt(call, last.start);
      if (!isCalled || !isSameData(calls.slice(0, -1), instance.calls)) continue;
      const callee = itemOf(facts, item);
      if (callee?.kind !== "function") continue;
      const params = given.flatMap((at) => callee.params[at]?.name ?? []);
      found.push({ callee, there, names: new Set(params) });
    }
  });
  return found;
}

const isNameOf = (expr: Expr, names: ReadonlySet<string>): boolean =>
  expr.kind === "name" && expr.path.length === 1 && names.has(expr.path[0] ?? "");

/** The names of its `extern __shared__` arrays. */
function dynamicArrays({ body }: FunctionItem): readonly string[] {
  const found: string[] = [];
  visit(body, (node) => {
    if (node.kind !== "let") return;
    const { target, attributes } = node as Extract<Stmt, { kind: "let" }>;
    if (target.kind === "bind" && attributes.includes("extern") && attributes.includes("__shared__"))
      found.push(target.name);
  });
  return found;
}

/** What is declared as `*reinterpret_cast<Storage*>(array)`: it begins where the array does. */
function objectsOver({ body }: FunctionItem, arrays: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>();
  visit(body, (node) => {
    const { target, init } = node as Extract<Stmt, { kind: "let" }>;
    if (node.kind !== "let" || target.kind !== "bind" || init?.kind !== "unary" || init.op !== "*") return;
    const { value } = init;
    if (value.kind === "cast" && value.value.kind === "name" && arrays.has(value.value.path.join("::")))
      names.add(target.name);
  });
  return names;
}

interface Laid {
  readonly name: string;
  readonly value: Extract<Value, { kind: "object" }>;
  readonly site: Site;
}

const objectsIn = ({ facts, instance }: InstanceFacts, names: ReadonlySet<string>): readonly Laid[] =>
  facts.flatMap((fact) =>
    fact.kind === "variable" && fact.item === instance.item && names.has(fact.name) && fact.value.kind === "object"
      ? [{ name: fact.name, value: fact.value, site: { item: fact.item, span: fact.span } }]
      : [],
  );

/** Of each field that the kernel mentions its first element is used, of an array maybe all. */
function fieldsUsed({ body }: FunctionItem, { name, value, site }: Laid): readonly UsedMemory[] {
  const found: UsedMemory[] = [];
  visit(body, (node) => {
    const path = pathOf(node as Expr);
    if (path?.[0] !== name) return;
    const field = path.slice(1).reduce<Value | undefined>((at, one) => fieldOf(at, one), value);
    const pointer = pointerOf(field);
    const bits = elementBits(pointer);
    if (pointer?.within === undefined || bits === undefined) return;
    const { within, room } = pointer;
    found.push({ name: path.join("."), bytes: within + Math.ceil(bits / 8), site });
    if (room !== undefined) found.push({ name: path.join("."), bytes: within + room, isWhole: true, site });
  });
  return found;
}

const fieldOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.kind === "object" ? value.fields.get(name) : undefined;

function pathOf(expr: Expr): readonly string[] | undefined {
  if (expr.kind === "name") return expr.path.length === 1 ? expr.path : undefined;
  if (expr.kind !== "member") return undefined;
  const path = pathOf(expr.object);
  return path === undefined ? undefined : [...path, expr.name];
}

/** They lie in the tensor that they are of: one that reaches out of it was given a tile that is none, which is told there. */
function partitionsOfTma({ body }: FunctionItem): ReadonlySet<string> {
  const names = new Set<string>();
  visit(body, (node) => {
    const { target, init } = node as Extract<Stmt, { kind: "let" }>;
    if (node.kind !== "let" || init?.kind !== "call" || !isTmaPartition(init)) return;
    eachNode(target, (one) => {
      if ("kind" in one && one.kind === "bind" && "name" in one) names.add(String(one.name));
    });
  });
  return names;
}

/** Another instance of the same launch gives its kernel other bytes. */
function isLaunched({ instance }: InstanceFacts, { id }: FunctionItem, { by, at }: Launch): boolean {
  const last = instance.calls.length - 1;
  return (
    instance.certain &&
    instance.item === id &&
    last === by.calls.length &&
    instance.calls.every(({ file, item, start }, i) =>
      i === last
        ? item === by.item && start === at
        : by.calls[i]?.file === file && by.calls[i].item === item && by.calls[i].start === start,
    )
  );
}

const tensorsIn = (
  { facts, instance }: InstanceFacts,
  arrays: ReadonlySet<string>,
  objects: readonly Laid[],
  context: RuleContext,
): readonly UsedMemory[] =>
  facts.flatMap((fact) => {
    if (fact.kind !== "variable" || fact.value.kind !== "tensor" || fact.item !== instance.item) return [];
    const pointer = pointerOf(fact.value);
    const start = startOf(pointer, arrays, objects);
    const reach = bytesReached(fact.value, context);
    if (start === undefined || reach === undefined) return [];
    // That a view is larger than a library's array is another matter.
    const own = pointer?.base === undefined ? Math.min(reach, pointer?.room ?? reach) : reach;
    return [{ name: fact.name, bytes: start + own, site: { item: fact.item, span: fact.span } }];
  });

/** Where the buffer of a pointer begins in the array: at its start, or at a field of the one object that lies over it. */
function startOf(
  pointer: Pointer | undefined,
  arrays: ReadonlySet<string>,
  objects: readonly Laid[],
): number | undefined {
  if (pointer?.space !== "smem") return undefined;
  if (pointer.base !== undefined && arrays.has(pointer.base)) return 0;
  const [object, ...others] = objects;
  if (others.length > 0 || object === undefined) return undefined;
  // The data of a library's array has no name, only its place in a struct.
  return pointer.base === undefined || pointer.base.startsWith(`${object.value.name}.`) ? pointer.within : undefined;
}
