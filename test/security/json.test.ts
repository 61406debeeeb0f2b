// JSON that anybody may have written: bounded, never thrown over, and numbers are what was written or refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generated, handwritten, parseJson, parseJsonWithComments } from "../../server/src/json-text.ts";
import { notebookCells } from "../../server/src/languages/python/lower/notebook.ts";
import { parseCompileCommands } from "../../server/src/project/build/compile-commands.ts";
import { parseCppProperties } from "../../server/src/project/build/cpp-properties.ts";
import { parseConfigFile } from "../../server/src/settings/config-file.ts";
import { presetsOf } from "../../server/src/settings/presets.ts";
import { readSettings } from "../../server/src/settings/read.ts";

const deep = (open: string, close: string) => `${open.repeat(100_000)}0${close.repeat(100_000)}`;

describe("limits", () => {
  test("JSON within them is what JSON.parse gives", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(parseJson(text, handwritten)).toEqual({ json: JSON.parse(text) });
        expect(parseJsonWithComments(text, handwritten)).toEqual({ json: JSON.parse(text) });
      }),
    );
  });

  test("too long, too deep, or no JSON: one sentence", () => {
    const told = (text: string) => parseJson(text, handwritten);
    expect(told(" ".repeat(2_000_000))).toEqual({ complaint: "it is longer than 1000000 characters" });
    expect(told(deep("[", "]"))).toEqual({ complaint: "it nests deeper than 60" });
    expect(told('{"a":')).toHaveProperty("complaint");
    expect(parseJson(deep('{"a":', "}"), generated)).toEqual({ complaint: "it nests deeper than 200" });
  });

  test("brackets in strings nest nothing", () => {
    const text = JSON.stringify(`\\"${"[".repeat(1_000)}`);
    expect(parseJson(text, handwritten)).toEqual({ json: JSON.parse(text) });
  });

  test("every file that is JSON survives what is too deep", () => {
    for (const text of [deep("[", "]"), deep('{"cells":[', "]}"), deep('[{"file":"a","arguments":[', "]}]")]) {
      expect(parseConfigFile("/w", text).complaints).toHaveLength(1);
      expect(parseCompileCommands(text, "/w").commands).toEqual([]);
      expect(parseCppProperties(text, "/w").properties.includePaths).toEqual([]);
      expect(notebookCells(text)).toBeUndefined();
    }
  });
});

describe("comments", () => {
  test("are passed over, and commas before a closing bracket", () => {
    const text = '// one\n{ "a": "x // y", /* two */ "b": [1, 2, /* three */ ], "c": "/*", }\n';
    expect(parseJsonWithComments(text, handwritten)).toEqual({ json: { a: "x // y", b: [1, 2], c: "/*" } });
  });

  test.each(['"\\', "/*", ",  ", '"', "//", "[,"])("%s without end takes linear time", (piece) => {
    const before = performance.now();
    parseJsonWithComments(piece.repeat(300_000), handwritten);
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});

test("an integer of a setting is exact or refused, up to 2^80", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (n) => {
      const isExact = n === BigInt(Number(n)) && Number.isSafeInteger(Number(n));
      const { value, complaints } = readSettings(JSON.parse(`{"presets":{"M":${n}},"defines":{"BM":${n}}}`));
      expect(value.presets).toEqual(isExact ? { M: String(n) } : {});
      expect(complaints).toHaveLength(isExact ? 0 : 2);
      // As a text a definition is what was written; a preset binds what an integer can hold.
      const asText = readSettings({ presets: { M: String(n) }, defines: { BM: String(n) } }).value;
      expect(asText.defines).toEqual({ BM: String(n) });
      expect([...presetsOf(asText).bindings.values()]).toEqual(isExact ? [Number(n)] : []);
    }),
  );
});
