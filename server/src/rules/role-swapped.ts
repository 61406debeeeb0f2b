// CPY015: tensors that stand in each other's place in a copy or a gemm, told from what made them.
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, ItemId } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { argument } from "./arguments.ts";
import { type ItemWithCalls, ofEachItem } from "./by-item.ts";
import { copies, copyAtomIn } from "./copy-sides.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import { expressionAt, isLoadOfTma, isOfTma, type Made, madeBy, type Names, namesIn, slicedOf } from "./made-by.ts";
import { wrongCoordinates } from "./role-coordinates.ts";
import { madeHere, notRetiled, takenAs, wrongOperand, wrongTile, wrongView } from "./role-fragments.ts";
import { exchangedElsewhere } from "./role-operands.ts";
import { wrongProjections } from "./role-projection.ts";
import type { FileContext, FileRule, Finding, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

const cpp = (operands: string, mark = ""): string =>
  cppFunction(`
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);
  auto tAsA = thr.partition_D(sA);
  copy(tiled, ${operands});${mark}`);

const dsl = (operands: string, mark = ""): string =>
  dslKernel(`
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 16)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    thr = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8))).get_slice(0)
    tAgA = thr.partition_S(gA)
    tAsA = thr.partition_D(sA)
    cute.copy(atom, ${operands})${mark}`);

export const roleSwapped: FileRule = {
  code: "role-swapped",
  number: "CPY015",
  severity: "warning",
  title: "The tensors of a copy or a gemm stand in each other's place.",
  on: "file",
  fallback: true,
  check: (facts, context) => [
    ...ofItems(facts, context),
    ...wrongProjections(facts.unit),
    ...wrongCoordinates(facts.unit),
  ],
};

const ofItems = ofEachItem(findingsIn);

const ops: ReadonlySet<string> = new Set([...copies, "gemm"]);

function findingsIn({ item, calls }: ItemWithCalls, context: FileContext): readonly Finding[] {
  const names = namesIn(item);
  return [
    ...calls.filter(({ op }) => ops.has(op)).flatMap((call) => ofCall(call, names, context)),
    ...fragments(item.id, names),
    ...wrongView(item.id, names),
    ...wrongTile(item.id, names),
  ];
}

/** `make_fragment_A(thr.partition_B(…))`. */
function fragments(item: ItemId, names: Names): readonly Finding[] {
  return [...names.at.values()].flatMap((expr) => {
    const [first] = expr.kind === "call" ? expr.args : [];
    if (expr.kind !== "call" || expr.callee.kind !== "member" || first === undefined) return [];
    const { name, nameSpan } = expr.callee;
    const made = /^make_fragment_[AB]$/.test(name) ? madeBy(names, first.value.span, partitions) : undefined;
    if (made === undefined || made.method.at(-1) === name.at(-1) || isLeft(names, expr)) return [];
    if (feedsBoth(names, first.value, made)) return [];
    const message = `${name}: the tensor was made by ${made.method}: partition it as ${name.at(-1)}`;
    // The gemm that takes the fragment as what it was made for says that the partition is wrong.
    const taken = takenAs(nameSpan, names);
    if (taken.has(name.slice(-1))) {
      const related = [{ item, span: nameSpan, message: `${name} makes the fragment here` }];
      return [{ item, span: made.span, of: nameSpan, message, related, fixes: [] }];
    }
    // One that takes it as the partition's operand is told of the fragment.
    if (taken.has(made.method.slice(-1))) return [];
    const related = [{ item, span: made.span, message: `${made.method} makes it here` }];
    return [{ item, span: first.value.span, of: nameSpan, message, related, fixes: [] }];
  });
}

/** K times its transpose: the partition goes to the operand that it was made for, too. */
function feedsBoth({ at }: Names, tensor: Expr, { method }: Made): boolean {
  const name = tensor.kind === "name" ? tensor.path.join("::") : undefined;
  return [...at.values()].some(({ kind, ...expr }) => {
    if (kind !== "call" || !("callee" in expr) || expr.callee.kind !== "member") return false;
    const [given] = "args" in expr ? expr.args : [];
    const isSame = given?.value.kind === "name" && given.value.path.join("::") === name;
    return isSame && expr.callee.name === `make_fragment_${method.at(-1)}`;
  });
}

/** A name is given the value and never mentioned. */
function isLeft({ values, at }: Names, { span }: Expr): boolean {
  const [name] = [...values].find(([, all]) => all.some((one) => one.span.start === span.start)) ?? [];
  return name !== undefined && ![...at.values()].some((one) => one.kind === "name" && one.path[0] === name);
}

const partitions: ReadonlySet<string> = new Set(
  ["partition", "partition_shape"].flatMap((one) => [`${one}_A`, `${one}_B`, `${one}_C`]),
);

interface Pair {
  readonly roles: readonly [first: readonly string[], second: readonly string[]];
  readonly words: readonly [first: string, second: string];
  /** What makes the one and what makes the other. */
  readonly made: readonly [first: RegExp, second: RegExp];
}

const ofCopies: Pair = {
  roles: [
    ["source", "src"],
    ["destination", "dst"],
  ],
  words: ["the source", "the destination"],
  made: [/_S$/, /_D$/],
};

const ofGemms: Pair = { roles: [["a"], ["b"]], words: ["A", "B"], made: [/_A$/, /_B$/] };

const sides = ["partition_S", "partition_D", "retile_S", "retile_D"];
const operands = ["partition", "make_fragment", "partition_fragment"].flatMap((one) => [`${one}_A`, `${one}_B`]);
const methods: ReadonlySet<string> = new Set([...sides, ...operands]);

function ofCall(call: CallFact, names: Names, context: FileContext): readonly Finding[] {
  const found = swapped(call, names, context);
  if (found.length > 0) return found;
  if (call.op === "gemm") {
    const made = wrongOperand(call, names);
    return made.length > 0 ? made : exchangedElsewhere(call);
  }
  return [...otherSide(call, names, context), ...notRetiled(call, names, context)];
}

/** One side was partitioned as the other one of the same copy, whose instruction reads other elements of a thread than it writes. */
function otherSide(call: CallFact, names: Names, context: FileContext): readonly Finding[] {
  const [atom, copy] = [argument(call, "atom"), copyAtomIn(call, context)];
  if (
    !call.certain ||
    atom === undefined ||
    copy === undefined ||
    isSameData(copy.traits.layoutSrc, copy.traits.layoutDst)
  )
    return [];
  return (["S", "D"] as const).flatMap((side, i) => {
    const arg = argument(call, ...(ofCopies.roles[i] ?? []));
    const made = arg === undefined ? undefined : madeBy(names, arg.span, partitionsOfCopies);
    if (arg === undefined || made === undefined || made.method.endsWith(side)) return [];
    if (slicedOf(names, made.object) !== atom.text) return [];
    const message = `${ofCopies.words[i]} was made by ${made.method}: each thread reads other elements than it writes; take partition_${side}`;
    return [
      { item: call.item, span: arg.span, of: call.nameSpan, message, related: [madeHere(call.item, made)], fixes: [] },
    ];
  });
}

const partitionsOfCopies: ReadonlySet<string> = new Set(["partition_S", "partition_D"]);

/** Tiles partitioned for the way there may be copied back by a tiled copy of their own. */
function isOfAnother({ object }: Made, call: CallFact, names: Names): boolean {
  const by = slicedOf(names, object);
  const atom = argument(call, "atom")?.text ?? "";
  // `tma.with(barrier)` is the TMA itself.
  return by !== undefined && atom !== by && !atom.startsWith(`${by}.`);
}

/** Global memory is the source of a load, whichever way it was partitioned; a TMA of one CTA gives both sides the same. */
const isSourceOfLoad = ({ of }: Made, call: CallFact, names: Names): boolean =>
  isOfTma(names, of) && isLoadOfTma(names, argument(call, "atom")?.span ?? call.span);

/** An instruction that reads and writes the same elements of a thread copies back what it copied there. */
function isBothWays(call: CallFact, context: FileContext): boolean {
  const copy = call.op === "gemm" ? undefined : copyAtomIn(call, context);
  return copy !== undefined && isSameData(copy.traits.layoutSrc, copy.traits.layoutDst);
}

/** Another copy has its part of what an unknown one reads: what it has put there may be on the way back. */
function mayComeBack(call: CallFact, { of, object }: Made, { at }: Names): boolean {
  if (of === undefined || argument(call, "atom")?.value.kind !== "unknown") return false;
  return [...at.values()].some(
    (expr) =>
      expr.kind === "call" &&
      expr.callee.kind === "member" &&
      partitionsOfCopies.has(expr.callee.name) &&
      rootOf(expr.callee.object) !== rootOf(object) &&
      expr.args.some(({ value }) => rootOf(value) !== undefined && rootOf(value) === rootOf(of)),
  );
}

const isMadeHere = (of: Expr | undefined, { values }: Names): boolean =>
  of !== undefined && values.has(rootOf(of) ?? "");

/** Memory of the block that nothing but this copy fills or reads. */
function isOfThisCopy(arg: CallArg | undefined, { of }: Made, names: Names): boolean {
  const { space } = pointerOf(arg?.value) ?? {};
  const given = arg === undefined ? undefined : expressionAt(names, arg.span);
  if (given === undefined || of === undefined || !isMadeHere(of, names) || (space !== "smem" && space !== "rmem"))
    return false;
  const tensors = [given, of].map((expr) => rootOf(expr));
  return [...names.at.values()].every(
    ({ kind, span, ...expr }) =>
      kind !== "name" ||
      [given, of].some((part) => part.span.start <= span.start && span.end <= part.span.end) ||
      !("path" in expr && tensors.includes(expr.path.join("::"))),
  );
}

/** The name that a slice is taken of. */
const rootOf = (expr: Expr): string | undefined =>
  expr.kind === "name"
    ? expr.path.join("::")
    : expr.kind === "index"
      ? rootOf(expr.object)
      : expr.kind === "call"
        ? rootOf(expr.callee)
        : undefined;

function swapped(call: CallFact, names: Names, context: FileContext): readonly Finding[] {
  // Without an atom no instruction has two sides: values are read back through the partition that wrote them.
  if (call.op !== "gemm" && argument(call, "atom") === undefined) return [];
  const { roles, words, made } = call.op === "gemm" ? ofGemms : ofCopies;
  const args = roles.map((own) => argument(call, ...own));
  const [first, second] = args.map((arg) => (arg === undefined ? undefined : madeBy(names, arg.span, methods)));
  if (first === undefined || second === undefined) return [];
  if (!made[1].test(first.method) || !made[0].test(second.method)) return [];
  if (call.op !== "gemm" && [first, second].every((one) => isOfAnother(one, call, names))) return [];
  if (isSourceOfLoad(first, call, names) || (call.op !== "gemm" && mayComeBack(call, first, names))) return [];
  if (isBothWays(call, context) && ![first, second].some((one, i) => isOfThisCopy(args[i], one, names))) return [];
  const message = `${words[0]} was made by ${first.method}, ${words[1]} by ${second.method}: the two have changed places`;
  const spans = args.flatMap((arg) => (arg === undefined ? [] : [arg.span]));
  const span = {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
  const related = [first, second].map((one) => madeHere(call.item, one));
  return [{ item: call.item, span, of: call.nameSpan, message, related, fixes: [] }];
}

/** The page of role-swapped. */
export const roleSwappedPage = (): RulePage => ({
  doc: `
\`partition_S\` and \`retile_S\` make what a copy reads, \`partition_D\` and \`retile_D\` what it writes; \`partition_A\`, \`make_fragment_A\` and
\`partition_fragment_A\` make the first operand of a gemm, those of B the second; a fragment of A is made of what was partitioned as A. A copy whose source was made as a destination, and whose
destination as a source, writes over what it should read. Where shapes and types fit, nothing refuses it. Nothing is said of
a copy that nobody knows where another has its part of the memory that is read: it may be the way back.

One operand alone that was made as the other is told as well, where it is made unless another gemm takes it rightly; an operand that a function is handed, or
finds in a struct, remembers what it was made as. It is told also where a copy made by \`make_tiled_copy_A\` is asked for its view of a
fragment of B. A fragment that a copy fills needs that view: \`retile_S\` or \`retile_D\` of the copy, \`retile\` in the DSL. It is told where
the other side of the copy was partitioned by it, the fragment is as the MMA gave it, and the two views are known to differ.

A tile that was cut for one operand, by \`Step<_1, X, _1>\` or \`select<0, 2>\` of (M, N, K), in the DSL by \`proj=(1, None, 1)\` or
\`slice_(tile, (None, 0, None))\`, and partitioned as the other, or copied to what the MMA takes as the other, is told where the same MMA
takes another tile as what it was cut for. The same holds for \`gemm(tCsA, tCsB, tCrC)\` without an MMA and what its threads take by their row,
\`Step<_1, X>\`, or their column, \`Step<X, _1>\`, and for what threads copy to it by \`local_partition\`. It is told at the projection where no other tile is
cut for that operand, else at what was taken of the tiles.

One coordinate that picks the tile of A along M and that of B along N is told, and one along K where the other operand goes through K: of tiles
that are projected from one tile, \`local_tile(mA, select<0, 2>(tile), make_coord(m, _))\`, and of slices of what \`tma_partition\` gives of the
partitions of one MMA.

Where an instruction gives a thread other elements than it takes of it (ldmatrix, tcgen05.ld), one side alone that was partitioned as
the other is told too.

Where the instruction reads and writes the same elements of a thread (a plain copy) the same partitions serve for the way back: it is
told there only of memory of the block that is made in the function and that nothing but this copy fills or reads.

It is told from what made the tensors, also where their layouts are not known and in code that may not be compiled: the source comes before the destination, A before B.`,
  references: ["cute/algorithm/copy.hpp:190, cute/algorithm/gemm.hpp:64 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "tAsA, tAgA",
        "\n//            ^^^^^^^^^^ the source was made by partition_D, the destination by partition_S: the two have changed places",
      ),
      good: cpp("tAgA, tAsA"),
    },
    {
      language: "python",
      bad: dsl(
        "tAsA, tAgA",
        "\n    #               ^^^^^^^^^^ the source was made by partition_D, the destination by partition_S: the two have changed places",
      ),
      good: dsl("tAgA, tAsA"),
    },
  ],
});
