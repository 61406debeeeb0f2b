// Pictures for users of the library, as `cute-lens draw` makes them.
import { drawing, formats, themes, views } from "../cli/drawing.ts";
import { checkChoices } from "./choices.ts";

export interface DrawOptions {
  /** `svg` when absent. */
  readonly format?: "svg" | "text" | "tikz";
  /** What to show; without it what fits the value best. */
  readonly view?: "layout" | "tiles" | "tv" | "swizzle" | "banks" | "tma" | "mma" | "copy" | "operation";
  /** Colours of the SVG: `light` when absent. */
  readonly theme?: "light" | "dark" | "high-contrast" | "neutral";
  /** What cells say: `offset`, `index`, `coordinate`, `bank`, `thread` …, where the view has it. */
  readonly label?: string;
  /** What colours mean: `offset`, `row`, `column`, `tile`, `bank`, `thread` …, where the view has it. */
  readonly color?: string;
  /** Bits of an element: gives bytes and banks. */
  readonly bits?: number;
}

/**
 * The picture of a layout, swizzle, atom or tiled copy as text in the wanted format.
 *
 * `expression` is CuTe's notation, an atom's name (`SM80_16x8x16_F32F16F16F32_TN`) or source. Rejects with an Error that says
 * why where there is no picture.
 */
export async function draw(expression: string, options: DrawOptions = {}): Promise<string> {
  checkChoices(options, { format: formats, view: views, theme: themes });
  return drawing(expression, { format: "svg", theme: "light", ...options });
}
