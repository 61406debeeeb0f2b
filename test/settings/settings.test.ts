// Settings from editors and cute-lens.json: what is wrong is told and takes the default.
import { describe, expect, test } from "vitest";
import { isIgnored, parseConfigFile, settingsFor } from "../../server/src/settings/config-file.ts";
import { contributesConfiguration } from "../../server/src/settings/generate.ts";
import { globOf } from "../../server/src/settings/glob.ts";
import { presetsOf } from "../../server/src/settings/presets.ts";
import { defaults, keys, readSettings } from "../../server/src/settings/read.ts";

describe("settings of an editor", () => {
  test("nested and dotted keys are read alike", () => {
    expect(readSettings({ hover: { pictures: false } }).value["hover.pictures"]).toBe(false);
    expect(readSettings({ "hover.pictures": false }).value["hover.pictures"]).toBe(false);
  });

  test("what is not understood keeps the default and is told", () => {
    const { value, complaints } = readSettings({ arch: "sm_1", inlayHints: { maxLength: "long" } });
    expect(value).toEqual(defaults);
    expect(complaints[0]).toMatch(/^arch: "sm_1" is not one of auto, sm_70, /);
    expect(complaints[1]).toBe('inlayHints.maxLength: "long" is not a number from 8 to 400');
  });

  test("anything at all is survived", () => {
    for (const json of [null, 1, "x", [], { hover: 3 }, { defines: [] }])
      expect(readSettings(json).value).toEqual(defaults);
  });

  test("every setting is in the manifest", () => {
    const sections = contributesConfiguration() as readonly { properties: object }[];
    const contributed = sections.flatMap(({ properties }) => Object.keys(properties));
    expect(contributed.sort()).toEqual(keys.map((key) => `cuteLens.${key}`).sort());
  });

  test("presets bind symbols or a function's parameters", () => {
    const { value } = readSettings({ presets: { M: 4096, gemm_device: "bM = 128" } });
    expect(presetsOf(value).bindings).toEqual(new Map([["M", 4096]]));
    expect(presetsOf(value).presets).toEqual({ gemm_device: ["bM = 128"] });
  });
});

describe("cute-lens.json", () => {
  const text = JSON.stringify({
    arch: "sm_80",
    rules: { "tma-rank": "off" },
    defines: { BM: 128 },
    ignore: ["third_party/"],
    overrides: [{ files: ["hopper/**"], arch: "sm_90a", rules: { TMA060: "hint" } }],
  });
  const { value: file, complaints } = parseConfigFile("/w", text);

  test("overrides win for their files and add to the rules", () => {
    expect(complaints).toEqual([]);
    expect(settingsFor(file, defaults, "a.cu").arch).toBe("sm_80");
    const hopper = settingsFor(file, defaults, "hopper/x/a.cu");
    expect(hopper.arch).toBe("sm_90a");
    expect(hopper["diagnostics.severity"]).toEqual({ "tma-rank": "off", TMA060: "hint" });
    expect(hopper.defines).toEqual({ BM: "128" });
  });

  test("ignored folders", () => {
    expect(isIgnored(file, "third_party/cutlass/a.cu")).toBe(true);
    expect(isIgnored(file, "src/a.cu")).toBe(false);
  });

  test("mistakes are told in one sentence each", () => {
    expect(parseConfigFile("/w", "[]").complaints).toEqual(["cute-lens.json: an object is expected"]);
    expect(parseConfigFile("/w", '{"rule":{}}').complaints).toEqual(["cute-lens.json: rule: no such entry"]);
    // The setting's name is no entry: severities stand below `rules`.
    expect(parseConfigFile("/w", '{"diagnostics.severity":{}}').complaints).toEqual([
      "cute-lens.json: diagnostics.severity: no such entry",
    ]);
    expect(parseConfigFile("/w", '{"rules":{"tma-rank":"loud"}}').complaints[0]).toMatch(
      /is not an object whose values/,
    );
    expect(parseConfigFile("/w", "{").complaints).toHaveLength(1);
  });
});

test("globs", () => {
  const yes = [
    ["*.cuh", "a/b/c.cuh"],
    ["a/**", "a/b/c.cu"],
    ["**/test/*.{cu,py}", "x/test/a.py"],
    ["./src/?.cu", "src/a.cu"],
  ] as const;
  const no = [
    ["*.cu", "a.cuh"],
    ["a/*.cu", "a/b/c.cu"],
    ["a.cu", "aXcu"],
  ] as const;
  for (const [glob, path] of yes) expect(globOf(glob)(path), `${glob} ${path}`).toBe(true);
  for (const [glob, path] of no) expect(globOf(glob)(path), `${glob} ${path}`).toBe(false);
});
