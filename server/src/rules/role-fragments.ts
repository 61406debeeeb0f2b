// Fragments of an MMA where those of the other operand, or a copy's own view of them, are meant: told from what made the tensors.
import { coalesce } from "../../../src-engine/algebra/layout/coalesce.ts";
import { sameLayout } from "../../../src-engine/algebra/tiled/cotiled-copy.ts";
import { retile } from "../../../src-engine/algebra/tiled/tiled-copy.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, ItemId, Language, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { attempt } from "../facts/attempt.ts";
import { isTmaPartition } from "../languages/tma-calls.ts";
import { argument } from "./arguments.ts";
import { isKnown } from "./copy-sides.ts";
import { givenTo, type Made, madeBy, type Names, slicedOf, tensorBehind } from "./made-by.ts";
import type { Finding, Related, RuleContext } from "./rule.ts";

const fragments: ReadonlySet<string> = new Set(
  ["make_fragment", "partition_fragment"].flatMap((one) => ["A", "B", "C"].map((operand) => `${one}_${operand}`)),
);

const operands: ReadonlySet<string> = new Set([...fragments, "partition_A", "partition_B", "partition_C"]);

const sides: ReadonlySet<string> = new Set(["partition_S", "partition_D", "retile_S", "retile_D", "retile"]);

/** `gemm(mma, rA, rB, rC)` where rB was made as A. */
export function wrongOperand(call: CallFact, names: Names): readonly Finding[] {
  return (["A", "B"] as const).flatMap((operand) => {
    const arg = argument(call, operand.toLowerCase());
    const made = arg === undefined ? undefined : madeBy(names, arg.span, operands);
    if (arg === undefined || made === undefined || made.method.endsWith(operand)) return [];
    const right = made.method.replace(/.$/, operand);
    const message = `${operand} was made by ${made.method}: each thread gives other elements than the instruction takes of ${operand}; make it by ${right}`;
    if (isTakenAs(made, names)) return [finding(call, arg, message, made)];
    const related = [{ item: call.item, span: arg.span, message: `${operand} of the gemm` }];
    return [{ item: call.item, span: made.span, of: call.nameSpan, message, related, fixes: [] }];
  });
}

/** Some gemm takes it as what it was made for: then that is right, and the other gemm wrong. */
const isTakenAs = ({ method, span }: Made, names: Names): boolean => takenAs(span, names).has(method.slice(-1));

/** As which operands the gemms of the function take what was made at a place. */
export function takenAs({ start }: Span, names: Names): ReadonlySet<string> {
  const found = new Set<string>();
  for (const expr of names.at.values()) {
    if (expr.kind !== "call" || lastName(expr.callee) !== "gemm" || expr.args.length < 4) continue;
    // `gemm(mma, A, B, C)`, `gemm(mma, D, A, B, C)`.
    const [a, b] = expr.args.slice(-3);
    for (const [operand, arg] of [
      ["A", a],
      ["B", b],
    ] as const)
      if (arg !== undefined && madeBy(names, arg.value.span, operands)?.span.start === start) found.add(operand);
  }
  return found;
}

/** `make_tiled_copy_A(atom, mma)`'s view of a fragment of B. */
export function wrongView(item: ItemId, names: Names): readonly Finding[] {
  return [...names.at.values()].flatMap((expr) => {
    const [first] = expr.kind === "call" ? expr.args : [];
    if (expr.kind !== "call" || expr.callee.kind !== "member" || first === undefined) return [];
    const { name, nameSpan, object } = expr.callee;
    const made = /^retile(?:_[SD])?$/.test(name) ? madeBy(names, first.value.span, operands) : undefined;
    const copy = made === undefined ? undefined : operandOfCopy(names, object);
    if (made === undefined || copy === undefined || made.method.endsWith(copy)) return [];
    const message = `${name}: the tensor was made by ${made.method}, the copy by make_tiled_copy_${copy}: make both for one operand`;
    return [{ item, span: first.value.span, of: nameSpan, message, related: [madeHere(item, made)], fixes: [] }];
  });
}

