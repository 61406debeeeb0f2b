// npm run test:packages: packs what is published (npm run release -- --dry), installs each package into a folder of its own and uses it as its users do.
//
// Fails, never skips, when what it needs is missing (npm, Python with venv, strace, Chromium); only what needs CuTe DSL is skipped,
// and says so, where pip has none for the machine. Arguments are passed to vitest. The last line is `N passed, N failed`.
import { command, leave, root, runSteps, tool, vitestCounts } from "./steps.mjs";

const [node, vitest] = tool("vitest/vitest.mjs");
const config = ["--config", `${root}test/packages/vitest.config.mjs`, "--root", root];

const { failed } = await runSteps([
  command("release, dry", node, [`${root}scripts/release.mjs`, "--dry"], { count: counts }),
  command("packages in use", node, [vitest, "run", ...config, ...process.argv.slice(2)], {
    env: { NO_COLOR: "1" },
    count: vitestCounts,
  }),
]);
leave({ failed });

/** The release's own steps. */
function counts(text) {
  const line = /^(\d+) passed, (\d+) failed$/m.exec(text);
  return line === null ? undefined : { passed: Number(line[1]), failed: Number(line[2]) };
}
