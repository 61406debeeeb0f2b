// What the preview is sent: packed and unpacked, cells are what they were, in a fraction of the characters.
import { expect, test } from "vitest";
import { viewOfExpression } from "../../server/src/features/view.ts";
import { packed, unpacked } from "../../server/src/protocol/packed-cells.ts";
import type { CellJson } from "../../server/src/protocol/requests.ts";

const overTheWire = (cells: unknown): unknown => JSON.parse(JSON.stringify(cells));

test.each([
  "(_4,(_2,_2)):(_2,(_1,_16))",
  "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
  "zipped_divide((_8,_8):(_8,_1), (_2,_4))",
  "SM80_16x8x16_F32F16F16F32_TN",
])("%s", (expression) => {
  const panels = (more: object) =>
    viewOfExpression(expression, "cpp", { uri: "", ...more }).picture?.panels.map(({ cells, packed: by }) =>
      overTheWire(by === undefined ? cells : unpacked(by)),
    );
  expect(panels({})?.length).toBeGreaterThan(0);
  expect(panels({ packed: true })).toEqual(panels({}));
});

test("a thread above its value: a fifth of the characters", () => {
  const cells: readonly CellJson[] = Array.from({ length: 2048 }, (_, i) => {
    const [thread, value] = [`T${i % 128}`, `V${i >> 7}`];
    const labels = { "thread value": `${thread} ${value}`, thread, value, index: String(i) };
    return { row: i >> 4, column: i & 15, labels, tones: { thread: i % 128, value: i >> 7, others: 1 } };
  });
  const made = packed(cells);
  expect(unpacked(made)).toEqual(cells);
  expect(JSON.stringify(made).length).toBeLessThan(JSON.stringify(cells).length / 5);
});
