// In a picture of an operation, pointing at a cell marks the cells of the other panels that go with it.
import { areLinked, type Cell } from "../../src-engine/views/view.ts";

/** What is marked: the cells for which it holds; undefined for what is marked otherwise. */
export type MarkLinked = (holds: ((cell: Cell) => boolean) | undefined) => void;

export class LinkedCells {
  #followed: string | undefined;

  constructor(private readonly mark: MarkLinked) {}

  /** The cell that is pointed at, if any. */
  follow(cell: Cell | undefined): void {
    const key = cell?.link === undefined ? undefined : `${cell.link} ${cell.from?.join(" ") ?? ""}`;
    if (key === this.#followed) return;
    this.#followed = key;
    this.mark(cell === undefined || key === undefined ? undefined : (other) => areLinked(cell, other));
  }
}
