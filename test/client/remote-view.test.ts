// A picture whose cells the server sends, as the page uses it: labels of one's own, cells that are low and wide.
import { expect, test } from "vitest";
import { RemotePicture } from "../../client/webview/remote-view.ts";
import type { CellJson, PictureJson, WindowJson } from "../../server/src/protocol/requests.ts";
import { renderSvg } from "../../src-engine/views/svg.ts";
import { inOneLine } from "../../src-engine/views/view.ts";

const cells: readonly CellJson[] = [0, 1].map((column) => ({
  row: 0,
  column,
  labels: { "thread value": `T${column} V0` },
  tones: { thread: column },
}));
const axis = (extent: number) => ({ extent, periods: [], name: "m" });
const window = { row: 0, column: 0, rows: 1, columns: 2, step: 1 };
const view = {
  kind: "mma",
  title: "C",
  rows: axis(1),
  columns: axis(2),
  labelModes: ["thread value"],
  colorModes: ["thread"],
  stacked: "thread value",
  summary: "C",
};
const json: PictureJson = { title: "mma", summary: "mma", panels: [{ row: 0, column: 0, view, window, cells }] };

test("thread above value, or beside it where a row is low", () => {
  const asked: WindowJson[] = [];
  const { picture } = new RemotePicture(json, (one) => asked.push(one));
  const texts = (of: typeof picture) =>
    [...renderSvg(of, { theme: "light", maxWidth: 400, maxHeight: 400 }).svg.matchAll(/<text[^>]*>([^<]*)</g)].map(
      ([, text]) => text,
    );
  expect(texts(picture)).toEqual(["C", "0", "0", "1", "T0", "V0", "T1", "V0"]);
  expect(texts(inOneLine(picture))).toEqual(["C", "0", "0", "1", "T0 V0", "T1 V0"]);
  expect(asked).toEqual([]);
});
