// The choices that a picture offers: what its cells say and what their colours mean. A choice stays while it makes sense.
import { byLayout } from "../../src-engine/views/color-by.ts";
import { ownList } from "../../src-engine/views/label-by.ts";
import { levelsOf, type Picture, type ViewKind } from "../../src-engine/views/view.ts";
import { setOptions } from "./dom.ts";
import { page } from "./page.ts";

export interface Offer {
  /** The settings: they are about layouts. */
  readonly wanted: { readonly label: string; readonly color: string };
  /** No operation, whose colours say where an element comes from. */
  readonly plain: boolean;
  /** The kind of picture that was there before. */
  readonly last: ViewKind | undefined;
}

const option = (mode: string) => ({ value: mode, text: mode });

/** Gives the picture's kind. */
export function offerModes(picture: Picture | undefined, { wanted, plain, last }: Offer): ViewKind | undefined {
  const views = picture?.panels.map((panel) => panel.view) ?? [];
  // First what the panel says that says most: of an MMA in tensor memory C.
  const telling = [...views].sort((a, b) => b.labelModes.length - a.labelModes.length);
  const labels = [...new Set(telling.flatMap((view) => view.labelModes))];
  const colors = [...new Set(telling.flatMap((view) => view.colorModes))];
  const kind = views[0]?.kind;
  const same = kind === last && [...labels, ownList].includes(page.label.value);
  // Threads, banks, boxes and lanes have labels of their own.
  const isPlain = (kind === "layout" || kind === "swizzle") && labels.includes(wanted.label);
  const label = isPlain ? wanted.label : labels[0];
  // Where nothing is drawn there is nothing to label or to colour.
  const [own, coloured] = picture === undefined ? [[], []] : [[ownList], [byLayout]];
  setOptions(page.label, [...new Set([...labels, ...own])].map(option), same ? page.label.value : label);
  page.labelBy.parentElement?.toggleAttribute("hidden", page.label.value !== ownList);
  const nested = views.some(({ rows, columns }) => levelsOf(rows).length + levelsOf(columns).length > 0);
  page.levels.parentElement?.toggleAttribute("hidden", !nested);
  const color =
    (plain && kind === "layout" && views.length === 1 && colors.includes(wanted.color)) || wanted.color !== "offset"
      ? wanted.color
      : (colors[0] ?? "");
  const kept = same && colors.includes(page.color.value) ? page.color.value : color;
  setOptions(page.color, [...new Set([...colors, ...coloured])].map(option), kept);
  page.colorBy.parentElement?.toggleAttribute("hidden", page.color.value !== byLayout);
  return kind;
}

export const offerKinds = (kinds: readonly string[], chosen: string | undefined): void =>
  setOptions(page.kind, kinds.map(option), chosen);
