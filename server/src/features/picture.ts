// The picture of a value as SVG for a hover: within the hover box's size and Markdown's length, or none.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import type { Theme } from "../../../src-engine/views/palette.ts";
import { renderSvg } from "../../../src-engine/views/svg.ts";
import type { Picture } from "../../../src-engine/views/view.ts";
import { isPicture, type NoPicture, type ViewOptions, viewOf } from "../../../src-engine/views/view-of.ts";
import { attempt } from "../facts/attempt.ts";
import { dialectOf } from "../facts/notation.ts";

/** What fits a hover without scrolling in VS Code. */
const box = { maxWidth: 700, maxHeight: 195 };

export function pictureOf(
  value: Value,
  language: Language,
  options: Omit<ViewOptions, "dialect"> = {},
): Picture | NoPicture {
  const dialect = dialectOf(language);
  const drawn = attempt(language, (ctx) => viewOf(ctx, value, { dialect, ...options }));
  return drawn ?? { why: "the picture takes more steps than a hover may" };
}

export function hoverPicture(value: Value, language: Language, theme: Theme, look: PictureLook): string | undefined {
  const picture = pictureOf(value, language);
  if (!isPicture(picture) || picture.panels.length === 0) return undefined;
  return attempt(
    language,
    () => renderSvg(picture, { theme, label: look.label, color: look.color, untitled: true, ...box }).svg,
  );
}

export interface PictureLook {
  readonly label: string;
  readonly color: string;
}
