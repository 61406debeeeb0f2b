// What TMA moves of a tensor in global memory: a cell is a box, where it stands by its coordinates; a colour is a copy.
//
// The partition's strides are steps of coordinates, `(((64,128),2),k):(((1@0,1@1),64@0),128@0)`: the first leaves that go by one
// in a dimension each are the box, further leaves of mode 0 are boxes of the same copy, further modes are further copies.
import { layoutModes } from "../algebra/layout/modes.ts";
import { print } from "../algebra/notation/print.ts";
import { leavesOf } from "../algebra/tuple/tree.ts";
import type { Int, Layout } from "../algebra/value.ts";
import { cellsOf } from "./layout-view.ts";
import type { Axis, Cell, Picture, Window } from "./view.ts";

/** Copies that are drawn of as many as the run decides. */
const FEW = 4;
/** Positions on an axis, in units of what boxes and steps have in common. */
const MOST = 64;

interface Step {
  readonly extent: Int;
  readonly by: number;
  readonly dimension: number;
  /** A further copy, and no further box of the same one. */
  readonly copies: boolean;
}

/** Undefined where mode 0 is no box of two dimensions, or where there is a single one. */
export function boxesPicture(layout: Layout, dialect: "cpp" | "dsl"): Picture | undefined {
  const steps = stepsOf(layout) ?? [];
  const box = boxOf(steps);
  if (box === undefined) return undefined;
  const [across, down] = box;
  const rest = steps.slice(box.length).filter((step) => isAlong(step, across) || isAlong(step, down));
  const [columns, rows] = [axisOf(across, rest), axisOf(down, rest)];
  if (columns === undefined || rows === undefined || rows.extent * columns.extent === 1) return undefined;
  const placed = placedBoxes(rest, [across, down], [columns, rows]);
  const open = rest
    .filter(({ extent }) => extent.kind !== "num")
    .map(({ extent }) => `, ${FEW} of ${print(extent, dialect)}`);
  const title = `boxes of ${box.map(({ extent }) => print(extent, "dsl")).join("×")} of the tensor, a colour a copy${open.join("")}`;
  const view = {
    kind: "tma",
    title,
    rows,
    columns,
    labelModes: ["coordinate", "copy"],
    colorModes: ["copy"],
    summary: title,
    cells: (window: Window) => cellsOf(window, rows, columns, (row, column) => placed.get(key(row, column))),
  } as const;
  return { title, summary: title, panels: [{ view, row: 0, column: 0 }] };
}

const isAlong = (step: Step, side: Step): boolean => step.dimension === side.dimension;

/** Undefined for strides that are no steps along one dimension, or whose numbers are not known. */
function stepsOf(layout: Layout): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (const [mode, { shape, stride }] of layoutModes(layout).entries()) {
    const extents = leavesOf(shape);
    for (const [i, by] of leavesOf(stride).entries()) {
      const extent = extents[i];
      if (extent === undefined) return undefined;
      if (isNumber(extent, 1) || isNumber(by, 0)) continue;
      const [dimension, ...inner] = by.kind === "basis" ? by.path : [];
      if (by.kind !== "basis" || by.over !== undefined || dimension === undefined || inner.length > 0) return undefined;
      if (by.value.kind !== "num" || by.value.value <= 0) return undefined;
      steps.push({ extent, by: by.value.value, dimension, copies: mode > 0 });
    }
  }
  return steps;
}

const isNumber = (one: { readonly kind: string; readonly value?: unknown }, n: number): boolean =>
  one.kind === "num" && one.value === n;

type Box = readonly [Step, Step, ...Step[]];

/** The leaves of mode 0 that go by one, a dimension each, of extents that are numbers. */
function boxOf(steps: readonly Step[]): Box | undefined {
  const seen = new Set<number>();
  const end = steps.findIndex(({ by, dimension, copies, extent }) => {
    const goesOn = by === 1 && !copies && !seen.has(dimension) && extent.kind === "num";
    seen.add(dimension);
    return !goesOn;
  });
  const [first, second, ...more] = end < 0 ? steps : steps.slice(0, end);
  return first === undefined || second === undefined ? undefined : [first, second, ...more];
}

const countOf = ({ extent }: Step): number => (extent.kind === "num" ? extent.value : FEW);

/** In units of which box and steps are multiples. */
function axisOf(side: Step, rest: readonly Step[]): Axis | undefined {
  const along = rest.filter((step) => isAlong(step, side));
  const unit = along.reduce((common, { by }) => gcd(common, by), countOf(side));
  const last = along.reduce((sum, step) => sum + (countOf(step) - 1) * step.by, 0);
  const extent = (last + countOf(side)) / unit;
  if (extent > MOST) return undefined;
  return { extent, periods: [], every: unit, name: `dimension ${side.dimension}` };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const key = (row: number, column: number): string => `${row},${column}`;

/** By row and column, in units. */
function placedBoxes(rest: readonly Step[], sides: readonly [Step, Step], axes: readonly [Axis, Axis]) {
  const cells = new Map<string, Cell>();
  const [across, down] = sides;
  const [wide, high] = [across, down].map((side, i) => countOf(side) / (axes[i]?.every ?? 1)) as [number, number];
  const place = (left: readonly Step[], at: readonly [number, number], copy: number, round: number): void => {
    const [step, ...others] = left;
    if (step === undefined) return put(at, copy);
    for (let i = 0; i < countOf(step); i++) {
      const by = (dimension: number): number => (step.dimension === dimension ? i * step.by : 0);
      const next = [at[0] + by(across.dimension), at[1] + by(down.dimension)] as const;
      place(others, next, step.copies ? copy + i * round : copy, step.copies ? round * countOf(step) : round);
    }
  };
  const put = ([x, y]: readonly [number, number], copy: number): void => {
    const [column, row] = [x / (axes[0].every ?? 1), y / (axes[1].every ?? 1)];
    for (let r = 0; r < high; r++)
      for (let c = 0; c < wide; c++) {
        const own = r === 0 && c === 0;
        cells.set(key(row + r, column + c), {
          row: row + r,
          column: column + c,
          labels: own ? { coordinate: coordinate(sides, x, y), copy: `copy ${copy}` } : {},
          tones: { copy: copied(copy) },
          link: `copy ${copy}`,
        });
      }
  };
  place(rest, [0, 0], 0, 1);
  return cells;
}

/** No copy has the colour of where no box stands. */
const copied = (copy: number): number => (copy % 7) + 1;

/** From where the partition begins, in the tensor's order of dimensions. */
const coordinate = ([across, down]: readonly [Step, Step], x: number, y: number): string =>
  across.dimension < down.dimension ? `(${x},${y})` : `(${y},${x})`;
