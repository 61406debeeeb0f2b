// `cuteLens/view`: what the preview shows for a place in a document. Plain JSON both ways, so that any editor can use it.
//
// A value that the engine's notation can say travels as `expression`, and the receiver draws it itself, window by window.
// What only the server can draw (an MMA, a TMA box over a bound tensor) travels as `picture`: the cells themselves.
import type { Axis, Cell, ViewKind, Window } from "../../../src-engine/view/view.ts";

export const viewMethod = "cuteLens/view";

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface ViewParams {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
  /** One of the answer's `instances`; the first that knows most when absent. */
  readonly instance?: string;
  /** What-if: values for symbols and parameters of the instance, as notation text (`M` → `512`). */
  readonly bindings?: Readonly<Record<string, string>>;
}

export interface ViewAnswer {
  /** The name or the text of the expression under the cursor. */
  readonly name: string;
  /** `tensor`, `layout`, `tiled-mma` …, as `inspect` says. */
  readonly kind: string;
  readonly language: "cpp" | "python";
  /** The value as the language prints it. */
  readonly value: string;
  /** What `eval` reads to get the value that is drawn; absent when the notation cannot say it. */
  readonly expression?: string;
  readonly view?: ViewKind;
  readonly picture?: PictureData;
  /** What the hover says below the picture, line by line: shape, stride, size … */
  readonly facts: readonly FactLine[];
  readonly instances: readonly { readonly id: string; readonly label: string }[];
  readonly instance: string;
  /** What-if fields: symbols and static sizes the value rests on. `place` is the literal that can be written back. */
  readonly fields: readonly Field[];
  /** The expression that was understood, to select it from the picture. */
  readonly range: { readonly start: Position; readonly end: Position };
}

export interface FactLine {
  readonly label: string;
  readonly text: string;
}

export interface Field {
  readonly name: string;
  /** Its value where it is known: `128`. */
  readonly value?: string;
  readonly place?: { readonly start: Position; readonly end: Position };
}

export interface PictureData {
  readonly title: string;
  readonly summary: string;
  readonly panels: readonly PanelData[];
}

export interface PanelData {
  readonly row: number;
  readonly column: number;
  readonly kind: ViewKind;
  readonly title: string;
  readonly rows: Axis;
  readonly columns: Axis;
  readonly labelModes: readonly string[];
  readonly colorModes: readonly string[];
  readonly summary: string;
  /** The part that `cells` covers: the whole view, or its first cells when it is very large. */
  readonly window: Window;
  readonly cells: readonly Cell[];
}
