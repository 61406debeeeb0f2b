// The two sides of a copy, and of what atom: what the rules about copies look at.
import type { CopyAtom } from "../../../src-engine/algebra/atoms/types.ts";
import {
  type CopyMisfit,
  copyMisfit,
  modesMisfit,
  type Side,
  sideAlone,
} from "../../../src-engine/algebra/tiled/copy-fit.ts";
import { copyAtomOf } from "../../../src-engine/algebra/tiled/tiled-copy.ts";
import type { AnyLayout, Tensor, Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { attempt } from "../facts/attempt.ts";
import { argument } from "./arguments.ts";
import type { RuleContext } from "./rule.ts";
import { elementBits, pointerOf } from "./tensor-parts.ts";
import { tmaAtomOf } from "./tma-atom.ts";

/** Calls that copy one tensor to another. */
export const copies: readonly string[] = [
  "copy",
  "copy_if",
  "copy_aligned",
  "autovec_copy",
  "basic_copy",
  "basic_copy_if",
];

export interface CopySides {
  readonly source: CallArg;
  readonly destination: CallArg;
  readonly from: Known;
  readonly to: Known;
}

/** A tensor whose layout is known. */
export type Known = Tensor & { readonly layout: AnyLayout };

export function copySides(call: CallFact): CopySides | undefined {
  // What the DSL refuses before it looks at the modes has a message of its own.
  if (call.stop?.code === "not-traced") return undefined;
  const [source, destination] = [argument(call, "source", "src"), argument(call, "destination", "dst")];
  if (source === undefined || destination === undefined) return undefined;
  const { value: from } = source;
  const { value: to } = destination;
  return isKnown(from) && isKnown(to) ? { source, destination, from, to } : undefined;
}

/** The one side whose layout is known. */
export function onlySide(call: CallFact): { readonly side: Side; readonly given: CallArg } | undefined {
  if (call.stop?.code === "not-traced") return undefined;
  const [source, destination] = [argument(call, "source", "src"), argument(call, "destination", "dst")];
  if (source === undefined || destination === undefined) return undefined;
  if (isKnown(source.value) && isOpen(destination.value)) return { side: "source", given: source };
  return isKnown(destination.value) && isOpen(source.value) ? { side: "destination", given: destination } : undefined;
}

const isOpen = (value: Value): boolean => value.kind === "unknown" || (value.kind === "tensor" && !isKnown(value));

export const isKnown = (value: Value | undefined): value is Known =>
  value?.kind === "tensor" && value.layout.kind !== "unknown";

/** The atom of a copy that is no TMA and does not choose its width itself. */
export function plainAtom(call: CallFact, context: RuleContext): CopyAtom | undefined {
  const atom = copyAtomIn(call, context);
  return atom !== undefined && isPlainAtom(atom) ? atom : undefined;
}

/** The atom that a copy is given, or that of its tiled copy; the DSL takes a thread's slice of one too. */
export function copyAtomIn(call: CallFact, context: RuleContext): CopyAtom | undefined {
  const given = argument(call, "atom")?.value;
  const value = given?.kind === "thr-copy" ? given.tiled : given;
  const atom =
    value?.kind === "tiled-copy" && value.atom.kind === "copy-atom"
      ? attempt(context.language, (ctx) => copyAtomOf(ctx, value))
      : value;
  return atom?.kind === "copy-atom" ? atom : undefined;
}

export const isPlainAtom = ({ traits }: CopyAtom): boolean =>
  /^(ld\/st|ldmatrix|stmatrix|cp\.async\.c[ag]\.)/.test(traits.ptx);

/** What `copy(atom, src, dst)` does not get. */
export function misfitOf(call: CallFact, context: RuleContext): CopyMisfit | undefined {
  const [sides, atom] = [copySides(call), plainAtom(call, context)];
  if (sides === undefined) return undefined;
  if (atom === undefined) return isTileCopy(call, context) ? modesOf(sides, context) : undefined;
  if (!isAutomatic(atom.traits.name))
    return attempt(context.language, (ctx) => copyMisfit(ctx, atom, side(sides.from), side(sides.to)));
  // C++ then copies element by element; the DSL asks for the modes all the same.
  return context.language === "python" ? modesOf(sides, context) : undefined;
}

/** What it does not get from the one side that is known. */
export function misfitOfOne(call: CallFact, context: RuleContext): CopyMisfit | undefined {
  const [one, atom] = [onlySide(call), plainAtom(call, context)];
  const { value } = one?.given ?? {};
  if (one === undefined || atom === undefined || isAutomatic(atom.traits.name) || !isKnown(value)) return undefined;
  return attempt(context.language, (ctx) => sideAlone(ctx, atom, one.side, side(value)));
}

const modesOf = ({ from, to }: CopySides, { language }: RuleContext): CopyMisfit | undefined =>
  attempt(language, (ctx) => modesMisfit(ctx, side(from), side(to)));

/** TMA, and copies to and from tensor memory: what one instruction moves is the atom's own affair, the modes behind it are everyone's. */
export function isTileCopy(call: CallFact, context: RuleContext): boolean {
  const ptx = copyAtomIn(call, context)?.traits.ptx;
  return ptx === undefined ? tmaAtomOf(argument(call, "atom")?.value) !== undefined : ptx.startsWith("tcgen05.");
}

const side = (tensor: Known) => ({ layout: tensor.layout, bits: elementBits(pointerOf(tensor)) });

/** C++ copies as without an atom: it asks for no modes. */
export function isElementwise(call: CallFact, context: RuleContext): boolean {
  if (context.language !== "cpp") return false;
  const [atom, value] = [plainAtom(call, context), argument(call, "atom")?.value];
  // `copy(AutoVectorizingCopy{}, src, dst)` is given the operation itself.
  return atom !== undefined ? isAutomatic(atom.traits.name) : value?.kind === "text" && isAutomatic(value.value);
}

const isAutomatic = (name: string): boolean => /^(AutoVectorizing|DefaultCopy)/.test(name);
