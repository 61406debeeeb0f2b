// MMA051: gemm's operands do not fit each other.
import type { MmaAtom } from "../../../src-engine/algebra/atoms/types.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import type { DType, Pointer, Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { certainRankOf, differ, modeSizes, numberOf, rankOf } from "../facts/sizes.ts";
import { argument, counted, declarations, guilty } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import { operandsElse } from "./role-operands.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { numberModes, pointerOf } from "./tensor-parts.ts";

const cpp = (operands: string, mark = ""): string =>
  cppFunction(`
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _32>>{});
  auto sB = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(sA);
  auto rB = thr.partition_fragment_B(sB);
  auto acc = partition_fragment_C(mma, Shape<_64, _32>{});
  gemm(mma, ${operands}, acc);${mark}`);

const dsl = (columns: number, mark = ""): string =>
  dslFunction(`
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))
    thr = mma.get_slice(0)
    rA = mma.make_fragment_A(mma.partition_shape_A((64, 32)))
    rB = mma.make_fragment_B(mma.partition_shape_B((32, ${columns})))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 32)), cutlass.Float32)
    cute.gemm(mma, acc, rA, rB, acc)${mark}`);

export const gemmExtents: CallRule = {
  code: "gemm-extents",
  number: "MMA051",
  severity: "error",
  title: "The operands of a gemm do not have the extents that it multiplies.",
  on: "call",
  ofAssumed: true,
  ops: ["gemm"],
  check,
};

/** Which mode of an operand is which, by the ranks of A, B and C. */
type Form = readonly [string, string, string];

const forms: Readonly<Record<string, Form>> = {
  "3,3,3": ["VMK", "VNK", "VMN"],
  "2,2,3": ["VM", "VN", "VMN"],
  "2,2,2": ["MK", "NK", "MN"],
  "1,1,2": ["M", "N", "MN"],
  "1,1,1": ["V", "V", "V"],
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const operands = (["a", "b", "c"] as const).map((role) => argument(call, role));
  const tensors = operands.map((one) => one?.value);
  const ranks = tensors.map(rankOf);
  const sizes = tensors.map(modeSizes);
  if (tensors.some((value) => value?.kind !== "tensor") || ranks.includes(undefined) || sizes.includes(undefined))
    return ofRanks(call, operands, context);
  const known = sizes.flatMap((one) => (one === undefined ? [] : [one]));
  const atom = atomOf(argument(call, "mma")?.value);
  const pointers = tensors.map(pointerOf);
  const form = formOf(ranks.join(","), atom, context);
  const [refused, values] = [
    spoken(form, ranks.join(","), known, context),
    ofValues(
      form?.[0].startsWith("V") === true ? atom : undefined,
      known.map((one, i) => firstMode(tensors[i], one, context)),
    ),
  ];
  const types = ofTypes(atom, pointers, context);
  const said = refused ?? values ?? types;
  const other = said === undefined ? operandsElse(tensors) : undefined;
  const message = said ?? other?.message;
  if (message === undefined) return [];
  // CuTe DSL multiplies whatever values the first modes hold, and compiles its loop over single elements for any extents.
  const isTraced = context.language === "python" && (said === values || (atom !== undefined && isOfOne(atom)));
  const isMild = said === undefined || (isTraced && said !== types);
  const severity = isMild ? "warning" : "error";
  const related = declarations(context, operands);
  const blamed = other === undefined ? operands : other.blames.map((at) => operands[at]);
  return [{ ...guilty(call, ...blamed), message, severity, related, fixes: [] }];
}

/** Of operands whose modes are counted and no more than that: A and B have as many. */
function ofRanks(call: CallFact, operands: readonly (CallArg | undefined)[], context: RuleContext): readonly Finding[] {
  const [a, b] = operands.map((one) => certainRankOf(one?.value));
  if (context.language !== "cpp" || a === undefined || b === undefined || a === b) return [];
  const message = `A has ${a} modes, B ${b}: gemm takes (V,M,K) and (V,N,K), or (V,M) and (V,N)`;
  const related = declarations(context, operands);
  return [{ ...guilty(call, ...operands.slice(0, 2)), message, severity: "error", related, fixes: [] }];
}

type Sizes = NonNullable<ReturnType<typeof modeSizes>>;

/** CuTe DSL multiplies without modes of values by an instruction for one element only, and single values by one with scale factors. */
function formOf(ranks: string, atom: MmaAtom | undefined, { language }: RuleContext): Form | undefined {
  const form = forms[ranks];
  const isScaled = atom?.vectorSize !== undefined && ranks === "1,1,1";
  const isAny = language === "cpp" || atom === undefined || isOfOne(atom) || isScaled;
  return isAny || form?.[2].startsWith("VM") === true ? form : undefined;
}

const isOfOne = ({ layoutA, layoutB, layoutC }: MmaAtom): boolean =>
  [layoutA, layoutB, layoutC]
    .map((layout) => numberOf(modeSizes(layout)?.[1]))
    .every((n) => n === undefined || n === 1);

