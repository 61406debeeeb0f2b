// What a picture shows, without saying how it is drawn: a lazy grid of cells with labels and colours.
//
// A View knows no Layout. It gives its size and, for a window of rows and columns at a level of detail, the cells in it,
// so that 4096 × 4096 costs as much as 8 × 8. The one renderer (view/svg.ts and its text and TikZ siblings) draws it.

/** A cell: `labels` by label mode (index, offset, coordinate, thread, value, bank …); `tone` selects the colour. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Colour class by colour mode: equal numbers get equal colours. */
  readonly tones: Readonly<Record<string, number>>;
}

export interface Window {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** One cell stands for a block of `step` × `step`. */
  readonly step: number;
}

export interface View {
  readonly kind: "layout" | "tv" | "swizzle" | "banks" | "tma" | "mma" | "copy";
  readonly title: string;
  readonly rows: number;
  readonly columns: number;
  /** Row and column boundaries of outer modes, for heavier lines. */
  readonly rowBreaks: readonly number[];
  readonly columnBreaks: readonly number[];
  readonly labelModes: readonly string[];
  readonly colorModes: readonly string[];
  /** A sentence for screen readers and for views too large to draw. */
  readonly summary: string;
  cells(window: Window): readonly Cell[];
}
