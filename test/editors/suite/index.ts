// The mocha suite that runs inside the extension host: under @vscode/test-electron with a desktop VS Code, or under
// code-server through the shim. Its report goes to the console and to the file that SUITE_RESULTS names.
import { writeFileSync } from "node:fs";
import Mocha from "mocha";
import { defineTests } from "./tests.ts";

export function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 60_000, retries: 1, reporter: "spec", color: false });
  defineTests(mocha.suite);
  return new Promise((resolve, reject) => {
    const runner = mocha.run((failures) => {
      if (failures === 0) resolve();
      else reject(new Error(`${failures} failed`));
    });
    let passed = 0;
    let failed = 0;
    runner.on("pass", () => {
      passed++;
    });
    runner.on("fail", () => {
      failed++;
    });
    runner.on("end", () => {
      const file = process.env.SUITE_RESULTS;
      if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed }));
    });
  });
}
