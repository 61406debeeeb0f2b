// `cute-lens check` as a program: exit codes, formats, shards, baseline, cute-lens.json.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { jobCount } from "../../server/src/cli/check-jobs.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
let folder = "";

const header = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
const good = `${header}void f() { auto a = make_layout(make_shape(_4{}, _8{})); }\n`;
const bad = `${header}void f() {\n  auto a = make_layout(make_shape(_4{}, _8{}), make_stride(_1{}));\n}\n`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cute-lens-check-"));
  mkdirSync(join(folder, "legacy"));
  writeFileSync(join(folder, "good.cu"), good);
  writeFileSync(join(folder, "bad.cu"), bad);
  writeFileSync(join(folder, "legacy/old.cu"), bad);
  writeFileSync(join(folder, "plain.cpp"), "int main() {}\n");
  writeFileSync(join(folder, "binary.cu"), Buffer.from([99, 117, 116, 101, 0, 1]));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "check", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("exit codes", () => {
  test("0 where nothing is wrong", () => {
    expect(check("good.cu")).toEqual({ status: 0, stdout: "no problems in 1 file\n", stderr: "" });
  });

  test("1 for findings, each on a line with place and rule", () => {
    const { status, stdout } = check("bad.cu");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^bad\.cu:4:48: error: shape \(_4,_8\) and stride .* \[layout-not-congruent\]\n/);
    expect(stdout).toMatch(/1 error in 1 file\n$/);
  });

  test.each([
    [["nowhere.cu"], "nowhere.cu: no such file or folder"],
    [["plain.cpp"], "plain.cpp: no CuTe code in it"],
    [["binary.cu"], "binary.cu is a binary file"],
    [["good.cu", "--shard", "3/2"], "--shard 3/2: write it as i/n with 1 <= i <= n"],
    [["good.cu", "--loud"], "unknown option '--loud'"],
    [
      ["good.cu", "--format", "xml"],
      "option '--format <format>' argument 'xml' is invalid. Allowed choices are text, full, json, sarif, github.",
    ],
    [[], "missing required argument 'paths'"],
  ])("2 and one clear line for %j", (args, message) => {
    expect(check(...args)).toEqual({ status: 2, stdout: "", stderr: `cute-lens: ${message}\n` });
  });
});

describe("formats", () => {
  test("json", () => {
    const { findings } = JSON.parse(check("bad.cu", "--format", "json").stdout);
    expect(findings).toMatchObject([
      { file: "bad.cu", code: "layout-not-congruent", severity: "error", start: { line: 4, column: 48 } },
    ]);
  });

  test("json is as its schema says", () => {
    const schema = JSON.parse(readFileSync(new URL("../../schemas/check-report.schema.json", import.meta.url), "utf8"));
    const validate = new AjvJsonSchemaValidator().getValidator(schema);
    const report = JSON.parse(check(".", "--format", "json").stdout);
    expect(report.findings.length).toBeGreaterThan(0);
    expect(validate(report)).toMatchObject({ valid: true });
    expect(validate({ ...report, findings: [{}] }).valid).toBe(false);
  });

  test("sarif 2.1.0", () => {
    const { version, runs } = JSON.parse(check("bad.cu", "--format", "sarif").stdout);
    // What GitHub's code scanning takes.
    for (const { id, shortDescription, fullDescription } of runs[0].tool.driver.rules)
      for (const { text } of [shortDescription, fullDescription]) {
        expect(text.length, id).toBeGreaterThan(0);
        expect(text.length, id).toBeLessThanOrEqual(1024);
      }
    expect(version).toBe("2.1.0");
    const [result] = runs[0].results;
    expect(result.level).toBe("error");
    const rule = runs[0].tool.driver.rules[result.ruleIndex];
    expect([rule.id, typeof rule.help.markdown]).toEqual(["layout-not-congruent", "string"]);
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe("bad.cu");
  });

  test("github annotations", () => {
    expect(check("bad.cu", "--format", "github").stdout).toMatch(
      /^::error file=bad\.cu,line=4,endLine=4,col=48,endColumn=65,title=layout-not-congruent::shape /,
    );
  });
});

describe("folders", () => {
  test("are walked; files without CuTe are passed over", () => {
    expect(check(".").stdout).toMatch(/2 errors in 3 files\n$/);
  });

  test("two shards are the whole", () => {
    const counts = ["1/2", "2/2"].map(
      (shard) => JSON.parse(check(".", "--shard", shard, "--format", "json").stdout).files,
    );
    expect(counts[0] + counts[1]).toBe(3);
  });

  test("several processes find the same", () => {
    expect(check(".", "--jobs", "2")).toEqual(check("."));
  });

  test("many files are shared among processes, also unasked", () => {
    expect(jobCount(undefined, 23)).toBe(1);
    expect(jobCount(undefined, 3_000)).toBe(Math.min(4, availableParallelism()));
    const names = Array.from({ length: 30 }, (_, i) => `part${i}.cu`);
    for (const [i, name] of names.entries()) writeFileSync(join(folder, name), i === 17 ? bad : good);
    const [alone, shared] = [check(...names, "--jobs", "1"), check(...names)];
    for (const name of names) rmSync(join(folder, name));
    expect(shared).toEqual(alone);
    expect(shared.stdout).toContain("part17.cu");
  });

  test("named files without CuTe are passed over on demand", () => {
    expect(check("plain.cpp", "good.cu", "--skip-plain").stdout).toBe("no problems in 1 file\n");
  });

  test("a baseline keeps known findings out, also when lines move", () => {
    expect(check(".", "--write-baseline", "known.json").status).toBe(0);
    expect(check(".", "--baseline", "known.json").status).toBe(0);
    writeFileSync(join(folder, "bad.cu"), `\n\n${bad}`);
    expect(check(".", "--baseline", "known.json").status).toBe(0);
    writeFileSync(join(folder, "bad.cu"), bad);
  });

  test("cute-lens.json silences a rule for some files", () => {
    const overrides = [{ files: ["legacy/**"], rules: { LAY001: "off" } }];
    writeFileSync(join(folder, "cute-lens.json"), JSON.stringify({ overrides }));
    expect(check(".").stdout).toMatch(/1 error in 3 files\n$/);
    rmSync(join(folder, "cute-lens.json"));
  });

  test.each([
    ["{", /^cute-lens: cute-lens\.json: /],
    ['{"arch":"sm_1"}', /arch: "sm_1" is not one of auto/],
    ['{"rules":{"tma-rnak":"off"}}', /rules: tma-rnak: no such rule/],
    ['{"rules":{"tma-rank":"loud"}}', /rules: .*values are error, warning/],
    ['{"overrides":[{"file":"x"}]}', /file: no such entry/],
  ])("2 and a clear line for cute-lens.json %s", (text, message) => {
    writeFileSync(join(folder, "cute-lens.json"), text);
    const { status, stderr } = check("good.cu");
    rmSync(join(folder, "cute-lens.json"));
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
