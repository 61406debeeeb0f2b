// What the argument at the cursor takes, by the name that its operation's signature gives it: makers of that come first.
import type { Language } from "../../../src-engine/program/ir.ts";
import type { Suggestion } from "./completion.ts";
import { signatureHelp } from "./signature-help.ts";

/** By a parameter's name, the names of what makes it. */
const makers: readonly (readonly [parameter: RegExp, name: RegExp])[] = [
  [/shape|profile/i, /^(?:make_shape|Shape)$/],
  [/stride/i, /^(?:make_stride|Stride)$/],
  [
    /layout|block$|thr$|val$|^(?:lhs|rhs|target)$/i,
    /^(?:make_(?:ordered_)?layout|Layout|.*_layout|composition|Layout_|tile_to_shape)/,
  ],
  [/coord/i, /^(?:make_coord|Coord|_)$/],
  [/tile/i, /^(?:make_tile|Tile|make_shape|Shape|Layout|make_layout)$/],
  [/tensor|src|dst|gmem|smem/i, /^(?:make_tensor|local_tile|make_fragment_like|make_identity_tensor)/],
  [/ptr|iter|engine/i, /^make_(?:gmem|smem|rmem|tmem)_ptr/],
  [/swizzle/i, /^(?:make_)?swizzle/i],
];

export function wantedBy(text: string, offset: number, language: Language): ((one: Suggestion) => boolean) | undefined {
  const help = signatureHelp(text, offset, language);
  const parameter = help?.parameters[help.active];
  if (parameter === undefined) return undefined;
  if (/atom|\bop\b/i.test(parameter)) return ({ kind }) => kind === "atom";
  const names = makers.find(([wanted]) => wanted.test(parameter))?.[1];
  return names === undefined ? undefined : ({ name }) => names.test(name);
}