function spoken(
  form: Form | undefined,
  ranks: string,
  sizes: readonly Sizes[],
  context: RuleContext,
): string | undefined {
  if (form === undefined) {
    const [a, b, c] = ranks.split(",");
    return `A has ${a} modes, B ${b}, C ${c}: gemm takes (V,M,K), (V,N,K), (V,M,N), or (V,M), (V,N), (V,M,N)`;
  }
  const extent = (operand: number, mode: string) => sizes[operand]?.[form[operand]?.indexOf(mode) ?? -1];
  const unequal = (["M", "N", "K"] as const).flatMap((mode) => {
    const [left, right] = mode === "M" ? [0, 2] : mode === "N" ? [1, 2] : [0, 1];
    const [a, b] = [extent(left, mode), extent(right, mode)];
    const name = (operand: number): string => "ABC"[operand] ?? "";
    return a === undefined || b === undefined || !differ(a, b)
      ? []
      : [`${mode} of ${name(left)} is ${counted(context, a)}, of ${name(right)} ${counted(context, b)}`];
  });
  if (unequal.length === 0) return undefined;
  return `${unequal.join("; ")}: the operands are ${form.map((one) => `(${[...one].join(",")})`).join(", ")}`;
}

const atomOf = (value: Value | undefined): MmaAtom | undefined =>
  value?.kind === "tiled-mma" ? value.atom : value?.kind === "mma-atom" ? value : undefined;

/** The values of an operand's first mode. C++ counts them all; CuTe DSL also takes those once that stand there twice. */
function firstMode(tensor: Value | undefined, sizes: Sizes, { language }: RuleContext): readonly number[] {
  const all = numberOf(sizes[0]);
  if (all === undefined) return [];
  if (language === "cpp" || tensor?.kind !== "tensor" || tensor.layout.kind !== "layout") return [all];
  const modes = numberModes(layoutModes(tensor.layout)[0]!) ?? [];
  return [all, modes.reduce((product, { extent, stride }) => (stride === 0 ? product : product * extent), 1)];
}

/** In registers the first modes hold what one thread gives to the instruction. */
function ofValues(atom: MmaAtom | undefined, values: readonly (readonly number[])[]): string | undefined {
  if (atom === undefined) return undefined;
  const [a, b, c] = (
    [
      ["A", atom.fragmentA, atom.layoutA],
      ["B", atom.fragmentB, atom.layoutB],
      ["C", atom.fragmentC, atom.layoutC],
    ] as const
  ).map(([name, fragment, layout], i) => {
    const [has, needs] = [values[i] ?? [], numberOf(modeSizes(layout)?.[1])];
    const isOther = fragment.kind === "register" && has.length > 0 && needs !== undefined && !has.includes(needs);
    return isOther ? `the first mode of ${name} holds ${has[0]} values, the instruction takes ${needs}` : undefined;
  });
  const said = [a, b, c].filter((one) => one !== undefined);
  if (said.length === 0) return undefined;
  const swapped =
    a !== undefined && b !== undefined
      ? "A and B seem to have changed places"
      : "partition it with this MMA, as the operand that it is";
  return `${said.join("; ")}: ${swapped}`;
}

/** CuTe DSL takes registers of the instruction's own element types; C++ reads their bits as such. */
function ofTypes(
  atom: MmaAtom | undefined,
  pointers: readonly (Pointer | undefined)[],
  { language }: RuleContext,
): string | undefined {
  if (atom === undefined || language !== "python") return undefined;
  const wanted = [atom.typeA, atom.typeB, atom.typeC];
  const said = pointers.flatMap((pointer, i) => {
    const [has, takes] = [pointer?.dtype, wanted[i]];
    if (pointer?.space !== "rmem" || has?.kind !== "dtype" || takes === undefined || !isOtherFloat(has, takes))
      return [];
    return [
      `${"ABC"[i]} holds ${has.name}, the instruction takes ${takes.bits}-bit ${isBrain(takes) ? "bfloat" : "floats"}`,
    ];
  });
  return said.length === 0 ? undefined : `${said.join("; ")}: convert it, or choose the MMA of its type`;
}

const isBrain = ({ name }: DType): boolean => /^(?:bfloat16_t|BFloat16)$/.test(name);

/** Both are floats, of other widths or one of them with bfloat's. */
const isOtherFloat = (a: DType, b: DType): boolean =>
  a.family === "float" && b.family === "float" && (a.bits !== b.bits || (a.bits === 16 && isBrain(a) !== isBrain(b)));

/** The page of gemm-extents. */
export const gemmExtentsPage = (): RulePage => ({
  doc: `
\`gemm(mma, A, B, C)\` takes (V,M,K), (V,N,K) and (V,M,N), of which K may be missing in both A and B: M of A is that of C, N of B is
the second of C, K is one for A and B. CuTe asserts it mode by mode, without names.

Where the extents agree, an operand that was partitioned as the other one is a warning: it compiles, and multiplies other elements.

Look at the order of the operands (A first, then B, the accumulator last; the DSL has the accumulator first and last), at the tile that
each fragment was partitioned from, and at slices that were taken of one operand only.`,
  references: ["cute/algorithm/gemm.hpp:189-483 (CUTLASS 4.7): AM == CM, BN == CN, AK == BK"],
  examples: [
    {
      language: "cpp",
      bad: cpp("rB, rA", "\n//          ^^^^^^^^^^^ the first mode of A holds 4 values, the instruction takes 8"),
      good: cpp("rA, rB"),
    },
    {
      language: "python",
      bad: dsl(16, "\n    #                   ^^^^^^^^^^^ K of A is 2, of B 1"),
      good: dsl(32),
    },
  ],
});
