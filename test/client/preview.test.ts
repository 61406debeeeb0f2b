// The parts of the preview that need no page: messages checked on both sides, where one looks, layouts as source text.
import { describe, expect, test } from "vitest";
import { readFromWebview, readSavedState, readToWebview } from "../../client/src/preview/messages.ts";
import { RemotePicture } from "../../client/webview/remote-view.ts";
import { sourceOf } from "../../client/webview/source-text.ts";
import { bounded, detail, firstCell, fitted, reveal, zoomBy } from "../../client/webview/viewport.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";

const source = { uri: "file:///a.cu", line: 3, character: 7, label: "a.cu:4" };
const view = { name: "A", notation: "_8:_1", kind: "layout", instance: "", facts: [], instances: [], symbols: [] };

describe("messages", () => {
  test("what makes sense passes", () => {
    expect(readToWebview({ type: "show", view, source, pinned: false })).toMatchObject({ type: "show", view });
    expect(readToWebview({ type: "show", view: null, source: null, pinned: true })).toBeDefined();
    const asked = { bindings: { M: "512" }, literals: { "fn:host#0/bM#0": "256" }, instance: "i" };
    expect(readFromWebview({ type: "ask", asked })).toEqual({ type: "ask", asked });
    expect(readFromWebview({ type: "writeBack" })).toEqual({ type: "writeBack" });
    expect(readFromWebview({ type: "copyLink", expression: "_8:_1" })).toEqual({
      type: "copyLink",
      expression: "_8:_1",
    });
    expect(readToWebview({ type: "evaluate", expression: "_8:_1" })).toEqual({ type: "evaluate", expression: "_8:_1" });
    const fields = { language: "python", kind: "tv", tile: "(8,8)", mark: "T5", label: "thread", color: "" };
    const started = { type: "evaluate", expression: "_8:_1", start: fields };
    expect(readToWebview(started)).toEqual(started);
    expect(readToWebview({ ...started, start: { ...fields, language: "js" } })).not.toHaveProperty("start");
    const look = { type: "look", look: { controls: { label: "index" }, expression: "_8:_1", evaluated: 1 } };
    expect(readFromWebview(look)).toEqual(look);
    const click = { type: "reveal", input: 1, focus: "preview" };
    expect(readFromWebview(click)).toEqual(click);
  });

  test.each([
    null,
    7,
    "show",
    [],
    {},
    { type: "show" },
    { type: "show", view: { name: 3 }, source: null, pinned: false },
    { type: "show", view: null, source: { uri: 1 }, pinned: false },
    { type: "options", label: "offset" },
    { type: "cells", request: Number.NaN, picture: null },
    { type: "unheard-of" },
  ])("what makes none is refused by the page: %j", (message) => {
    expect(readToWebview(message)).toBeUndefined();
  });

  test.each([
    null,
    { type: "ask" },
    { type: "ask", asked: { bindings: { M: 512 }, literals: {} } },
    { type: "ask", asked: { bindings: {} } },
    { type: "copyLink" },
    { type: "cells", request: 1, window: { row: 0 } },
    { type: "save", name: "a.svg", data: "", encoding: "binary" },
    { type: "copy", text: 1 },
    { type: "keep", bindings: null },
    { type: "look", look: { controls: {} } },
  ])("and by the extension: %j", (message) => {
    expect(readFromWebview(message)).toBeUndefined();
  });

  test("a state saved by something else starts afresh", () => {
    expect(readSavedState("?")).toEqual({ source: null, pinned: false });
    expect(readSavedState({ source, pinned: true })).toEqual({ source, pinned: true });
  });
});

describe("cells that the server sends", () => {
  const axis = { extent: 256, periods: [], name: "" };
  const view = {
    kind: "tv",
    title: "",
    rows: axis,
    columns: axis,
    labelModes: ["thread"],
    colorModes: ["thread"],
    summary: "",
  };
  const nothing = { row: 0, column: 0, rows: 0, columns: 0, step: 1 };

  test("are colours alone where many are seen, and are asked for again when one is pointed at", () => {
    const asked: object[] = [];
    const panel = { row: 0, column: 0, view, window: nothing, cells: [] };
    const remote = new RemotePicture({ title: "", summary: "", panels: [panel] }, (window) => asked.push(window));
    const [{ view: shown } = { view: undefined }] = remote.picture.panels;
    const all = { row: 0, column: 0, rows: 256, columns: 256, step: 1, unlabelled: true } as const;
    expect(shown?.cells(all)).toEqual([]);
    expect(asked).toEqual([
      { ...all, rows: 128, panel: 0 },
      { ...all, row: 128, rows: 128, panel: 0 },
    ]);
    const cell = { row: 3, column: 5, labels: {}, tones: { thread: 7 } };
    remote.add({ title: "", summary: "", panels: [{ ...panel, window: { ...all, rows: 128 }, cells: [cell] }] });
    expect(shown?.cells({ row: 3, column: 5, rows: 1, columns: 1, step: 1 })).toEqual([cell]);
    expect(asked.length).toBe(3);
    expect(asked[2]).not.toHaveProperty("unlabelled");
  });

  test("stand for their neighbours until these come, where every second colour was sent", () => {
    const cell = { row: 2, column: 4, labels: {}, tones: { thread: 7 } };
    const coarse = { row: 0, column: 0, rows: 256, columns: 256, step: 2, unlabelled: true } as const;
    const panel = { row: 0, column: 0, view, window: coarse, cells: [cell] };
    const asked: object[] = [];
    const remote = new RemotePicture({ title: "", summary: "", panels: [panel] }, (window) => asked.push(window));
    const [{ view: shown } = { view: undefined }] = remote.picture.panels;
    const seen = shown?.cells({ ...coarse, row: 3, column: 5, rows: 1, columns: 1, step: 1 });
    expect(seen).toEqual([{ ...cell, row: 3, column: 5 }]);
    expect(asked.length).toBe(1);
  });
});

