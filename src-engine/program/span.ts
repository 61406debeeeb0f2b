// Where code stands: offsets in an item, and an item's own place in its document.
// All offsets count UTF-16 units; lines and columns are the border's affair.

/** Half-open range of UTF-16 offsets, relative to the start of the item that holds it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where an item stands: the fragment (0 for a file, the cell for a notebook) and absolute offsets in it. */
export interface Place extends Span {
  readonly fragment: number;
}

/** A comment that speaks to the tool. */
export interface Directive {
  readonly kind: "ignore" | "preset" | "other";
  readonly text: string;
  readonly fragment: number;
  readonly span: Span;
}

/** Code that no compiler sees, and the directive that says so: `#if 0`, `#else of #ifndef FAST`. */
export interface Inactive {
  readonly span: Span;
  readonly directive: string;
}
