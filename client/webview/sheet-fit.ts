// The zoom at which a sheet of several panels is seen whole: with labels where they can be read, else by its colours.
import { naturalPanels, sheetSize } from "../../src-engine/views/svg-metrics.ts";
import { inOneLine, type Picture } from "../../src-engine/views/view.ts";
import { extentOf } from "./drawing-place.ts";
import { detail, type Extent, fitted, type Size, smallest } from "./viewport.ts";

/** A sheet is drawn whole up to this; what is larger is cut and says so. */
export const largestSheet: Size = { width: 5200, height: 2600 };

/** A small sheet grows to this. */
const largest = 2;
const least = 1 / 256;
/** From one zoom to the next that is tried. */
const finer = 0.94;

/** Another arrangement of panels, or other cells, have to be so much larger. */
const worthwhile = 1.1;

export interface SheetFit {
  readonly zoom: number;
  /** With its panels where they fit best. */
  readonly picture: Picture;
  /** Titles are cut to the width of their panels. */
  readonly cutTitles: boolean;
  /** Cells of whole pixels leave room: the drawing is stretched by this to fill it. */
  readonly stretch: number;
}

/** In the picture's own arrangement and cells, or in others that are larger in a wide or a tall room. */
export function fittedSheet(picture: Picture, look: SheetLook, room: Size): SheetFit {
  const moved = { ...picture, panels: picture.panels.map((panel) => ({ ...panel, ...panel.otherwise })) };
  const arrangements = picture.panels.some(({ otherwise }) => otherwise !== undefined) ? [picture, moved] : [picture];
  const forms = arrangements.flatMap((one) => (inOneLine(one) === one ? [one] : [one, inOneLine(one)]));
  return forms.map((one) => fittedArrangement(one, look, room)).reduce(larger);
}

/** What can be read comes first: colours alone fill any room. */
function larger(own: SheetFit, other: SheetFit): SheetFit {
  const [read, otherRead] = [own, other].map(({ zoom }) => zoom >= smallest);
  if (read !== otherRead) return read === true ? own : other;
  return other.zoom * other.stretch > own.zoom * own.stretch * worthwhile ? other : own;
}

/** Of a picture of one panel: with the cells that are larger in the room, and how large they are. */
export function fittedCells(
  picture: Picture,
  options: Parameters<typeof extentOf>[1],
  room: Size,
): { readonly extent: Extent; readonly sheet: SheetFit } {
  const forms = inOneLine(picture) === picture ? [picture] : [picture, inOneLine(picture)];
  const sheets = forms.map((one): SheetFit & { readonly extent: Extent } => {
    const extent = extentOf(one, options);
    return { extent, picture: one, zoom: fitted(extent, room).zoom, cutTitles: false, stretch: 1 };
  });
  const { extent, ...sheet } = sheets.reduce((own, other) => (larger(own, other) === own ? own : other));
  return { extent, sheet };
}

interface SheetLook {
  readonly label: string;
  readonly levels: true | undefined;
}

/** With whole titles and labels if it can be, then with cut titles, then by colours; else as small as can be read. */
function fittedArrangement(picture: Picture, { label, levels }: SheetLook, room: Size): SheetFit {
  const panels = naturalPanels(picture, label);
  const cells = cellsOf(picture);
  for (const cutTitles of [false, true])
    for (let zoom = largest; zoom > (cutTitles ? least : smallest); zoom *= finer) {
      const { scale, ...drawn } = detail(zoom, cells);
      const { width, height } = sheetSize(panels, { ...drawn, cutTitles, levels });
      const spare = Math.min(room.width / (width * scale), room.height / (height * scale));
      if (spare >= 1) return { zoom, cutTitles, picture, stretch: drawn.cell === undefined ? 1 : spare };
    }
  return { zoom: smallest, cutTitles: true, picture, stretch: 1 };
}

export const cellsOf = (picture: Picture): number =>
  picture.panels.reduce((sum, { view }) => sum + view.rows.extent * view.columns.extent, 0);