describe("where one looks", () => {
  const margins = { width: 60, height: 62 };
  const extent = { rows: 4096, columns: 4096, cellWidth: 40, cellHeight: 18, margins };
  const room = { width: 800, height: 600 };

  test("a huge grid is fitted by the colours of every n-th cell, all of its columns", () => {
    const { zoom } = fitted(extent, room);
    const drawn = detail(zoom, 4096 * 4096);
    expect(drawn.step).toBeGreaterThan(8);
    expect(drawn.cell).toBeGreaterThanOrEqual(4);
    expect((4096 / drawn.step) * drawn.cell!).toBeLessThanOrEqual(room.height);
    expect((4096 / drawn.step) * drawn.cell!).toBeGreaterThan(room.height * 0.8);
  });

  test("one of some thousand cells is fitted by its colours, every cell of them", () => {
    const tile = { rows: 128, columns: 64, cellWidth: 40, cellHeight: 18, margins };
    const { zoom } = fitted(tile, room);
    expect(detail(zoom, 128 * 64)).toEqual({ step: 1, scale: 1, cell: 4 });
    expect(detail(1, 128 * 64)).toEqual({ step: 1, scale: 1 });
  });

  test("in a narrow pane each of them is a pixel; of twice 128 × 256 cells it is every second", () => {
    expect(detail(1.2 / 18, 128 * 64)).toEqual({ step: 1, scale: 1, cell: 1 });
    expect(detail(1.2 / 18, 2 * 128 * 256)).toEqual({ step: 2, scale: 1, cell: expect.closeTo(2.4) });
  });

  test("zooming keeps the cell under the mouse where it is", () => {
    const before = { zoom: 1, row: 100, column: 200 };
    const around = { row: 110, column: 215 };
    const after = zoomBy(before, 2, around);
    expect((around.row - after.row) * after.zoom).toBeCloseTo((around.row - before.row) * before.zoom);
    expect((around.column - after.column) * after.zoom).toBeCloseTo((around.column - before.column) * before.zoom);
  });

  test("panning stops at the edges, and drawn cells stand on multiples of the step", () => {
    const far = bounded({ zoom: 0.1, row: 1e9, column: -5 }, extent, room);
    expect(far.column).toBe(0);
    expect(far.row).toBeLessThan(4096);
    const drawn = detail(far.zoom, 4096 * 4096);
    expect(firstCell(far, drawn).row % drawn.step).toBe(0);
  });

  test("a selected cell comes into sight", () => {
    const seen = reveal({ zoom: 1, row: 0, column: 0 }, { row: 4000, column: 4000 }, extent, room);
    expect(seen.row).toBeLessThanOrEqual(4000);
    expect(seen.row + room.height / extent.cellHeight).toBeGreaterThan(4000);
  });
});

describe("a layout as source", () => {
  test.each([
    ["(_4,_8):(_8,_1)", "make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<8>{}, Int<1>{}))"],
    [
      "((_2,4),8):((_1,16),2)",
      "make_layout(make_shape(make_shape(Int<2>{}, 4), 8), make_stride(make_stride(Int<1>{}, 16), 2))",
    ],
    [
      "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
      "composition(Swizzle<3, 3, 3>{}, make_layout(make_shape(Int<8>{}, Int<64>{}), make_stride(Int<64>{}, Int<1>{})))",
    ],
  ])("C++: %s", (notation, text) => {
    expect(sourceOf(evaluateText(makeContext("cpp"), notation), "cpp")).toBe(text);
  });

  test.each([
    ["(4,8):(8,1)", "cute.make_layout((4, 8), stride=(8, 1))"],
    [
      "S<3,4,3> o 0 o (8,64):(64,1)",
      "cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))",
    ],
  ])("DSL: %s", (notation, text) => {
    expect(sourceOf(evaluateText(makeContext("dsl"), notation), "python")).toBe(text);
  });

  test("coordinates and symbols have no short source", () => {
    expect(sourceOf(evaluateText(makeContext("cpp"), "(_4,_8):(_1@0,_1@1)"), "cpp")).toBeUndefined();
  });
});
