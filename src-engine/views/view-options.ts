// What a caller may choose about a picture, and the answer where there is none.

import type { Shape } from "../algebra/value.ts";
import type { Memory } from "../costs/access.ts";
import type { LayoutViewOptions } from "./layout-view.ts";
import type { Picture, ViewKind } from "./view.ts";

export interface ViewOptions {
  readonly dialect: "cpp" | "dsl";
  /** Above the picture: the variable's name; the value's notation when absent. */
  readonly title?: string;
  readonly view?: ViewKind;
  readonly elementBits?: number;
  readonly fixed?: LayoutViewOptions["fixed"];
  readonly start?: LayoutViewOptions["start"];
  readonly flatten?: boolean;
  /** Isolates a thread of a TV layout. */
  readonly thread?: number;
  /** The tile of a bare TV layout; lines of sixteen or more when absent. */
  readonly tile?: Shape;
  /** Of the bank view, where they are not 32 banks of 4 bytes. */
  readonly memory?: Memory;
  /** A layout of few rows or columns stays a strip: where its axes are those of others, or of every element. */
  readonly strip?: true;
  /** Of a divide or a composition: what the tiler leaves, too. */
  readonly complement?: true;
}

export interface NoPicture {
  readonly why: string;
}

export const isPicture = (p: Picture | NoPicture): p is Picture => "panels" in p;
