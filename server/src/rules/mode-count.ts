// LAY024: uses of one tensor that say different things of how many modes it has.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Item, ItemId, Language, Span } from "../../../src-engine/program/ir.ts";
import { remembered } from "../facts/remembered.ts";
import { certainRankOf, rankOf } from "../facts/sizes.ts";
import { itemsWithCalls } from "./by-item.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { type Binding, type Path, type Use, type Uses, usesIn } from "./tensor-uses.ts";

const cpp = (last: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class TA, class TC>
__device__ void load(TA const& tAsA, TC& tArA) {
  copy(tAsA(_, _, 0), tArA(_, _, 0));
  for (int k = 1; k < size<2>(tAsA); k++) {
    copy(${last}, tArA(_, _, k));${mark}
  }
}`;

const dsl = (last: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def load(copy, tAsA, tArA):
    cute.copy(copy, tAsA[None, None, 0], tArA[None, None, 0])
    for k in cutlass.range_constexpr(1, cute.size(tAsA, mode=[2])):
        cute.copy(copy, ${last}, tArA[None, None, k])${mark}
`;

export const modeCount: FileRule = {
  code: "mode-count",
  number: "LAY024",
  severity: "error",
  title: "Two uses of a tensor cannot both be right: they count its modes differently.",
  fallback: true,
  on: "file",
  check,
};

function check(facts: FileFacts): readonly Finding[] {
  return itemsWithCalls(facts).flatMap(({ item }) =>
    conflictsIn[facts.unit.language](item).filter(({ name, count, span }) => {
      const rank = knownNames(facts).get(item.id)?.get(name);
      const isOpen = rank === undefined || (rank.isAll !== true && rank.modes !== count);
      return isOpen || !evaluated(facts).has(placeOf(item.id, span));
    }),
  );
}

/** Where something has a value for certain: in a branch that no instance takes nobody else says what is wrong. */
const evaluated = remembered(({ facts, instances }: FileFacts): ReadonlySet<string> => {
  const certain = new Set(instances.filter((one) => one.certain).map(({ id }) => id));
  const values = facts.filter(({ kind, instance }) => kind === "expression" && certain.has(instance));
  return new Set(values.map(({ item, span }) => placeOf(item, span)));
});

const placeOf = (item: ItemId, { start, end }: Span): string => `${item} ${start}:${end}`;

/** An edit leaves most items as they were. */
const conflictsIn: Readonly<Record<Language, (item: Item) => readonly Conflict[]>> = {
  cpp: remembered((item: Item) => findingsIn(usesIn(item, "cpp"), item.id)),
  python: remembered((item: Item) => findingsIn(usesIn(item, "python"), item.id)),
};

interface Known {
  readonly modes: number;
  /** All modes are known, not their count alone. */
  readonly isAll?: true;
}

/** Names whose modes are known: the rules about coordinates and modes say what is wrong with their uses. */
const knownNames = remembered(({ facts }: FileFacts): ReadonlyMap<ItemId, ReadonlyMap<string, Known>> => {
  const known = new Map<ItemId, Map<string, Known>>();
  for (const fact of facts) {
    if (fact.kind !== "variable") continue;
    const [all, modes] = [rankOf(fact.value), certainRankOf(fact.value)];
    if (modes === undefined) continue;
    const names = known.get(fact.item) ?? new Map<string, Known>();
    if (all !== undefined || !names.has(fact.name))
      names.set(fact.name, all === undefined ? { modes } : { modes, isAll: true });
    known.set(fact.item, names);
  }
  return known;
});

interface Conflict extends Finding {
  readonly name: string;
  /** Coordinates of the slice that is blamed; undefined where a mode is asked for. */
  readonly count?: number;
}

export function findingsIn(all: Uses, item: ItemId): readonly Conflict[] {
  return groups(all).flatMap((uses) => conflicts(uses, item));
}

/** Uses of one name with one value. */
function groups({ uses, bindings, inner }: Uses): readonly (readonly Use[])[] {
  const byValue = new Map<string, Use[]>();
  for (const use of uses) {
    const isInner = [...use.name.matchAll(/\.|$/g)].some(({ index }) => inner.has(use.name.slice(0, index)));
    const binding = isInner ? undefined : bindingOf(use, bindings);
    if (binding === undefined) continue;
    const key = `${use.name} ${bindings.indexOf(binding)}`;
    byValue.set(key, [...(byValue.get(key) ?? []), use]);
  }
  return [...byValue.values()];
}

/** The last one before the use, where it certainly is the one. */
function bindingOf(use: Use, bindings: readonly Binding[]): Binding | undefined {
  const [root] = use.name.split(".");
  const own = bindings.filter(({ name }) => name === root);
  const before = own.filter(({ from }) => from <= use.span.start);
  const last = before.reduce<Binding | undefined>(
    (one, other) => (one === undefined || other.from >= one.from ? other : one),
    undefined,
  );
  if (last === undefined || !isAround(last.path, use.path)) return undefined;
  const loops = use.path.filter((frame) => frame.isLoop && !last.path.some(({ id }) => id === frame.id));
  const isChanged = own.some(
    ({ from, path }) => from > use.span.start && loops.some((loop) => path.some(({ id }) => id === loop.id)),
  );
  return isChanged ? undefined : last;
}

const isAround = (outer: Path, inner: Path): boolean => outer.every(({ id }, i) => inner[i]?.id === id);

function conflicts(uses: readonly Use[], item: ItemId): readonly Conflict[] {
  const right = mostlyRight(uses);
  if (right === undefined) return [];
  const { name, count } = right;
  const wrong = uses.flatMap((use) => {
    const isAgainst = !agrees(use, count) && use.span.end > use.span.start;
    const other = uses.find((one) => one.how === "exact" && one.count === count && areBothCompiled(use, one));
    return isAgainst && other !== undefined ? [{ use, other }] : [];
  });
  const told = wrong.map(({ use, other }) => ({ name, ...counted(use), ...against(use, other, item) }));
  const [first] = wrong;
  // One stands against one: either may be the wrong one.
  const isOpen = first !== undefined && uses.filter((use) => agrees(use, count)).length <= wrong.length;
  return isOpen && isWritten(first.other)
    ? [{ name, ...counted(first.other), ...other(first.other, first.use, item) }, ...told]
    : told;
}

const counted = ({ how, count }: Use): Pick<Conflict, "count"> => (how === "exact" ? { count } : {});

const isWritten = ({ span }: Use): boolean => span.end > span.start;

function against(use: Use, other: Use, item: ItemId): Finding {
  const { name } = use;
  const elsewhere = isWritten(other) ? `is sliced with ${other.count} elsewhere` : `has ${other.count} modes`;
  const message =
    use.how === "exact"
      ? `${use.count} coordinates for ${name}, which ${elsewhere}: give one for each mode`
      : `${name} ${elsewhere}: it has no mode ${use.count - 1}`;
  const related = isWritten(other)
    ? [{ item, span: other.span, message: `${other.count} coordinates for ${name}` }]
    : [];
  return { item, span: use.span, message, related, fixes: [] };
}

/** The slice that one other use stands against. */
function other(slice: Use, use: Use, item: ItemId): Finding {
  const { name, count } = slice;
  const says =
    use.how === "exact" ? `is sliced with ${use.count} elsewhere` : `is asked for mode ${use.count - 1} elsewhere`;
  const message = `${count} coordinates for ${name}, which ${says}: one of the two is wrong`;
  return { item, span: slice.span, message, related: [{ item, span: use.span, message: "the other one" }], fixes: [] };
}

const agrees = ({ how, count }: Use, modes: number): boolean => (how === "exact" ? count === modes : count <= modes);

/** The slice that most uses agree with; of two that stand against each other the first. */
function mostlyRight(uses: readonly Use[]): Use | undefined {
  const exact = uses.filter(({ how }) => how === "exact");
  const votes = ({ count }: Use): number => uses.filter((use) => agrees(use, count)).length;
  return exact.reduce<Use | undefined>(
    (best, use) => (best === undefined || votes(use) > votes(best) ? use : best),
    undefined,
  );
}

/** No branch that the compiler may leave out is around one of them alone. */
function areBothCompiled({ path: a }: Use, { path: b }: Use): boolean {
  const alone = [
    ...a.filter(({ id }) => !b.some((one) => one.id === id)),
    ...b.filter(({ id }) => !a.some((one) => one.id === id)),
  ];
  return alone.every(({ isStatic }) => !isStatic);
}

/** The page of mode-count. */
export const modeCountPage = (): RulePage => ({
  doc: `
A slice gives one coordinate for each mode: \`t(_,_,k)\` and \`t[None, None, k]\` are of a tensor with three modes, and \`t(_,k)\` of the same
tensor is refused ("Mismatched Ranks"). \`size<3>(t)\` and \`cute.size(t, mode=[3])\` ask for a fourth mode.

It is told from the uses alone, so also where the tensor is not known; of several uses the one that stands alone is blamed, of two both. Uses
in branches of which only one is compiled are not compared.`,
  references: ["cute/underscore.hpp: slice (CUTLASS 4.7)", "cutlass/cute/core.py: slice_ (CuTe DSL 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp("tAsA(_, k)", "\n    //   ^^^^^^^^^^ 2 coordinates for tAsA, which is sliced with 3 elsewhere"),
      good: cpp("tAsA(_, _, k)"),
    },
    {
      language: "python",
      bad: dsl(
        "tAsA[None, k]",
        "\n        #               ^^^^^^^^^^^^^ 2 coordinates for tAsA, which is sliced with 3 elsewhere",
      ),
      good: dsl("tAsA[None, None, k]"),
    },
  ],
});