/** `tma_partition(…, sB, thr.partition_A(gB))` where the same MMA takes sB as B. */
export function wrongTile(item: ItemId, names: Names): readonly Finding[] {
  return [...names.at.values()].flatMap((expr) => {
    if (expr.kind !== "call" || !isTmaPartition(expr)) return [];
    const [smem, gmem] = expr.args.slice(3).map(({ value }) => value);
    const made = gmem === undefined ? undefined : madeBy(names, gmem.span, tiles);
    const operand = made === undefined ? undefined : operandOf(names, tensorBehind(names, smem), made);
    if (gmem === undefined || made === undefined || operand === undefined || made.method.endsWith(operand)) return [];
    const message = `tma_partition: the MMA takes the tensor in shared memory as ${operand}, the other was made by ${made.method}: partition it as ${operand}`;
    return [{ item, span: gmem.span, of: expr.span, message, related: [madeHere(item, made)], fixes: [] }];
  });
}

const tiles: ReadonlySet<string> = new Set(["partition_A", "partition_B"]);

/** As which operand the MMA of the partition takes the tensor, where that is one. */
function operandOf(names: Names, tensor: string | undefined, { object }: Made): string | undefined {
  const mma = slicedOf(names, object);
  if (tensor === undefined || mma === undefined) return undefined;
  const found = new Set(
    [...names.at.values()].flatMap((expr) => {
      if (expr.kind !== "call" || expr.callee.kind !== "member" || expr.callee.object.kind !== "name") return [];
      const { name, object: by } = expr.callee;
      const isOwn = by.path.join("::") === mma && tensorBehind(names, expr.args[0]?.value) === tensor;
      return isOwn && /^make_fragment_[AB]$/.test(name) ? [name.slice(-1)] : [];
    }),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** The operand that a thread's slice of a copy was made for. */
function operandOfCopy(names: Names, thread: Expr): string | undefined {
  const name = slicedOf(names, thread);
  const made = name === undefined ? undefined : givenTo(names, name);
  const callee = made?.kind === "call" ? made.callee : undefined;
  return /^make_tiled_copy_([ABC])$/.exec(lastName(callee))?.[1];
}

/** One side is the copy's own view of memory, the other the MMA's fragment as the MMA sees it. */
export function notRetiled(call: CallFact, names: Names, context: RuleContext): readonly Finding[] {
  const atom = argument(call, "atom");
  const args = [argument(call, "source", "src"), argument(call, "destination", "dst")] as const;
  if (atom === undefined) return [];
  return (["S", "D"] as const).flatMap((side, i) => {
    const [arg, other] = [args[i], args[1 - i]];
    const made = arg === undefined ? undefined : madeBy(names, arg.span, fragments);
    const view = other === undefined ? undefined : madeBy(names, other.span, sides);
    if (arg === undefined || made === undefined || view === undefined) return [];
    if (slicedOf(names, view.object) !== atom.text || !isAnotherView(atom, arg, context.language)) return [];
    const method = context.language === "cpp" ? `retile_${side}` : "retile";
    const message = `${side === "S" ? "the source" : "the destination"} is the fragment as ${made.method} gave it: see it through ${method} of this copy`;
    return [finding(call, arg, message, made)];
  });
}

/** Does the copy see the fragment otherwise than the MMA does? Of a fragment of A many do not. */
function isAnotherView(atom: CallArg, { value: fragment }: CallArg, language: Language): boolean {
  const copy = atom.value;
  if (copy.kind !== "tiled-copy" || !isKnown(fragment)) return false;
  const { layout } = fragment;
  if (layout.kind !== "layout") return false;
  const isOne = attempt(language, (ctx) => sameLayout(coalesce(ctx, retile(ctx, copy, layout)), coalesce(ctx, layout)));
  return isOne === false;
}

const finding = (call: CallFact, arg: CallArg, message: string, made: Made): Finding => ({
  item: call.item,
  span: arg.span,
  of: call.nameSpan,
  message,
  related: [madeHere(call.item, made)],
  fixes: [],
});

export const madeHere = (item: ItemId, { method, span }: Made): Related => ({
  item,
  span,
  message: `${method} makes it here`,
});
