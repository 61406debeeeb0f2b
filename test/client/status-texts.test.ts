// The status bar's words.
import { expect, test } from "vitest";
import { statusTexts } from "../../client/src/status-texts.ts";

test("layouts and problems; that an evaluation ended before its end", () => {
  expect(statusTexts({ arch: "auto", layouts: 1, problems: 0 })).toEqual({
    text: "$(symbol-array) CuTe · 1 layout",
    label: "CuTe Lens, auto, 1 layout known, 0 problems",
  });
  expect(
    statusTexts({ arch: "sm_90a", layouts: 40, problems: 1, incomplete: "the time for one file is over" }),
  ).toEqual({
    text: "$(symbol-array) CuTe sm_90a · 40 layouts, not all",
    label: "CuTe Lens, sm_90a, 40 layouts known, not all, 1 problem",
  });
});
