// What the argument at the cursor takes, by the name that its operation's signature gives it: makers of that come first.
import type { Language } from "../../../src-engine/program/ir.ts";
import type { Suggestion } from "./completion.ts";
import { signatureHelp } from "./signature-help.ts";

/** By a parameter's name, the names of what makes it, and the values that are it. */
const makers: readonly (readonly [parameter: RegExp, name: RegExp, value: RegExp])[] = [
  [/shape|profile/i, /^(?:make_shape|Shape)$/, /^tuple$/],
  [/stride/i, /^(?:make_stride|Stride)$/, /^tuple$/],
  [
    /layout|block$|thr$|val$|^(?:lhs|rhs|target)$/i,
    /^(?:make_(?:ordered_)?layout|Layout|.*_layout|composition|Layout_|tile_to_shape)/,
    /^(?:layout|tensor)$/,
  ],
  [/coord/i, /^(?:make_coord|Coord|_)$/, /^tuple$/],
  [/tile/i, /^(?:make_tile|Tile|make_shape|Shape|Layout|make_layout)$/, /^(?:tuple|layout)$/],
  [/tensor|src|dst|gmem|smem/i, /^(?:make_tensor|local_tile|make_fragment_like|make_identity_tensor)/, /^tensor$/],
  [/ptr|iter|engine/i, /^make_(?:gmem|smem|rmem|tmem)_ptr/, /^pointer$/],
  [/swizzle/i, /^(?:make_)?swizzle/i, /^swizzle$/],
];

export function wantedBy(text: string, offset: number, language: Language): ((one: Suggestion) => boolean) | undefined {
  const help = signatureHelp(text, offset, language);
  const parameter = help?.parameters[help.active];
  if (parameter === undefined) return undefined;
  if (/atom|\bop\b/i.test(parameter)) return ({ kind, makes }) => kind === "atom" || /-atom$/.test(makes ?? "");
  const [, names, values] = makers.find(([wanted]) => wanted.test(parameter)) ?? [];
  if (names === undefined) return undefined;
  return ({ name, kind, makes }) => (kind === "value" ? values?.test(makes ?? "") === true : names.test(name));
}
