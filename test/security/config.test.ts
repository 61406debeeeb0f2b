// cute-lens.json as anybody may have written it: bounded, below its folder, and silent about nothing where it is not trusted.
import { describe, expect, test } from "vitest";
import { isIgnored, parseConfigFile, settingsFor, withoutSilence } from "../../server/src/settings/config-file.ts";
import { defaults } from "../../server/src/settings/read.ts";

const parsed = (json: object) => parseConfigFile("/w", JSON.stringify(json));

describe("cute-lens.json", () => {
  test.each(["../known.json", "/etc/passwd", "a/../../b", "C:/x", "..\\x", 7])(
    "a baseline lies below its folder, unlike %s",
    (baseline) => {
      const { value, complaints } = parsed({ baseline });
      expect(value.baseline).toBeUndefined();
      expect(complaints).toEqual(["cute-lens.json: baseline: a path below this folder is expected"]);
    },
  );

  test("a baseline below it counts", () => {
    expect(parsed({ baseline: "ci/known.json" }).value.baseline).toBe("ci/known.json");
  });

  test.each([
    [{ overrides: 7 }, "overrides: a list of objects is expected"],
    [{ overrides: ["a.cu"] }, "overrides: a list of objects is expected"],
    [{ overrides: [{ files: "a.cu" }] }, "files: a list of texts is expected"],
    [{ ignore: "a/" }, "ignore: a list of texts is expected"],
  ])("what is no list where one belongs is told: %j", (json, complaint) => {
    expect(parsed(json).complaints).toEqual([`cute-lens.json: ${complaint}`]);
  });

  test("a number beyond all numbers is no preset", () => {
    const { complaints } = parseConfigFile("/w", '{ "presets": { "M": 1e400 } }');
    expect(complaints).toHaveLength(1);
  });

  test("what there is too much of is told and left out", () => {
    const { value, complaints } = parsed({
      ignore: Array.from({ length: 5_000 }, (_, i) => `**/*${"a*".repeat(40)}${i}`),
      overrides: Array.from({ length: 600 }, () => ({ files: ["*"], arch: "sm_80" })),
    });
    expect(complaints).toHaveLength(2);
    const before = performance.now();
    expect(isIgnored(value, "a/".repeat(100))).toBe(false);
    expect(settingsFor(value, defaults, "a/b.cu").arch).toBe("sm_80");
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  test("not trusted it silences nothing, and still says sizes and architectures", () => {
    const rules = { "tma-rank": "off" };
    const { value } = parsed({
      arch: "sm_90a",
      defines: { BM: 128 },
      rules,
      ignore: ["**"],
      overrides: [{ files: ["**"], rules, "diagnostics.severity": rules }],
    });
    const heeded = withoutSilence(value);
    expect(isIgnored(heeded, "a.cu")).toBe(false);
    const settings = settingsFor(heeded, defaults, "a.cu");
    expect(settings["diagnostics.severity"]).toEqual({});
    expect([settings.arch, settings.defines]).toEqual(["sm_90a", { BM: "128" }]);
  });
});
