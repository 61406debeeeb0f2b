// What-if: the fields of the preview, what they would change, and what is written into the source.
import type { Range } from "./requests.ts";

export interface SymbolJson {
  readonly name: string;
  readonly value?: string;
  /** Absent where the shown value rests on it; the others only stand near it. */
  readonly near?: true;
}

export interface EffectsJson {
  /** Problems of the file that there are not now. */
  readonly problems: readonly string[];
  /** How many of today's problems go. */
  readonly mended: number;
  /** Budgets that change, as they would be: `shared memory 160 KiB of 227 KiB …`. */
  readonly budgets: readonly string[];
}

export interface RemedyJson {
  /** `Write Swizzle<3,3,3> into the source`. */
  readonly label: string;
  readonly edits: readonly TextEditJson[];
}

/** `text` stands there now, `by` instead of it afterwards. */
export interface TextEditJson {
  readonly uri: string;
  readonly range: Range;
  readonly text: string;
  readonly by: string;
}

export interface LiteralJson {
  readonly id: string;
  /** `bM`, `TileShape[1]`. */
  readonly name: string;
  /** What the source says. */
  readonly value: string;
  /** The number tried, and what would be written for it: `_256`. */
  readonly tried?: { readonly value: string; readonly text: string };
  /** The function that writes it; "" for the file. */
  readonly owner: string;
  /** Names lead from the shown value to this number; the others only stand near it. */
  readonly related: boolean;
  /** Where it stands in the source as it is, and its text there. */
  readonly uri: string;
  readonly range: Range;
  readonly text: string;
}
