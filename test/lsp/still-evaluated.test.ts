// What the preview says of a value while the rest of its file is evaluated.
import { expect, test } from "vitest";
import { stillEvaluated } from "../../server/src/lsp/custom.ts";
import type { ViewResult } from "../../server/src/protocol/requests.ts";

const view = (kind: string, notation: string): ViewResult => ({
  name: "mma",
  language: "python",
  notation,
  kind,
  facts: [],
  why: "an argument is not known",
  instance: "",
  instances: [],
  symbols: [],
});

test("not known yet is not unknown; what is known early stays", () => {
  const early = stillEvaluated(view("unknown", "unknown"));
  expect([early.notation, early.why]).toEqual(["…", "the file is still being evaluated"]);
  expect(stillEvaluated(view("layout", "(4,8):(8,1)")).notation).toBe("(4,8):(8,1)");
});
