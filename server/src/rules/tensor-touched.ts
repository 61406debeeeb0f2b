// Whether a kernel uses a tensor's memory, or asks it for its shape alone: a tensor that only an accumulator is made after.
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";

/** What reads the layout of its argument, or of the tensor that it is a method of, and none of its elements. */
const shapeOnly: ReadonlySet<string> = new Set(
  "partition_fragment_C partition_shape_A partition_shape_B partition_shape_C make_fragment_like make_tensor_like size rank depth shape stride layout cosize print print_layout print_latex".split(
    " ",
  ),
);

type Call = Extract<Expr, { kind: "call" }>;

/**
 * Is the name mentioned where its elements count, or nowhere: a kernel that is not written yet? `asksShape` knows further calls that
 * take the shape alone, also of a slice.
 */
export function isTouched(
  { body }: FunctionItem,
  name: string,
  asksShape: (call: Call) => boolean = () => false,
): boolean {
  let [all, ofShape] = [0, 0];
  visit(body, (node) => {
    if (isNamed(node as Expr, name)) all++;
    if (node.kind !== "call") return;
    const call = node as Call;
    ofShape += asksShape(call)
      ? call.args.filter(({ value }) => isSliceOf(value, name)).length
      : shapesAsked(call, name);
  });
  return all === 0 || all > ofShape;
}

const isSliceOf = (expr: Expr, name: string): boolean =>
  isNamed(expr, name) ||
  (expr.kind === "call" && isNamed(expr.callee, name)) ||
  (expr.kind === "index" && isNamed(expr.object, name));

function shapesAsked({ callee, args }: Call, name: string): number {
  const plain = callee.kind === "template" ? callee.callee : callee;
  if (!shapeOnly.has(lastName(plain))) return 0;
  const own = plain.kind === "member" && isNamed(plain.object, name) ? 1 : 0;
  return own + args.filter(({ value }) => isNamed(value, name)).length;
}

const isNamed = (expr: Expr, name: string): boolean =>
  expr.kind === "name" && expr.path.length === 1 && expr.path[0] === name;
