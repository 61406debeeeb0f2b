// Mouse and keyboard of the picture, turned into what is meant: pan, zoom, point at a cell, choose it, walk.

export interface StageInput {
  pan(x: number, y: number): boolean;
  /** False when the picture leaves the wheel to the page. */
  panWheel(x: number, y: number): boolean;
  zoomAt(factor: number, event: MouseEvent): void;
  zoom(factor: number): void;
  fit(): void;
  point(event: MouseEvent): void;
  leave(): void;
  choose(event: MouseEvent | undefined): void;
  step(rows: number, columns: number): void;
  first(): void;
  /** The panel of a cell alone, or all again; by the keyboard that of the selected cell. */
  alone(event: MouseEvent | undefined): void;
}

export function listen(host: HTMLElement, input: StageInput): void {
  listenToPointer(host, input);
  host.addEventListener("dblclick", (event) => input.alone(event));
  host.addEventListener("pointerleave", () => input.leave());
  host.addEventListener("wheel", (event) => wheel(event, input), { passive: false });
  host.addEventListener("keydown", (event) => {
    if (key(event, input)) event.preventDefault();
  });
}

/** A press that moves pans; one that does not chooses the cell. */
function listenToPointer(host: HTMLElement, input: StageInput): void {
  let drag: { x: number; y: number; moved: boolean } | undefined;
  host.addEventListener("pointerdown", (event) => {
    const onScrollbar = event.offsetX > host.clientWidth || event.offsetY > host.clientHeight;
    if (event.button !== 0 || (event.target === host && onScrollbar)) return;
    drag = { x: event.clientX, y: event.clientY, moved: false };
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("pointermove", (event) => {
    if (drag === undefined) return input.point(event);
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    drag = { x: event.clientX, y: event.clientY, moved: true };
    input.pan(-dx, -dy);
  });
  host.addEventListener("pointerup", (event) => {
    if (drag !== undefined && !drag.moved) input.choose(event);
    drag = undefined;
  });
  host.addEventListener("pointercancel", () => {
    drag = undefined;
  });
}

function wheel(event: WheelEvent, input: StageInput): void {
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    return input.zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, event);
  }
  const [x, y] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
  if (input.panWheel(x, y)) event.preventDefault();
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-16, 0],
  PageDown: [16, 0],
};

/** True when the key means something here. */
function key(event: KeyboardEvent, input: StageInput): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const move = moves[event.key];
  if (move !== undefined) input.step(move[0], move[1]);
  else if (event.key === "+" || event.key === "=") input.zoom(1.25);
  else if (event.key === "-") input.zoom(0.8);
  else if (event.key === "0") input.fit();
  else if (event.key === "f" || event.key === "F") input.alone(undefined);
  else if (event.key === "Home") input.first();
  else if (event.key === "Escape") input.choose(undefined);
  else return false;
  return true;
}
