// What the picture tells the page: which cell is meant, and what is wanted of it.
import type { Cell } from "../../src-engine/views/view.ts";

export interface CellPlace {
  readonly panel: number;
  readonly cell: Cell;
}

export interface StageEvents {
  /** The cell under the mouse or the selected one; undefined when there is none. */
  pointed(place: CellPlace | undefined): void;
  chosen(place: CellPlace): void;
  /** The panel of this cell alone, or all again. */
  alone(place: CellPlace | undefined): void;
}
