// CPY017: cp.async of a width that there is no instruction for.
import type { CopyAtom } from "../../../src-engine/algebra/atoms/types.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { copies, copyAtomIn } from "./copy-sides.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { FileContext, FileRule, Finding, RulePage } from "./rule.ts";

const cpp = (type: string, mark = ""): string =>
  cppFunction(`
  auto copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<${type}>, half_t>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _8>>{});${mark}`);

const dsl = (bits: number, mark = ""): string =>
  dslFunction(`
    gA = cute.make_tensor(p, cute.make_layout((128, 32), stride=(32, 1)))
    sA = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((128, 32), stride=(32, 1)), 128)
    op = cute.nvgpu.cpasync.CopyG2SOp(cache_mode=cute.nvgpu.cpasync.LoadCacheMode.GLOBAL)
    atom = cute.make_copy_atom(op, cutlass.Float16, num_bits_per_copy=${bits})${mark}
    thr = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 4)), cute.make_layout((1, 8))).get_slice(0)
    cute.copy(thr, thr.partition_S(gA), thr.partition_D(sA))`);

export const cpAsyncWidth: FileRule = {
  code: "cp-async-width",
  number: "CPY017",
  severity: "error",
  title: "cp.async does not copy so many bits at once.",
  on: "file",
  check,
};

function check({ facts }: FileFacts, context: FileContext): readonly Finding[] {
  const calls = facts.filter((fact) => fact.kind === "call").filter(({ certain }) => certain);
  if (context.language === "cpp")
    return calls.filter(({ op }) => op.startsWith("make_tiled_copy")).flatMap((call) => told(call, atomsOf(call)));
  const copied = new Set(
    calls
      .filter(({ op }) => copies.includes(op))
      .flatMap((call) => copyAtomIn(call, context) ?? [])
      .flatMap((atom) => otherWidth(atom) ?? []),
  );
  return calls
    .filter(({ op, result }) => op === "make_copy_atom" && result.kind === "copy-atom")
    .flatMap((call) => told(call, atomsOf(call)))
    .filter(({ message }) => copied.has(message));
}

const atomsOf = ({ args, result }: CallFact): readonly CopyAtom[] =>
  [...args.map(({ value }) => value), result].flatMap((value) => (value.kind === "copy-atom" ? [value] : []));

function told({ item, nameSpan: span }: CallFact, atoms: readonly CopyAtom[]): readonly Finding[] {
  const [message] = atoms.flatMap((atom) => otherWidth(atom) ?? []);
  return message === undefined ? [] : [{ item, span, message, related: [], fixes: [] }];
}

function otherWidth({ traits }: CopyAtom): string | undefined {
  const isGlobal = traits.ptx.startsWith("cp.async.cg.");
  const bits = numberOf(product(traits.layoutSrc.shape));
  const widths = isGlobal ? [128] : [32, 64, 128];
  if ((!isGlobal && !traits.ptx.startsWith("cp.async.ca.")) || bits === undefined || widths.includes(bits))
    return undefined;
  const has = isGlobal ? "cp.async.cg copies 128 bits at once" : "cp.async copies 32, 64 or 128 bits at once";
  return `${has}, not ${bits}: take such a width, or UniversalCopy`;
}

/** The page of cp-async-width. */
export const cpAsyncWidthPage = (): RulePage => ({
  doc: `
cp.async copies 4, 8 or 16 bytes at once; past the first-level cache (\`SM80_CP_ASYNC_CACHEGLOBAL\`, \`LoadCacheMode.GLOBAL\`) 16 only.

C++ asserts it where the copy is compiled. CuTe DSL makes the atom, and its compiler refuses the copy ("'cp_size' only supports (32, 64,
128)"): there it is told of atoms that the file copies with.

Take such a width, or \`UniversalCopy\`.`,
  references: ["cute/arch/copy_sm80.hpp:53, :80 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp("uint64_t", "\n  //          ^^^^^^^^^^^^^^^ cp.async.cg copies 128 bits at once, not 64"),
      good: cpp("uint128_t"),
    },
    {
      language: "python",
      bad: dsl(64, "\n    #           ^^^^^^^^^^^^^^ cp.async.cg copies 128 bits at once, not 64"),
      good: dsl(128),
    },
  ],
});
